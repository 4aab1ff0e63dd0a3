import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';

// Reads costs that no order of a product bears, for its page. This file writes nothing.

interface ListedCost {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly day: string;
  readonly amountMinor: bigint;
  readonly lotId: string | null;
  readonly isWaiting: boolean;
}

/** How many are listed; a product has one for each invoice that names it and comes before its first order. */
const LISTED = 100;

/**
 * The costs without an order of a product, the latest first. First in, first out, one waits until a lot begins to
 * arrive on its day or later; by the moving average, until units are on hand on its day or arrive after it.
 */
export async function listLooseCosts(w: Work, productId: string): Promise<ListedCost[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<ListedCost>`
    select c.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", c.day, c.amount_minor as "amountMinor",
      c.lot_id as "lotId", case
        when (select method from stock_total where account_id = ${a}) = 'AVERAGE' then not exists (
          select from stock_pool p
          where p.account_id = ${a} and p.product_id = c.product_id and p.superseded_at is null and p.day >= c.day
            and p.waiting_minor = 0
        )
        else c.lot_id is null
      end as "isWaiting"
    from loose_cost c
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    where c.account_id = ${a} and c.product_id = ${productId}
    order by c.day desc, c.line_id
    limit ${LISTED}`.execute(w.tx);
  return rows;
}

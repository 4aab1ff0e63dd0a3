import type { CostCategory } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { InvoiceRow } from '../rows/invoices.queries.ts';

// What is known about the cost types of lines that are about to be imported. This file writes nothing.

/** Whether the invoice has a line with a product. */
export async function hasProductLine(w: Work, invoiceId: string): Promise<boolean> {
  const row = await w.tx
    .selectFrom('invoice_line')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .where('product_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What most lines without a product were on the newest other invoice of the supplier that has such lines; of equals,
 * the one of the first line. Null without such an invoice.
 */
export async function findLastCostType(
  w: Work,
  { id, supplier_id }: Pick<InvoiceRow, 'id' | 'supplier_id'>,
): Promise<CostCategory | null> {
  const { accountId } = w.scope;
  const found = await sql<{ cost_type: CostCategory }>`
    with last as (
      select i.id from invoice i
      where i.account_id = ${accountId} and i.supplier_id = ${supplier_id} and i.id <> ${id}
        and i.deleted_at is null and i.kind = 'INVOICE'
        and exists (
          select 1 from invoice_line l
          where l.account_id = i.account_id and l.invoice_id = i.id and l.product_id is null
        )
      order by i.date desc, i.id desc
      limit 1
    )
    select l.cost_type from invoice_line l join last on last.id = l.invoice_id
    where l.account_id = ${accountId} and l.product_id is null
    group by l.cost_type
    order by count(*) desc, min(l.position)
    limit 1`.execute(w.tx);
  return found.rows[0]?.cost_type ?? null;
}

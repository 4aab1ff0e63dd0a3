import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';

// What the warnings of an invoice are worked out from. This file writes nothing.

/** A line of an invoice of which credit notes take off more than it is. */
interface OverCredited {
  readonly position: number;
  readonly number: string;
  readonly amountMinor: bigint;
  /** The sum of all credits of the line, which has the opposite sign. */
  readonly creditedMinor: bigint;
}

/** The lines that this credit note credits and whose credits, of all credit notes, are more than the line. */
export async function listOverCredited(w: Work, creditNoteId: string): Promise<OverCredited[]> {
  const { rows } = await sql<OverCredited>`
    select c.position, i.invoice_number as number, c.amount_minor as "amountMinor",
      sum(credit.amount_minor)::bigint as "creditedMinor"
    from invoice_line c
    join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
    join invoice_line credit on credit.account_id = c.account_id and credit.credits_line_id = c.id
    join invoice note on note.account_id = credit.account_id and note.id = credit.invoice_id
      and note.deleted_at is null
    where c.account_id = ${w.scope.accountId} and c.id in (
      select own.credits_line_id from invoice_line own
      where own.account_id = ${w.scope.accountId} and own.invoice_id = ${creditNoteId}
    )
    group by c.id, c.position, i.invoice_number, c.amount_minor
    having abs(sum(credit.amount_minor)) > abs(c.amount_minor)
    order by i.invoice_number, c.position`.execute(w.tx);
  return rows;
}

/** Whether the invoice is paired with goods of other suppliers, and with none of its own. */
export async function isGoodsOfOthersOnly(
  w: Work,
  { id, supplier_id }: { readonly id: string; readonly supplier_id: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ isOthersOnly: boolean | null }>`
    select bool_and(goods.supplier_id <> ${supplier_id}) as "isOthersOnly"
    from invoice_pairing p
    cross join lateral (
      select i.supplier_id
      from invoice_line l
      join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
      where p.target_type = 'INVOICE' and l.account_id = p.account_id and l.invoice_id = p.target_id
        and l.product_id is not null
      union all
      select i.supplier_id
      from ${ORDERS} c
      join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
      where p.target_type = 'ORDER' and c.account_id = p.account_id and c.id = p.target_id
      union all
      select o.supplier_id
      from ${PURCHASE_ORDERS} o
      where p.target_type = 'PURCHASE_ORDER' and o.account_id = p.account_id and o.id = p.target_id
      union all
      select i.supplier_id
      from ${PACK_LISTS} k
      join ${ORDERS} c on c.account_id = k.account_id and c.id = k.order_id
      join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
      where p.target_type = 'SHIPMENT' and k.account_id = p.account_id and k.plan_id = p.target_id
        and k.removed_at is null
    ) goods
    where p.account_id = ${w.scope.accountId} and p.invoice_id = ${id}`.execute(w.tx);
  return rows[0]?.isOthersOnly === true;
}

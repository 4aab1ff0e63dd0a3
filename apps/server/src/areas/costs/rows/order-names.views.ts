import type { OrderRef } from '@quayside/contracts/order-ref';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { NamedThings } from '../../area.ts';
import { orderLabelOf, orderRefOf } from '../facts.ts';

/** The orders with these ids as people recognise them. */
export async function orderRefs(w: Work, orderIds: readonly string[]): Promise<Map<string, OrderRef>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ ref: OrderRef }>`
    select ${orderRefOf} as ref from cost_layer c
    where c.account_id = ${w.scope.accountId} and c.id = any(${sql.val([...orderIds])}::uuid[])`.execute(w.tx);
  return new Map(rows.map(({ ref }) => [ref.id, ref]));
}

/** Resolves the ids of orders in the audit log. */
export const orderNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select c.id, ${orderLabelOf} as label, c.removed_at is null as exists from cost_layer c
    where c.account_id = ${accountId} and c.id = any(${ids})`,
};

/** The orders that carry costs of these invoices, each with its month. */
export async function ordersCarrying(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ readonly id: string; readonly month: string }[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<{ id: string; month: string }>`
    select distinct c.id, to_char(c.date, 'YYYY-MM') as month
    from cost_entry e
    join cost_layer c on c.account_id = e.account_id and c.id = e.layer_id
    where e.account_id = ${w.scope.accountId} and e.invoice_id = any(${sql.val([...invoiceIds])}::uuid[])
      and e.superseded_at is null and not e.is_excluded`.execute(w.tx);
  return rows;
}

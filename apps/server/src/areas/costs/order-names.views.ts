import type { OrderRef } from '@quayside/contracts/order-ref';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { NamedThings } from '../area.ts';
import { INVOICES, INVOICE_LINES } from '../invoices/facts.ts';

/**
 * SQL expression: a value of the line `rl` and the invoice `ri` from which the order in the row `c` of `cost_layer`
 * came; null if there is no order. It reads two rows by their keys, so that a query does not become one with many
 * joins.
 */
const ofItsLine = <V>(value: RawBuilder<V>): RawBuilder<V | null> => sql`(
  select ${value}
  from ${INVOICE_LINES} rl join ${INVOICES} ri on ri.account_id = rl.account_id and ri.id = rl.invoice_id
  where rl.account_id = c.account_id and rl.id = c.invoice_line_id
)`;
/** SQL expression: the order in the row `c` of `cost_layer`, as people recognise it; null if there is no order. */
export const orderRefOf = ofItsLine<OrderRef>(
  sql`jsonb_build_object('id', c.id, 'number', c.number, 'invoiceNumber', ri.invoice_number,
    'linePosition', rl.position)`,
);
/** SQL expression: the same as one text that needs no language, such as "NB-7001 #5". */
export const orderLabelOf = ofItsLine<string>(sql`ri.invoice_number || ' #' || rl.position`);

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

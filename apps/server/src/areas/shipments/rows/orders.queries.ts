import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';

/** Writes what people note about an order. The order gets the next version. */
export async function saveNotes(
  w: Work,
  orderId: string,
  { readyOn, notes }: { readonly readyOn: string | null; readonly notes: string | null },
): Promise<void> {
  await sql`
    insert into order_packing as o (account_id, order_id, ready_on, notes, updated_at)
    values (${w.scope.accountId}, ${orderId}, ${readyOn}, ${notes}, ${w.now})
    on conflict (account_id, order_id) do update
    set ready_on = excluded.ready_on, notes = excluded.notes, version = o.version + 1,
      updated_at = excluded.updated_at`.execute(w.tx);
}

/**
 * What the pack lists of these orders hold of their invoiced units, and what of it has arrived. Orders of which nothing
 * was ever packed are missing.
 */
export async function packedOfOrders(
  w: Work,
  orderIds: readonly string[],
): Promise<Map<string, { readonly held: bigint; readonly received: bigint }>> {
  const rows = await w.tx
    .selectFrom('order_packing as k')
    .innerJoin(ORDERS.as('c'), (j) => j.onRef('c.account_id', '=', 'k.account_id').onRef('c.id', '=', 'k.order_id'))
    .select(['k.order_id', 'k.received', sql<bigint>`k.lot_units - c.adjusted_units`.as('held')])
    .where('k.account_id', '=', w.scope.accountId)
    .where('k.order_id', '=', anyOf(orderIds))
    .execute();
  return new Map(rows.map(({ order_id: id, held, received }) => [id, { held, received }]));
}

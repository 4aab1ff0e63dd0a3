import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Work } from '../../db/tx.ts';

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

/** What is packed of these orders. Orders of which nothing was ever packed are missing. */
export async function packedOfOrders(w: Work, orderIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await w.tx
    .selectFrom('order_packing')
    .select(['order_id', 'packed'])
    .where('account_id', '=', w.scope.accountId)
    .where('order_id', '=', anyOf(orderIds))
    .execute();
  return new Map(rows.map((row) => [row.order_id, row.packed]));
}

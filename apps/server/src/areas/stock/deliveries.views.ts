import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Work } from '../../db/tx.ts';

// Reads when shipment plans, and orders without one, were delivered. This file writes nothing.

/** The day of the first receipt besides these, of each of these plans, or of each of these orders without a plan. */
export async function firstDaysBesides(
  w: Work,
  ids: readonly string[],
  receiptIds: readonly string[],
): Promise<Map<string, string>> {
  const holds = sql`account_id = ${w.scope.accountId} and reversed_at is null
    and id <> all(${sql.val([...receiptIds])}::uuid[])`;
  const { rows } = await sql<{ id: string; day: string }>`
    select plan_id as id, min(day) as day from receipt where plan_id = ${anyOf(ids)} and ${holds} group by plan_id
    union all
    select order_id, min(day) from receipt where order_id = ${anyOf(ids)} and plan_id is null and ${holds}
    group by order_id`.execute(w.tx);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** The orders of which pack lists are in these plans. */
export async function ordersOfPlans(w: Work, planIds: readonly string[]): Promise<string[]> {
  if (planIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct order_id as id from pack_list
    where account_id = ${w.scope.accountId} and plan_id = ${anyOf(planIds)} and removed_at is null`.execute(w.tx);
  return rows.map(({ id }) => id);
}

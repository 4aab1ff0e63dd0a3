import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Work } from '../../db/tx.ts';

// Reads when shipment plans were delivered. This file writes nothing.

/** The day of the first receipt of each plan that holds, besides these receipts. */
export async function firstDaysBesides(
  w: Work,
  planIds: readonly string[],
  receiptIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ planId: string; day: string }>`
    select plan_id as "planId", min(day) as day from receipt
    where account_id = ${w.scope.accountId} and plan_id = ${anyOf(planIds)} and reversed_at is null
      and id <> all(${sql.val([...receiptIds])}::uuid[])
    group by plan_id`.execute(w.tx);
  return new Map(rows.map(({ planId, day }) => [planId, day]));
}

/** The orders of which pack lists are in these plans. */
export async function ordersOfPlans(w: Work, planIds: readonly string[]): Promise<string[]> {
  if (planIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct order_id as id from pack_list
    where account_id = ${w.scope.accountId} and plan_id = ${anyOf(planIds)} and removed_at is null`.execute(w.tx);
  return rows.map(({ id }) => id);
}

import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';

/** What has become of the units of a pack list that left (stock §1). */
export interface Arrivals {
  readonly packListId: string;
  readonly received: bigint;
  readonly surplus: bigint;
  readonly short: bigint;
  readonly lost: bigint;
  readonly credited: bigint;
}

/** Writes what has become of pack lists. Returns the order and the plan of each. */
export async function writeArrivals(
  w: Work,
  rows: readonly Arrivals[],
): Promise<{ readonly orderId: string; readonly planId: string | null }[]> {
  const text = (key: Exclude<keyof Arrivals, 'packListId'>) => (row: Arrivals) => String(row[key]);
  const listed = rowsOf('n', rows, {
    id: ['uuid', ({ packListId }) => packListId],
    received: ['bigint', text('received')],
    surplus: ['bigint', text('surplus')],
    short: ['bigint', text('short')],
    lost: ['bigint', text('lost')],
    credited: ['bigint', text('credited')],
  });
  const written = await sql<{ orderId: string; planId: string | null }>`
    update pack_list l
    set received = n.received, surplus = n.surplus, short = n.short, lost = n.lost, credited = n.credited,
      version = l.version + 1, updated_at = ${w.now}
    from ${listed}
    where l.account_id = ${w.scope.accountId} and l.id = n.id
    returning l.order_id as "orderId", l.plan_id as "planId"`.execute(w.tx);
  return written.rows;
}

/** What the pack lists of these orders have beyond what was packed, less what was never sent. */
export async function adjustedUnits(w: Work, orderIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; adjusted: bigint }>`
    select order_id as id, sum(surplus - short)::bigint as adjusted
    from pack_list
    where account_id = ${w.scope.accountId} and order_id = ${anyOf(orderIds)} and removed_at is null
    group by order_id`.execute(w.tx);
  return new Map(rows.map(({ id, adjusted }) => [id, adjusted]));
}

/** A plan whose status is another, with both statuses. */
interface MovedPlan {
  readonly id: string;
  readonly number: bigint;
  readonly from: 'IN_TRANSIT' | 'RECEIVED';
  readonly to: string;
}

/** Writes the status of those of these plans that are IN_TRANSIT or RECEIVED and should be the other. Returns them. */
export async function movePlanStatuses(w: Work, planIds: readonly string[]): Promise<MovedPlan[]> {
  if (planIds.length === 0) return [];
  const { rows } = await sql<MovedPlan>`
    with wanted as (
      select s.id, s.status, case when max(l.missing) > 0 then 'IN_TRANSIT' else 'RECEIVED' end as to_status
      from shipment_plan s
      join pack_list l on l.account_id = s.account_id and l.plan_id = s.id
      where s.account_id = ${w.scope.accountId} and s.id = ${anyOf(planIds)} and s.status in ('IN_TRANSIT', 'RECEIVED')
      group by s.id, s.status
    )
    update shipment_plan s
    set status = n.to_status, version = s.version + 1, updated_at = ${w.now}
    from wanted n
    where s.account_id = ${w.scope.accountId} and s.id = n.id and n.to_status <> n.status
      -- What is missing of a plan that a person called received stays missing.
      and (n.to_status = 'RECEIVED' or not s.is_received_by_hand)
    returning s.id, s.number, n.status as from, s.status as to`.execute(w.tx);
  return rows;
}

/** Those of these pack lists that were made for receipts of which nothing is left. */
export async function emptyPackLists(w: Work, packListIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pack_list
    where account_id = ${w.scope.accountId} and id = ${anyOf(packListIds)} and is_from_receipt and received = 0
      and removed_at is null and plan_id is null and carton_id is null`.execute(w.tx);
  return rows.map(({ id }) => id);
}

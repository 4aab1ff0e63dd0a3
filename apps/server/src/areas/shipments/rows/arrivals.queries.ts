import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';
import type { StoredPackList } from './pack-lists.queries.ts';

/** What has become of the units of a pack list that left (stock §1). */
export interface Arrivals {
  readonly packListId: string;
  readonly received: bigint;
  readonly surplus: bigint;
  readonly short: bigint;
  readonly lost: bigint;
  readonly credited: bigint;
}

/** A pack list of which it was written what has become of it. */
interface Written {
  readonly id: string;
  readonly orderId: string;
  readonly planId: string | null;
  /** Whether it holds other units of its order now, or was never sent or surplus to another extent. */
  readonly isOther: boolean;
}

/** Writes what has become of pack lists. */
export async function writeArrivals(w: Work, rows: readonly Arrivals[]): Promise<Written[]> {
  const text = (key: Exclude<keyof Arrivals, 'packListId'>) => (row: Arrivals) => String(row[key]);
  const listed = rowsOf('n', rows, {
    id: ['uuid', ({ packListId }) => packListId],
    received: ['bigint', text('received')],
    surplus: ['bigint', text('surplus')],
    short: ['bigint', text('short')],
    lost: ['bigint', text('lost')],
    credited: ['bigint', text('credited')],
  });
  const written = await sql<Written>`
    update pack_list l
    set received = n.received, surplus = n.surplus, short = n.short, lost = n.lost, credited = n.credited,
      version = l.version + 1, updated_at = ${w.now}
    from ${listed}
    cross join lateral (
      select * from pack_list o where o.account_id = ${w.scope.accountId} and o.id = n.id ${BY_KEYS}
    ) o
    where l.account_id = ${w.scope.accountId} and l.id = n.id
    returning l.id, l.order_id as "orderId", l.plan_id as "planId",
      (o.surplus, o.short, o.credited) <> (n.surplus, n.short, n.credited) as "isOther"`.execute(w.tx);
  return written.rows;
}

/** What the pack lists of these orders have beyond what was packed, less what was never sent. */
export async function adjustedUnits(w: Work, orderIds: readonly string[]): Promise<Map<string, bigint>> {
  if (orderIds.length === 0) return new Map();
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

/**
 * Writes what of these plans has arrived and what is missing, which is all that arrivals change of their sums, and the
 * status of those that are IN_TRANSIT or RECEIVED and should be the other. Returns the latter.
 */
export async function saveArrivalsOfPlans(w: Work, planIds: readonly string[]): Promise<MovedPlan[]> {
  if (planIds.length === 0) return [];
  const { rows } = await sql<MovedPlan>`
    with summed as (
      select s.id, s.status, sum(l.received)::bigint as received, sum(l.missing)::bigint as missing,
        case when max(l.missing) > 0 then 'IN_TRANSIT' else 'RECEIVED' end as wanted,
        s.status = 'RECEIVED' and s.is_received_by_hand as stays
      from shipment_plan s
      join pack_list l on l.account_id = s.account_id and l.plan_id = s.id
      where s.account_id = ${w.scope.accountId} and s.id = ${anyOf(planIds)}
      group by s.id, s.status, s.is_received_by_hand
    ), moved as (
      -- What is missing of a plan that a person called received stays missing.
      select id from summed where status in ('IN_TRANSIT', 'RECEIVED') and wanted <> status and not stays
    ), written as (
      update shipment_plan s
      set received = n.received, missing = n.missing, updated_at = ${w.now},
        status = case when m.id is null then s.status else n.wanted end,
        version = s.version + case when m.id is null then 0 else 1 end
      from summed n
      left join moved m on m.id = n.id
      where s.account_id = ${w.scope.accountId} and s.id = n.id
      returning s.id, s.number, n.status as from_status, s.status
    )
    select id, number, from_status as from, status as to from written where from_status <> status`.execute(w.tx);
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

/**
 * Those of these pack lists that went when the receipts for which they were made were reversed, as far as their units
 * are unpacked.
 */
export async function goneWithReceipts(w: Work, packListIds: readonly string[]): Promise<StoredPackList[]> {
  const { rows } = await sql<StoredPackList>`
    select l.id, l.units, l.ready_on as "readyOn", l.carton_id as "cartonId", l.plan_id as "planId"
    from pack_list l
    join ${ORDERS} c on c.account_id = l.account_id and c.id = l.order_id and c.removed_at is null
    left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
    where l.account_id = ${w.scope.accountId} and l.id = ${anyOf(packListIds)} and l.is_from_receipt
      and l.removed_at is not null and l.units <= c.units - coalesce(k.lot_units, 0)`.execute(w.tx);
  return rows;
}

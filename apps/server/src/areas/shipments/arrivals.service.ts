import { numberText } from '@quayside/domain/shipments/numbers';
import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
import { changed, emit, recordEach } from '../../events/outbox.ts';
import { resyncShipments, setAdjustedUnits } from '../costs/public.ts';
import { readPackLists } from './leaves.views.ts';
import { writePackLists } from './pack-list-writes.service.ts';
import { syncOrders, syncPlans } from './sync.service.ts';

/** What has become of the units of a pack list that left (stock §1). */
export interface Arrivals {
  readonly packListId: string;
  readonly received: bigint;
  readonly surplus: bigint;
  readonly short: bigint;
  readonly lost: bigint;
  readonly credited: bigint;
}

/**
 * Writes what has become of pack lists, and brings up to date what follows: the units that their orders have, the costs
 * that are shared over these, sums and status of orders and plans. A plan of which everything has arrived or is decided
 * becomes RECEIVED; one of which something is out again is IN_TRANSIT again. The caller holds the cost lock.
 */
export async function saveArrivals(w: Work, rows: readonly Arrivals[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ packListId }) => packListId);
  await writeArrivals(w, rows);
  const packLists = await readPackLists(w, 'id', ids);
  const orderIds = [...new Set(packLists.map(({ orderId }) => orderId))];
  const planIds = [...new Set(packLists.flatMap(({ planId }) => planId ?? []))];
  await movePlans(w, planIds);
  await setAdjustedUnits(w, await adjustedUnits(w, orderIds));
  await syncOrders(w, orderIds);
  await syncPlans(w, planIds);
  await resyncShipments(w, { packListIds: ids });
  await emit(w, changed('orders', orderIds));
}

async function writeArrivals(w: Work, rows: readonly Arrivals[]): Promise<void> {
  const text = (key: Exclude<keyof Arrivals, 'packListId'>) => (row: Arrivals) => String(row[key]);
  const listed = rowsOf('n', rows, {
    id: ['uuid', ({ packListId }) => packListId],
    received: ['bigint', text('received')],
    surplus: ['bigint', text('surplus')],
    short: ['bigint', text('short')],
    lost: ['bigint', text('lost')],
    credited: ['bigint', text('credited')],
  });
  await sql`
    update pack_list l
    set received = n.received, surplus = n.surplus, short = n.short, lost = n.lost, credited = n.credited,
      version = l.version + 1, updated_at = ${w.now}
    from ${listed}
    where l.account_id = ${w.scope.accountId} and l.id = n.id`.execute(w.tx);
}

/** What the pack lists of these orders have beyond what was packed, less what was never sent. */
async function adjustedUnits(w: Work, orderIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; adjusted: bigint }>`
    select order_id as id, sum(surplus - short)::bigint as adjusted
    from pack_list
    where account_id = ${w.scope.accountId} and order_id = ${anyOf(orderIds)} and removed_at is null
    group by order_id`.execute(w.tx);
  return new Map(rows.map(({ id, adjusted }) => [id, adjusted]));
}

/** Moves plans between IN_TRANSIT and RECEIVED by what of them is missing. */
async function movePlans(w: Work, planIds: readonly string[]): Promise<void> {
  if (planIds.length === 0) return;
  const { rows } = await sql<{ id: string; number: bigint; from: 'IN_TRANSIT' | 'RECEIVED'; to: string }>`
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
  await recordEach(
    w,
    rows.map(({ id, number, from, to }) => ({
      action: 'shipment-plan.received',
      subjectIds: [id],
      historyOf: id,
      details: { name: numberText('SHIPMENT_PLAN', number), changes: [{ field: 'status' as const, from, to }] },
    })),
  );
}

/** Removes those of these pack lists that were made for receipts of which nothing is left. Their units are unpacked. */
export async function removePackedByReceipt(w: Work, packListIds: readonly string[]): Promise<void> {
  if (packListIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from pack_list
    where account_id = ${w.scope.accountId} and id = ${anyOf(packListIds)} and is_from_receipt and received = 0
      and removed_at is null and plan_id is null and carton_id is null`.execute(w.tx);
  const gone = await readPackLists(
    w,
    'id',
    rows.map(({ id }) => id),
  );
  await writePackLists(
    w,
    gone.map((row) => ({ ...row, isRemoved: true })),
  );
}

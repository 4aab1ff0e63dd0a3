import { numberText } from '@quayside/domain/shipments/numbers';
import { checkChangeable } from '@quayside/domain/shipments/pack-lists';
import type { Work } from '../../../db/tx.ts';
import { changed, emit, recordEach } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { requiredOf } from '../../../http/field-result.ts';
import { resyncShipments } from '../../costs/public.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import {
  deleteEmptyCartons,
  deleteEmptyPlans,
  insertPackLists,
  type NewPackList,
  savePackLists,
  type StoredPackList,
} from '../rows/pack-lists.queries.ts';
import { withdrawEtdNotice } from '../plans/plan-notices.service.ts';
import { syncCartonPlans } from '../rows/sync.queries.ts';
import { announceDays, syncOrders, syncPlans } from '../sync/sync.service.ts';

// The only place that puts pack lists into orders, cartons and plans, or takes them out. The caller holds the cost lock
// and records the change.

/** The OPEN plans that a write removed, because they lost their last pack list. */
interface Emptied {
  readonly removedPlanIds: readonly string[];
}

/** Refuses to change pack lists of a plan that has left, or of which something has arrived. */
export function requireChangeable(rows: readonly PackListRow[]): void {
  for (const row of rows) requiredOf(checkChangeable(row));
}

/** Makes pack lists, and brings everything that depends on them up to date. */
export async function addPackLists(w: Work, rows: readonly NewPackList[]): Promise<void> {
  await insertPackLists(w, rows);
  const after = await readPackLists(
    w,
    'id',
    rows.map(({ id }) => id),
  );
  await syncPackLists(w, [], after);
}

/** Writes pack lists, also removed ones, and brings everything that depends on them up to date. */
export async function writePackLists(w: Work, rows: readonly StoredPackList[]): Promise<Emptied> {
  const ids = rows.map(({ id }) => id);
  const before = await readPackLists(w, 'id', ids);
  await savePackLists(w, rows);
  return syncPackLists(w, before, await readPackLists(w, 'id', ids));
}

/** Writes pack lists and makes others in one step, so that what depends on them is brought up to date once. */
export async function repackLists(
  w: Work,
  rows: readonly StoredPackList[],
  made: readonly NewPackList[],
): Promise<Emptied> {
  const ids = rows.map(({ id }) => id);
  const before = await readPackLists(w, 'id', ids);
  await savePackLists(w, rows);
  await insertPackLists(w, made);
  const after = await readPackLists(w, 'id', [...ids, ...made.map(({ id }) => id)]);
  return syncPackLists(w, before, after);
}

/** Takes pack lists out of their carton rows. They stay in their plans; a row that is empty goes. */
export const removeFromCartons = (w: Work, rows: readonly PackListRow[]): Promise<Emptied> =>
  writePackLists(
    w,
    rows.filter(({ cartonId }) => cartonId !== null).map((row) => ({ ...row, cartonId: null })),
  );

/**
 * The pack lists that move when these are put into a plan, or are taken out of theirs (null): all pack lists of a
 * carton row are in one plan, so those that share a row with them come along. Those that are there already do not move.
 */
export async function rowsThatMove(
  w: Work,
  named: readonly PackListRow[],
  planId: string | null,
): Promise<PackListRow[]> {
  return (await withCartonMates(w, named)).filter((row) => row.planId !== planId);
}

/**
 * Puts these pack lists, which are those of `rowsThatMove`, into a plan, or takes them out of theirs (null). An OPEN
 * plan that loses its last pack list goes. Refused when one of the pack lists is in a plan that has left; the caller
 * checks that the plan itself is OPEN.
 */
export async function setPlan(w: Work, moved: readonly PackListRow[], planId: string | null): Promise<Emptied> {
  requireChangeable(moved);
  return writePackLists(
    w,
    moved.map((row) => ({ ...row, planId })),
  );
}

/** These pack lists, and those that share a carton row with one of them. */
async function withCartonMates(w: Work, rows: readonly PackListRow[]): Promise<PackListRow[]> {
  const mates = await readPackLists(
    w,
    'carton_id',
    rows.flatMap(({ cartonId }) => cartonId ?? []),
  );
  return [...new Map([...rows, ...mates].map((row) => [row.id, row])).values()];
}

/**
 * Brings the orders, carton rows and plans of written pack lists up to date, as they were before the write and as they
 * are after it. A pack list that was made or restored is missing before, a removed one after.
 */
async function syncPackLists(w: Work, before: readonly PackListRow[], after: readonly PackListRow[]): Promise<Emptied> {
  const both = [...before, ...after];
  const orderIds = [...new Set(both.map(({ orderId }) => orderId))];
  const cartonIds = [...new Set(both.flatMap(({ cartonId }) => cartonId ?? []))];
  const planIds = [...new Set(both.flatMap(({ planId }) => planId ?? []))];
  await deleteEmptyCartons(w, cartonIds);
  await syncCartonPlans(w, cartonIds);
  await syncOrders(w, orderIds);
  await syncPlans(w, planIds);
  const removed = await deleteEmptyPlans(w, planIds);
  for (const plan of removed) await withdrawEtdNotice(w, plan);
  await recordEach(
    w,
    removed.map(({ id, number }) => ({
      action: 'shipment-plan.removed',
      subjectIds: [id],
      details: { name: numberText('SHIPMENT_PLAN', number) },
    })),
  );
  await resyncShipments(w, {
    packListIds: [...new Set(both.map(({ id }) => id))],
    cartonIds,
    planIds,
    dividedOrderIds: ordersThatDiffer(before, after, ({ units }) => `${units}`),
  });
  // The parts that pack lists have in what their order bears follow from all of them.
  if (orderIds.length > 0) await react(w, 'order.costs-changed', { orderIds, productIds: [] });
  await announceDays(w, ordersThatDiffer(before, after, inPlan));
  if (orderIds.length > 0) await emit(w, changed('orders', orderIds));
  if (cartonIds.length > 0) await emit(w, changed('cartons', cartonIds));
  return { removedPlanIds: removed.map(({ id }) => id) };
}

/** What the days of an order follow: the plan of a pack list, and its units there. */
const inPlan = ({ planId, units }: PackListRow): string => (planId === null ? '' : `${planId} ${units}`);

/** The orders of which a pack list was made or removed, or is another by this. */
function ordersThatDiffer(
  before: readonly PackListRow[],
  after: readonly PackListRow[],
  of: (row: PackListRow) => string,
): string[] {
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [row.id, of(row)])));
  const differ = [...before, ...after].filter(({ id }) => (was?.get(id) ?? '') !== (is?.get(id) ?? ''));
  return [...new Set(differ.map(({ orderId }) => orderId))];
}

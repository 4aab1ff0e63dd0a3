import { numberText } from '@quayside/domain/shipments/numbers';
import type { Work } from '../../../db/tx.ts';
import { changed, emit, recordAtEnd } from '../../../events/outbox.ts';
import { resyncShipments, setAdjustedUnits } from '../../costs/public.ts';
import {
  adjustedUnits,
  type Arrivals,
  emptyPackLists,
  goneWithReceipts,
  saveArrivalsOfPlans,
  writeArrivals,
} from '../rows/arrivals.queries.ts';
import { readPackLists } from '../rows/leaves.views.ts';
import { writePackLists } from './pack-list-writes.service.ts';
import { syncOrders } from '../sync/sync.service.ts';

/**
 * Writes what has become of pack lists, and brings up to date what follows: the units that their orders have, the costs
 * that are shared over these, sums and status of orders and plans. A plan of which everything has arrived or is decided
 * becomes RECEIVED; one of which something is out again is IN_TRANSIT again. Returns the orders of which a pack list
 * holds other units than before. The caller holds the cost lock.
 */
export async function saveArrivals(w: Work, rows: readonly Arrivals[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const packLists = await writeArrivals(w, rows);
  const orderIds = [...new Set(packLists.map(({ orderId }) => orderId))];
  const planIds = [...new Set(packLists.flatMap(({ planId }) => planId ?? []))];
  // Only what holds other units than before bears its costs in another way.
  const others = packLists.filter((packList) => packList.isOther);
  await savePlans(w, planIds);
  const changedIds = [...new Set(others.map(({ orderId }) => orderId))];
  await setAdjustedUnits(w, await adjustedUnits(w, changedIds));
  await syncOrders(w, orderIds);
  await resyncShipments(w, { packListIds: others.map(({ id }) => id) });
  await emit(w, changed('orders', orderIds));
  if (planIds.length > 0) await emit(w, changed('shipment-plans', planIds));
  return changedIds;
}

/** Writes what of plans has arrived, and moves them between IN_TRANSIT and RECEIVED by what of them is missing. */
async function savePlans(w: Work, planIds: readonly string[]): Promise<void> {
  const rows = await saveArrivalsOfPlans(w, planIds);
  await recordAtEnd(
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
  const gone = await readPackLists(w, 'id', await emptyPackLists(w, packListIds));
  await writePackLists(
    w,
    gone.map((row) => ({ ...row, isRemoved: true })),
  );
}

/** Brings back those of these pack lists that went with their receipts, as far as their units are unpacked. */
export async function restorePackedByReceipt(w: Work, packListIds: readonly string[]): Promise<void> {
  if (packListIds.length > 0) await writePackLists(w, await goneWithReceipts(w, packListIds));
}

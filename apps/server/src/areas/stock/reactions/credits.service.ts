import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents } from '../../../events/reactions.ts';
import { fieldError } from '../../../http/errors.ts';
import { saveArrivals } from '../../shipments/public.ts';
import { type ExpectedRow, readExpected, readExpectedOrders } from '../rows/expected.views.ts';
import { readLots } from '../rows/lots.queries.ts';
import { readReceipts, type ReceiptRow, saveCredited } from '../rows/receipts.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

type ChangedOrders = ReactionEvents['order.changed']['orders'];

/**
 * Takes the units that a credit note takes out of orders beyond what is unpacked out of their receipts, the last
 * received first: they went back to the supplier and count as never received (stock §1). Only units on hand of the
 * orders' own lots can go; with fewer credited units, some come back. The caller holds the cost lock.
 */
export async function creditReceived(w: Work, changed: ChangedOrders): Promise<void> {
  const ids = changed.map(({ id }) => id);
  const orders = await readExpectedOrders(w, ids);
  const packLists = Map.groupBy(await readExpected(w, 'order_id', ids), ({ orderId }) => orderId);
  const receipts = Map.groupBy(await readReceipts(w, 'order_id', ids), ({ orderId }) => orderId ?? '');
  const lots = await readLots(w, 'order_id', ids);
  const onHand = new Map([...lots.values()].map(({ id, received, taken }) => [id, received - taken]));
  const moved: ReceiptRow[] = [];
  for (const { id, units, unitsBefore } of changed) {
    // Below 0 more units are held by pack lists than the order has; above 0 units are unpacked.
    const by = -(orders.get(id)?.unpacked ?? 0n);
    const own = receipts.get(id) ?? [];
    if (by > 0n) {
      const { rows, left } = credited(own, by, onHand);
      if (left > 0n)
        throw fieldError('quantity', say('stock.credit_left', { count: Number(unitsBefore - units - left) }));
      moved.push(...rows);
    } else if (units > unitsBefore) moved.push(...givenBack(own, -by));
  }
  if (moved.length === 0) return;
  await saveCredited(w, moved);
  await replayStock(w, firstDays(moved), moved);
  await saveArrivals(w, withCredits([...packLists.values()].flat(), receipts, moved));
}

/** Receipts with so many more credited units, the last received first; `left` units cannot go. */
function credited(
  receipts: readonly ReceiptRow[],
  units: bigint,
  onHand: Map<string, bigint>,
): { readonly rows: ReceiptRow[]; readonly left: bigint } {
  let left = units;
  const rows = receipts.toReversed().flatMap((receipt) => {
    const here = onHand.get(receipt.lotId) ?? 0n;
    const most = [left, here, receipt.units - receipt.credited].reduce((a, b) => (a < b ? a : b));
    if (most <= 0n) return [];
    left -= most;
    onHand.set(receipt.lotId, here - most);
    return [{ ...receipt, credited: receipt.credited + most }];
  });
  return { rows, left };
}

/** Receipts of which up to so many units are not credited any more, the first received first. */
function givenBack(receipts: readonly ReceiptRow[], units: bigint): ReceiptRow[] {
  let left = units;
  return receipts.flatMap((receipt) => {
    const back = left < receipt.credited ? left : receipt.credited;
    left -= back;
    return back > 0n ? [{ ...receipt, credited: receipt.credited - back }] : [];
  });
}

/** The pack lists of moved receipts, with what of them is credited then. */
function withCredits(
  packLists: readonly ExpectedRow[],
  receipts: ReadonlyMap<string, readonly ReceiptRow[]>,
  moved: readonly ReceiptRow[],
) {
  const after = new Map([...receipts.values()].flat().map((row) => [row.id, row]));
  for (const row of moved) after.set(row.id, row);
  const sums = new Map<string, bigint>();
  for (const { lotId, credited: units } of after.values()) sums.set(lotId, (sums.get(lotId) ?? 0n) + units);
  return packLists
    .filter(({ id, credited: before }) => (sums.get(id) ?? 0n) !== before)
    .map(({ id, received, surplus, short, lost }) => ({
      packListId: id,
      received,
      surplus,
      short,
      lost,
      credited: sums.get(id) ?? 0n,
    }));
}

import type { MissingKind } from '@quayside/domain/stock/receipts';
import type { Work } from '../../../db/tx.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { restorePackedByReceipt, saveArrivals } from '../../shipments/public.ts';
import { announceDeliveries } from './deliveries.service.ts';
import {
  type ExpectedRow,
  type OpenDecision,
  readExpected,
  readExpectedOrders,
  readOpenDecisions,
} from '../rows/expected.views.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import { addFound, insertReceipts, readReversedReceipts, type ReceiptRow } from '../rows/receipts.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

interface Payload {
  readonly receiptIds: readonly string[];
}

/**
 * Takes the reversal of receipts back: the same is recorded once more, because what was reversed stays reversed for the
 * days on which it was known so. Refused when what arrived then could not arrive now.
 */
export const undoReversal: Undoer = async (w, payload, operationId) => {
  await lockCosts(w);
  const { receiptIds } = payload as Payload;
  const receipts = (await readReversedReceipts(w, receiptIds)).map((row) => ({ ...row, id: w.newId(), credited: 0n }));
  const lotIds = [...new Set(receipts.flatMap(({ orderId, lotId }) => (orderId === null ? [] : lotId)))];
  await restorePackedByReceipt(w, lotIds);
  const packLists = await readExpected(w, 'id', lotIds);
  const decisions = await readOpenDecisions(w, lotIds);
  const orders = await readExpectedOrders(
    w,
    packLists.map(({ orderId }) => orderId),
  );
  const known = new Map(packLists.map((packList) => [packList.id, packList]));
  const canArrive = receipts.every(
    (receipt) => receipt.orderId === null || hasRoom(known.get(receipt.lotId), receipt, decisions),
  );
  if (!canArrive || [...orders.values()].some(({ unpacked, isBundle }) => unpacked < 0n || isBundle))
    throw new AppError('undo.too_late');
  const arrived = packLists.map((packList) => withReceipts(packList, receipts));
  const changedIds = await saveArrivals(w, arrived);
  await syncLotTotals(w, changedIds, packLists);
  await insertReceipts(w, receipts);
  await addFound(w, foundAgain(receipts, decisions));
  await replayStock(w, firstDays(receipts));
  await announceDeliveries(w, receipts, operationId);
  await recordRestored(w, receipts, operationId);
  return { restored: receipts.length, keptCount: 0, kept: [] };
};

const openOf = (decisions: readonly OpenDecision[], packListId: string, kind: MissingKind): bigint =>
  decisions.reduce((sum, each) => (each.packListId === packListId && each.kind === kind ? sum + each.units : sum), 0n);

/** Whether a receipt could arrive as it did: its plan is out, and what it was of the pack list is missing again. */
function hasRoom(
  packList: ExpectedRow | undefined,
  { planId, day, units, surplus, found, foundShort, lotId }: ReceiptRow,
  decisions: readonly OpenDecision[],
): boolean {
  if (packList?.planId !== planId) return false;
  const { planStatus, shippedOn, missing } = packList;
  const isOut = planStatus === null || planStatus === 'IN_TRANSIT' || planStatus === 'RECEIVED';
  return (
    isOut &&
    (shippedOn === null || shippedOn <= day) &&
    missing >= units - surplus - found - foundShort &&
    openOf(decisions, lotId, 'LOST') >= found &&
    openOf(decisions, lotId, 'SHORT') >= foundShort
  );
}

/** A pack list with these receipts of it. */
function withReceipts(packList: ExpectedRow, receipts: readonly ReceiptRow[]) {
  const own = receipts.filter(({ lotId }) => lotId === packList.id);
  const sum = (key: 'units' | 'surplus' | 'found' | 'foundShort') => own.reduce((all, row) => all + row[key], 0n);
  return {
    packListId: packList.id,
    received: packList.received + sum('units'),
    surplus: packList.surplus + sum('surplus'),
    short: packList.short - sum('foundShort'),
    lost: packList.lost - sum('found'),
    credited: packList.credited,
  };
}

/** How many units of each decision these receipts find again, the latest decision first. */
function foundAgain(receipts: readonly ReceiptRow[], decisions: readonly OpenDecision[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { lotId, ...receipt } of receipts) {
    const left: Record<MissingKind, bigint> = { LOST: receipt.found, SHORT: receipt.foundShort };
    for (const { id, packListId, kind, units } of decisions) {
      const open = units - (found.get(id) ?? 0n);
      const part = packListId !== lotId ? 0n : left[kind] < open ? left[kind] : open;
      left[kind] -= part;
      if (part > 0n) found.set(id, (found.get(id) ?? 0n) + part);
    }
  }
  return found;
}

async function recordRestored(w: Work, receipts: readonly ReceiptRow[], operationId: string): Promise<void> {
  const orderIds = [...new Set(receipts.flatMap(({ orderId }) => orderId ?? []))];
  const productIds = [...new Set(receipts.map(({ productId }) => productId))];
  const sum = (key: 'units' | 'surplus') => Number(receipts.reduce((all, row) => all + row[key], 0n));
  const trace = { operationId };
  await recordAtEnd(
    w,
    [
      orderIds.length > 0
        ? {
            action: 'order.received',
            subjectIds: orderIds,
            details: { facts: { receipts: receipts.length, units: sum('units'), surplus: sum('surplus') }, trace },
          }
        : {
            action: 'product.opening-recorded',
            subjectIds: productIds,
            details: { facts: { lots: receipts.length, units: sum('units') }, trace },
          },
    ],
    changed('stock', productIds),
  );
}

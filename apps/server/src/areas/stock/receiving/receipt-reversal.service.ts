import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { ReceiptReplay } from '@quayside/contracts/errors';
import type { reverseReceipt as spec } from '@quayside/contracts/stock/receipts';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import type { MissingKind } from '@quayside/domain/stock/receipts';
import type { Work } from '../../../db/tx.ts';
import { withoutTrace } from '../../../db/without-trace.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { removePackedByReceipt, saveArrivals } from '../../shipments/public.ts';
import { createOperation } from '../../undo/public.ts';
import { announceDeliveries } from './deliveries.service.ts';
import { type ExpectedRow, readExpected, readFoundDecisions } from '../rows/expected.views.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import { addFound, markReversed, readReceipts, type ReceiptRow, usesOfReceipts } from '../rows/receipts.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';
import { sumGiven } from '../rows/takings.views.ts';
import { takingAnswers } from './uses.answers.ts';

/** The kind of the operations that reverse receipts. */
export const REVERSE_OPERATION = 'stock.reverse-receipt';

/**
 * Reverses a receipt: its units count as not arrived. Once they were used, only with a replay, in which other lots give
 * what left, or it waits. What a credit note took stays with its receipt.
 */
export async function reverseReceipt(
  w: Work,
  id: string,
  { replay }: QueryOut<typeof spec>,
): Promise<ResponseOf<typeof spec>> {
  await lockCosts(w);
  const receipts = await readReceipts(w, 'id', [id]);
  if (receipts.length === 0) throw new AppError('stock.unknown_receipt');
  const credited = sumOf(receipts, 'credited');
  if (credited > 0n)
    throw new AppError('stock.in_use', { message: say('stock.receipt_credited', { count: Number(credited) }) });
  const uses = replay ? [] : await usesOfReceipts(w, receipts);
  if (uses.length > 0)
    throw new AppError('stock.in_use', {
      message: say('stock.receipt_used'),
      uses: takingAnswers(w.scope.language, uses),
      replay: await previewReplay(w, receipts),
    });
  const operationId = await createOperation(w, REVERSE_OPERATION, { receiptIds: receipts.map((row) => row.id) });
  await reverse(w, receipts);
  return { reversed: receipts.length, operationId };
}

/** What would follow if these receipts were reversed. Stores nothing. */
async function previewReplay(w: Work, receipts: readonly ReceiptRow[]): Promise<ReceiptReplay> {
  const before = await sumGiven(w, receipts);
  const after = await withoutTrace(w, async (own) => {
    await reverse(own, receipts);
    return sumGiven(own, receipts);
  });
  return {
    elsewhere: Number(after.byOthers - before.byOthers),
    waiting: Number(after.waits - before.waits),
    costChange: formatAmount(after.landedMinor - before.landedMinor, w.scope.currency),
  };
}

/** Undoes what was received in one step. Refused when units of it were used or reversed since. */
export const undoReceipts: Undoer = async (w, _payload, operationId) => {
  await lockCosts(w);
  const receipts = await readReceipts(w, 'operation_id', [operationId]);
  const uses = await usesOfReceipts(w, receipts);
  if (receipts.length === 0 || uses.length > 0 || receipts.some(({ credited }) => credited > 0n))
    throw new AppError('undo.too_late', { uses: takingAnswers(w.scope.language, uses) });
  await reverse(w, receipts);
  return { restored: receipts.length, keptCount: 0, kept: [] };
};

async function reverse(w: Work, receipts: readonly ReceiptRow[]): Promise<void> {
  const lotIds = [...new Set(receipts.map(({ lotId }) => lotId))];
  const packLists = await readExpected(w, 'id', lotIds);
  if (packLists.some(({ planStatus }) => planStatus === 'CLOSED'))
    throw new AppError('shipments.wrong_status', { message: say('stock.plan_closed') });
  await markReversed(
    w,
    receipts.map(({ id }) => id),
  );
  const byLot = Map.groupBy(receipts, ({ lotId }) => lotId);
  await loseAgain(w, byLot);
  // The replay comes first: a lot never has more units arrived than it has.
  await replayStock(w, firstDays(receipts), receipts);
  const changedIds = await saveArrivals(
    w,
    packLists.map((packList) => without(packList, byLot.get(packList.id) ?? [])),
  );
  await removePackedByReceipt(w, lotIds);
  const orderIds = [...new Set(packLists.map(({ orderId }) => orderId))];
  await syncLotTotals(w, changedIds);
  await announceDeliveries(w, receipts, null);
  const productIds = [...new Set(receipts.map(({ productId }) => productId))];
  await recordAtEnd(
    w,
    [
      {
        // Opening stock belongs to no order.
        ...(orderIds.length > 0
          ? { action: 'order.receipts-reversed', subjectIds: orderIds }
          : { action: 'product.opening-reversed', subjectIds: productIds }),
        details: { facts: { receipts: receipts.length, units: Number(sumOf(receipts, 'units')) } },
      },
    ],
    changed('stock', productIds),
  );
}

const sumOf = (
  receipts: readonly ReceiptRow[],
  key: 'units' | 'found' | 'foundShort' | 'surplus' | 'credited',
): bigint => receipts.reduce((sum, receipt) => sum + receipt[key], 0n);

/** A pack list without these receipts of it. */
const without = (packList: ExpectedRow, receipts: readonly ReceiptRow[]) => ({
  packListId: packList.id,
  received: packList.received - sumOf(receipts, 'units'),
  surplus: packList.surplus - sumOf(receipts, 'surplus'),
  short: packList.short + sumOf(receipts, 'foundShort'),
  lost: packList.lost + sumOf(receipts, 'found'),
  credited: packList.credited,
});

/** Units that were found by these receipts are decided as missing again. */
async function loseAgain(w: Work, byLot: ReadonlyMap<string, readonly ReceiptRow[]>): Promise<void> {
  const decisions = Map.groupBy(await readFoundDecisions(w, [...byLot.keys()]), ({ packListId }) => packListId);
  const lost = new Map<string, bigint>();
  for (const [lotId, receipts] of byLot) {
    const left: Record<MissingKind, bigint> = { LOST: sumOf(receipts, 'found'), SHORT: sumOf(receipts, 'foundShort') };
    for (const { id, kind, units } of decisions.get(lotId) ?? []) {
      const part = left[kind] < units ? left[kind] : units;
      left[kind] -= part;
      if (part > 0n) lost.set(id, -part);
    }
  }
  await addFound(w, lost);
}

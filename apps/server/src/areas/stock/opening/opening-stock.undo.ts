import type { Place } from '@quayside/domain/stock/places';
import { AppError } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { readOperationRows } from '../../undo/public.ts';
import { keyOfOpening, storeOpening } from './opening-stock.service.ts';
import { undoReceipts } from '../receiving/receipt-reversal.service.ts';
import { readReceipts, usesOfReceipts } from '../rows/receipts.queries.ts';
import { takingAnswers } from '../receiving/uses.answers.ts';

/** A row of opening stock as an operation keeps it. */
export interface OpeningFields {
  readonly productId: string;
  readonly units: string;
  readonly costMinor: string;
  readonly day: string;
  readonly place: Place;
}

/**
 * Undoes what was recorded as opening stock in one step. Rows that it had changed are what they were before, and what
 * left stock follows; a row that it had added goes only if nothing of it was used since.
 */
export const undoOpening: Undoer = async (w, payload, operationId) => {
  await lockCosts(w);
  const before = (await readOperationRows<OpeningFields>(w, operationId)).flatMap((row) => row.before ?? []);
  if (before.length === 0) return undoReceipts(w, payload, operationId);
  const receipts = await readReceipts(w, 'operation_id', [operationId]);
  const changedKeys = new Set(before.map(keyOfOpening));
  const added = receipts.filter((receipt) => !changedKeys.has(keyOfOpening(receipt)));
  const uses = added.length > 0 ? await usesOfReceipts(w, added) : [];
  const held = new Set(receipts.map(keyOfOpening));
  if (uses.length > 0 || before.some((row) => !held.has(keyOfOpening(row))))
    throw new AppError('undo.too_late', { uses: takingAnswers(w.scope.language, uses) });
  await storeOpening(
    w,
    before.map((row) => ({ ...row, id: w.newId(), units: BigInt(row.units), costMinor: BigInt(row.costMinor) })),
    operationId,
    receipts,
  );
  return { restored: receipts.length, keptCount: 0, kept: [] };
};

import type { UndoResult } from '@quayside/contracts/undo';
import type { Work } from '../../db/tx.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { isLasting } from '../../ports/clock.ts';
import { type Area, registeredAreas } from '../area.ts';
import { lockOperation, markUndone } from './undo.queries.ts';

const WINDOW_MS = 10 * 60_000;

/** Undoes an operation with the function that its area has registered. This is possible once and within 10 minutes. */
export async function undoOperation(
  w: Work,
  id: string,
  areas: readonly Area[] = registeredAreas(),
): Promise<UndoResult> {
  const operation = await lockOperation(w, id);
  if (!operation) throw notFound();
  const isPossible = isLasting(operation.createdAt.getTime() + WINDOW_MS + 1, WINDOW_MS, w.now);
  if (operation.undoneAt !== null || !isPossible) throw new AppError('undo.too_late');
  const undo = areas.find((area) => area.undoers?.[operation.kind])?.undoers?.[operation.kind];
  if (!undo) throw new Error(`Nobody undoes operations of the kind ${operation.kind}`);
  const result = await undo(w, operation.payload, id);
  await markUndone(w, id);
  return result;
}

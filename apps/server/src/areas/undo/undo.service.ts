import type { UndoResult } from '@quayside/contracts/undo';
import type { Work } from '../../db/tx.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { isLasting } from '../../ports/clock.ts';
import { type Area, registeredAreas } from '../area.ts';
import { lockOperation, markUndone } from './undo.queries.ts';

/** Undoes an operation with the function of its area. This is possible once, until the time that was set for it. */
export async function undoOperation(
  w: Work,
  id: string,
  areas: readonly Area[] = registeredAreas(),
): Promise<UndoResult> {
  const operation = await lockOperation(w, id);
  if (!operation) throw notFound();
  const [from, until] = [operation.createdAt.getTime(), operation.undoUntil.getTime()];
  const isPossible = isLasting(until + 1, until - from, w.now);
  if (operation.undoneAt !== null || !isPossible) throw new AppError('undo.too_late');
  const undo = areas.find((area) => area.undoers?.[operation.kind])?.undoers?.[operation.kind];
  if (!undo) throw new Error(`Nobody undoes operations of the kind ${operation.kind}`);
  const result = await undo(w, operation.payload, id);
  await markUndone(w, id);
  return result;
}

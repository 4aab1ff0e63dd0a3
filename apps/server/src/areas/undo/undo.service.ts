import type { UndoResult } from '@quayside/contracts/undo';
import type { Work } from '../../db/tx.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { lockOperation, markUndone } from './undo.queries.ts';

const WINDOW_MS = 10 * 60_000;

/** Takes an operation back from what its area kept of it; throws `undo.too_late` where that would spoil later work. */
export type Undoer = (w: Work, payload: unknown, operationId: string) => Promise<UndoResult>;
/** Who undoes which kind of operation. */
export type Undoers = Readonly<Record<string, Undoer>>;

/** Takes an operation back, once and within 10 minutes. */
export async function undoOperation(w: Work, undoers: Undoers, id: string): Promise<UndoResult> {
  const operation = await lockOperation(w, id);
  if (!operation) throw notFound();
  if (operation.undoneAt !== null || w.now.getTime() - operation.createdAt.getTime() > WINDOW_MS) throw new AppError('undo.too_late');
  const undo = undoers[operation.kind];
  if (!undo) throw new Error(`Nobody undoes operations of the kind ${operation.kind}`);
  const result = await undo(w, operation.payload, id);
  await markUndone(w, id);
  return result;
}

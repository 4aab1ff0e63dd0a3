import type { Work } from '../../db/tx.ts';
import { insertOperation } from './undo.queries.ts';

export type { Undoer, Undoers } from './undo.service.ts';

/** Keeps what undoing an operation needs, in the form of the area that made it. Answers the operation's id. */
export async function keepOperation(w: Work, kind: string, payload: object): Promise<string> {
  const id = w.newId();
  await insertOperation(w, id, kind, payload);
  return id;
}

import type { Work } from '../../db/tx.ts';
import { insertOperation } from './undo.queries.ts';

export { dropOperationRows } from './undo.queries.ts';

/** Stores the undo data of an operation, in the form of the area that made it. Returns the operation's id. */
export async function createOperation(w: Work, kind: string, payload: object): Promise<string> {
  const id = w.newId();
  await insertOperation(w, id, kind, payload);
  return id;
}

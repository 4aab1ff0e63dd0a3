import type { Work } from '../../db/tx.ts';
import { insertOperation } from './undo.queries.ts';

export {
  deleteOperationRows,
  followVersions,
  insertOperationRows,
  type OperationRow,
  readOperationRows,
} from './operation-rows.queries.ts';
export { dropOperationRows } from './undo.queries.ts';

/**
 * Stores the data with which an operation can be undone. The area that performs the operation decides what the data
 * contains. Returns the id of the operation.
 */
export async function createOperation(w: Work, kind: string, payload: object): Promise<string> {
  const id = w.newId();
  await insertOperation(w, id, kind, payload);
  return id;
}

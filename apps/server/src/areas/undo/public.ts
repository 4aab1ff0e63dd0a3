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

/** How long an operation can be undone: a slip for 10 minutes, an import for 30 days, also from the audit log. */
const PERIODS = { SLIP: 10 * 60_000, IMPORT: 30 * 24 * 3_600_000 } as const;

/**
 * Stores the data with which an operation can be undone. The area that performs the operation decides what the data
 * contains. Returns the id of the operation.
 */
export async function createOperation(
  w: Work,
  kind: string,
  payload: object,
  period: keyof typeof PERIODS = 'SLIP',
): Promise<string> {
  const id = w.newId();
  await insertOperation(w, { id, kind, payload, undoUntil: new Date(w.now.getTime() + PERIODS[period]) });
  return id;
}

import { relation } from '../../db/relation.ts';

/** Operations that can be undone until a time, by the request that they were part of. */
export const OPERATIONS = relation('operation', ['account_id', 'id', 'request_id', 'undo_until', 'undone_at']);

/** The rows that operations changed. */
export const OPERATION_ROWS = relation('operation_row', [
  'account_id',
  'before',
  'operation_id',
  'subject_id',
  'version_after',
]);

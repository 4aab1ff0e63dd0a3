import { relation } from '../../db/relation.ts';

/** The rows that operations changed. */
export const OPERATION_ROWS = relation('operation_row', [
  'account_id',
  'before',
  'operation_id',
  'subject_id',
  'version_after',
]);

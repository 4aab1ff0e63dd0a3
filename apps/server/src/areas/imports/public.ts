export { findChoices, findMapping, findMarks, formOf, saveChoices } from './choices.queries.ts';
export { changesImport, type PlannedChange, shownChanges } from './changes-import.ts';
export { defineTable, type FieldOfWord } from './columns.ts';
export {
  failedRows,
  fieldOf,
  finishSent,
  importOnce,
  importPlanned,
  importRows,
  type OnceKind,
  type OnceOptions,
  problemsIn,
  reading,
  type ReadTable,
  type Sent,
  shownProblems,
} from './import-once.ts';
export { isReason, rowReader, type RowReader, unitsOfPack } from './read-row.ts';
export {
  amountProblem,
  cellsOf,
  type LineError,
  lineReader,
  type LineReader,
  type LineRowContext,
} from './line-row.ts';
export {
  bytesOf,
  fieldOfTable,
  isCodeLike,
  openLineTable,
  refuseOpenLineColumn,
  requireTable,
  saveLineMarks,
  shownColumns,
  validRows,
} from './line-table.ts';

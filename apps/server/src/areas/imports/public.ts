export { importJob } from './imports.job.ts';
export { dropOldImports, KEPT_DAYS } from './imports.retention.ts';
export {
  cancelImport,
  createImport,
  fileGone,
  type ImportCallDeps,
  startImport,
  undoImport,
} from './imports.service.ts';
export {
  Abandoned,
  type Begun,
  type CellError,
  type CheckInProgress,
  type Choices,
  type ChosenUnits,
  type EndState,
  type ErrorGroup,
  type FileLayout,
  type ImportKind,
  type ImportRecord,
  type MappedLayout,
  type Stored,
  type Storing,
} from './imports.types.ts';
export {
  cellErrorAnswer,
  commonAnswer,
  creatorNames,
  errorFile,
  listImports,
  listRows,
  mappedAnswer,
  readImport,
  reasonsOf,
  undoneDetails,
} from './imports.views.ts';
export { columnsOf, type FieldRules, type Mapping, mappingOf, remapImport } from './mapped.ts';
export { deleteRows, firstRows, type RowSummary, summariseRows } from './staged-rows.queries.ts';
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

export {
  type Column,
  type ColumnRules,
  isReason,
  knownBy,
  numberIn,
  refuseOpenColumn,
  usesOf,
} from './table-columns.ts';
export {
  type CellProblem,
  type ImportOptions,
  importFile,
  importText,
  type PlannedRow,
  readColumns,
  type TableKind,
} from './table-import.ts';

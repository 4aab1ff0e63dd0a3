export {
  type Column,
  type ColumnRules,
  columnsOf,
  dayIn,
  isReason,
  numberIn,
  refuseOpenColumn,
} from './table-columns.ts';
export {
  type CellProblem,
  type ImportOptions,
  importFile,
  importText,
  type PlannedRow,
  type TableKind,
} from './table-import.ts';

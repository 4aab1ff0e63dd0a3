import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { CodeForm } from '@quayside/domain/products/code-text';
import { isNoNumber } from '@quayside/domain/money/number-text';
import { shown } from './cells.ts';
import { codeText, lostCode } from './code-cells.ts';
import type { RowFault } from './records.ts';
import type { TableRow } from './table.ts';

/** What is wrong with a cell, or with a row if `column` is null. */
export interface CellProblem {
  readonly row: number;
  /** The heading of its column. */
  readonly column: string | null;
  readonly value: string;
  readonly message: Text;
}
/** What a column is used for. */
export interface UsedColumn {
  readonly heading: string;
  readonly isUsed: boolean;
  /** Set if its cells are codes. */
  readonly code?: CodeForm | undefined;
  /** Whether its cells are numbers. */
  readonly isNumber?: boolean | undefined;
}

/** Parts the rows that can be read, with plain cells, from those that cannot, with the reasons. */
export function partRows(
  rows: readonly TableRow[],
  columns: readonly UsedColumn[],
): { readonly sound: TableRow[]; readonly problems: CellProblem[] } {
  const problems: CellProblem[] = [];
  const sound = rows.flatMap((row): TableRow[] => {
    const faults = faultsOf(row, columns);
    for (const { column, reason } of faults)
      problems.push({
        row: row.row,
        column: columns[column]?.heading ?? null,
        value: shown(row.cells[column] ?? ''),
        message: reason,
      });
    return faults.length > 0 ? [] : [withPlainCells(row, columns)];
  });
  return { sound, problems };
}

/** What is wrong with a row before its cells are read: faulty quotes, unknown results of formulas, lost codes. */
export function faultsOf(row: TableRow, columns: readonly Omit<UsedColumn, 'heading'>[]): RowFault[] {
  const { fault, stored } = row;
  if (fault) return [fault];
  if (!stored) return [];
  return columns.flatMap(({ isUsed, code }, column) => {
    const known = stored.get(column);
    if (!isUsed || !known) return [];
    const reason =
      known.as === 'NO_VALUE' ? say('rows.no_value') : code && lostCode(codeText(row, column), known, code);
    return reason ? [{ column, reason }] : [];
  });
}

/** A row whose codes are as the spreadsheet shows them, and whose numbers are empty where they say N/A. */
export function withPlainCells(row: TableRow, columns: readonly Omit<UsedColumn, 'heading'>[]): TableRow {
  const plain = (cell: string, i: number) =>
    columns[i]?.code ? codeText(row, i) : columns[i]?.isNumber && isNoNumber(cell) ? '' : cell;
  return { ...row, cells: row.cells.map(plain) };
}

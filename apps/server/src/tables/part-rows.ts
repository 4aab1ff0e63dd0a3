import type { Text } from '@quayside/contracts/texts/catalogue';
import { shown } from './cells.ts';
import type { TableRow } from './table.ts';

/** What is wrong with a cell, or with a row if `column` is null. */
export interface CellProblem {
  readonly row: number;
  /** The heading of its column. */
  readonly column: string | null;
  readonly value: string;
  readonly message: Text;
}

/** Parts the rows that can be read from those that cannot, with the reasons. */
export function partRows(
  rows: readonly TableRow[],
  columns: readonly { readonly heading: string }[],
): { readonly sound: TableRow[]; readonly problems: CellProblem[] } {
  const problems: CellProblem[] = [];
  const sound = rows.filter((row) => {
    const { fault } = row;
    if (!fault) return true;
    problems.push({
      row: row.row,
      column: columns[fault.column]?.heading ?? null,
      value: shown(row.cells[fault.column] ?? ''),
      message: fault.reason,
    });
    return false;
  });
  return { sound, problems };
}

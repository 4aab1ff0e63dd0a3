import { createRecords } from './records.ts';
import { UnreadableTable } from './unreadable.ts';

export { UnreadableTable };

/** One row of a file; row 1 is the first, as a spreadsheet numbers them. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}
export interface Table {
  readonly header: TableRow;
  /** Rows below the header that are not blank, up to the limit. */
  readonly rows: readonly TableRow[];
  /** How many there are in all. */
  readonly total: number;
  readonly delimiter: string;
  /** The last row ends with a line end, as a file does that is whole. */
  readonly endsWithNewline: boolean;
}

export interface TableOptions {
  /**
   * Cells as spreadsheets copy them: tabs even where the first line has none, and quotes around a cell that holds a
   * tab or a line end.
   */
  readonly isPasted?: boolean;
}

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Text that is there as a whole to rows of cells; files are read piece by piece (`openTable`). */
export function readTable(text: string, limit: number, { isPasted = false }: TableOptions = {}): Table {
  const { delimiter, isNamed } = delimiterOf(text, isPasted && text.includes('\t'));
  let header: TableRow | undefined;
  const rows: TableRow[] = [];
  let total = 0;
  const records = createRecords(delimiter, isPasted, (row, cells) => {
    if (isBlank(cells) || (isNamed && row === 1)) return;
    if (!header) header = { row, cells: cells.map((name) => name.trim()) };
    else {
      total += 1;
      if (rows.length < limit) rows.push({ row, cells });
    }
  });
  records.push(text);
  records.end();
  if (!header) throw new UnreadableTable('The file is empty.');
  return { header, rows, total, delimiter, endsWithNewline: /[\r\n]$/.test(text) };
}

/** What separates the cells: named by the file (`sep=;`, as Excel does), or what the first line has most of. */
export function delimiterOf(start: string, hasTabs = false): { delimiter: string; isNamed: boolean } {
  const named = /^\s*sep=([,;\t])\r?\n/.exec(start)?.[1];
  if (named !== undefined) return { delimiter: named, isNamed: true };
  return { delimiter: hasTabs ? '\t' : commonest(/^\s*([^\r\n]*)/.exec(start)?.[1] ?? ''), isNamed: false };
}

function commonest(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';'].map((d) => ({ d, n: bare.split(d).length }));
  return counts.reduce((best, c) => (c.n > best.n ? c : best), { d: ',', n: 1 }).d;
}

import { say } from '@quayside/contracts/texts/catalogue';
import { createRecords } from './records.ts';
import { UnreadableTable } from './unreadable.ts';

export { UnreadableTable };

/** One row of a file, numbered from 1 like in a spreadsheet. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}
export interface Table {
  readonly header: TableRow;
  /** The rows below the header that are not blank, up to the limit. */
  readonly rows: readonly TableRow[];
  /** The number of all such rows. */
  readonly total: number;
  readonly delimiter: string;
  /** Whether the last row has a line end, as in a complete file. */
  readonly endsWithNewline: boolean;
}

export interface TableOptions {
  /**
   * Cells copied from a spreadsheet: separated by tabs even if the first line has none, and quoted if they contain a
   * tab or a line end.
   */
  readonly isPasted?: boolean;
}

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Splits a whole text into rows of cells. Files are streamed instead (`openTable`). */
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
  if (!header) throw new UnreadableTable(say('table.empty'));
  return { header, rows, total, delimiter, endsWithNewline: /[\r\n]$/.test(text) };
}

/** The separator: declared by the file (`sep=;`, as Excel does), or the most frequent one in the first line. */
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

import { say } from '@quayside/contracts/texts/catalogue';
import type { StoredAs } from '@quayside/domain/products/code-text';
import { createRecords, type RowFault } from './records.ts';
import { UnreadableTable } from './unreadable.ts';

export { UnreadableTable };

/** What a workbook knows of a cell that is no text. */
export interface StoredCell {
  /** NO_VALUE: a formula whose result is not stored. */
  readonly as: StoredAs | 'NO_VALUE';
  /** The text that the spreadsheet shows, if it is not that of the number: 00123 for 123. */
  readonly shown?: string;
}
/** One row of a file. Rows are numbered from 1, as in a spreadsheet. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The cells of a workbook that are stored as numbers. Their text has a decimal point, whatever the column shows. */
  readonly exact?: ReadonlySet<number>;
  /** The cells of a workbook that are no texts. */
  readonly stored?: ReadonlyMap<number, StoredCell>;
  /** Why the row cannot be read: a quote in it is faulty. */
  readonly fault?: RowFault;
}
interface Table {
  readonly header: TableRow;
  /** The rows below the header that are not blank, up to the limit. */
  readonly rows: readonly TableRow[];
  /** The number of rows below the header that are not blank, without a limit. */
  readonly total: number;
  readonly delimiter: string;
  /** Whether the text ends with a line end. If not, its last row may be incomplete. */
  readonly endsWithNewline: boolean;
}

interface TableOptions {
  /**
   * Whether the cells were copied from a spreadsheet. They are then separated by tabs even if the first line contains
   * none, and quoted if they contain a tab or a line end.
   */
  readonly isPasted?: boolean;
  /** false: a faulty quote in the first row is no reason to refuse the table, because it may be a title. */
  readonly refusesFirst?: boolean;
  /** The separator, if the caller knows it; otherwise the first line decides. */
  readonly delimiter?: string | undefined;
}

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Splits a whole string into rows of cells. Files are streamed instead (`openTable`). */
export function readTable(text: string, limit: number, options: TableOptions = {}): Table {
  const { isPasted = false } = options;
  const found = delimiterOf(text, isPasted && text.includes('\t'));
  const { isNamed } = found;
  const delimiter = isNamed ? found.delimiter : (options.delimiter ?? found.delimiter);
  let header: TableRow | undefined;
  const rows: TableRow[] = [];
  let total = 0;
  const records = createRecords(delimiter, isPasted, (row, cells, fault) => {
    if (isBlank(cells) || (isNamed && row === 1)) return;
    if (!header) header = { row, cells: cells.map((name) => name.trim()), ...(fault && { fault }) };
    else {
      total += 1;
      if (rows.length < limit) rows.push({ row, cells, ...(fault && { fault }) });
    }
  });
  records.push(text);
  records.end();
  if (!header) throw new UnreadableTable(say('table.empty'));
  if (options.refusesFirst !== false) headerOf(header);
  return { header, rows, total, delimiter, endsWithNewline: /[\r\n]$/.test(text) };
}

/** The row of headings without spaces around them. Throws if a faulty quote is in it: nothing says what is below. */
export function headerOf({ row, cells, fault }: TableRow): TableRow {
  if (fault) throw new UnreadableTable(say('table.quote_in_headings', { row, column: fault.column + 1 }));
  return { row, cells: cells.map((name) => name.trim()) };
}

/**
 * The separator: the one that the file declares (`sep=;`, as Excel does), or else the most frequent one in the first
 * line.
 */
export function delimiterOf(start: string, hasTabs = false): { delimiter: string; isNamed: boolean } {
  const named = /^\s*sep=([,;\t])\r?\n/.exec(start)?.[1];
  if (named !== undefined) return { delimiter: named, isNamed: true };
  return { delimiter: hasTabs ? '\t' : commonest(/^\s*([^\r\n]*)/.exec(start)?.[1] ?? ''), isNamed: false };
}

/** The most frequent separator of a line; a comma if it has none. */
export function commonest(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';'].map((d) => ({ d, n: bare.split(d).length }));
  return counts.reduce((best, c) => (c.n > best.n ? c : best), { d: ',', n: 1 }).d;
}

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
/** Where a file stops making sense. */
export class UnreadableTable extends Error {}

export interface TableOptions {
  /**
   * Cells as spreadsheets copy them: tabs even where the first line has none, and quotes around a cell that holds a
   * tab or a line end.
   */
  readonly isPasted?: boolean;
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const QUOTE = 34;

/**
 * Text to rows of cells (RFC 4180, any line end). Written here rather than taken from a package because every row must
 * keep its number and every quote its place, and because 10,000 rows must not hold up other requests.
 * In tab-separated files quotes are ordinary characters.
 */
export function readTable(text: string, limit: number, { isPasted = false }: TableOptions = {}): Table {
  const named = /^\s*sep=([,;\t])\r?\n/.exec(text);
  const delimiter = named?.[1] ?? (isPasted && text.includes('\t') ? '\t' : delimiterOf(/^\s*([^\r\n]*)/.exec(text)?.[1] ?? ''));
  let header: TableRow | undefined;
  const rows: TableRow[] = [];
  let total = 0;
  eachRecord(text, delimiter, isPasted, (row, cells) => {
    if (isBlank(cells) || (named && row === 1)) return;
    if (!header) header = { row, cells: cells.map((name) => name.trim()) };
    else {
      total += 1;
      if (rows.length < limit) rows.push({ row, cells });
    }
  });
  if (!header) throw new UnreadableTable('The file is empty.');
  return { header, rows, total, delimiter, endsWithNewline: /[\r\n]$/.test(text) };
}

/** The separator that the first line has most of. */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';'].map((d) => ({ d, n: bare.split(d).length }));
  return counts.reduce((best, c) => (c.n > best.n ? c : best), { d: ',', n: 1 }).d;
}

function eachRecord(text: string, delimiter: string, isPasted: boolean, take: (row: number, cells: string[]) => void): void {
  const comma = delimiter.charCodeAt(0);
  const isQuoted = delimiter !== '\t';
  let row = 1;
  let cells: string[] = [];
  let i = 0;
  while (i < text.length) {
    const copied = isPasted && !isQuoted ? copiedEnd(text, i) : -1;
    if (copied >= 0) {
      cells.push(text.slice(i + 1, copied).replaceAll('""', '"'));
      i = copied + 1;
    } else if (isQuoted && text.charCodeAt(i) === QUOTE) {
      const end = quotedEnd(text, i, () => `row ${row}, column ${cells.length + 1}`);
      cells.push(text.slice(i + 1, end).replaceAll('""', '"'));
      i = end + 1;
      const next = i < text.length ? text.charCodeAt(i) : 10;
      if (next !== comma && next !== 10 && next !== 13)
        throw new UnreadableTable(`The quote that opens in row ${row}, column ${cells.length} never closes, or closes before the end of its cell.`);
    } else {
      const from = i;
      for (let c = text.charCodeAt(i); i < text.length && c !== comma && c !== 10 && c !== 13; c = text.charCodeAt(i)) i += 1;
      cells.push(text.slice(from, i));
    }
    if (text.charCodeAt(i) === comma) {
      i += 1;
      if (i < text.length) continue;
      cells.push('');
    }
    take(row, cells);
    row += 1;
    cells = [];
    i += text.charCodeAt(i) === 13 && text.charCodeAt(i + 1) === 10 ? 2 : 1;
  }
}

/** Where the quote that opens at `start` closes; two in a row are one inside. */
function quotedEnd(text: string, start: number, place: () => string): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  throw new UnreadableTable(`The quote that opens in ${place()} never closes.`);
}

/** Where a cell ends that was copied with quotes because a tab or a line end is in it; -1 where the quote is one of its characters. */
function copiedEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return -1;
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) === QUOTE) continue;
    const closes = at + 1 === text.length || /[\t\r\n]/.test(text.charAt(at + 1));
    return closes && /[\t\r\n]/.test(text.slice(start, at)) ? at : -1;
  }
  return -1;
}

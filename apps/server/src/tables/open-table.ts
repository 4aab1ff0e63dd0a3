import { say } from '@quayside/contracts/texts/catalogue';
import { createSniffer, decoderOf, type Encoding, isNoText } from './decode.ts';
import { createRecords } from './records.ts';
import { delimiterOf, isBlank, type TableRow } from './table.ts';
import { MAX_LINE } from './cells.ts';
import { UnreadableTable } from './unreadable.ts';
import { openWorkbook, type Sheet } from './workbook.ts';

/** A file that can be read repeatedly. */
export interface TableSource {
  pieces(): AsyncIterable<Buffer>;
  whole(): Promise<Buffer>;
}
/** A row of a file. The last one may be incomplete, because the file ends in the middle of a line. */
export interface FileRow extends TableRow {
  /** Set on a last row without a line end: the smallest number of cells of any earlier row. */
  readonly unfinished?: number;
}
/** A file whose header is known. Its rows are streamed; the file is never in memory as a whole. */
export interface OpenTable {
  readonly isWorkbook: boolean;
  readonly encoding: Encoding | null;
  readonly sheet: string | null;
  /** The cell separator; a comma for a workbook. */
  readonly delimiter: string;
  readonly header: TableRow;
  /** Rows below the header that are not blank. */
  readonly total: number;
  rows(): AsyncGenerator<readonly FileRow[]>;
}
export interface OpenOptions {
  readonly maxRows: number;
  /**
   * Whether a row can be the wanted header. The first sheet with such a row is read, or else the first that is not
   * empty.
   */
  readonly isHeader: (cells: readonly string[]) => boolean;
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const START_BYTES = 256 * 1024;

/** Detects the kind of a file and its header, and counts the rows; undefined if it contains no table. */
export async function openTable(source: TableSource, options: OpenOptions): Promise<OpenTable | undefined> {
  const start = await startOf(source);
  const table = start.subarray(0, ZIP.length).equals(ZIP)
    ? await openBook(source, options)
    : await openText(source, start);
  if (!table) return undefined;
  const { maxRows } = options;
  if (table.total > maxRows)
    throw new UnreadableTable(
      say('table.file_rows', { rows: table.total.toLocaleString('en'), max: maxRows.toLocaleString('en') }),
    );
  if (table.total === 0) throw new UnreadableTable(say('table.no_rows_in_file'));
  return table;
}

async function startOf(source: TableSource): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source.pieces()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= START_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, START_BYTES);
}

async function openText(source: TableSource, start: Buffer): Promise<OpenTable | undefined> {
  if (isNoText(start)) return undefined;
  const sniffer = createSniffer();
  for await (const piece of source.pieces()) sniffer.push(piece);
  const encoding = sniffer.end();
  if (!encoding) return undefined;
  const { delimiter, isNamed } = delimiterOf(firstLine(decoderOf(encoding).write(start)));
  const all = () => textRows(source, encoding, delimiter, isNamed);
  const { header, total } = await survey(all());
  if (!header) throw new UnreadableTable(say('table.empty'));
  return { isWorkbook: false, encoding, sheet: null, delimiter, header, total, rows: () => below(all()) };
}

/** The first line, which decides the separator. */
const firstLine = (text: string) => /^\s*[^\r\n]*(\r?\n)?/.exec(text.slice(0, MAX_LINE))?.[0] ?? '';

/** All rows of a text that are not blank, starting with the header. */
async function* textRows(
  source: TableSource,
  encoding: Encoding,
  delimiter: string,
  isNamed: boolean,
): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  let [least, previous, count] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  const records = createRecords(delimiter, false, (row, cells) => {
    if (isBlank(cells) || (isNamed && row === 1)) return;
    count += 1;
    rows.push({ row, cells });
    // The header's length says nothing about the length of rows.
    if (count > 1) [previous, least] = [least, Math.min(least, cells.length)];
  });
  const decoder = decoderOf(encoding);
  let last = '';
  for await (const piece of source.pieces()) {
    const text = decoder.write(piece);
    if (text !== '') last = text.slice(-1);
    records.push(text);
    // Hold the last row back: only the end of the file shows whether it is complete.
    const held = rows.pop();
    if (rows.length > 0) yield rows;
    rows = held ? [held] : [];
  }
  const rest = decoder.end();
  if (rest !== '') last = rest.slice(-1);
  records.push(rest);
  records.end();
  const final = rows.at(-1);
  if (final && count > 1 && last !== '\n' && last !== '\r') rows[rows.length - 1] = { ...final, unfinished: previous };
  if (rows.length > 0) yield rows;
}

async function openBook(source: TableSource, { isHeader }: OpenOptions): Promise<OpenTable | undefined> {
  const sheets = await openWorkbook(await source.whole());
  if (!sheets) return undefined;
  const sheet = await findSheet(sheets, isHeader);
  if (!sheet) throw new UnreadableTable(say('table.empty'));
  const all = () => sheetRows(sheet);
  const { header, total } = await survey(all());
  if (!header) throw new UnreadableTable(say('table.empty'));
  return {
    isWorkbook: true,
    encoding: null,
    sheet: sheet.name,
    delimiter: ',',
    header,
    total,
    rows: () => below(all()),
  };
}

async function findSheet(sheets: readonly Sheet[], isHeader: OpenOptions['isHeader']): Promise<Sheet | undefined> {
  let fallback: Sheet | undefined;
  for (const sheet of sheets) {
    for await (const rows of sheetRows(sheet)) {
      const [first] = rows;
      if (!first) continue;
      if (isHeader(first.cells.map((cell) => cell.trim()))) return sheet;
      fallback ??= sheet;
      break;
    }
  }
  return fallback;
}

async function* sheetRows(sheet: Sheet): AsyncGenerator<readonly FileRow[]> {
  for await (const rows of sheet.rows()) {
    const filled = rows.filter((row) => !isBlank(row.cells));
    if (filled.length > 0) yield filled;
  }
}

async function survey(
  all: AsyncIterable<readonly FileRow[]>,
): Promise<{ header: TableRow | undefined; total: number }> {
  let header: TableRow | undefined;
  let total = -1;
  for await (const rows of all) {
    const [first] = rows;
    if (!header && first) header = { row: first.row, cells: first.cells.map((name) => name.trim()) };
    total += rows.length;
  }
  return { header, total };
}

async function* below(all: AsyncIterable<readonly FileRow[]>): AsyncGenerator<readonly FileRow[]> {
  let isFirst = true;
  for await (const rows of all) {
    yield isFirst ? rows.slice(1) : rows;
    isFirst = false;
  }
}

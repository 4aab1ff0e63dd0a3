import { say } from '@quayside/contracts/texts/catalogue';
import { addEvidence, type MarkEvidence, noEvidence } from '@quayside/domain/money/number-text';
import { splitUnit, type UnitEvidence } from '@quayside/domain/products/units';
import { createSniffer, decoderOf, type Encoding, isNoText } from './decode.ts';
import { createRecords } from './records.ts';
import { delimiterOf, headerOf, isBlank, type TableRow } from './table.ts';
import { MAX_LINE } from './cells.ts';
import { UnreadableTable } from './unreadable.ts';
import { openWorkbook, type Sheet } from './workbook.ts';

/** A file that can be read several times. */
export interface TableSource {
  pieces(): AsyncIterable<Buffer>;
  whole(): Promise<Buffer>;
}
/** A row of a file. The last row may be incomplete, because a file can end in the middle of a line. */
export interface FileRow extends TableRow {
  /**
   * The smallest number of cells in any earlier row except the header; a row with fewer may be incomplete. Set only on
   * the last row of a file that does not end with a line break.
   */
  readonly unfinished?: number;
}
/** A file whose kind and header are known. Its rows are streamed; the whole text is never in memory. */
export interface OpenTable {
  readonly isWorkbook: boolean;
  readonly encoding: Encoding | null;
  /** Whether parts of the file have another encoding, so that letters of theirs are read wrongly. */
  readonly isMixed: boolean;
  readonly sheet: string | null;
  /** The character that separates cells; a comma for a workbook. */
  readonly delimiter: string;
  readonly header: TableRow;
  /** The number of rows below the header that are not blank. */
  readonly total: number;
  /** The evidence that the cells of each column give for their decimal mark. */
  readonly marks: readonly MarkEvidence[];
  /** For each column, whether its numbers name their units. */
  readonly units: readonly UnitEvidence[];
  rows(): AsyncGenerator<readonly FileRow[]>;
}
export interface OpenOptions {
  readonly maxRows: number;
  /**
   * Whether a row can be the wanted header. The first sheet that contains such a row is read, or else the first sheet
   * that is not empty.
   */
  readonly isHeader: (cells: readonly string[]) => boolean;
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const START_BYTES = 256 * 1024;

/** Detects the kind of a file and its header, and counts its rows; undefined if it contains no table. */
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
  const { header, ...found } = await survey(all());
  if (!header) throw new UnreadableTable(say('table.empty'));
  const isMixed = encoding === 'windows-1252' && sniffer.isMixed();
  const text = { isWorkbook: false, encoding, isMixed, sheet: null, delimiter, header };
  return { ...text, ...found, rows: () => below(all()) };
}

/** The first line that is not blank. The separator is detected from it. */
const firstLine = (text: string) => /^\s*[^\r\n]*(\r?\n)?/.exec(text.slice(0, MAX_LINE))?.[0] ?? '';

/** Streams the rows of a text file that are not blank, beginning with the header. */
async function* textRows(
  source: TableSource,
  encoding: Encoding,
  delimiter: string,
  isNamed: boolean,
): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  let [least, previous, count] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  const records = createRecords(delimiter, false, (row, cells, fault) => {
    if (isBlank(cells) || (isNamed && row === 1)) return;
    count += 1;
    rows.push({ row, cells, ...(fault && { fault }) });
    // The header is not counted, because the rows may have more or fewer cells than the header.
    if (count > 1 && !fault) [previous, least] = [least, Math.min(least, cells.length)];
  });
  const decoder = decoderOf(encoding);
  let last = '';
  for await (const piece of source.pieces()) {
    const text = decoder.write(piece);
    if (text !== '') last = text.slice(-1);
    records.push(text);
    // Holds the last row back, because only the end of the file shows whether that row is complete.
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
  const { header, ...found } = await survey(all());
  if (!header) throw new UnreadableTable(say('table.empty'));
  return {
    isWorkbook: true,
    encoding: null,
    isMixed: false,
    sheet: sheet.name,
    delimiter: ',',
    header,
    ...found,
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
    const filled = rows.filter((row) => !isBlank(row.cells) || hasUnknown(row));
    if (filled.length > 0) yield filled;
  }
}

/** Whether a row has formulas whose results are not stored, so that nobody knows whether it is blank. */
const hasUnknown = ({ stored }: TableRow): boolean =>
  stored !== undefined && stored.values().some(({ as }) => as === 'NO_VALUE');

/** Reads the whole file once: finds its header, counts its rows, and collects how its numbers are written. */
async function survey(
  all: AsyncIterable<readonly FileRow[]>,
): Promise<{ header: TableRow | undefined } & Pick<OpenTable, 'total' | 'marks' | 'units'>> {
  let header: TableRow | undefined;
  let total = -1;
  const marks: MarkEvidence[] = [];
  const units: UnitEvidence[] = [];
  for await (const rows of all) {
    const [first] = rows;
    for (const row of header ? rows : rows.slice(1)) addCells(marks, units, row);
    if (!header && first) header = headerOf(first);
    total += rows.length;
  }
  return { header, total, marks, units };
}

function addCells(marks: MarkEvidence[], units: UnitEvidence[], { cells, exact, fault }: FileRow): void {
  if (fault) return;
  for (const [i, cell] of cells.entries()) {
    const evidence = (marks[i] ??= noEvidence());
    const found = (units[i] ??= { hasUnit: false, hasBare: false });
    const measure = exact?.has(i) ? undefined : splitUnit(cell);
    if (measure) found.hasUnit = true;
    else if (endsWithDigit(cell)) found.hasBare = true;
    if (!exact?.has(i)) addEvidence(evidence, measure?.number ?? cell);
  }
}

/** A number without a unit ends with a digit. */
function endsWithDigit(cell: string): boolean {
  const last = cell.charCodeAt(cell.length - 1);
  return last >= 48 && last <= 57;
}

async function* below(all: AsyncIterable<readonly FileRow[]>): AsyncGenerator<readonly FileRow[]> {
  let isFirst = true;
  for await (const rows of all) {
    yield isFirst ? rows.slice(1) : rows;
    isFirst = false;
  }
}

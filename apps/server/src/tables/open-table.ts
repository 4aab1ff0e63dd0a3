import { say } from '@quayside/contracts/texts/catalogue';
import { addEvidence, type MarkEvidence, noEvidence } from '@quayside/domain/money/number-text';
import { splitUnit, type UnitEvidence } from '@quayside/domain/products/units';
import { SEARCHED_ROWS } from '@quayside/domain/heading-rows';
import type { FileReading } from '@quayside/contracts/imports';
import { createSniffer, decoderOf, type Encoding, isNoText } from './decode.ts';
import { createRecords } from './records.ts';
import { delimiterOf, isBlank, type TableRow } from './table.ts';
import { bestDelimiter, headingsIn } from './head-rows.ts';
import { UnreadableTable } from './unreadable.ts';
import { noNotes, openWorkbook, type Sheet, type SheetNotes } from './workbook.ts';

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
  /** How the file was read, and what it contains besides. */
  readonly reading: FileReading;
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
   * Whether a row can be the wanted header. The first sheet with such a header is read, or else the first sheet that is
   * not empty.
   */
  readonly isHeader: (cells: readonly string[]) => boolean;
  /** How many of these headings are known. The header is the row with the most of them. */
  readonly countKnown: (cells: readonly string[]) => number;
  /** The sheet, and the encoding, that a person chose. */
  readonly sheet?: string | undefined;
  readonly encoding?: Encoding | undefined;
}

/** How a person said that a file is to be read. */
export type FileChoice = Pick<OpenOptions, 'sheet' | 'encoding'>;

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const START_BYTES = 256 * 1024;

/** Detects the kind of a file and its header, and counts its rows; undefined if it contains no table. */
export async function openTable(source: TableSource, options: OpenOptions): Promise<OpenTable | undefined> {
  const start = await startOf(source);
  const table = start.subarray(0, ZIP.length).equals(ZIP)
    ? await openBook(source, options)
    : await openText(source, start, options);
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

async function openText(source: TableSource, start: Buffer, options: OpenOptions): Promise<OpenTable | undefined> {
  if (isNoText(start)) return undefined;
  const sniffer = createSniffer();
  for await (const piece of source.pieces()) sniffer.push(piece);
  const detected = sniffer.end();
  if (!detected) return undefined;
  const encoding = options.encoding ?? detected;
  const head = decoderOf(encoding).write(start);
  const named = delimiterOf(head);
  const delimiter = named.isNamed ? named.delimiter : bestDelimiter(head, named.delimiter, options.countKnown);
  const all = (above: number) => textRows(source, encoding, { delimiter, isNamed: named.isNamed, above });
  const { header, above, ...found } = await survey(all(1), options.countKnown);
  if (!header) throw new UnreadableTable(say('table.empty'));
  const isMixed = encoding === 'windows-1252' && sniffer.isMixed();
  const isEncodingSure = options.encoding !== undefined || sniffer.isSure();
  return {
    ...{ isWorkbook: false, encoding, isMixed, sheet: null, delimiter, header, ...found },
    reading: { sheet: null, sheets: [], encoding, isEncodingSure, hiddenRows: 0, mergedCells: 0 },
    rows: () => below(all(above), above),
  };
}

/** Streams the rows of a text file that are not blank, of which `above` are no rows of the table. */
async function* textRows(
  source: TableSource,
  encoding: Encoding,
  { delimiter, isNamed, above }: { readonly delimiter: string; readonly isNamed: boolean; readonly above: number },
): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  let [least, previous, count] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  const records = createRecords(delimiter, false, (row, cells, fault) => {
    if (isBlank(cells) || (isNamed && row === 1)) return;
    count += 1;
    rows.push({ row, cells, ...(fault && { fault }) });
    // The rows up to the header are not counted, because those below may have more or fewer cells.
    if (count > above && !fault) [previous, least] = [least, Math.min(least, cells.length)];
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
  if (final && count > above && last !== '\n' && last !== '\r')
    rows[rows.length - 1] = { ...final, unfinished: previous };
  if (rows.length > 0) yield rows;
}

async function openBook(source: TableSource, options: OpenOptions): Promise<OpenTable | undefined> {
  const sheets = await openWorkbook(await source.whole());
  if (!sheets) return undefined;
  const { sheet, likely } = await findSheet(sheets, options);
  if (!sheet) throw new UnreadableTable(say('table.empty'));
  const notes = noNotes();
  const { header, above, last, ...found } = await survey(sheetRows(sheet, notes), options.countKnown);
  if (!header) throw new UnreadableTable(say('table.empty'));
  return {
    ...{ isWorkbook: true, encoding: null, isMixed: false, sheet: sheet.name, delimiter: ',', header, ...found },
    reading: {
      ...{ sheet: sheet.name, sheets: likely, encoding: null, isEncodingSure: true },
      hiddenRows: [...notes.hiddenRows].filter((row) => row > header.row && row <= last).length,
      mergedCells: notes.merged.filter((row) => row > header.row && row <= last).length,
    },
    rows: () => below(sheetRows(sheet), above),
  };
}

/** Finds the sheet that a person chose or, without a choice, the first one with a header, and all that have one. */
async function findSheet(
  sheets: readonly Sheet[],
  { isHeader, countKnown, sheet: chosen }: OpenOptions,
): Promise<{ readonly sheet: Sheet | undefined; readonly likely: string[] }> {
  const filled: Sheet[] = [];
  const likely: Sheet[] = [];
  for (const sheet of sheets) {
    const rows = await firstRows(sheetRows(sheet));
    if (rows.length === 0) continue;
    filled.push(sheet);
    if (isHeader(headingsIn(rows, countKnown).headings)) likely.push(sheet);
  }
  const wanted = filled.find(({ name }) => name === chosen);
  if (chosen !== undefined && !wanted) throw new UnreadableTable(say('table.no_sheet', { sheet: chosen }));
  const sheet = wanted ?? likely[0] ?? filled[0];
  const names = filled.filter((one) => likely.includes(one) || one === sheet).map(({ name }) => name);
  return { sheet, likely: names };
}

async function firstRows(all: AsyncIterable<readonly FileRow[]>): Promise<FileRow[]> {
  const found: FileRow[] = [];
  for await (const rows of all) {
    found.push(...rows.slice(0, SEARCHED_ROWS));
    if (found.length >= SEARCHED_ROWS) break;
  }
  return found.slice(0, SEARCHED_ROWS);
}

async function* sheetRows(sheet: Sheet, notes?: SheetNotes): AsyncGenerator<readonly FileRow[]> {
  for await (const rows of sheet.rows(notes)) {
    const filled = rows.filter((row) => !isBlank(row.cells) || hasUnknown(row));
    if (filled.length > 0) yield filled;
  }
}

/** Whether a row has formulas whose results are not stored, so that nobody knows whether it is blank. */
const hasUnknown = ({ stored }: TableRow): boolean =>
  stored !== undefined && stored.values().some(({ as }) => as === 'NO_VALUE');

interface Survey extends Pick<OpenTable, 'total' | 'marks' | 'units'> {
  readonly header: TableRow | undefined;
  /** How many of the rows are no rows of the table: titles, and the headings. */
  readonly above: number;
  /** The number of the last row. */
  readonly last: number;
}

/** Reads the whole file once: finds its header, counts its rows, and collects how its numbers are written. */
async function survey(all: AsyncIterable<readonly FileRow[]>, countKnown: OpenOptions['countKnown']): Promise<Survey> {
  const head: FileRow[] = [];
  const marks: MarkEvidence[] = [];
  const units: UnitEvidence[] = [];
  let header: TableRow | undefined;
  let [above, total, last] = [0, 0, 0];
  const settle = () => {
    const found = headingsIn(head, countKnown);
    ({ header, below: above } = found);
    for (const row of head.slice(above)) addCells(marks, units, row);
    total = Math.max(0, head.length - above);
  };
  for await (const rows of all) {
    last = rows.at(-1)?.row ?? last;
    if (header) {
      for (const row of rows) addCells(marks, units, row);
      total += rows.length;
      continue;
    }
    for (const row of rows) head.push(row);
    if (head.length >= SEARCHED_ROWS) settle();
  }
  if (!header && head.length > 0) settle();
  return { header, above, total, marks, units, last };
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

async function* below(all: AsyncIterable<readonly FileRow[]>, above: number): AsyncGenerator<readonly FileRow[]> {
  let left = above;
  for await (const rows of all) {
    const own = rows.slice(left);
    left = Math.max(0, left - rows.length);
    if (own.length > 0) yield own;
  }
}

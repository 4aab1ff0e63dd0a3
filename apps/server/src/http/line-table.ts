import type { columnNumbers } from '@quayside/contracts/number-columns';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isSumLabel } from '@quayside/domain/invoices/line-headings';
import { isUnitHeading, kindOfUnitWord } from '@quayside/domain/stock/unit-words';
import { formatAmount, formatQuantity, grouped } from '@quayside/domain/money/money';
import { ambiguityOf, type DecimalMark, type NumberText, readInColumn } from '@quayside/domain/money/number-text';
import type { z } from 'zod';
import { AppError, fieldError, withValue } from './errors.ts';
import { MAX_CELL, MAX_COLUMNS, shown } from '../tables/cells.ts';
import { decodeText } from '../tables/decode.ts';
import {
  cellText,
  holdsNumbers,
  type Layout,
  layoutOf,
  openColumn,
  SAMPLE_ROWS,
  withRemembered,
} from '../tables/line-columns.ts';
import type { LineColumn } from '../tables/line-words.ts';
import { readTable, type TableRow, UnreadableTable } from '../tables/table.ts';

// Tables of lines: products with quantities and prices, as factories and sellers write them.

const MAX_ROWS = 2000;
const SAMPLES = 3;
const MAX_CODE = 100;
const MAX_ERRORS = 1000;

/** A table in a request: pasted text or the bytes of a file, and how a person says that it is to be read. */
interface LineTableBody {
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
  readonly columns?: readonly (LineColumn | null)[] | undefined;
  readonly decimalMarks?: readonly (DecimalMark | null)[] | undefined;
  readonly hasHeadings?: boolean | undefined;
}
interface LineTable<Code> {
  readonly layout: Layout;
  /** What each code of the column of codes means, by the code as it is spelled in the table. */
  readonly codes: ReadonlyMap<string, Code>;
  readonly delimiter: string;
}

/** What the area knows that imports lines. */
interface LineTableHints<Code> {
  readonly currency: string;
  /** Says what codes mean. */
  readonly resolve: (codes: readonly string[]) => Promise<ReadonlyMap<string, Code>>;
  /** The decimal marks that were chosen before for tables with these columns; called if a column needs them. */
  readonly findMarks: (columns: readonly (string | null)[]) => Promise<readonly (DecimalMark | null)[]>;
}

/**
 * Opens a table of lines and determines its layout. Throws 422 with the field if it cannot be read, or has no rows or
 * more than 2,000.
 */
export async function openLineTable<Code>(
  body: LineTableBody,
  { currency, resolve, findMarks }: LineTableHints<Code>,
): Promise<LineTable<Code>> {
  const twice = body.columns?.findIndex((field, i) => field !== null && body.columns?.indexOf(field) !== i) ?? -1;
  if (twice >= 0) throw fieldError(`columns.${twice}`, say('lines.column_twice'));
  if (body.text === undefined && body.base64 === undefined) throw fieldError('text', say('field.required'));
  if (body.text !== undefined && body.base64 !== undefined) throw fieldError('base64', say('lines.text_or_file'));
  try {
    const table = readTable(body.text ?? decoded(body.base64 ?? ''), MAX_ROWS, { isPasted: true });
    const all = [table.header, ...table.rows];
    const sampled = await resolve(codeLike(all.slice(0, SAMPLE_ROWS)));
    const found = layoutOf(all, {
      currency,
      columns: body.columns,
      decimalMarks: body.decimalMarks,
      hasHeadings: body.hasHeadings,
      isKnownCode: (text) => sampled.has(text),
    });
    refuseSize(found, table.total);
    const layout = openColumn(found) < 0 ? found : withRemembered(found, await findMarks(columnsOf(found)));
    const sku = layout.columns.indexOf('sku');
    const codes = sku < 0 ? sampled : await resolve(layout.rows.map((row) => cellText(row, sku)).filter(isCodeLike));
    return { layout, codes, delimiter: table.delimiter };
  } catch (error) {
    throw error instanceof UnreadableTable
      ? fieldError(body.text === undefined ? 'base64' : 'text', error.text, 'imports.unreadable')
      : error;
  }
}

/** What tells the form of a table from others: its headings or, without headings, its fields. */
export const columnsOf = ({ headings, columns }: Layout): readonly (string | null)[] =>
  headings ? columns.map((_, i) => cellText(headings, i).toLowerCase()) : columns;

/** Refuses a table without rows or with too many rows or columns. `total` is the number of rows below the first one. */
function refuseSize({ headings, columns }: Layout, total: number): void {
  const rows = headings ? total : total + 1;
  if (rows === 0) throw new UnreadableTable(say('table.no_rows'));
  if (rows > MAX_ROWS)
    throw new UnreadableTable(
      say('table.rows', { rows: rows.toLocaleString('en'), max: MAX_ROWS.toLocaleString('en') }),
    );
  if (columns.length > MAX_COLUMNS)
    throw new UnreadableTable(say('table.columns', { columns: columns.length, max: MAX_COLUMNS }));
}

const isCodeLike = (text: string): boolean =>
  text !== '' && text.length <= MAX_CODE && !text.includes('\0') && text.isWellFormed();
/** The cells whose text can be a code. They are looked up to find the column of codes. */
const codeLike = (rows: readonly TableRow[]): string[] =>
  [...new Set(rows.flatMap((row) => row.cells.map((_, i) => cellText(row, i))))].filter(isCodeLike);

function decoded(base64: string): string {
  const compact = base64.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw fieldError('base64', say('lines.base64'));
  const text = decodeText(Buffer.from(compact, 'base64'))?.text;
  if (text === undefined) throw new UnreadableTable(say('table.no_text'));
  return text;
}

/** Refuses to guess how a column of numbers is read, also where only the valid rows are to be added. */
export function refuseOpenColumn(layout: Layout): void {
  const at = openColumn(layout);
  if (at < 0) return;
  const heading = layout.headings ? cellText(layout.headings, at) : '';
  const column = heading === '' ? String(at + 1) : shown(heading);
  const cell = shown(layout.numbers[at]?.ambiguous ?? '');
  throw fieldError(`decimalMarks.${at}`, say('imports.number_open', { column, cell }));
}

/** The decimal marks that a person chose for the columns that can be read in two ways; null for all others. */
export const chosenMarks = (
  { numbers }: Layout,
  { decimalMarks }: Pick<LineTableBody, 'decimalMarks'>,
): (DecimalMark | null)[] => numbers.map((column, i) => (column.ambiguous ? (decimalMarks?.[i] ?? null) : null));

/** A row of a table with its errors. */
interface CheckedRow {
  readonly row: number;
  readonly errors: readonly { readonly column: string | null; readonly value: string; readonly message: Text }[];
}

/** The rows without errors. Throws if there is none, or if others have errors and must be added too. */
export function validRows<R extends CheckedRow>(rows: readonly R[], isOnlyValid: boolean | undefined): R[] {
  const good = rows.filter((row) => row.errors.length === 0);
  if (good.length > 0 && (good.length === rows.length || isOnlyValid === true)) return good;
  const errors = rows.flatMap(({ row, errors: own }) =>
    own.map(({ column, value, message }) => ({
      field: `rows.${row}${column === null ? '' : `.${column}`}`,
      message: withValue(value, message),
    })),
  );
  throw new AppError('imports.has_errors', { errors: errors.slice(0, MAX_ERRORS) });
}

/** A column of a table as a preview shows it. */
interface ShownColumn {
  readonly heading: string | null;
  readonly field: LineColumn | null;
  readonly samples: string[];
  readonly numbers: z.infer<typeof columnNumbers> | null;
}

/** The columns of a table with their first cells. */
export const shownColumns = (layout: Layout): ShownColumn[] =>
  layout.columns.map((field, i) => ({
    heading: layout.headings ? shown(cellText(layout.headings, i)) : null,
    field,
    samples: samplesOf(layout.rows, i),
    numbers: numbersIn(layout, i),
  }));

function numbersIn({ columns, numbers }: Layout, column: number): ShownColumn['numbers'] {
  const found = numbers[column];
  if (!found || !holdsNumbers(columns[column] ?? null)) return null;
  const { reading, by, ambiguous } = found;
  return { reading, ambiguous: ambiguous === null ? null : shown(ambiguous), ...(by && { by }) };
}

function samplesOf(rows: readonly TableRow[], column: number): string[] {
  const samples: string[] = [];
  for (const row of rows) {
    const text = cellText(row, column);
    if (text !== '') samples.push(shown(text));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

/** The cells of a row that have a text, by the field of their column. */
export function cellsOf(row: TableRow, { columns }: Layout): Map<LineColumn, string> {
  const cells = new Map<LineColumn, string>();
  for (const [i, field] of columns.entries()) {
    const text = cellText(row, i);
    if (field !== null && text !== '') cells.set(field, text);
  }
  return cells;
}

/**
 * Returns why a row cannot become a line: it is empty, it is a sum of other rows, or its cells are in the wrong
 * columns.
 */
export function refusalOfLineRow(
  row: TableRow,
  layout: Layout,
  cells: ReadonlyMap<LineColumn, string>,
  context: { readonly delimiter: string; readonly products: { has(code: string): boolean } },
): { readonly value: string; readonly message: Text } | undefined {
  const refuse = (value: string, message: Text) => ({ value: shown(value), message });
  const long = row.cells.find((cell) => cell.length > MAX_CELL);
  if (long !== undefined) return refuse(long, say('cell.too_long'));
  const width = layout.headings?.cells.length ?? row.cells.length;
  const extra = row.cells.find((cell, i) => i >= width && cell.trim() !== '');
  if (extra !== undefined)
    return refuse(extra, say('lines.cells', { cells: row.cells.length, width, delimiter: context.delimiter }));
  const label = context.products.has(cells.get('sku') ?? '') ? undefined : row.cells.find((cell) => isSumLabel(cell));
  if (label !== undefined) return refuse(label, say('lines.is_sum'));
  const unit = cells.has('sku') && cells.has('quantity') ? unitOfRow(row, layout) : undefined;
  if (unit !== undefined) return refuse(unit, say('lines.unit', { unit: shown(unit) }));
  return cells.size === 0
    ? refuse(row.cells.find((cell) => cell.trim() !== '') ?? '', say('lines.nothing_read'))
    : undefined;
}

/** What the quantity of a row counts, if a column that no field takes says that it is not single units. */
function unitOfRow(row: TableRow, { headings, columns }: Layout): string | undefined {
  const at = columns.findIndex(
    (field, i) => field === null && headings !== undefined && isUnitHeading(cellText(headings, i)),
  );
  const unit = at < 0 ? '' : cellText(row, at);
  return !/\p{L}/u.test(unit) || kindOfUnitWord(unit) === 'PIECE' ? undefined : unit;
}

/**
 * The text of an amount without zeros after its last decimal. They say nothing, and copied lines have one where three
 * decimals could be read as thousands.
 */
export const withoutEndZeros = (plain: string): string => plain.replace(/(\.\d*[1-9])0+$|\.0+$/, '$1');

/** Says that the amount of a row is not its quantity × its price, with what the product would be. */
export const sumDiffers = ({ quantityMicro, price, productMinor, amountMinor }: RowFigures, currency: string): Text =>
  say('lines.sum_differs', {
    quantity: grouped(formatQuantity(quantityMicro)),
    price,
    product: productMinor === undefined ? '' : grouped(formatAmount(productMinor, currency)),
    amount: grouped(formatAmount(amountMinor, currency)),
  });
interface RowFigures {
  readonly quantityMicro: bigint;
  /** The price as it is written in the row. */
  readonly price: string;
  readonly productMinor: bigint | undefined;
  readonly amountMinor: bigint;
}

/**
 * Reads a number as its column is read. Undefined if it is no number; a refusal if it can be read in two ways and
 * nothing decides.
 */
export function readNumberCell(
  { columns, numbers }: Layout,
  column: LineColumn,
  text: string,
): NumberText | { readonly refusal: Text } | undefined {
  const read = readInColumn(text, numbers[columns.indexOf(column)]?.reading ?? 'PLAIN');
  if (read !== 'ambiguous') return read;
  const { whole, decimal } = ambiguityOf(text) ?? { whole: '', decimal: '' };
  return { refusal: say('lines.ambiguous', { typed: shown(text), whole, decimal }) };
}

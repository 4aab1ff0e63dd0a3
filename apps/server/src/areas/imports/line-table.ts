import type { columnNumbers } from '@quayside/contracts/number-columns';
import { say } from '@quayside/contracts/texts/catalogue';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import { isCartonWord, splitUnitWord } from '@quayside/domain/stock/unit-words';
import type { z } from 'zod';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { shown } from '../../tables/cells.ts';
import { decodeText } from '../../tables/decode.ts';
import {
  cellText,
  holdsNumbers,
  type Layout,
  layoutOf,
  openColumn,
  SAMPLE_ROWS,
  withRemembered,
} from '../../tables/line-columns.ts';
import type { LineColumn } from '../../tables/line-words.ts';
import type { CellProblem } from '../../tables/part-rows.ts';
import { readTable, type TableRow, UnreadableTable } from '../../tables/table.ts';
import { refuseSize } from '../../tables/whole-table.ts';
import { findMarks, formOf, saveReadings } from '../../remembered/table-choices.ts';
import { type CartonChoice, problemsIn, reading } from './import-once.ts';
import type { LineRowContext } from './line-row.ts';

// Tables of lines: products with quantities and prices, as factories and sellers write them.

const MAX_ROWS = 2000;
const SAMPLES = 3;
const MAX_CODE = 100;

/** A table in a request, and how a person says that it is to be read. */
interface LineTableBody extends SentTable {
  readonly columns?: readonly (LineColumn | null)[] | undefined;
  readonly decimalMarks?: readonly (DecimalMark | null)[] | undefined;
  readonly hasHeadings?: boolean | undefined;
  readonly cartons?: CartonChoice | undefined;
}
/** A table of lines. It is the context in which its rows are read. */
interface LineTable<Code> extends LineRowContext {
  readonly layout: Layout;
  /** The key of tables with the same columns from the same supplier. */
  readonly form: string;
  /** What each code of the column of codes means, by the code as it is spelled in the table. */
  readonly products: ReadonlyMap<string, Code>;
  /** How many rows count cartons whose units are known. */
  readonly cartonRows: number;
}

/** The document into which lines are read, and what products its area knows. */
interface LineTarget<Code> {
  readonly currency: string;
  readonly supplierId: string | null;
  /** Says what codes mean. */
  readonly resolve: (codes: readonly string[]) => Promise<ReadonlyMap<string, Code>>;
  /** The units per case of products with these codes, by code. */
  readonly caseUnitsOf: (
    codes: readonly string[],
    products: ReadonlyMap<string, Code>,
  ) => Promise<ReadonlyMap<string, number>>;
}

/**
 * Opens a table of lines and determines its layout. Throws 422 with the field if it cannot be read, or has no rows or
 * more than 2,000.
 */
export async function openLineTable<Code>(
  w: Work,
  body: LineTableBody,
  { currency, supplierId, resolve, caseUnitsOf }: LineTarget<Code>,
): Promise<LineTable<Code>> {
  requireTable(body);
  const formWith = (columns: Layout) => formOf('LINES', [supplierId, ...columnsOf(columns)]);
  return reading(fieldOfTable(body), async () => {
    const table = readTable(body.text ?? decoded(body.base64 ?? ''), MAX_ROWS, { isPasted: true });
    const all = [table.header, ...table.rows];
    const sampled = await resolve(codeLike(all.slice(0, SAMPLE_ROWS)));
    const { columns, decimalMarks, hasHeadings, cartons } = body;
    const isKnownCode = (text: string) => sampled.has(text);
    const found = layoutOf(all, { currency, columns, decimalMarks, hasHeadings, isKnownCode });
    const rows = found.headings ? table.total : table.total + 1;
    if (rows === 0) throw new UnreadableTable(say('table.no_rows'));
    refuseSize({ rows, columns: found.columns.length, maxRows: MAX_ROWS });
    const layout = openColumn(found) < 0 ? found : withRemembered(found, await findMarks(w, formWith(found)));
    const sku = layout.columns.indexOf('sku');
    const products = sku < 0 ? sampled : await resolve(layout.rows.map((row) => cellText(row, sku)).filter(isCodeLike));
    const inCartons = cartonsIn(layout);
    const caseUnits = await caseUnitsOf(inCartons, products);
    const cartonRows = inCartons.filter((code) => caseUnits.has(code)).length;
    const { delimiter } = table;
    return { layout, form: formWith(layout), products, currency, delimiter, cartons, caseUnits, cartonRows };
  });
}

/** What tells the form of a table from others: its headings or, without headings, its fields. */
const columnsOf = ({ headings, columns }: Layout): readonly (string | null)[] =>
  headings ? columns.map((_, i) => cellText(headings, i).toLowerCase()) : columns;

/** Whether a text can be a code. */
export const isCodeLike = (text: string): boolean =>
  text !== '' && text.length <= MAX_CODE && !text.includes('\0') && text.isWellFormed();
/** The cells whose text can be a code. They are looked up to find the column of codes. */
const codeLike = (rows: readonly TableRow[]): string[] =>
  [...new Set(rows.flatMap((row) => row.cells.map((_, i) => cellText(row, i))))].filter(isCodeLike);

function decoded(base64: string): string {
  const text = decodeText(bytesOf(base64))?.text;
  if (text === undefined) throw new UnreadableTable(say('table.no_text'));
  return text;
}

/** The bytes of a file in a request. */
export function bytesOf(base64: string): Buffer {
  const compact = base64.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw fieldError('base64', say('lines.base64'));
  return Buffer.from(compact, 'base64');
}

/** A table in a request: pasted text or the bytes of a file, and the fields that a person assigned to its columns. */
interface SentTable {
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
  readonly columns?: readonly (string | null)[] | undefined;
}
/** The field of the request that holds the table. */
export const fieldOfTable = ({ text }: SentTable): 'text' | 'base64' => (text === undefined ? 'base64' : 'text');

/** Refuses a request without a table, with two, or with two columns for one field. */
export function requireTable({ text, base64, columns = [] }: SentTable): void {
  const twice = columns.findIndex((field, i) => field !== null && columns.indexOf(field) !== i);
  if (twice >= 0) throw fieldError(`columns.${twice}`, say('lines.column_twice'));
  if (text === undefined && base64 === undefined) throw fieldError('text', say('field.required'));
  if (text !== undefined && base64 !== undefined) throw fieldError('base64', say('lines.text_or_file'));
}

/** Refuses to guess how a column of numbers is read, also where only the valid rows are to be added. */
export function refuseOpenLineColumn(layout: Layout): void {
  const at = openColumn(layout);
  if (at < 0) return;
  const heading = layout.headings ? cellText(layout.headings, at) : '';
  const column = heading === '' ? String(at + 1) : shown(heading);
  const cell = shown(layout.numbers[at]?.ambiguous ?? '');
  throw fieldError(`decimalMarks.${at}`, say('imports.number_open', { column, cell }));
}

/** Remembers the decimal marks that a person chose for the columns that can be read in two ways. */
export const saveLineMarks = (
  w: Work,
  { form, layout }: Pick<LineTable<unknown>, 'form' | 'layout'>,
  { decimalMarks }: Pick<LineTableBody, 'decimalMarks'>,
): Promise<void> =>
  saveReadings(w, form, {
    decimalMarks: layout.numbers.map((column, i) => (column.ambiguous ? (decimalMarks?.[i] ?? null) : null)),
  });

/** A row of a table with its errors. */
interface CheckedRow {
  readonly row: number;
  readonly errors: readonly Omit<CellProblem, 'row'>[];
}

/** The rows without errors. Throws if there is none, or if others have errors and must be added too. */
export function validRows<R extends CheckedRow>(rows: readonly R[], isOnlyValid: boolean | undefined): R[] {
  const good = rows.filter((row) => row.errors.length === 0);
  if (good.length > 0 && (good.length === rows.length || isOnlyValid === true)) return good;
  throw problemsIn(rows.flatMap(({ row, errors }) => errors.map((error) => ({ row, ...error }))));
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

/** The codes of rows whose quantity counts cartons. */
function cartonsIn({ columns, rows }: Layout): string[] {
  const [sku, quantity] = [columns.indexOf('sku'), columns.indexOf('quantity')];
  return rows
    .filter((row) => isCartonWord(splitUnitWord(cellText(row, quantity)).word ?? ''))
    .map((row) => cellText(row, sku));
}

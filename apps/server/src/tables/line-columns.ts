import type { Text } from '@quayside/contracts/texts/catalogue';
import { fieldOfHeading } from '@quayside/domain/invoices/line-headings';
import { MICRO, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import {
  type DecidedReading,
  type DecimalMark,
  decideReading,
  evidenceOf,
  type MarkEvidence,
  type NumberReading,
  readInColumn,
  readNumber,
} from '@quayside/domain/money/number-text';
import { isPriceOf, parseUnitPrice } from '@quayside/domain/money/unit-price';
import { splitUnitWord } from '@quayside/domain/stock/unit-words';
import { shown, withoutApostrophe } from './cells.ts';
import { withPlainCells } from './part-rows.ts';
import type { TableRow } from './table.ts';
import { costTypeOf, type LineColumn } from './line-words.ts';

/** The text of a cell, without the byte order mark, the spaces and the leading apostrophe that spreadsheets may add. */
export const cellText = (row: TableRow, column: number): string =>
  withoutApostrophe((row.cells[column] ?? '').replaceAll('\ufeff', '').trim()).trim();

/** Why a row cannot be read at all: a quote in it is faulty. */
export const unreadLine = ({
  cells,
  fault,
}: TableRow): { readonly value: string; readonly message: Text } | undefined =>
  fault && { value: shown(cells[fault.column] ?? ''), message: fault.reason };

/** How the numbers of a column are read, and the first of them that can be read in two ways. */
interface ColumnNumbers extends DecidedReading {
  readonly ambiguous: string | null;
  readonly evidence: MarkEvidence;
}

/**
 * How to read a table: which row contains the headings, which field is in each column, and how its numbers are read.
 */
export interface Layout {
  readonly headings: TableRow | undefined;
  readonly rows: readonly TableRow[];
  readonly columns: readonly (LineColumn | null)[];
  readonly numbers: readonly ColumnNumbers[];
}
export interface LayoutHints {
  readonly currency: string;
  readonly hasHeadings?: boolean | undefined;
  /** The columns that a person assigned. */
  readonly columns?: readonly (LineColumn | null)[] | undefined;
  /** The decimal marks that a person chose for columns. */
  readonly decimalMarks?: readonly (DecimalMark | null)[] | undefined;
  /** Whether the account has a product with this SKU or another code. */
  isKnownCode(text: string): boolean;
}

/** The number of rows that are examined to find out which field each column contains. */
export const SAMPLE_ROWS = 100;

/**
 * Determines the layout of a table. If a person assigned the columns, they are used as assigned. Otherwise the headings
 * determine the fields or, if none is known, the content of the columns does.
 */
export function layoutOf(all: readonly TableRow[], hints: LayoutHints): Layout {
  const width = all.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const [first, ...rest] = all;
  const hasHeadings =
    hints.hasHeadings ?? (first !== undefined && looksLikeHeadings(first, rest.slice(0, SAMPLE_ROWS)));
  const rows = hasHeadings ? rest : all;
  const sound = rows.filter(({ fault }) => !fault);
  const numbers = Array.from({ length: width }, (_, i) => numbersOf(sound, i, hints.decimalMarks?.[i] ?? null));
  const headings = hasHeadings ? first : undefined;
  const named = headings && columnsByHeading(headings, sound.slice(0, SAMPLE_ROWS), width, hints);
  const found = named?.some((field) => field !== null)
    ? named
    : columnsByContent(sound.slice(0, SAMPLE_ROWS), width, numbers, hints);
  const chosen = hints.columns && Array.from({ length: width }, (_, i) => hints.columns?.[i] ?? null);
  const columns = chosen ?? found;
  const uses = columns.map((field) => ({ isUsed: field !== null, isNumber: holdsNumbers(field) }));
  return {
    headings,
    rows: rows.map((row) => withPlainCells(row, uses)),
    columns,
    numbers: proven(sound, columns, numbers, hints.currency),
  };
}

/** The fields of three columns. The third is the product of the first two. */
const FACTORS = ['quantity', 'unitPrice', 'amount'] as const satisfies readonly LineColumn[];

/**
 * Decides by arithmetic how the numbers of ambiguous columns are read: if quantity × price = amount holds in all rows
 * with one choice of decimal marks and with no other, this choice is right.
 */
function proven(
  rows: readonly TableRow[],
  columns: readonly (LineColumn | null)[],
  numbers: readonly ColumnNumbers[],
  currency: string,
): readonly ColumnNumbers[] {
  const places = FACTORS.map((field) => columns.indexOf(field));
  const full = rows.filter((row) => places.every((at) => at >= 0 && cellText(row, at) !== ''));
  const open = places.filter((at) => numbers[at]?.reading === 'OPEN');
  if (full.length === 0 || open.length === 0) return numbers;
  const choices = open.reduce<NumberReading[][]>(
    (all, at) => all.flatMap((one) => CHOICES.map((reading) => Object.assign([...one], { [at]: reading }))),
    [numbers.map(({ reading }) => reading)],
  );
  const holds = choices.filter((choice) =>
    full.every((row) => {
      const values = places.map((at) => plainsOf(cellText(row, at), choice[at] ?? 'PLAIN'));
      return isProduct(values, currency);
    }),
  );
  const [only] = holds;
  return only && holds.length === 1 ? numbers.map((n, i) => ({ ...n, reading: only[i] ?? n.reading })) : numbers;
}
const CHOICES = ['POINT', 'COMMA'] as const satisfies readonly NumberReading[];

/**
 * Decides how the numbers of a column are read: as a person chose, or as the cells of this column alone show. Neither
 * another column nor the separator of the file decides, because neither proves anything about this column.
 */
function numbersOf(rows: readonly TableRow[], column: number, chosen: DecimalMark | null): ColumnNumbers {
  const evidence: MarkEvidence = evidenceOf(rows.map((row) => splitUnitWord(cellText(row, column)).number));
  return {
    ...decideReading(evidence, { chosen, remembered: null }),
    ambiguous: evidence.open ?? null,
    evidence,
  };
}

/** The layout of a table where a person chose these decimal marks for an earlier table of its form. */
export const withRemembered = (layout: Layout, remembered: readonly (DecimalMark | null)[]): Layout => ({
  ...layout,
  numbers: layout.numbers.map((column, i) =>
    column.reading === 'OPEN'
      ? { ...column, ...decideReading(column.evidence, { chosen: null, remembered: remembered[i] ?? null }) }
      : column,
  ),
});

const isNumber = (text: string): boolean => readInColumn(splitUnitWord(text).number, 'EACH') !== undefined;

/** The values of a cell: two if it can be read in two ways and its column does not decide between them. */
function plainsOf(text: string, reading: NumberReading): readonly string[] {
  const bare = splitUnitWord(text).number;
  const read = readInColumn(bare, reading);
  if (read === 'ambiguous') return [readNumber(bare, '.')?.plain ?? '', readNumber(bare, ',')?.plain ?? ''];
  return read ? [read.plain] : [];
}

/** Whether the first row contains headings: known words, or any words above columns of numbers. */
function looksLikeHeadings(first: TableRow, below: readonly TableRow[]): boolean {
  const texts = first.cells.map((_, i) => cellText(first, i));
  if (texts.some((text) => text !== '' && isNumber(text))) return false;
  if (texts.some((text) => fieldOfHeading(text) !== undefined)) return true;
  const isNumeric = (column: number) => below.some((row) => isNumber(cellText(row, column)));
  return texts.some((text, i) => text !== '' && isNumeric(i));
}

/** Assigns each field to the column whose heading matches the field most exactly. */
function columnsByHeading(
  headings: TableRow,
  rows: readonly TableRow[],
  width: number,
  { isKnownCode }: LayoutHints,
): (LineColumn | null)[] {
  const hits = Array.from({ length: width }, (_, i) => fieldOfHeading(cellText(headings, i)));
  const columns = hits.map((hit, i) => {
    if (!hit) return null;
    const isBest = hits.every(
      (other, j) => other?.field !== hit.field || other.rank > hit.rank || (other.rank === hit.rank && j >= i),
    );
    return isBest ? hit.field : null;
  });
  // A column with the heading "Item" or "Product" can contain SKUs instead of names.
  const name = columns.indexOf('name');
  const holdsSkus = name >= 0 && !columns.includes('sku') && profileOf(rows, name).share(isKnownCode) >= HALF;
  return columns.map((field, i) => (holdsSkus && i === name ? 'sku' : field));
}

/** The kinds of content that one column of a table without headings contains. */
interface Profile {
  readonly index: number;
  readonly texts: readonly string[];
  readonly share: (test: (text: string) => boolean) => number;
}
const MOST = 0.8;
const HALF = 0.5;

function columnsByContent(
  rows: readonly TableRow[],
  width: number,
  numbers: readonly ColumnNumbers[],
  hints: LayoutHints,
): (LineColumn | null)[] {
  const columns = Array.from({ length: width }, (): LineColumn | null => null);
  const profiles = Array.from({ length: width }, (_, index) => profileOf(rows, index)).filter(
    (p) => p.texts.length > 0,
  );
  const take = (field: LineColumn, p: Profile | undefined) => {
    if (p) columns[p.index] = field;
  };
  const free = () => profiles.filter((p) => columns[p.index] === null);
  const sku = best(free(), (p) => p.share(hints.isKnownCode), HALF);
  take('sku', sku);
  const numeric = free().filter((p) => p.share((text) => isNumber(text)) >= MOST && !isCounter(p));
  take(
    'costType',
    best(free(), (p) => p.share((text) => costTypeOf(text) !== undefined), MOST),
  );
  const wordy = free().filter((p) => p.share((text) => isNumber(text)) < HALF);
  take(
    'name',
    best(wordy, (p) => p.texts.reduce((sum, text) => sum + text.length, 0) / p.texts.length, 0),
  );
  for (const [field, p] of figures(rows, numeric, numbers, hints.currency, sku !== undefined)) take(field, p);
  return columns;
}

function profileOf(rows: readonly TableRow[], index: number): Profile {
  const texts = rows.map((row) => cellText(row, index)).filter((text) => text !== '');
  return { index, texts, share: (test) => texts.filter(test).length / texts.length };
}

function best(profiles: readonly Profile[], value: (p: Profile) => number, least: number): Profile | undefined {
  const rated = profiles.map((p) => ({ p, value: value(p) })).filter((x) => x.value > 0 && x.value >= least);
  return rated.reduce<(typeof rated)[number] | undefined>(
    (top, x) => (top && top.value >= x.value ? top : x),
    undefined,
  )?.p;
}

/** Whether the column only counts the rows: 1, 2, 3 and so on. */
const isCounter = (p: Profile): boolean =>
  p.texts.length > 1 && p.texts.every((text, i) => text.replace(/\.$/, '') === String(i + 1));

/**
 * Decides which numeric columns contain quantity, price and amount: three columns with price × quantity = amount. If
 * there are none, a column of whole numbers is the quantity, and the last column is the amount.
 */
function figures(
  rows: readonly TableRow[],
  numeric: readonly Profile[],
  numbers: readonly ColumnNumbers[],
  currency: string,
  hasSku: boolean,
): readonly (readonly [LineColumn, Profile])[] {
  const plains = (text: string, { index }: Profile) => plainsOf(text, numbers[index]?.reading ?? 'PLAIN');
  const isWhole = (p: Profile) =>
    p.share((text) => plains(text, p).some((plain) => /^-?\d+(?:\.0+)?$/.test(plain)) && !/\p{Sc}/u.test(text)) >= MOST;
  const products = (quantity: Profile, price: Profile, amount: Profile) => {
    const full = rows.filter((row) => [quantity, price, amount].every((p) => cellText(row, p.index) !== ''));
    return (
      full.length > 0 &&
      full.filter((row) =>
        isProduct(
          [quantity, price, amount].map((p) => plains(cellText(row, p.index), p)),
          currency,
        ),
      ).length /
        full.length >=
        MOST
    );
  };
  for (const quantity of numeric.filter(isWhole))
    for (const price of numeric)
      for (const amount of numeric) {
        const isTriple = price !== quantity && amount !== quantity && amount !== price;
        if (isTriple && products(quantity, price, amount))
          return [
            ['quantity', quantity],
            ['unitPrice', price],
            ['amount', amount],
          ];
      }
  const quantity = numeric.length > 1 || hasSku ? numeric.find(isWhole) : undefined;
  const amount = numeric.filter((p) => p !== quantity).at(-1);
  return [...(quantity ? [['quantity', quantity] as const] : []), ...(amount ? [['amount', amount] as const] : [])];
}

/** Each cell has one or more possible readings. Whether, for one combination of them, quantity × price = amount. */
const isProduct = ([quantities, prices, amounts]: readonly (readonly string[])[], currency: string): boolean =>
  (quantities ?? []).some((quantity) =>
    (prices ?? []).some((price) => (amounts ?? []).some((amount) => isPrice(quantity, price, amount, currency))),
  );

function isPrice(quantity: string, price: string, amount: string, currency: string): boolean {
  const [units, each, total] = [parseQuantity(quantity), parseUnitPrice(price), parseAmount(amount, currency)];
  // A quantity of 1 proves nothing: 1 × 5 = 5 does not show which column is the price and which is the amount.
  return (
    units.ok &&
    each.ok &&
    total.ok &&
    (units.value !== MICRO || total.value === 0n) &&
    isPriceOf(each.value, total.value, units.value, currency)
  );
}

/** The fields that contain numbers. */
const NUMBER_FIELDS: ReadonlySet<LineColumn | null> = new Set(['quantity', 'unitPrice', 'amount', 'taxAmount']);
export const holdsNumbers = (field: LineColumn | null): boolean => NUMBER_FIELDS.has(field);

/** The first column whose numbers can be read in two ways, so that a person must decide; -1 if there is none. */
export const openColumn = ({ columns, numbers }: Layout): number =>
  columns.findIndex((field, i) => holdsNumbers(field) && numbers[i]?.reading === 'OPEN');

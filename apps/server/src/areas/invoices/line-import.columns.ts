import { MICRO, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import { type DecimalMark, decimalMarkOf, readNumber } from '@quayside/domain/money/number-text';
import { isPriceOf, parseUnitPrice } from '@quayside/domain/money/unit-price';
import { withoutApostrophe } from '../../tables/cells.ts';
import type { TableRow } from '../../tables/table.ts';
import { costTypeOf, fieldOfHeading, type LineColumn, withoutUnits } from './line-import.words.ts';

/** The text of a cell, without the wrapping that spreadsheets add. */
export const cellText = (row: TableRow, column: number): string =>
  withoutApostrophe((row.cells[column] ?? '').replaceAll('\ufeff', '').trim()).trim();

/** How to read a table: the row with its headings, the field in each column, and the decimal mark. */
export interface Layout {
  readonly headings: TableRow | undefined;
  readonly rows: readonly TableRow[];
  readonly columns: readonly (LineColumn | null)[];
  readonly mark: DecimalMark;
}
export interface LayoutHints {
  readonly delimiter: string;
  readonly currency: string;
  readonly hasHeadings?: boolean | undefined;
  /** The columns that a person assigned. */
  readonly columns?: readonly (LineColumn | null)[] | undefined;
  /** Whether the account has a product with this SKU. */
  isKnownSku(text: string): boolean;
}

/** The number of rows examined to recognise the fields of columns. */
export const SAMPLE_ROWS = 100;

/**
 * Determines the layout of a table: from its headings, otherwise from the content of its columns, unless a person
 * assigned them.
 */
export function layoutOf(all: readonly TableRow[], hints: LayoutHints): Layout {
  const width = all.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const sample = all.slice(0, SAMPLE_ROWS);
  const numbers = sample.flatMap((row) => row.cells.map((_, i) => withoutUnits(cellText(row, i))));
  const mark = decimalMarkOf(numbers) ?? (hints.delimiter === ';' ? ',' : '.');
  const [first, ...rest] = all;
  const hasHeadings =
    hints.hasHeadings ?? (first !== undefined && looksLikeHeadings(first, rest.slice(0, SAMPLE_ROWS), mark));
  const rows = hasHeadings ? rest : all;
  const headings = hasHeadings ? first : undefined;
  const named = headings && columnsByHeading(headings, rows.slice(0, SAMPLE_ROWS), width, hints);
  const found = named?.some((field) => field !== null)
    ? named
    : columnsByContent(rows.slice(0, SAMPLE_ROWS), width, mark, hints);
  const chosen = hints.columns && Array.from({ length: width }, (_, i) => hints.columns?.[i] ?? null);
  return { headings, rows, columns: chosen ?? found, mark };
}

const isNumber = (text: string, mark: DecimalMark): boolean => readNumber(withoutUnits(text), mark) !== undefined;

/** Whether the first row holds headings: known words, or any words above numbers. */
function looksLikeHeadings(first: TableRow, below: readonly TableRow[], mark: DecimalMark): boolean {
  const texts = first.cells.map((_, i) => cellText(first, i));
  if (texts.some((text) => text !== '' && isNumber(text, mark))) return false;
  if (texts.some((text) => fieldOfHeading(text) !== undefined)) return true;
  const isNumeric = (column: number) => below.some((row) => isNumber(cellText(row, column), mark));
  return texts.some((text, i) => text !== '' && isNumeric(i));
}

/** Assigns each field to the column whose heading matches it most exactly. */
function columnsByHeading(
  headings: TableRow,
  rows: readonly TableRow[],
  width: number,
  { isKnownSku }: LayoutHints,
): (LineColumn | null)[] {
  const hits = Array.from({ length: width }, (_, i) => fieldOfHeading(cellText(headings, i)));
  const columns = hits.map((hit, i) => {
    if (!hit) return null;
    const isBest = hits.every(
      (other, j) => other?.field !== hit.field || other.rank > hit.rank || (other.rank === hit.rank && j >= i),
    );
    return isBest ? hit.field : null;
  });
  // "Item" or "Product" can also be the heading of SKUs.
  const name = columns.indexOf('name');
  const holdsSkus = name >= 0 && !columns.includes('sku') && profileOf(rows, name).share(isKnownSku) >= HALF;
  return columns.map((field, i) => (holdsSkus && i === name ? 'sku' : field));
}

/** The kinds of content in one column of a table without headings. */
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
  mark: DecimalMark,
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
  const sku = best(free(), (p) => p.share(hints.isKnownSku), HALF);
  take('sku', sku);
  const numeric = free().filter((p) => p.share((text) => isNumber(text, mark)) >= MOST && !isCounter(p));
  take(
    'costType',
    best(free(), (p) => p.share((text) => costTypeOf(text) !== undefined), MOST),
  );
  const wordy = free().filter((p) => p.share((text) => isNumber(text, mark)) < HALF);
  take(
    'name',
    best(wordy, (p) => p.texts.reduce((sum, text) => sum + text.length, 0) / p.texts.length, 0),
  );
  for (const [field, p] of figures(rows, numeric, mark, hints.currency, sku !== undefined)) take(field, p);
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

/** Whether the column is a row counter: 1, 2, 3 and so on. */
const isCounter = (p: Profile): boolean =>
  p.texts.length > 1 && p.texts.every((text, i) => text.replace(/\.$/, '') === String(i + 1));

/**
 * Decides which numeric columns are quantity, price and amount: those with price × quantity = amount, otherwise whole
 * numbers are the quantity and the last column the amount.
 */
function figures(
  rows: readonly TableRow[],
  numeric: readonly Profile[],
  mark: DecimalMark,
  currency: string,
  hasSku: boolean,
): readonly (readonly [LineColumn, Profile])[] {
  const isWhole = (p: Profile) =>
    p.share(
      (text) => /^-?\d+(?:\.0+)?$/.test(readNumber(withoutUnits(text), mark)?.plain ?? '') && !/\p{Sc}/u.test(text),
    ) >= MOST;
  const products = (quantity: Profile, price: Profile, amount: Profile) => {
    const full = rows.filter((row) => [quantity, price, amount].every((p) => cellText(row, p.index) !== ''));
    return (
      full.length > 0 &&
      full.filter((row) => isProduct(row, [quantity, price, amount], mark, currency)).length / full.length >= MOST
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

function isProduct(
  row: TableRow,
  [quantity, price, amount]: readonly Profile[],
  mark: DecimalMark,
  currency: string,
): boolean {
  const plain = (p: Profile | undefined) => readNumber(withoutUnits(cellText(row, p?.index ?? -1)), mark)?.plain ?? '';
  const [units, each, total] = [
    parseQuantity(plain(quantity)),
    parseUnitPrice(plain(price)),
    parseAmount(plain(amount), currency),
  ];
  // 1 × 5 = 5 does not show which column is which.
  return (
    units.ok &&
    each.ok &&
    total.ok &&
    (units.value !== MICRO || total.value === 0n) &&
    isPriceOf(each.value, total.value, units.value, currency)
  );
}

import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isSumLabel } from '@quayside/domain/invoices/line-headings';
import { formatAmount, formatQuantity, grouped, parseAmount } from '@quayside/domain/money/money';
import { ambiguityOf, type NumberText, readInColumn } from '@quayside/domain/money/number-text';
import { amountOfUnits, isPriceOf, parseUnitPrice, type UnitPrice } from '@quayside/domain/money/unit-price';
import { mayBeIn } from '@quayside/domain/money/written-currency';
import { isUnitHeading, kindOfUnitWord, splitUnitWord } from '@quayside/domain/stock/unit-words';
import { MAX_CELL, shown } from '../../tables/cells.ts';
import { cellText, type Layout, unreadLine } from '../../tables/line-columns.ts';
import type { LineColumn } from '../../tables/line-words.ts';
import type { TableRow } from '../../tables/table.ts';
import type { CartonChoice } from './import-once.ts';
import { isReason, unitsOfPack } from './read-row.ts';

// Reads the rows of a table of lines: a product or a name, with quantity, price and amount.

/** An error in a cell or a row, with its message as a text code that is not translated yet. */
export interface LineError {
  readonly column: LineColumn | null;
  readonly value: string;
  readonly message: Text;
}
/** What is known of the document into which lines are read, and of its products. */
export interface LineRowContext {
  readonly currency: string;
  readonly delimiter: string;
  readonly products: { has(code: string): boolean };
  readonly cartons?: CartonChoice | undefined;
  /** The units per case of products of which rows count cartons, by the code of the product. */
  readonly caseUnits?: ReadonlyMap<string, number>;
}
/** The cells of a row, read as their columns are. What cannot be read is an error of its cell. */
export interface LineReader {
  readonly cells: ReadonlyMap<LineColumn, string>;
  readonly errors: readonly LineError[];
  fail(column: LineColumn | null, message: Text): undefined;
  /** Adds the message of a broken rule, unless the cell has an error already. */
  failOnce(column: LineColumn | null, message: Text): void;
  /** The single units of the row, as a decimal text. */
  quantity(): string | undefined;
  /** An amount in minor units of the currency of the document. */
  amount(column: 'amount' | 'taxAmount'): bigint | undefined;
  /** A price, with its decimal text. */
  price(): { readonly plain: string; readonly value: UnitPrice } | undefined;
  /** Why the row cannot become a line, in place of all errors of its cells; otherwise these. */
  allErrors(): readonly LineError[];
}

/** Makes the reader of a row. `otherCurrency`: why an amount in this currency is refused. */
export function lineReader(
  row: TableRow,
  layout: Layout,
  context: LineRowContext,
  otherCurrency: (name: string) => Text,
): LineReader {
  const cells = cellsOf(row, layout);
  const errors: LineError[] = [];
  const fail = (column: LineColumn | null, message: Text): undefined =>
    void errors.push({ column, value: shown(column === null ? '' : (cells.get(column) ?? '')), message });
  const number = (column: LineColumn, text: string, form: Text): NumberText | undefined => {
    const read = readNumberCell(layout, column, text, form);
    return isReason(read) ? fail(column, read) : read;
  };
  const plain = (column: LineColumn, form: Text): string | undefined => {
    const text = cells.get(column);
    const read = text === undefined ? undefined : number(column, text, form);
    const isOther = read?.written && !mayBeIn(read.written, context.currency);
    return isOther ? fail(column, otherCurrency(read.written.name)) : read?.plain;
  };
  return {
    cells,
    errors,
    fail,
    failOnce: (column, message) => void (errors.some((error) => error.column === column) || fail(column, message)),
    quantity() {
      const text = cells.get('quantity');
      if (text === undefined) return undefined;
      const { number: figure, word, kind } = splitUnitWord(text);
      const read = number('quantity', figure, say('quantity.form'));
      if (!read || read.written) return read && fail('quantity', say('quantity.form'));
      const caseUnits = context.caseUnits?.get(cells.get('sku') ?? '');
      const units = kind === 'PACK' ? unitsOfPack(read.plain, word ?? '', caseUnits, context.cartons) : read.plain;
      return isReason(units) ? fail('quantity', units) : units;
    },
    amount(column) {
      const text = plain(column, say('amount.form'));
      const parsed = text === undefined ? undefined : parseAmount(withoutEndZeros(text), context.currency);
      return parsed && !parsed.ok ? fail(column, parsed.message) : parsed?.value;
    },
    price() {
      const text = plain('unitPrice', say('price.form'));
      if (text === undefined) return undefined;
      const parsed = parseUnitPrice(text);
      return parsed.ok ? { plain: text, value: parsed.value } : fail('unitPrice', parsed.message);
    },
    allErrors() {
      const whole = unreadLine(row) ?? refusalOfLineRow(row, layout, cells, context);
      return whole ? [{ column: null, ...whole }] : errors;
    },
  };
}

/** The cells of a row that have a text, by the field of their column. */
export function cellsOf<F>(row: TableRow, { columns }: { readonly columns: readonly (F | null)[] }): Map<F, string> {
  const cells = new Map<F, string>();
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
function refusalOfLineRow(
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
const withoutEndZeros = (plain: string): string => plain.replace(/(\.\d*[1-9])0+$|\.0+$/, '$1');

/**
 * Why the amount of a row is not its quantity × its price; undefined if it is, also if the price was rounded.
 * `written`: the price as it stands in the row.
 */
export function amountProblem(
  price: UnitPrice,
  quantityMicro: bigint,
  amountMinor: bigint,
  { currency, written }: { readonly currency: string; readonly written: string },
): Text | undefined {
  const product = amountOfUnits(price, quantityMicro, currency);
  if ((product.ok && product.value === amountMinor) || isPriceOf(price, amountMinor, quantityMicro, currency))
    return undefined;
  return say('lines.sum_differs', {
    quantity: grouped(formatQuantity(quantityMicro)),
    price: written,
    product: product.ok ? grouped(formatAmount(product.value, currency)) : '',
    amount: grouped(formatAmount(amountMinor, currency)),
  });
}

/** Reads a number as its column is read; the reason if it can be read in two ways, or is none (`form`). */
function readNumberCell({ columns, numbers }: Layout, column: LineColumn, text: string, form: Text): NumberText | Text {
  const read = readInColumn(text, numbers[columns.indexOf(column)]?.reading ?? 'PLAIN');
  if (read !== 'ambiguous') return read ?? form;
  const { whole, decimal } = ambiguityOf(text) ?? { whole: '', decimal: '' };
  return say('lines.ambiguous', { typed: shown(text), whole, decimal });
}

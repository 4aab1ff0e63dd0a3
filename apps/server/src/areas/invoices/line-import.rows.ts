import { createLineBody } from '@quayside/contracts/invoices';
import type { CostCategory } from '@quayside/domain/lists';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import { readNumber } from '@quayside/domain/money/number-text';
import { amountOfUnits, isPriceOf, parseUnitPrice, type UnitPrice } from '@quayside/domain/money/unit-price';
import type { ProductRef } from '../products/public.ts';
import { MAX_CELL, shown } from '../../tables/cells.ts';
import type { TableRow } from '../../tables/table.ts';
import { blankLine, type LineContext, type LineFields, type LinePatch, mergeLine } from './invoice-lines.rules.ts';
import { cellText, type Layout } from './line-import.columns.ts';
import { costTypeOf, isSumLabel, type LineColumn, withoutUnits } from './line-import.words.ts';
import type { LineImport } from './invoices.types.ts';

export type RowError = LineImport['rows'][number]['errors'][number];

/** One row as it was understood: the line that it would become, or what is wrong with it. */
export interface ReadRow {
  readonly row: number;
  readonly patch: LinePatch;
  readonly fields: LineFields;
  readonly product: ProductRef | undefined;
  readonly errors: readonly RowError[];
}
export interface RowContext extends LineContext {
  /** What new lines start with. */
  readonly costType: CostCategory;
  readonly delimiter: string;
  /** Products by SKU as the table writes it. */
  readonly products: ReadonlyMap<string, ProductRef>;
}

/** The field of a line that a refusal names, as the column that holds it. */
const COLUMN_OF: Readonly<Record<string, LineColumn>> = { productId: 'sku' };

/** Understands one row. Nothing is stored; every rule of a typed line holds here too. */
export function readLineRow(row: TableRow, layout: Layout, context: RowContext): ReadRow {
  const cells = new Map<LineColumn, string>();
  for (const [i, field] of layout.columns.entries()) {
    const text = cellText(row, i);
    if (field !== null && text !== '') cells.set(field, text);
  }
  const reader = new RowReader(cells, layout, context);
  const patch = reader.patch();
  const product = context.products.get(cells.get('sku') ?? '');
  const { fields, errors } = mergeLine(blankLine(context.costType), patch, context);
  for (const { field, message } of errors) reader.failOnce(COLUMN_OF[field] ?? (field as LineColumn), message);
  const whole = refusalOfRow(row, layout, cells, context);
  const place = (e: RowError) => (e.column === null ? -1 : layout.columns.indexOf(e.column));
  return { row: row.row, patch, fields, product, errors: whole ? [whole] : reader.errors.toSorted((a, b) => place(a) - place(b)) };
}

/** What keeps a whole row from being a line: it holds nothing, it adds up others, or its cells are shifted. */
function refusalOfRow(row: TableRow, { headings }: Layout, cells: ReadonlyMap<LineColumn, string>, context: RowContext): RowError | undefined {
  const refuse = (value: string, message: string): RowError => ({ column: null, value: shown(value), message });
  const long = row.cells.find((cell) => cell.length > MAX_CELL);
  if (long !== undefined) return refuse(long, 'The cell is longer than 32 KB');
  const width = headings?.cells.length ?? row.cells.length;
  const extra = row.cells.find((cell, i) => i >= width && cell.trim() !== '');
  if (extra !== undefined)
    return refuse(extra, `The row has ${row.cells.length} cells, the headings ${width}: a cell with "${context.delimiter}" must stand in quotes`);
  const label = context.products.has(cells.get('sku') ?? '') ? undefined : row.cells.find((cell) => isSumLabel(cell));
  if (label !== undefined) return refuse(label, 'This is a sum of other rows, not a line');
  return cells.size === 0 ? refuse(row.cells.find((cell) => cell.trim() !== '') ?? '', 'Nothing in this row could be read') : undefined;
}

class RowReader {
  readonly errors: RowError[] = [];
  readonly #cells: ReadonlyMap<LineColumn, string>;
  readonly #layout: Layout;
  readonly #context: RowContext;
  constructor(cells: ReadonlyMap<LineColumn, string>, layout: Layout, context: RowContext) {
    this.#cells = cells;
    this.#layout = layout;
    this.#context = context;
  }

  fail(column: LineColumn, message: string): undefined {
    this.errors.push({ column, value: shown(this.#cells.get(column) ?? ''), message });
    return undefined;
  }

  /** A rule of the line says nothing more where its cell could not be read. */
  failOnce(column: LineColumn, message: string): void {
    if (!this.errors.some((e) => e.column === column)) this.fail(column, message);
  }

  patch(): LinePatch {
    const quantity = this.#quantity();
    const amount = this.#amount(quantity);
    const { currency } = this.#context;
    const tax = this.#money('taxAmount');
    const patch: LinePatch = {
      productId: this.#product(),
      name: this.#text('name'),
      account: this.#text('account'),
      internalReference: this.#text('internalReference'),
      costType: this.#costType(),
      quantity: quantity === undefined ? undefined : formatQuantity(quantity),
      amount: amount === undefined ? undefined : formatAmount(amount, currency),
      taxAmount: tax === undefined ? undefined : formatAmount(tax, currency),
    };
    return patch;
  }

  #product(): string | undefined {
    const sku = this.#cells.get('sku');
    if (sku === undefined) return undefined;
    return this.#context.products.get(sku)?.id ?? this.fail('sku', `The account has no product with the SKU ${shown(sku)}`);
  }

  #text(column: 'name' | 'account' | 'internalReference'): string | undefined {
    const text = this.#cells.get(column);
    if (text === undefined) return undefined;
    const parsed = createLineBody.shape[column].safeParse(text);
    return parsed.success ? (parsed.data ?? undefined) : this.fail(column, parsed.error.issues[0]?.message ?? 'This cannot be read');
  }

  #costType(): CostCategory | undefined {
    const text = this.#cells.get('costType');
    if (text === undefined) return undefined;
    return costTypeOf(text) ?? this.fail('costType', 'This is no cost type. Write one such as Shipping, Insurance or CUSTOMS_AND_DUTIES');
  }

  #quantity(): bigint | undefined {
    const text = this.#cells.get('quantity');
    if (text === undefined) return undefined;
    const read = readNumber(withoutUnits(text), this.#layout.mark);
    if (!read || read.currency !== null) return this.fail('quantity', 'Write a quantity such as 1200');
    const parsed = parseQuantity(read.plain);
    return parsed.ok ? parsed.value : this.fail('quantity', parsed.message);
  }

  /** The number in a cell of money, in the currency of the invoice where it names one. */
  #plain(column: 'amount' | 'taxAmount' | 'unitPrice'): string | undefined {
    const text = this.#cells.get(column);
    if (text === undefined) return undefined;
    const read = readNumber(text, this.#layout.mark);
    if (!read) return this.fail(column, 'Write an amount such as 1234.50');
    const { currency } = this.#context;
    if (read.currency !== null && read.currency !== currency) return this.fail(column, `This is in ${read.currency}, the invoice in ${currency}`);
    return read.plain;
  }

  #money(column: 'amount' | 'taxAmount'): bigint | undefined {
    const plain = this.#plain(column);
    if (plain === undefined) return undefined;
    const parsed = parseAmount(plain, this.#context.currency);
    return parsed.ok ? parsed.value : this.fail(column, parsed.message);
  }

  #price(): UnitPrice | undefined {
    const plain = this.#plain('unitPrice');
    if (plain === undefined) return undefined;
    const parsed = parseUnitPrice(plain);
    return parsed.ok ? parsed.value : this.fail('unitPrice', parsed.message);
  }

  /** The amount is the truth; without one it is price × quantity. Where both are there, they must agree. */
  #amount(quantity: bigint | undefined): bigint | undefined {
    const { currency } = this.#context;
    const amount = this.#money('amount');
    const price = this.#price();
    if (price === undefined) return amount;
    const hasAmount = this.#cells.has('amount');
    if (quantity === undefined) return hasAmount || this.#cells.has('quantity') ? amount : this.fail('unitPrice', 'A unit price needs a quantity');
    const product = amountOfUnits(price, quantity, currency);
    if (!product.ok) return this.fail('unitPrice', product.message);
    if (!hasAmount) return product.value;
    if (amount === undefined || amount === product.value || isPriceOf(price, amount, quantity, currency)) return amount;
    const each = this.#cells.get('unitPrice') ?? '';
    const sum = `${formatQuantity(quantity)} × ${each} is ${formatAmount(product.value, currency)}`;
    return this.fail('amount', `${sum}, but the amount says ${formatAmount(amount, currency)}`);
  }
}

import { createLineBody } from '@quayside/contracts/invoice-lines';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import type { z } from 'zod';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { CostCategory } from '@quayside/domain/lists';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import type { NumberText } from '@quayside/domain/money/number-text';
import { amountOfUnits, isPriceOf, parseUnitPrice, type UnitPrice } from '@quayside/domain/money/unit-price';
import { mayBeIn } from '@quayside/domain/money/written-currency';
import { shown } from '../../tables/cells.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { type Layout, unreadLine } from '../../tables/line-columns.ts';
import { cellsOf, readNumberCell, refusalOfLineRow, sumDiffers, withoutEndZeros } from '../../http/line-table.ts';
import { costTypeOf, type LineColumn, singleUnits } from '../../tables/line-words.ts';
import type { TableRow } from '../../tables/table.ts';
import { namesOf, type ProductRef, type Resolved, theOne } from '../products/public.ts';
import { blankLine, type LineContext, type LineFields, type LinePatch, mergeLine } from './invoice-lines.rules.ts';
import type { LineImport } from './invoices.types.ts';

/** An error in a cell or a row, with its message as a text code that is not translated yet. */
interface RowError extends Omit<LineImport['rows'][number]['errors'][number], 'message'> {
  readonly message: Text;
}

/** A parsed row: the line that it would become, or its errors. */
export interface ReadRow {
  readonly row: number;
  readonly patch: LinePatch;
  readonly fields: LineFields;
  readonly product: ProductRef | undefined;
  readonly errors: readonly RowError[];
  /** Whether nothing decides what the line is for, so that a person is asked. */
  readonly isCostTypeOpen: boolean;
}
export interface RowContext extends LineContext {
  /** The cost type of a line for which the table has none. */
  readonly costTypeOf: (
    name: string | null,
    hasProduct: boolean,
  ) => { readonly costType: CostCategory; readonly isOpen: boolean };
  readonly delimiter: string;
  /** The products that each code means, with the code spelled as in the table. */
  readonly products: ReadonlyMap<string, Resolved>;
}

/** The column in which to show an error of a field, if the two have different names. */
const COLUMN_OF: Readonly<Record<string, LineColumn>> = { productId: 'sku' };

/** Parses one row and checks it by the same rules as a line that a person types. Nothing is stored. */
export function readLineRow(row: TableRow, layout: Layout, context: RowContext): ReadRow {
  const cells = cellsOf(row, layout);
  const reader = new RowReader(cells, layout, context);
  const patch = reader.patch();
  const product = theOne(context.products.get(cells.get('sku') ?? ''));
  const { costType, isOpen } = context.costTypeOf(patch.name ?? null, patch.productId !== undefined);
  const { fields, errors } = mergeLine(blankLine(costType), patch, context);
  for (const { field, message } of errors) reader.failOnce(COLUMN_OF[field] ?? (field as LineColumn), message);
  const whole = unreadLine(row) ?? refusalOfLineRow(row, layout, cells, context);
  const place = (e: RowError) => (e.column === null ? -1 : layout.columns.indexOf(e.column));
  return {
    row: row.row,
    patch,
    fields,
    product,
    isCostTypeOpen: isOpen && patch.costType === undefined,
    errors: whole ? [{ column: null, ...whole }] : reader.errors.toSorted((a, b) => place(a) - place(b)),
  };
}

const textOf = ({ issues: [issue] }: z.ZodError): Text => (issue ? textOfIssue(issue) : say('lines.unreadable'));

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

  fail(column: LineColumn, message: Text): undefined {
    this.errors.push({ column, value: shown(this.#cells.get(column) ?? ''), message });
    return undefined;
  }

  /** Adds the message of a broken rule, unless the cell has an error already. */
  failOnce(column: LineColumn, message: Text): void {
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
    const code = this.#cells.get('sku');
    if (code === undefined) return undefined;
    const resolved = this.#context.products.get(code);
    if (!resolved) return this.fail('sku', unknownCode(code, say('lines.code_unknown', { code: shown(code) })));
    const product = theOne(resolved);
    // A row whose code several products have waits until a person has chosen one of them.
    return product
      ? product.id
      : this.fail('sku', say('lines.code_several', { code: shown(code), products: namesOf(resolved) }));
  }

  #text(column: 'name' | 'account' | 'internalReference'): string | undefined {
    const text = this.#cells.get(column);
    if (text === undefined) return undefined;
    const parsed = createLineBody.shape[column].safeParse(text);
    return parsed.success ? (parsed.data ?? undefined) : this.fail(column, textOf(parsed.error));
  }

  #costType(): CostCategory | undefined {
    const text = this.#cells.get('costType');
    if (text === undefined) return undefined;
    return costTypeOf(text) ?? this.fail('costType', say('lines.cost_type'));
  }

  /** Reads a number as its column is read. A number that can be read in two ways is an error of its cell. */
  #number(column: LineColumn, text: string): NumberText | 'failed' | undefined {
    const read = readNumberCell(this.#layout, column, text);
    if (!(read && 'refusal' in read)) return read;
    this.fail(column, read.refusal);
    return 'failed';
  }

  #quantity(): bigint | undefined {
    const text = this.#cells.get('quantity');
    if (text === undefined) return undefined;
    const number = singleUnits(text);
    if (typeof number !== 'string') return this.fail('quantity', number);
    const read = this.#number('quantity', number);
    if (read === 'failed') return undefined;
    if (!read || read.written !== null) return this.fail('quantity', say('quantity.form'));
    const parsed = parseQuantity(read.plain);
    return parsed.ok ? parsed.value : this.fail('quantity', parsed.message);
  }

  /** The number in a cell with an amount or a price. If the cell names a currency, it must be that of the invoice. */
  #plain(column: 'amount' | 'taxAmount' | 'unitPrice'): string | undefined {
    const text = this.#cells.get(column);
    if (text === undefined) return undefined;
    const read = this.#number(column, text);
    if (read === 'failed') return undefined;
    if (!read) return this.fail(column, say('amount.form'));
    const { currency } = this.#context;
    if (read.written && !mayBeIn(read.written, currency))
      return this.fail(column, say('lines.other_currency', { currency: read.written.name, invoiceCurrency: currency }));
    return read.plain;
  }

  #money(column: 'amount' | 'taxAmount'): bigint | undefined {
    const plain = this.#plain(column);
    if (plain === undefined) return undefined;
    const parsed = parseAmount(withoutEndZeros(plain), this.#context.currency);
    return parsed.ok ? parsed.value : this.fail(column, parsed.message);
  }

  #price(): UnitPrice | undefined {
    const plain = this.#plain('unitPrice');
    if (plain === undefined) return undefined;
    const parsed = parseUnitPrice(plain);
    return parsed.ok ? parsed.value : this.fail('unitPrice', parsed.message);
  }

  /**
   * The amount of the line. It comes from the amount column, or is price × quantity if there is no such column. If the
   * row has both, they must agree.
   */
  #amount(quantity: bigint | undefined): bigint | undefined {
    const { currency } = this.#context;
    const amount = this.#money('amount');
    const price = this.#price();
    if (price === undefined) return amount;
    const hasAmount = this.#cells.has('amount');
    if (quantity === undefined)
      return hasAmount || this.#cells.has('quantity')
        ? amount
        : this.fail('unitPrice', say('lines.price_needs_quantity'));
    const product = amountOfUnits(price, quantity, currency);
    if (!product.ok) return this.fail('unitPrice', product.message);
    if (!hasAmount) return product.value;
    if (amount === undefined || amount === product.value || isPriceOf(price, amount, quantity, currency)) return amount;
    const each = this.#cells.get('unitPrice') ?? '';
    const figures = { quantityMicro: quantity, price: each, productMinor: product.value, amountMinor: amount };
    return this.fail('amount', sumDiffers(figures, currency));
  }
}

import { createLineBody } from '@quayside/contracts/invoices/invoice-lines';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import type { CostCategory } from '@quayside/domain/lists';
import { formatAmount, formatQuantity, parseQuantity } from '@quayside/domain/money/money';
import { amountOfUnits } from '@quayside/domain/money/unit-price';
import type { Layout } from '../../../tables/line-columns.ts';
import { costTypeOf, type LineColumn } from '../../../tables/line-words.ts';
import type { TableRow } from '../../../tables/table.ts';
import {
  amountProblem,
  isReason,
  type LineError,
  type LineReader,
  lineReader,
  type LineRowContext,
} from '../../imports/public.ts';
import { type ProductRef, productOfLine, type Resolved, theOne } from '../../products/public.ts';
import {
  blankLine,
  type LineContext,
  type LineFields,
  type LinePatch,
  mergeLine,
} from '../rows/invoice-lines.rules.ts';

/** A parsed row: the line that it would become, or its errors. */
export interface ReadRow {
  readonly row: number;
  readonly patch: LinePatch;
  readonly fields: LineFields;
  readonly product: ProductRef | undefined;
  readonly errors: readonly LineError[];
  /** Whether nothing decides what the line is for, so that a person is asked. */
  readonly isCostTypeOpen: boolean;
}
export interface RowContext extends LineContext, Omit<LineRowContext, 'products'> {
  /** The cost type of a line for which the table has none. */
  readonly costTypeOf: (
    name: string | null,
    hasProduct: boolean,
  ) => { readonly costType: CostCategory; readonly isOpen: boolean };
  /** The products that each code means, with the code spelled as in the table. */
  readonly products: ReadonlyMap<string, Resolved>;
}

/** The column in which to show an error of a field, if the two have different names. */
const COLUMN_OF: Readonly<Record<string, LineColumn>> = { productId: 'sku' };

/** Parses one row and checks it by the same rules as a line that a person types. Nothing is stored. */
export function readLineRow(row: TableRow, layout: Layout, context: RowContext): ReadRow {
  const { currency, products } = context;
  const read = lineReader(row, layout, context, (other) =>
    say('lines.other_currency', { currency: other, invoiceCurrency: currency }),
  );
  const patch = patchOf(read, context);
  const { costType, isOpen } = context.costTypeOf(patch.name ?? null, patch.productId !== undefined);
  const { fields, errors } = mergeLine(blankLine(costType), patch, context);
  for (const { field, message } of errors) read.failOnce(COLUMN_OF[field] ?? (field as LineColumn), message);
  const place = ({ column }: LineError) => (column === null ? -1 : layout.columns.indexOf(column));
  return {
    row: row.row,
    patch,
    fields,
    product: theOne(products.get(read.cells.get('sku') ?? '')),
    isCostTypeOpen: isOpen && patch.costType === undefined,
    errors: read.allErrors().toSorted((a, b) => place(a) - place(b)),
  };
}

function patchOf(read: LineReader, { currency, products }: RowContext): LinePatch {
  const quantity = quantityOf(read);
  const amount = amountOf(read, quantity, currency);
  const tax = read.amount('taxAmount');
  return {
    productId: productIdOf(read, products),
    name: textOf(read, 'name'),
    account: textOf(read, 'account'),
    internalReference: textOf(read, 'internalReference'),
    costType: costTypeIn(read),
    quantity: quantity === undefined ? undefined : formatQuantity(quantity),
    amount: amount === undefined ? undefined : formatAmount(amount, currency),
    taxAmount: tax === undefined ? undefined : formatAmount(tax, currency),
  };
}

/** A row whose code several products have waits until a person has chosen one of them. */
function productIdOf({ cells, fail }: LineReader, products: RowContext['products']): string | undefined {
  const code = cells.get('sku');
  const product = code === undefined ? undefined : productOfLine(products, code);
  return product && isReason(product) ? fail('sku', product) : product?.id;
}

function textOf({ cells, fail }: LineReader, column: 'name' | 'account' | 'internalReference'): string | undefined {
  const text = cells.get(column);
  if (text === undefined) return undefined;
  const { data, error } = createLineBody.shape[column].safeParse(text);
  const [issue] = error?.issues ?? [];
  return error ? fail(column, issue ? textOfIssue(issue) : say('lines.unreadable')) : (data ?? undefined);
}

function costTypeIn({ cells, fail }: LineReader): CostCategory | undefined {
  const text = cells.get('costType');
  return text === undefined ? undefined : (costTypeOf(text) ?? fail('costType', say('lines.cost_type')));
}

function quantityOf(read: LineReader): bigint | undefined {
  const plain = read.quantity();
  const parsed = plain === undefined ? undefined : parseQuantity(plain);
  return parsed && !parsed.ok ? read.fail('quantity', parsed.message) : parsed?.value;
}

/**
 * The amount of the line. It comes from the amount column, or is price × quantity if there is no such column. If the
 * row has both, they must agree.
 */
function amountOf(read: LineReader, quantity: bigint | undefined, currency: string): bigint | undefined {
  const { cells, fail } = read;
  const amount = read.amount('amount');
  const price = read.price()?.value;
  if (price === undefined) return amount;
  const hasAmount = cells.has('amount');
  if (quantity === undefined)
    return hasAmount || cells.has('quantity') ? amount : fail('unitPrice', say('lines.price_needs_quantity'));
  const product = amountOfUnits(price, quantity, currency);
  if (!product.ok) return fail('unitPrice', product.message);
  if (!hasAmount || amount === undefined) return hasAmount ? amount : product.value;
  const written = cells.get('unitPrice') ?? '';
  const problem: Text | undefined = amountProblem(price, quantity, amount, { currency, written });
  return problem ? fail('amount', problem) : amount;
}

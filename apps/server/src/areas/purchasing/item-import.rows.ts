import type { ITEM_COLUMNS } from '@quayside/contracts/purchase-order-items';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { MICRO, parseAmount, parseQuantity, pow10, roundDiv } from '@quayside/domain/money/money';
import { exponentOf } from '@quayside/domain/money/currencies';
import { amountOfUnits, isPriceOf, parseUnitPrice, type UnitPrice } from '@quayside/domain/money/unit-price';
import { mayBeIn } from '@quayside/domain/money/written-currency';
import { cellsOf, readNumberCell, refusalOfLineRow, sumDiffers, withoutEndZeros } from '../../http/line-table.ts';
import { shown } from '../../tables/cells.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { type Layout, unreadLine } from '../../tables/line-columns.ts';
import { singleUnits } from '../../tables/line-words.ts';
import type { TableRow } from '../../tables/table.ts';
import { namesOf, type ProductRef, type Resolved, theOne } from '../products/public.ts';
import { plainPrice } from './items.rules.ts';
import type { ItemPatch } from './purchasing.types.ts';

export type ItemColumn = (typeof ITEM_COLUMNS)[number];
/** An error in a cell or a row, with its message as a text code that is not translated yet. */
export interface RowError {
  readonly column: ItemColumn | null;
  readonly value: string;
  readonly message: Text;
}
/** A parsed row: the item that it would become, or its errors. */
export interface ReadItemRow {
  readonly row: number;
  readonly patch: ItemPatch;
  readonly product: ProductRef | undefined;
  readonly hasPrice: boolean;
  readonly errors: readonly RowError[];
}
interface RowContext {
  readonly currency: string;
  readonly delimiter: string;
  readonly products: ReadonlyMap<string, Resolved>;
  readonly isSnapped: boolean;
}

const MAX_NAME = 500;
const PRICE_DECIMALS = 6;

/** Parses one row of a table. The rules of items apply afterwards, as for an item that a person types. */
export function readItemRow(row: TableRow, layout: Layout, context: RowContext): ReadItemRow {
  const cells = cellsOf(row, layout);
  const errors: RowError[] = [];
  const fail = (column: ItemColumn, message: Text): undefined => {
    errors.push({ column, value: shown(cells.get(column) ?? ''), message });
    return undefined;
  };
  const number = (column: ItemColumn, form: Text): string | undefined => {
    const text = cells.get(column);
    if (text === undefined) return undefined;
    const figure = column === 'quantity' ? singleUnits(text) : text;
    if (typeof figure !== 'string') return fail(column, figure);
    const read = readNumberCell(layout, column, figure);
    if (!read) return fail(column, form);
    if ('refusal' in read) return fail(column, read.refusal);
    const { written } = read;
    if (written && column === 'quantity') return fail(column, form);
    if (written && !mayBeIn(written, context.currency))
      return fail(column, say('purchasing.row_currency', { currency: written.name, orderCurrency: context.currency }));
    return read.plain;
  };
  const name = cells.get('name');
  if (name !== undefined && (name.length > MAX_NAME || name.includes('\0') || !name.isWellFormed()))
    fail('name', say('field.max_length', { max: MAX_NAME }));
  const product = productOf(cells.get('sku'), context, (message) => fail('sku', message));
  const quantity = number('quantity', say('quantity.form'));
  if (!cells.has('quantity')) errors.push({ column: null, value: '', message: say('purchasing.row_quantity') });
  const unitPrice = priceIn(
    number('unitPrice', say('price.form')),
    number('amount', say('amount.form')),
    quantity,
    { currency: context.currency, written: cells.get('unitPrice') ?? '' },
    fail,
  );
  const whole = unreadLine(row) ?? refusalOfLineRow(row, layout, cells, context);
  return {
    row: row.row,
    product,
    hasPrice: unitPrice !== undefined,
    patch: {
      ...(product && { productId: product.id }),
      ...(name !== undefined && name !== product?.name && { name }),
      ...(quantity !== undefined && (context.isSnapped ? { askedQuantity: quantity } : { quantity })),
      ...(unitPrice !== undefined && { unitPrice }),
    },
    errors: whole ? [{ column: null, ...whole }] : errors,
  };
}

function productOf(
  code: string | undefined,
  { products }: RowContext,
  fail: (message: Text) => undefined,
): ProductRef | undefined {
  if (code === undefined) return undefined;
  const resolved = products.get(code);
  if (!resolved) return fail(unknownCode(code, say('lines.code_unknown', { code: shown(code) })));
  return theOne(resolved) ?? fail(say('lines.code_several', { code: shown(code), products: namesOf(resolved) }));
}

/**
 * The price of a row: as it is written, otherwise amount ÷ quantity where that is exact. Where both are written they
 * must agree, because the price decides and the amount of the order would differ from that of the file.
 */
function priceIn(
  price: string | undefined,
  amount: string | undefined,
  quantity: string | undefined,
  { currency, written }: { readonly currency: string; readonly written: string },
  fail: (column: ItemColumn, message: Text) => undefined,
): string | undefined {
  const units = quantity === undefined ? undefined : parseQuantity(quantity);
  const total = amount === undefined ? undefined : parseAmount(withoutEndZeros(amount), currency);
  if (total && !total.ok) return fail('amount', total.message);
  if (price === undefined) {
    if (!total || !units?.ok || units.value <= 0n) return undefined;
    return exactPrice(total.value, units.value, currency) ?? fail('amount', say('purchasing.amount_no_price'));
  }
  const parsed = parseUnitPrice(price);
  if (!parsed.ok) return fail('unitPrice', parsed.message);
  if (!total || !units?.ok) return price;
  return agrees(parsed.value, total.value, units.value, currency)
    ? price
    : fail('amount', differs(written, parsed.value, total.value, units.value, currency));
}

const agrees = (price: UnitPrice, amountMinor: bigint, quantityMicro: bigint, currency: string): boolean => {
  const product = amountOfUnits(price, quantityMicro, currency);
  return (product.ok && product.value === amountMinor) || isPriceOf(price, amountMinor, quantityMicro, currency);
};

function differs(price: string, parsed: UnitPrice, amountMinor: bigint, quantityMicro: bigint, currency: string): Text {
  const product = amountOfUnits(parsed, quantityMicro, currency);
  const productMinor = product.ok ? product.value : undefined;
  return sumDiffers({ quantityMicro, price, productMinor, amountMinor }, currency);
}

/** Amount ÷ quantity with up to 6 decimals, if quantity × this price is exactly the amount. */
function exactPrice(amountMinor: bigint, quantityMicro: bigint, currency: string): string | undefined {
  const scale = pow10(PRICE_DECIMALS);
  const digits = roundDiv(amountMinor * scale * MICRO, quantityMicro * pow10(exponentOf(currency)));
  const product = amountOfUnits({ digits, scale: PRICE_DECIMALS }, quantityMicro, currency);
  if (digits < 0n || !product.ok || product.value !== amountMinor) return undefined;
  const text = digits.toString().padStart(PRICE_DECIMALS + 1, '0');
  return plainPrice(`${text.slice(0, -PRICE_DECIMALS)}.${text.slice(-PRICE_DECIMALS)}`);
}

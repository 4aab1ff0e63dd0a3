import type { ITEM_COLUMNS } from '@quayside/contracts/purchasing/purchase-order-items';
import { say } from '@quayside/contracts/texts/catalogue';
import { exponentOf } from '@quayside/domain/money/currencies';
import { MICRO, parseQuantity, pow10, roundDiv } from '@quayside/domain/money/money';
import { amountOfUnits } from '@quayside/domain/money/unit-price';
import type { Layout } from '../../../tables/line-columns.ts';
import type { TableRow } from '../../../tables/table.ts';
import { amountProblem, isReason, type LineReader, lineReader, type LineRowContext } from '../../imports/public.ts';
import { type ProductRef, productOfLine, type Resolved } from '../../products/public.ts';
import { plainPrice } from '../rows/items.rules.ts';
import type { ItemPatch } from '../purchasing.types.ts';

export type ItemColumn = (typeof ITEM_COLUMNS)[number];
/** A parsed row: the item that it would become, or its errors. */
export interface ReadItemRow extends Pick<LineReader, 'failOnce' | 'allErrors'> {
  readonly row: number;
  readonly patch: ItemPatch;
  readonly product: ProductRef | undefined;
  readonly hasPrice: boolean;
}
interface RowContext extends LineRowContext {
  readonly products: ReadonlyMap<string, Resolved>;
  readonly isSnapped: boolean;
}

const MAX_NAME = 500;
const PRICE_DECIMALS = 6;

/** Parses one row of a table. The rules of items apply afterwards, as for an item that a person types. */
export function readItemRow(row: TableRow, layout: Layout, context: RowContext): ReadItemRow {
  const { currency, products, isSnapped } = context;
  const read = lineReader(row, layout, context, (other) =>
    say('purchasing.row_currency', { currency: other, orderCurrency: currency }),
  );
  const { cells, fail, failOnce, allErrors } = read;
  const name = cells.get('name');
  if (name !== undefined && (name.length > MAX_NAME || name.includes('\0') || !name.isWellFormed()))
    fail('name', say('field.max_length', { max: MAX_NAME }));
  const code = cells.get('sku');
  const found = code === undefined ? undefined : productOfLine(products, code);
  const product = found && isReason(found) ? fail('sku', found) : found;
  const quantity = read.quantity();
  if (!cells.has('quantity')) fail(null, say('purchasing.row_quantity'));
  const unitPrice = priceOf(read, quantity, currency);
  return {
    row: row.row,
    product,
    hasPrice: unitPrice !== undefined,
    patch: {
      ...(product && { productId: product.id }),
      ...(name !== undefined && name !== product?.name && { name }),
      ...(quantity !== undefined && (isSnapped ? { askedQuantity: quantity } : { quantity })),
      ...(unitPrice !== undefined && { unitPrice }),
    },
    failOnce,
    allErrors,
  };
}

/**
 * The price of a row: as it is written, otherwise amount ÷ quantity where that is exact. Where both are written they
 * must agree, because the price decides and the amount of the order would differ from that of the file.
 */
function priceOf(read: LineReader, quantity: string | undefined, currency: string): string | undefined {
  const { cells, fail } = read;
  const hasErrors = (column: ItemColumn) => read.errors.some((error) => error.column === column);
  const price = read.price();
  const total = read.amount('amount');
  const units = quantity === undefined ? undefined : parseQuantity(quantity);
  if (hasErrors('unitPrice') || hasErrors('amount')) return undefined;
  if (price === undefined) {
    if (total === undefined || !units?.ok || units.value <= 0n) return undefined;
    return exactPrice(total, units.value, currency) ?? fail('amount', say('purchasing.amount_no_price'));
  }
  if (total === undefined || !units?.ok) return price.plain;
  const written = cells.get('unitPrice') ?? '';
  const problem = amountProblem(price.value, units.value, total, { currency, written });
  return problem ? fail('amount', problem) : price.plain;
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

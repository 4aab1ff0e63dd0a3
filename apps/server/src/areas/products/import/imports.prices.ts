import { isCurrency } from '@quayside/domain/money/currencies';
import { readInColumn } from '@quayside/domain/money/number-text';
import {
  codeOf,
  currencyOfWord,
  mayBeIn,
  sharedSign,
  type WrittenCurrency,
} from '@quayside/domain/money/written-currency';
import { say } from '@quayside/contracts/texts/catalogue';
import { withoutApostrophe } from '../../../tables/cells.ts';
import { currencyInHeading } from './imports.fields.ts';
import { readingIn } from '../../../tables/import-columns.ts';
import type { Layout } from './imports.layout.ts';
import type { FailCell } from './imports.measures.ts';
import { priceMicros, priceText } from '../rows/products.prices.ts';
import type { ProductState, Terms } from '../rows/products.state.ts';
import { noTerms, termsAfter } from '../rows/products.state.ts';

/** The price of a supplier as a row gives it. */
export interface GivenPrice {
  readonly micros: string;
  /** Null if the row names none; it is then that of the supplier. */
  readonly currency: string | null;
  /** A sign of several currencies, such as $, that stands beside the number: the currency must be one of them. */
  readonly sign?: WrittenCurrency;
}
/** A cell with a price, or with its currency. */
export interface PriceCell {
  readonly column: number;
  readonly field: 'supplierPrice' | 'supplierCurrency';
  /** The cell as it is in the file, for error messages. */
  readonly raw: string;
  readonly text: string;
}

/** A price as the API accepts it. */
const PRICE = /^\d{1,12}(\.\d{1,6})?$/;

/**
 * Reads the price of a row. Its currency is named beside the number, in the column of currencies or in the heading; if
 * two of them differ, none is believed.
 */
export function readPrice(
  layout: Layout,
  cells: readonly PriceCell[],
  exact: ReadonlySet<number> | undefined,
  fail: FailCell,
): GivenPrice | undefined {
  const price = cells.find(({ field }) => field === 'supplierPrice');
  const named = cells.find(({ field }) => field === 'supplierCurrency');
  const ofColumn = named && currencyOfWord(named.text);
  if (named && ofColumn === undefined) fail(named.column, withoutApostrophe(named.raw), say('rows.currency_unknown'));
  if (!price) return undefined;
  const { column, raw, text } = price;
  const wrong = (reason: Parameters<FailCell>[2]) => (fail(column, withoutApostrophe(raw), reason), undefined);
  const read = readInColumn(text, exact?.has(column) ? 'POINT' : readingIn(layout, column));
  if (typeof read !== 'object' || !PRICE.test(read.plain)) return wrong(say('price.number'));
  const told = [codeOf(read.written), ofColumn, currencyInHeading(layout.names[column] ?? '')];
  const [currency = null, second] = new Set(told.filter((code) => code !== undefined && code !== null));
  const sign = sharedSign(read.written);
  const other = second ?? (sign && currency !== null && !mayBeIn(sign, currency) ? sign.name : undefined);
  if (currency !== null && other) return wrong(say('rows.currencies_differ', { one: currency, other }));
  if (named && ofColumn === undefined) return undefined;
  return { micros: priceMicros(read.plain).toString(), currency, ...(sign && { sign }) };
}

/** A price with its currency as text; null if there is none. */
export const priceInWords = (price: Pick<Terms, 'priceMicros' | 'currency'> | undefined): string | null =>
  price === undefined || price.priceMicros === null
    ? null
    : `${priceText(BigInt(price.priceMicros))} ${price.currency ?? ''}`.trim();

/** The terms of a product after one of its suppliers got another price. */
export const withPrice = (
  before: readonly Terms[],
  { supplierIds }: Pick<ProductState, 'supplierIds'>,
  supplierId: string,
  price: Pick<Terms, 'priceMicros' | 'currency'>,
): Terms[] => termsAfter(before, supplierIds).map((t) => (t.supplierId === supplierId ? { ...t, ...price } : t));

/**
 * The currency of a price: as the row names it, or as the supplier has it for this product or in general. Undefined if
 * nothing says it.
 */
export function currencyOfPrice(
  { currency }: GivenPrice,
  terms: readonly Terms[],
  supplierId: string,
  ofSuppliers: ReadonlyMap<string, string | null>,
): string | undefined {
  const known = terms.find((t) => t.supplierId === supplierId) ?? noTerms(supplierId);
  const found = currency ?? known.currency ?? ofSuppliers.get(supplierId) ?? undefined;
  return found !== undefined && isCurrency(found) ? found : undefined;
}

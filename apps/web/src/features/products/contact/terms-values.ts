import type { SupplierTerms } from '@quayside/contracts/products/products';
import { refusals } from '../../../lib/errors/refusals.ts';

/** The form values of one supplier. This is a type and not an interface, so that its fields can be indexed by name. */
export type TermsValue = {
  readonly supplierId: string;
  readonly price: string;
  readonly currency: string | null;
  readonly minimumOrder: number | null;
  readonly leadTime: number | null;
  readonly supplierSku: string;
};

/** The form values of the stored terms. */
export const termsOf = (suppliers: readonly SupplierTerms[]): TermsValue[] =>
  suppliers.map(({ id, price, currency, minimumOrder, leadTime, supplierSku }) => ({
    supplierId: id,
    price: price ?? '',
    currency,
    minimumOrder,
    leadTime,
    supplierSku: supplierSku ?? '',
  }));

/** The list with one row moved to another position. */
export function moved<V>(list: readonly V[], from: number, to: number): V[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** The errors of a refused request by index and field: "0.price". */
export function errorsByPlace(error: unknown): ReadonlyMap<string, string> {
  const { fields } = refusals(error, (path) => path.match(/^suppliers\.(\d+(?:\.\w+)?)$/)?.[1]);
  return new Map(Object.entries(fields));
}

/** The terms of one supplier as text for the conflict dialog: "Lanting 3.45 CNY, from 500". */
export function termsWords(
  { price, currency, minimumOrder, leadTime }: TermsValue,
  words: { name: string; from: string; days: string },
): string {
  const cost = price === '' ? '' : ` ${price}${currency === null ? '' : ` ${currency}`}`;
  const from = minimumOrder === null ? '' : `, ${words.from} ${minimumOrder}`;
  const days = leadTime === null ? '' : `, ${leadTime} ${words.days}`;
  return `${words.name}${cost}${from}${days}`;
}

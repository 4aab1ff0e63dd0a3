import type { SupplierTerms } from '@quayside/contracts/products';
import type { ApiError } from '../../../lib/api-error.ts';

/** What stands in the fields of one supplier; a type, so that it can be read by name. */
export type TermsValue = {
  readonly supplierId: string;
  readonly price: string;
  readonly currency: string | null;
  readonly minimumOrder: number | null;
  readonly leadTime: number | null;
  readonly supplierSku: string;
};
export type TermsField = Exclude<keyof TermsValue, 'supplierId'>;

/** The stored terms as the fields show them. */
export const termsOf = (suppliers: readonly SupplierTerms[]): TermsValue[] =>
  suppliers.map(({ id, price, currency, minimumOrder, leadTime, supplierSku }) => ({
    supplierId: id,
    price: price ?? '',
    currency,
    minimumOrder,
    leadTime,
    supplierSku: supplierSku ?? '',
  }));

/** The list with one row at another place; the others keep their order. */
export function moved<V>(list: readonly V[], from: number, to: number): V[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** A refusal's errors by the place in the list that they name: "0.price". */
export function errorsByPlace({ errors }: Pick<ApiError, 'errors'>): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap(({ field, message }): [string, string][] => {
      const place = field.match(/^(?:body\.)?suppliers\.(\d+(?:\.\w+)?)$/)?.[1];
      return place === undefined ? [] : [[place, message]];
    }),
  );
}

/** One line for the dialog of two versions: "Lanting 3.45 CNY, from 500". */
export function termsWords(
  { price, currency, minimumOrder, leadTime }: TermsValue,
  words: { name: string; from: string; days: string },
): string {
  const cost = price === '' ? '' : ` ${price}${currency === null ? '' : ` ${currency}`}`;
  return `${words.name}${cost}${minimumOrder === null ? '' : `, ${words.from} ${minimumOrder}`}${leadTime === null ? '' : `, ${leadTime} ${words.days}`}`;
}

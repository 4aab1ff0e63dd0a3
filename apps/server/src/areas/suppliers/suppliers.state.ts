import type { BodyOut } from '@quayside/contracts/endpoint';
import type { createSupplier as createSpec, LeadTime, PaymentTerm } from '@quayside/contracts/suppliers';
import { hundredthsOf, percentText } from '@quayside/domain/suppliers/terms';
import type { SupplierRow, SupplierValues } from './suppliers.queries.ts';

export type SupplierBody = BodyOut<typeof createSpec>;

/** The fields that a person types, as answers name them, with their columns. */
export const COLUMNS = {
  companyName: 'company_name',
  localName: 'local_name',
  email: 'email',
  telephone: 'telephone',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  addressLine3: 'address_line3',
  city: 'city',
  postCode: 'post_code',
  state: 'state',
  country: 'country',
  currency: 'currency',
  notes: 'notes',
  leadTime: 'lead_time',
  shippingMethod: 'shipping_method',
  xeroId: 'xero_id',
} as const satisfies Partial<Record<keyof SupplierBody, keyof SupplierRow>>;
export type PlainField = keyof typeof COLUMNS;
export const PLAIN_FIELDS = Object.keys(COLUMNS) as PlainField[];

/** The columns of the fields that are there; terms in the one form in which they are stored. */
export function toValues(b: SupplierBody): Partial<SupplierValues> {
  const plain = PLAIN_FIELDS.filter((field) => b[field] !== undefined).map((field) => [COLUMNS[field], b[field]]);
  return { ...Object.fromEntries(plain), ...(b.paymentTerms && { payment_terms: JSON.stringify(inOneForm(b.paymentTerms)) }) };
}

/** "30" and "30.00" are the same share. */
export const inOneForm = (terms: readonly PaymentTerm[]): PaymentTerm[] =>
  terms.map(({ percent, event, days }) => ({ percent: percentText(hundredthsOf(percent) ?? 0), event, days }));

export const termsOf = (row: Pick<SupplierRow, 'payment_terms'>): PaymentTerm[] => row.payment_terms as unknown as PaymentTerm[];

/** Lead times in the order of their names; a method of which nothing is known is none. */
export const inOrder = (times: readonly LeadTime[]): LeadTime[] =>
  times
    .filter((time) => time.production !== null || time.transit !== null || time.checkIn !== null)
    .map(({ shippingMethod, production, transit, checkIn }) => ({ shippingMethod, production, transit, checkIn }))
    .toSorted((a, b) => (a.shippingMethod < b.shippingMethod ? -1 : 1));

/** The same terms, or the same lead times. Both are lists of flat objects with their keys in one order. */
export const isSameList = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((item, i) => sorted(item) === sorted(b[i] ?? {}));
const sorted = (item: object) => JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));

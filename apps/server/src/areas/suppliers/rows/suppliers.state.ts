import type { BodyOut } from '@quayside/contracts/endpoint';
import type { createSupplier as createSpec, LeadTime, PaymentTerm } from '@quayside/contracts/suppliers/suppliers';
import { hundredthsOf, percentText } from '@quayside/domain/suppliers/terms';
import { monthEndOf, readTerms, storedTerm } from '../../../db/stored-due-rules.ts';
import type { SupplierRow, SupplierValues } from './suppliers.queries.ts';

export type SupplierBody = BodyOut<typeof createSpec>;

/** The fields that a person can type, by their names in the API, with the database column of each. */
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

/** Converts the fields in a request body to values of columns. The terms are normalised. */
export function toValues(b: SupplierBody): Partial<SupplierValues> {
  const plain = PLAIN_FIELDS.filter((field) => b[field] !== undefined).map((field) => [COLUMNS[field], b[field]]);
  return {
    ...Object.fromEntries(plain),
    ...(b.paymentTerms && { payment_terms: JSON.stringify(inOneForm(b.paymentTerms).map(storedTerm)) }),
  };
}

/**
 * Normalises the shares of payment terms, because "30" and "30.00" are the same. What an earlier release kept for an
 * undo has no months, and only says whether a month end counts.
 */
const inOneForm = (terms: readonly (PaymentTerm | EarlierTerm)[]): PaymentTerm[] =>
  terms.map(({ percent, event, months, days, monthEnd }) => ({
    percent: percentText(hundredthsOf(percent) ?? 0),
    event,
    months: months ?? 0,
    days,
    monthEnd: typeof monthEnd === 'boolean' ? monthEndOf(monthEnd, false) : monthEnd,
  }));
interface EarlierTerm extends Pick<PaymentTerm, 'percent' | 'event' | 'days'> {
  readonly months?: undefined;
  readonly monthEnd: boolean;
}

/** Everything that people can change about a supplier, except its bank details, as the API spells it. */
export interface SupplierState
  extends Readonly<Record<Exclude<PlainField, 'companyName' | 'leadTime'>, string | null>> {
  readonly companyName: string;
  readonly leadTime: number | null;
  readonly paymentTerms: readonly PaymentTerm[];
  readonly leadTimes: readonly LeadTime[];
  readonly archivedAt: string | null;
}
type StateField = keyof SupplierState;
export type SupplierChanges = { readonly [F in StateField]?: SupplierState[F] | undefined };
const STATE_FIELDS: readonly StateField[] = [...PLAIN_FIELDS, 'paymentTerms', 'leadTimes', 'archivedAt'];

export const isStateField = (field: string): field is StateField => STATE_FIELDS.some((known) => known === field);

/** A stored supplier with the version of its row. */
export interface StoredSupplier {
  readonly id: string;
  readonly version: number;
  readonly state: SupplierState;
}

/** The state of a stored supplier. */
export const stateOf = (row: SupplierRow, leadTimes: readonly LeadTime[]): SupplierState => ({
  ...(Object.fromEntries(PLAIN_FIELDS.map((field) => [field, row[COLUMNS[field]]])) as Pick<SupplierState, PlainField>),
  paymentTerms: termsOf(row).map(({ percent, event, months, days, monthEnd }) => ({
    percent,
    event,
    months,
    days,
    monthEnd,
  })),
  leadTimes: inOrder(leadTimes),
  archivedAt: row.archived_at?.toISOString() ?? null,
});

/** The state of a new supplier without any values. */
export const NEW_STATE: SupplierState = {
  ...(Object.fromEntries(PLAIN_FIELDS.map((field) => [field, null])) as Omit<
    Pick<SupplierState, PlainField>,
    'companyName'
  >),
  companyName: '',
  paymentTerms: [],
  leadTimes: [],
  archivedAt: null,
};

/** The state after changes; fields that are absent or undefined stay. Terms and lead times get their stored form. */
export function withChanges(state: SupplierState, changes: SupplierChanges): SupplierState {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next: SupplierState = { ...state, ...given };
  return { ...next, paymentTerms: inOneForm(next.paymentTerms), leadTimes: inOrder(next.leadTimes) };
}

/** The fields in which two states differ. */
export const changedFields = (from: SupplierState, to: SupplierState): StateField[] =>
  STATE_FIELDS.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));

/** The terms of a supplier. */
export const termsOf = (row: Pick<SupplierRow, 'payment_terms'>): PaymentTerm[] =>
  readTerms<PaymentTerm>(row.payment_terms);

/** Sorts lead times by shipping method, and omits methods without days. */
export const inOrder = (times: readonly LeadTime[]): LeadTime[] =>
  times
    .filter((time) => time.production !== null || time.transit !== null || time.checkIn !== null)
    .map(({ shippingMethod, production, transit, checkIn }) => ({ shippingMethod, production, transit, checkIn }))
    .toSorted((a, b) => (a.shippingMethod < b.shippingMethod ? -1 : 1));

/**
 * Whether two lists of terms or of lead times are equal. The objects are flat, so comparing their sorted entries as
 * JSON is enough.
 */
export const isSameList = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((item, i) => sorted(item) === sorted(b[i] ?? {}));
const sorted = (item: object) => JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));

import { isDeepStrictEqual as isSame } from 'node:util';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import type { PurchaseOrderStatus, RateSource, ShippingMethod } from '@quayside/domain/lists';
import { exponentOf, isCurrency } from '@quayside/domain/money/currencies';
import { parseRate, tooManyDecimals } from '@quayside/domain/money/money';
import type { FieldProblem } from '../../../http/errors.ts';
import { placesOfFixedMonths, sharesOf, type Term, typedTerms } from './purchase-order-terms.rules.ts';
import type { HeaderPatch } from '../purchasing.types.ts';

/** The header fields that a person can type, as they are stored. */
export interface OrderFields {
  readonly internalNumber: string;
  readonly poNumber: string;
  readonly supplierId: string | null;
  readonly orderDate: string | null;
  readonly currency: string;
  readonly rate: string | null;
  readonly rateDate: string | null;
  readonly rateSource: RateSource | null;
  readonly shippingNumber: string | null;
  readonly shipTo: string | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly portOfLoading: string | null;
  readonly deliveryDate: string | null;
  readonly etd: string | null;
  readonly readyOn: string | null;
  readonly shippedOn: string | null;
  readonly arrivedOn: string | null;
  readonly deliveredOn: string | null;
  readonly inspectedOn: string | null;
  readonly leadTimes: readonly LeadTime[];
  readonly terms: readonly Term[];
  readonly bankingDetails: string | null;
  readonly cartonMarks: string | null;
  readonly notes: string | null;
  readonly attachmentIds: readonly string[];
}

/** The fields that are taken from a request as they are. */
const PLAIN = [
  'supplierId',
  'orderDate',
  'shippingNumber',
  'shipTo',
  'shippingMethod',
  'portOfLoading',
  'deliveryDate',
  'etd',
  'readyOn',
  'shippedOn',
  'arrivedOn',
  'deliveredOn',
  'inspectedOn',
  'bankingDetails',
  'cartonMarks',
  'notes',
  'attachmentIds',
] as const;

/** The fields that the PDF shows. After a change of any other, a sent purchase order is still what was sent. */
export const PRINTED: readonly (keyof OrderFields)[] = [
  'poNumber',
  'internalNumber',
  'supplierId',
  'orderDate',
  'currency',
  'shippingNumber',
  'shipTo',
  'shippingMethod',
  'portOfLoading',
  'deliveryDate',
  'etd',
  'readyOn',
  'shippedOn',
  'arrivedOn',
  'deliveredOn',
  'inspectedOn',
  'leadTimes',
  'terms',
  'bankingDetails',
  'cartonMarks',
  'notes',
];

/** The header of a new purchase order, before any typed values are applied. */
export const blankOrder = (internalNumber: string, currency: string, today: string): OrderFields => ({
  internalNumber,
  poNumber: internalNumber,
  supplierId: null,
  orderDate: today,
  currency,
  rate: null,
  rateDate: null,
  rateSource: null,
  shippingNumber: null,
  shipTo: null,
  shippingMethod: null,
  portOfLoading: null,
  deliveryDate: null,
  etd: null,
  readyOn: null,
  shippedOn: null,
  arrivedOn: null,
  deliveredOn: null,
  inspectedOn: null,
  leadTimes: [],
  terms: [],
  bankingDetails: null,
  cartonMarks: null,
  notes: null,
  attachmentIds: [],
});

/** What a supplier brings to a purchase order. */
export interface FromSupplier {
  readonly currency: string | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly terms: readonly Term[];
  readonly leadTimes: readonly LeadTime[];
  readonly bankingDetails: string | null;
}

/**
 * Applies what a newly chosen supplier brings. What a person typed over the values of the former supplier stays, and so
 * does the currency while there are items, whose prices are in it.
 */
export function withSupplier(
  current: OrderFields,
  former: FromSupplier | undefined,
  next: FromSupplier,
  itemCount: number,
): OrderFields {
  const isTyped = <K extends 'shippingMethod' | 'terms' | 'bankingDetails'>(key: K, blank: OrderFields[K]): boolean =>
    !isSame(current[key], blank) && !isSame(current[key], former?.[key]);
  return {
    ...current,
    currency: itemCount > 0 ? current.currency : (next.currency ?? current.currency),
    shippingMethod: isTyped('shippingMethod', null) ? current.shippingMethod : next.shippingMethod,
    terms: isTyped('terms', []) ? current.terms : next.terms,
    bankingDetails: isTyped('bankingDetails', null) ? current.bankingDetails : next.bankingDetails,
    leadTimes: next.leadTimes,
  };
}

interface HeaderFacts {
  readonly accountCurrency: string;
  readonly status: PurchaseOrderStatus;
  readonly itemCount: number;
}
type Refuse = (field: string, message: Text) => void;

/** Applies a patch to the header. Fields that are absent from the patch stay, and null clears a field. */
export function mergeOrder(
  current: OrderFields,
  patch: HeaderPatch,
  facts: HeaderFacts,
): { readonly fields: OrderFields; readonly errors: readonly FieldProblem[] } {
  const errors: FieldProblem[] = [];
  const refuse: Refuse = (field, message) => void errors.push({ field, message });
  const plain = Object.fromEntries(
    PLAIN.map((key) => [key, patch[key] === undefined ? current[key] : patch[key]]),
  ) as Pick<OrderFields, (typeof PLAIN)[number]>;
  const currency = mergeCurrency(current, patch, facts, refuse);
  const terms = patch.paymentTerms === undefined ? current.terms : typedTerms(patch.paymentTerms);
  if ((sharesOf(terms) ?? 0) > 10_000) refuse('paymentTerms', say('terms.total'));
  for (const place of placesOfFixedMonths(terms, current.terms))
    refuse(`paymentTerms.${place}.months`, say('payments.months_of_fixed_day'));
  const internalNumber = patch.internalPoNumber ?? current.internalNumber;
  // The number that the supplier sees follows the internal one as long as nobody has typed another.
  const follows = current.poNumber === current.internalNumber;
  const fields: OrderFields = {
    ...plain,
    internalNumber,
    poNumber: patch.poNumber ?? (follows ? internalNumber : current.poNumber),
    currency,
    ...mergeRate(current, patch, currency, facts, refuse),
    leadTimes: current.leadTimes,
    terms,
  };
  return { fields, errors };
}

/** A currency with other decimals would change what the amounts of items mean, so it is refused while there are any. */
function mergeCurrency(current: OrderFields, patch: HeaderPatch, facts: HeaderFacts, refuse: Refuse): string {
  const currency = patch.currency ?? current.currency;
  if (!isCurrency(currency)) {
    refuse('currency', say('choose.currency'));
    return current.currency;
  }
  if (facts.itemCount === 0 || exponentOf(currency) === exponentOf(current.currency)) return currency;
  refuse(
    'currency',
    say('purchasing.decimals_change', { to: tooManyDecimals(currency), from: tooManyDecimals(current.currency) }),
  );
  return current.currency;
}

/** A rate belongs to one currency, and a purchase order in the currency of the account has none. */
function mergeRate(
  current: OrderFields,
  patch: HeaderPatch,
  currency: string,
  facts: HeaderFacts,
  refuse: Refuse,
): Pick<OrderFields, 'rate' | 'rateDate' | 'rateSource'> {
  const none = { rate: null, rateDate: null, rateSource: null };
  const typed = patch.rate === undefined || patch.rate === null ? null : parseRate(patch.rate);
  if (typed && !typed.ok) refuse('rate', typed.message);
  if (currency === facts.accountCurrency) {
    if (typed?.ok && !(typed.value.scale === 0 && typed.value.digits === 1n))
      refuse('rate', say('purchasing.own_currency', { currency }));
    return none;
  }
  const kept = currency === current.currency ? current.rate : null;
  const rate = patch.rate === undefined ? kept : typed?.ok ? typed.value.text : null;
  if (rate === null) return none;
  const keptDate = currency === current.currency ? current.rateDate : null;
  return {
    rate,
    rateDate: patch.rateDate === undefined ? (rate === kept ? keptDate : current.orderDate) : patch.rateDate,
    rateSource: rate === kept && patch.rateSource === undefined ? current.rateSource : (patch.rateSource ?? 'manual'),
  };
}

/** The names of the fields that differ. */
export const changedFields = (from: OrderFields, to: OrderFields): (keyof OrderFields)[] =>
  (Object.keys(to) as (keyof OrderFields)[]).filter((key) => !isSame(from[key], to[key]));

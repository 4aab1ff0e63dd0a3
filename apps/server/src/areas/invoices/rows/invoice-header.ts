import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { dayToUnix, unixToDay } from '@quayside/domain/days/days';
import type {
  CostCategory,
  InvoiceKind,
  InvoiceStatus,
  InvoiceType,
  RatePer,
  RateSource,
  ShippingMethod,
} from '@quayside/domain/lists';
import { exponentOf, isCurrency } from '@quayside/domain/money/currencies';
import { parseAmount, parseRate, storedInverse, tooManyDecimals } from '@quayside/domain/money/money';
import type { FieldProblem } from '../../../http/errors.ts';
import { TAKES_OFF } from './invoice-credits.rules.ts';
import type { BodyOf } from '../invoices.types.ts';

/** The header fields that a person can type, as they are stored. */
export interface HeaderFields {
  /** The supplier; null only for an uploaded invoice whose supplier has not been chosen yet. */
  readonly supplierId: string | null;
  readonly invoiceNumber: string;
  /** Whether the number was generated from the date. If so, it changes with the date. */
  readonly isNumberFromDate: boolean;
  readonly date: string;
  /** Whether nobody has chosen the date, so that it is the day on which the invoice was created. */
  readonly isDateDefault: boolean;
  readonly currency: string;
  /** Whether nobody has chosen the currency, so that it is that of the supplier or of the account. */
  readonly isCurrencyDefault: boolean;
  readonly rate: string | null;
  /** The rate as it was typed, and the currency of which it prices 1 unit; null where that is not known. */
  readonly rateTyped: string | null;
  readonly rateTypedPer: RatePer | null;
  readonly rateDate: string | null;
  readonly rateSource: RateSource | null;
  readonly totalMinor: bigint | null;
  readonly payReferenceNumber: string | null;
  readonly costType: CostCategory | null;
  readonly type: InvoiceType | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly vesselVoyage: string | null;
  readonly etd: string | null;
  readonly readyOn: string | null;
  readonly shippedOn: string | null;
  readonly arrivedOn: string | null;
  readonly deliveredOn: string | null;
  readonly inspectedOn: string | null;
  readonly attention: string | null;
  readonly tracking: string | null;
  readonly billToCompany: string | null;
}

export interface HeaderFacts {
  readonly accountCurrency: string;
  readonly status: InvoiceStatus;
  readonly kind: InvoiceKind;
  readonly lineCount: number;
}
type Patch = Omit<BodyOf<'updateInvoiceBasic'>, 'version' | 'pairedWith'>;
type Checked = { readonly fields: HeaderFields; readonly errors: readonly FieldProblem[] };

const LAST_DAY = '2999-12-31';
const PLAIN = [
  'supplierId',
  'payReferenceNumber',
  'costType',
  'type',
  'shippingMethod',
  'vesselVoyage',
  'etd',
  'readyOn',
  'shippedOn',
  'arrivedOn',
  'deliveredOn',
  'inspectedOn',
  'attention',
  'tracking',
  'billToCompany',
] as const;

/** The header of a new invoice, before any typed values are applied. */
export const blankHeader = (supplierId: string | null, currency: string, today: string): HeaderFields => ({
  supplierId,
  invoiceNumber: today,
  isNumberFromDate: true,
  date: today,
  isDateDefault: true,
  currency,
  isCurrencyDefault: true,
  rate: null,
  rateTyped: null,
  rateTypedPer: null,
  rateDate: null,
  rateSource: null,
  totalMinor: null,
  payReferenceNumber: null,
  costType: null,
  type: null,
  shippingMethod: null,
  vesselVoyage: null,
  etd: null,
  readyOn: null,
  shippedOn: null,
  arrivedOn: null,
  deliveredOn: null,
  inspectedOn: null,
  attention: null,
  tracking: null,
  billToCompany: null,
});

/**
 * Applies a patch to the header. Fields that are absent from the patch stay, null clears a field, and fields that
 * depend on others are updated.
 */
export function mergeHeader(current: HeaderFields, patch: Patch, facts: HeaderFacts): Checked {
  const errors: FieldProblem[] = [];
  const refuse = (field: string, message: Text) => void errors.push({ field, message });
  const date = mergeDate(current.date, patch, refuse);
  const currency = mergeCurrency(current, patch, facts, refuse);
  const plain = Object.fromEntries(
    PLAIN.map((key) => [key, patch[key] === undefined ? current[key] : patch[key]]),
  ) as Pick<HeaderFields, (typeof PLAIN)[number]>;
  const fields = {
    ...plain,
    ...mergeNumber(current, patch, date),
    date,
    isDateDefault: current.isDateDefault && patch.date === undefined && patch.unixDate === undefined,
    currency,
    isCurrencyDefault: current.isCurrencyDefault && patch.currency === undefined,
    ...mergeRate(current, patch, { date, currency, facts }, refuse),
    totalMinor: mergeTotal(current, patch, currency, facts.kind, refuse),
  };
  return { fields, errors };
}

type Refuse = (field: string, message: Text) => void;

function mergeDate(current: string, patch: Patch, refuse: Refuse): string {
  if (patch.unixDate === undefined) return patch.date ?? current;
  if (patch.unixDate < 0 || patch.unixDate > dayToUnix(LAST_DAY)) {
    refuse('unixDate', say('day.unknown'));
    return current;
  }
  const day = unixToDay(patch.unixDate);
  if (patch.date !== undefined && patch.date !== day)
    refuse('unixDate', say('invoices.day_differs', { day, date: patch.date }));
  return day;
}

function mergeNumber(
  current: HeaderFields,
  patch: Patch,
  date: string,
): Pick<HeaderFields, 'invoiceNumber' | 'isNumberFromDate'> {
  const typed =
    patch.invoiceNumber === undefined ? (current.isNumberFromDate ? null : current.invoiceNumber) : patch.invoiceNumber;
  return typed === null
    ? { invoiceNumber: date, isNumberFromDate: true }
    : { invoiceNumber: typed, isNumberFromDate: false };
}

/**
 * Amounts are stored in the smallest unit of their currency. A currency with a different number of decimal places would
 * change what the stored amounts mean, so it is refused while the invoice has lines or keeps its total.
 */
function mergeCurrency(current: HeaderFields, patch: Patch, facts: HeaderFacts, refuse: Refuse): string {
  const currency = patch.currency ?? current.currency;
  if (!isCurrency(currency)) {
    refuse('currency', say('choose.currency'));
    return current.currency;
  }
  const hasFigures = facts.lineCount > 0 || (current.totalMinor !== null && patch.total === undefined);
  if (exponentOf(currency) === exponentOf(current.currency) || !hasFigures) return currency;
  refuse(
    'currency',
    say('invoices.decimals_change', { to: tooManyDecimals(currency), from: tooManyDecimals(current.currency) }),
  );
  return current.currency;
}

type RateFields = Pick<HeaderFields, 'rate' | 'rateTyped' | 'rateTypedPer' | 'rateDate' | 'rateSource'>;
const NO_RATE = { rate: null, rateTyped: null, rateTypedPer: null, rateSource: null } as const;

/**
 * The rate of a patch: as it is stored, and as it was typed. Undefined if the patch does not change the rate. A client
 * that sends an answer back sends both fields, so both are accepted if they are the same rate.
 */
function typedRateOf(
  { rate, rateTyped }: Patch,
  refuse: Refuse,
): Pick<RateFields, 'rate' | 'rateTyped' | 'rateTypedPer'> | undefined {
  if (rate === undefined && rateTyped === undefined) return undefined;
  const sent = rateTyped ?? (rate ? { rate, per: 'DOCUMENT' as const } : null);
  if (sent === null) return NO_RATE;
  const { rate: text, per } = sent;
  const parsed = parseRate(text);
  if (!parsed.ok) {
    refuse(rateTyped ? 'rateTyped.rate' : 'rate', parsed.message);
    return NO_RATE;
  }
  const typed = parsed.value.text;
  const stored = per === 'ACCOUNT' ? storedInverse(parsed.value) : typed;
  const other = rateTyped && rate !== undefined ? parseRate(rate ?? '') : undefined;
  if (other && !(other.ok && other.value.text === stored)) refuse('rateTyped', say('invoices.rate_twice'));
  return { rate: stored, rateTyped: typed, rateTypedPer: per };
}

/**
 * An exchange rate belongs to one currency. Changing the currency therefore clears the rate, and an invoice in the
 * account's own currency has none.
 */
function mergeRate(
  current: HeaderFields,
  patch: Patch,
  to: { date: string; currency: string; facts: HeaderFacts },
  refuse: Refuse,
): RateFields {
  const { currency, facts } = to;
  const typed = typedRateOf(patch, refuse);
  if (currency === facts.accountCurrency) {
    if (typed && typed.rate !== null && !/^1(?:\.0*)?$/.test(typed.rate))
      refuse('rate', say('invoices.own_currency', { currency }));
    return { ...NO_RATE, rateDate: null };
  }
  const isSame = currency === current.currency;
  const kept = isSame ? current.rate : null;
  const keptDate = isSame ? current.rateDate : null;
  const rate = typed ? typed.rate : kept;
  if (rate === null && facts.status === 'OPEN')
    refuse('rate', say('invoices.needs_rate', { from: currency, to: facts.accountCurrency }));
  if (rate === null) return { ...NO_RATE, rateDate: patch.rateDate ?? (typed ? null : keptDate) };
  // Unless a person has typed a rate date, it equals the invoice date and changes with it. A rate that a person
  // accepted from the table of exchange rates keeps its date, because it is the rate of that day only.
  const isOfItsDay = current.rateSource === 'feed' && rate === kept;
  const follows = keptDate === null || (keptDate === current.date && !isOfItsDay);
  const defaultDate = follows ? to.date : keptDate;
  // A client that sends the stored rate back does not know how it was typed.
  const isUntouched = typed === undefined || (patch.rateTyped === undefined && rate === kept);
  return {
    rate,
    rateTyped: isUntouched ? current.rateTyped : typed.rateTyped,
    rateTypedPer: isUntouched ? current.rateTypedPer : typed.rateTypedPer,
    rateDate: patch.rateDate === undefined ? defaultDate : (patch.rateDate ?? to.date),
    rateSource: rate === kept ? current.rateSource : 'manual',
  };
}

function mergeTotal(
  current: HeaderFields,
  patch: Patch,
  currency: string,
  kind: InvoiceKind,
  refuse: Refuse,
): bigint | null {
  if (patch.total === undefined || patch.total === null) return patch.total === undefined ? current.totalMinor : null;
  const parsed = parseAmount(patch.total, currency);
  if (!parsed.ok) refuse('total', parsed.message);
  else if (kind === 'CREDIT_NOTE' && parsed.value > 0n) refuse('total', TAKES_OFF);
  else return parsed.value;
  return current.totalMinor;
}

/** The names of the fields that differ. */
export const changedKeys = (from: HeaderFields, to: HeaderFields): (keyof HeaderFields)[] =>
  (Object.keys(to) as (keyof HeaderFields)[]).filter((key) => from[key] !== to[key]);

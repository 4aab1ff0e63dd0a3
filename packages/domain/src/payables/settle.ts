import { abs, convert, formatAmount, grouped, pow10, RATE_ONE, type Rate } from '../money/money.ts';
import { exponentOf } from '../money/currencies.ts';
import { type RateWarning, warnOfRate } from '../money/rate-warning.ts';
import { ok, ruleText } from '../refusal.ts';
import { keptBase } from './entries.ts';
import { refuseField, type FieldResult } from './refusals.ts';

/** The invoice or purchase order that is paid. */
export interface PaidDocument {
  readonly kind: 'INVOICE' | 'PURCHASE_ORDER';
  readonly currency: string;
  readonly accountCurrency: string;
  /** Its own rate, frozen or as it stands: account currency for 1 of its currency. Null when there is none. */
  readonly rate: Rate | null;
}

/** What left the bank, as it was typed, in minor units of its own currency. */
export interface BankSide {
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Account currency for 1 of `currency`; null in the account's own currency. */
  readonly rate: Rate | null;
}

/** A payment as a person records it. */
export interface WantedPayment {
  /** In the currency of the document. */
  readonly amountMinor: bigint;
  /** Null when nothing of the bank was typed: the base is then assumed. */
  readonly bank: BankSide | null;
  /** In account currency, on top of the base. */
  readonly feeMinor: bigint;
  /** Whether what exceeds the open amount is kept as a credit. */
  readonly keepExcess: boolean;
}

/**
 * The base of an amount: what left the bank for it, in account currency. Null when it is assumed on an invoice; it is
 * then the part of what was booked and follows it (`atInvoiceRate`).
 */
export interface Base {
  readonly baseMinor: bigint | null;
  readonly isAssumed: boolean;
}

/** What a payment becomes: an entry of the instalment, and a credit of what exceeds it. */
interface Settlement extends Base {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly credit: { readonly amountMinor: bigint; readonly baseMinor: bigint } | null;
}

/** The rate of a document, which is 1 in the account's own currency. */
export const rateOfDocument = (document: Omit<PaidDocument, 'kind'>): Rate | null =>
  document.currency === document.accountCurrency ? RATE_ONE : document.rate;

/**
 * Works out a payment of an instalment (payables §3). `openMinor` is what is open of it; for the correction of an
 * entry, with the amount of that entry. Refused, naming the field, when the amount is not above 0, exceeds what is open
 * without `keepExcess`, or when the base does not follow from what was typed. With nothing open: `payments.paid`.
 */
export function settle(document: PaidDocument, openMinor: bigint, wanted: WantedPayment): FieldResult<Settlement> {
  const { amountMinor, feeMinor, keepExcess } = wanted;
  if (openMinor <= 0n) return refuseField('amount', ruleText('payment.paid'), 'payments.paid');
  if (amountMinor <= 0n) return refuseField('amount', ruleText('payment.above_zero'));
  if (feeMinor < 0n) return refuseField('fee', ruleText('field.min', { min: 0 }));
  const excess = amountMinor - openMinor;
  if (excess > 0n && !keepExcess)
    return refuseField(
      'amount',
      ruleText('payment.more_than_open', { amount: grouped(formatAmount(excess, document.currency)) }),
    );
  const base = baseOf(document, amountMinor, wanted.bank);
  if (!base.ok) return base;
  if (excess <= 0n) return ok({ ...base.value, amountMinor, feeMinor, credit: null });
  return ok({ ...splitBase(document, base.value, openMinor, amountMinor), amountMinor: openMinor, feeMinor });
}

/** Splits the base of a payment between what was open and the credit. Assumed parts are each converted at the rate. */
function splitBase(
  document: PaidDocument,
  { baseMinor, isAssumed }: Base,
  openMinor: bigint,
  amountMinor: bigint,
): Base & Pick<Settlement, 'credit'> {
  const excess = amountMinor - openMinor;
  if (baseMinor !== null && !isAssumed) {
    const kept = keptBase(baseMinor, openMinor, amountMinor);
    return { baseMinor: kept, isAssumed, credit: { amountMinor: excess, baseMinor: baseMinor - kept } };
  }
  return {
    baseMinor: baseMinor === null ? null : assumedBase(document, openMinor),
    isAssumed,
    credit: { amountMinor: excess, baseMinor: assumedBase(document, excess) },
  };
}

/** An amount of the document at its own rate, rounded once. */
export function assumedBase(document: Omit<PaidDocument, 'kind'>, amountMinor: bigint): bigint {
  const rate = rateOfDocument(document);
  if (!rate) throw new RangeError('An assumed base needs a rate');
  return convert(amountMinor, document.currency, document.accountCurrency, rate);
}

/**
 * The base of an amount of the document (payables §3): what left the bank, converted once, or an assumed one. In the
 * account's own currency it equals the amount; what the bank took on top is the fee.
 */
export function baseOf(document: PaidDocument, amountMinor: bigint, bank: BankSide | null): FieldResult<Base> {
  const { kind, currency, accountCurrency } = document;
  const isOwn = currency === accountCurrency;
  if (bank) {
    const base = debitedBase(accountCurrency, bank);
    if (!base.ok) return base;
    const difference = base.value - amountMinor;
    if (!isOwn || difference === 0n) return ok({ baseMinor: base.value, isAssumed: false });
    const amount = grouped(formatAmount(abs(difference), accountCurrency));
    const text = difference > 0n ? 'payment.bank_took_more' : 'payment.bank_took_less';
    return refuseField('paidAmount', ruleText(text, { amount }));
  }
  if (isOwn) return ok({ baseMinor: amountMinor, isAssumed: false });
  if (!document.rate)
    return refuseField('paidAmount', ruleText('payment.needs_bank_amount', { from: currency, to: accountCurrency }));
  return ok({ baseMinor: kind === 'INVOICE' ? null : assumedBase(document, amountMinor), isAssumed: true });
}

/** What left the bank, in account currency. */
function debitedBase(accountCurrency: string, { amountMinor, currency, rate }: BankSide): FieldResult<bigint> {
  if (amountMinor <= 0n) return refuseField('paidAmount', ruleText('payment.above_zero'));
  if (currency === accountCurrency)
    return rate === null ? ok(amountMinor) : refuseField('paidRate', ruleText('payment.own_rate'));
  if (rate === null)
    return refuseField('paidRate', ruleText('payment.needs_rate', { from: currency, to: accountCurrency }));
  return ok(convert(amountMinor, currency, accountCurrency, rate));
}

/** Checks the day of a payment: at most the account's today. */
export const checkPaidOn = (day: string, today: string): FieldResult<string> =>
  day <= today ? ok(day) : refuseField('paidOn', ruleText('payment.future'));

/**
 * Warns when the rate of a payment (base ÷ amount) is more than 10 % off the document's own rate (payables §3):
 * `RATE_FAR`, or `LOOKS_SWAPPED` when the product of both rates is within 10 % of 1 instead. Null without a warning,
 * without a rate, and in the account's own currency.
 */
export function rateWarning(
  document: Omit<PaidDocument, 'kind'>,
  paid: { readonly amountMinor: bigint; readonly baseMinor: bigint | null },
): RateWarning | null {
  const { currency, accountCurrency, rate } = document;
  if (currency === accountCurrency || !rate || paid.baseMinor === null || paid.amountMinor <= 0n) return null;
  const [units, accountUnits] = [pow10(exponentOf(currency)), pow10(exponentOf(accountCurrency))];
  return warnOfRate(paid.baseMinor * units, paid.amountMinor * accountUnits, rate);
}

/**
 * Warns when the supplier's bank details changed since the last payment to them, given as instants in milliseconds;
 * null for what never happened.
 */
export const hasBankChanged = (changedAt: number | null, lastPaidAt: number | null): boolean =>
  changedAt !== null && lastPaidAt !== null && changedAt > lastPaidAt;

import { exponentOf } from '../money/currencies.ts';
import { cumulativePart, cumulativeParts } from '../money/cumulative.ts';
import { convert, decimalText, pow10, rateOfFraction, type Rate } from '../money/money.ts';
import { compareEntries, type EntryPlace } from './entries.ts';
import { sumOf } from './instalments.ts';

/** How the real rates of payments reach the costs of an account (payables §4). */
export const EXCHANGE_POLICIES = ['INVOICE_RATE', 'PAID_RATE'] as const;
export type ExchangePolicy = (typeof EXCHANGE_POLICIES)[number];

/** An entry of any instalment of an invoice that is not reversed. */
export interface ValuedEntry extends EntryPlace {
  readonly id: string;
  /** In the currency of the invoice. */
  readonly amountMinor: bigint;
  /** In account currency; null while it is assumed. */
  readonly baseMinor: bigint | null;
  /** False for the use of a credit note; true for payments and used deposits and overpayments. */
  readonly isMoney: boolean;
}

/** An entry beside what was booked for it, in account currency. A difference above 0 means that it cost more. */
export interface EntryExchange extends ValuedEntry {
  readonly baseMinor: bigint;
  readonly bookedMinor: bigint;
  readonly differenceMinor: bigint;
}

/** The entries of an invoice in the order of payables §4, and what is still open of it in account currency. */
interface InvoiceExchange {
  readonly entries: readonly EntryExchange[];
  readonly openWorthMinor: bigint;
}

/**
 * What an invoice is worth in account currency: every component (the amount and the tax of each line, and the
 * difference of the invoice) is converted once. At its own rate this is what was booked, at `costRateOf` its cost.
 */
export const worthOf = (
  componentsMinor: readonly bigint[],
  { currency, accountCurrency }: { readonly currency: string; readonly accountCurrency: string },
  rate: Rate,
): bigint => sumOf(componentsMinor.map((minor) => convert(minor, currency, accountCurrency, rate)));

/**
 * Puts the entries of a whole invoice beside what was booked, under INVOICE_RATE (payables §4): by day, then by
 * recording, each gets its cumulative part of `bookedMinor`, and its difference is its base less this part. An assumed
 * base is the part itself. Null when there is nothing to compare with: no rate (`bookedMinor` is null), or a total of
 * 0.
 */
export function atInvoiceRate(
  invoice: { readonly totalMinor: bigint; readonly bookedMinor: bigint | null },
  entries: readonly ValuedEntry[],
): InvoiceExchange | null {
  const { totalMinor, bookedMinor } = invoice;
  if (bookedMinor === null || totalMinor === 0n) return null;
  const inOrder = entries.toSorted(compareEntries);
  const amounts = inOrder.map(({ amountMinor }) => amountMinor);
  const parts = cumulativeParts(bookedMinor, amounts, totalMinor);
  return {
    entries: inOrder.map((entry, i): EntryExchange => {
      const part = parts[i] ?? 0n;
      const baseMinor = entry.baseMinor ?? part;
      return { ...entry, baseMinor, bookedMinor: part, differenceMinor: baseMinor - part };
    }),
    openWorthMinor: bookedMinor - cumulativePart(bookedMinor, sumOf(amounts), totalMinor),
  };
}

/**
 * The same under PAID_RATE (payables §4). `costMinor` is what the invoice is worth at its cost rate. Until exactly
 * everything is settled, differences are 0 and what is open is worth the cost less all bases; then the few minor units
 * between the bases and the cost are one difference, of the last entry.
 */
export function atPaidRate(
  invoice: { readonly totalMinor: bigint; readonly costMinor: bigint },
  resolved: readonly EntryExchange[],
): InvoiceExchange {
  const inOrder = resolved.toSorted(compareEntries);
  const settledMinor = sumOf(inOrder.map(({ amountMinor }) => amountMinor));
  const isSettled = inOrder.length > 0 && settledMinor === invoice.totalMinor;
  const left = invoice.costMinor - sumOf(inOrder.map(({ baseMinor }) => baseMinor));
  return {
    entries: inOrder.map((entry, i): EntryExchange => {
      const differenceMinor = isSettled && i === inOrder.length - 1 ? -left : 0n;
      return { ...entry, bookedMinor: entry.baseMinor - differenceMinor, differenceMinor };
    }),
    openWorthMinor: isSettled ? 0n : left,
  };
}

/**
 * The rate that converts an invoice under PAID_RATE, `costRate` (payables §4): what left for the money entries and what
 * is open at the frozen rate, over both amounts; exact, then once half away from zero to 10 significant digits. Credit
 * notes are left out of both sums. The frozen rate without a money entry, and where the sums give no rate above 0.
 */
export function costRateOf(invoice: RatedInvoice, entries: readonly RatedEntry[]): Rate {
  const { currency, accountCurrency, rate } = invoice;
  const { hasMoney, paidMinor, openMinor, amountMinor } = moneySums(invoice, entries);
  if (!hasMoney) return rate;
  const units = pow10(exponentOf(currency));
  const accountUnits = pow10(exponentOf(accountCurrency));
  const n = paidMinor * units * pow10(rate.scale) + openMinor * rate.digits * accountUnits;
  return n > 0n && amountMinor > 0n ? rateOfFraction(n, amountMinor * accountUnits * pow10(rate.scale)) : rate;
}

interface RatedInvoice {
  readonly totalMinor: bigint;
  readonly currency: string;
  readonly accountCurrency: string;
  readonly rate: Rate;
}
type RatedEntry = Pick<EntryExchange, 'amountMinor' | 'baseMinor' | 'isMoney'>;

/** What left for the money entries, what is open, and the amounts of both together. */
function moneySums({ totalMinor }: RatedInvoice, entries: readonly RatedEntry[]) {
  const money = entries.filter(({ isMoney }) => isMoney);
  const openMinor = totalMinor - sumOf(entries.map(({ amountMinor }) => amountMinor));
  return {
    hasMoney: money.length > 0,
    openMinor,
    paidMinor: sumOf(money.map(({ baseMinor }) => baseMinor)),
    amountMinor: sumOf(money.map(({ amountMinor }) => amountMinor)) + openMinor,
  };
}

/** The rate at which an amount was paid: base ÷ amount, in units of the currencies; null where there is none. */
export function paidRateOf(
  baseMinor: bigint | null,
  amountMinor: bigint,
  { currency, accountCurrency }: { readonly currency: string; readonly accountCurrency: string },
): Rate | null {
  if (baseMinor === null || baseMinor <= 0n || amountMinor <= 0n) return null;
  return rateOfFraction(baseMinor * pow10(exponentOf(currency)), amountMinor * pow10(exponentOf(accountCurrency)));
}

/**
 * The two sums whose quotient is `costRateOf`, and the part of what is open in them. The worths are decimals in account
 * currency, not rounded.
 */
export function costRateSums(
  invoice: RatedInvoice,
  entries: readonly RatedEntry[],
): { readonly openMinor: bigint; readonly openWorth: string; readonly amountMinor: bigint; readonly worth: string } {
  const { currency, accountCurrency, rate } = invoice;
  const { paidMinor, openMinor, amountMinor } = moneySums(invoice, entries);
  const accountUnits = exponentOf(accountCurrency);
  const decimals = exponentOf(currency) + rate.scale;
  const scale = decimals > accountUnits ? decimals : accountUnits;
  const open = openMinor * rate.digits * pow10(scale - decimals);
  return {
    openMinor,
    openWorth: shortest(open, scale, accountUnits),
    amountMinor,
    worth: shortest(open + paidMinor * pow10(scale - accountUnits), scale, accountUnits),
  };
}

/** A decimal without zeros at its end, but with at least so many decimals. */
const shortest = (value: bigint, decimals: number, least: number): string =>
  decimals > least && value % 10n === 0n ? shortest(value / 10n, decimals - 1, least) : decimalText(value, decimals);

/**
 * What each open instalment of an invoice is worth (payables §8): the worth of all that is open, cumulatively in the
 * order of their positions.
 */
export const worthOfOpen = (openWorthMinor: bigint, opensMinor: readonly bigint[]): bigint[] => {
  const openMinor = sumOf(opensMinor);
  return openMinor === 0n ? opensMinor.map(() => 0n) : cumulativeParts(openWorthMinor, opensMinor, openMinor);
};

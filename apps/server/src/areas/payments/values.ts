import { exponentOf } from '@quayside/domain/money/currencies';
import { formatAmount, pow10, rateOfFraction } from '@quayside/domain/money/money';

// Formats amounts of answers.

/** An amount that may be unknown. */
export const amountOrNull = (minor: bigint | null, currency: string): string | null =>
  minor === null ? null : formatAmount(minor, currency);

/** The rate at which an amount was paid: base ÷ amount, in units of the currencies; null where there is none. */
export function paidRate(
  baseMinor: bigint | null,
  amountMinor: bigint,
  { currency, accountCurrency }: { readonly currency: string; readonly accountCurrency: string },
): string | null {
  if (baseMinor === null || baseMinor <= 0n || amountMinor <= 0n) return null;
  return rateOfFraction(baseMinor * pow10(exponentOf(currency)), amountMinor * pow10(exponentOf(accountCurrency))).text;
}

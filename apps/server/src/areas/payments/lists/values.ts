import { formatAmount } from '@quayside/domain/money/money';
import { paidRateOf } from '@quayside/domain/payables/exchange';

// Formats amounts of answers.

/** An amount that may be unknown. */
export const amountOrNull = (minor: bigint | null, currency: string): string | null =>
  minor === null ? null : formatAmount(minor, currency);

/** The rate at which an amount was paid: base ÷ amount, in units of the currencies; null where there is none. */
export function paidRate(
  baseMinor: bigint | null,
  amountMinor: bigint,
  currencies: { readonly currency: string; readonly accountCurrency: string },
): string | null {
  return paidRateOf(baseMinor, amountMinor, currencies)?.text ?? null;
}

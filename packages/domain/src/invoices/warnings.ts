import { pow10, type Rate } from '../money/money.ts';
import { type RateWarning, warnOfRate } from '../money/rate-warning.ts';

/** Warns when the rate of an invoice is far off the last known one, or fits turned round. Null without a warning. */
export const invoiceRateWarning = (rate: Rate, known: Rate): RateWarning | null =>
  warnOfRate(rate.digits, pow10(rate.scale), known);

import { addMonths } from '../days/days.ts';
import { abs, pow10, type Rate } from '../money/money.ts';

/** How the rate of an invoice differs from the last known one. */
type RateWarning = 'RATE_FAR' | 'LOOKS_SWAPPED';

/**
 * Warns when a rate is more than 10 % off the last known one: RATE_FAR, or LOOKS_SWAPPED alone when it is within 10 %
 * of it turned round. Null without a warning.
 */
export function invoiceRateWarning(rate: Rate, known: Rate): RateWarning | null {
  const [value, expected] = [rate.digits * pow10(known.scale), known.digits * pow10(rate.scale)];
  if (isWithinTenth(value, expected)) return null;
  // Turned round, the product of both rates is 1.
  return isWithinTenth(rate.digits * known.digits, pow10(rate.scale + known.scale)) ? 'LOOKS_SWAPPED' : 'RATE_FAR';
}

const isWithinTenth = (value: bigint, expected: bigint): boolean => 10n * abs(value - expected) <= abs(expected);

const MONTHS_OF_YEAR = 12;

/** Whether the day of an invoice is more than a year before or after today, so that its year may be mistyped. */
export const isDayFar = (day: string, today: string): boolean =>
  day < addMonths(today, -MONTHS_OF_YEAR) || day > addMonths(today, MONTHS_OF_YEAR);

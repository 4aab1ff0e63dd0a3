import { abs, pow10, type Rate } from './money.ts';

/** How a rate differs from the one that it is held against. */
export type RateWarning = 'RATE_FAR' | 'LOOKS_SWAPPED';

/**
 * Warns when the rate `over` ÷ `under` is more than 10 % off a known one (payables §3): RATE_FAR, or LOOKS_SWAPPED
 * alone when the product of both rates is within 10 % of 1, so that it fits turned round. Null without a warning.
 */
export function warnOfRate(over: bigint, under: bigint, known: Rate): RateWarning | null {
  if (isWithinTenth(over * pow10(known.scale), under * known.digits)) return null;
  return isWithinTenth(over * known.digits, under * pow10(known.scale)) ? 'LOOKS_SWAPPED' : 'RATE_FAR';
}

/** Whether a value is at most 10 % off the expected one. */
const isWithinTenth = (value: bigint, expected: bigint): boolean => 10n * abs(value - expected) <= abs(expected);

import { decimalText, pow10, roundDiv } from '../money/money.ts';
import { cutShare } from './replay-shown.ts';

/** A part of a whole, as decimal texts. */
export interface ShownShare {
  readonly part: string;
  readonly whole: string;
}

/** How the integers of a measure are written as decimals. */
export interface MeasureScale {
  /** The decimals of the exact measure: 9 for kilograms that are stored in micrograms. */
  readonly exact: number;
  /** The fewest decimals with which it is shown. */
  readonly fewest: number;
  /** What a weight is divided by to be the measure: the common denominator of measures that are fractions. */
  readonly divisor: bigint;
}

/** A fraction, such as a third of a carton, is written with at most so many decimals more than an exact measure. */
const FRACTION_DECIMALS = 9;
const mostDecimals = ({ exact, divisor }: MeasureScale): number => (divisor === 1n ? exact : exact + FRACTION_DECIMALS);

const rounded = (weight: bigint, { exact, divisor }: MeasureScale, decimals: number): bigint =>
  roundDiv(weight * pow10(decimals), divisor * pow10(exact));

/** A measure with all its decimals; a fraction with so many that nobody misses the others. */
export const measureText = (weight: bigint, scale: MeasureScale): string =>
  decimalText(rounded(weight, scale, mostDecimals(scale)), mostDecimals(scale));

/**
 * Writes the measures of a share with as few decimals as possible, such that a person who calculates with the shown
 * figures finds the same share of each total, cut to minor units.
 */
export function shownShare(weight: bigint, whole: bigint, totals: readonly bigint[], scale: MeasureScale): ShownShare {
  const isSame = (decimals: number): boolean => {
    const [part, all] = [rounded(weight, scale, decimals), rounded(whole, scale, decimals)];
    if (all <= 0n || (part === 0n) !== (weight === 0n)) return false;
    return totals.every((total) => cutShare(total, part, all) === cutShare(total, weight, whole));
  };
  let decimals = scale.fewest;
  while (decimals < mostDecimals(scale) && !isSame(decimals)) decimals += 1;
  return {
    part: decimalText(rounded(weight, scale, decimals), decimals),
    whole: decimalText(rounded(whole, scale, decimals), decimals),
  };
}

const EXTRA_DECIMALS = 2;

/**
 * The share of a total as a calculator gives it for the shown figures, cut after two more decimals than the total has.
 */
export function shareByHand(totalMinor: bigint, { part, whole }: ShownShare, exponent: number): string {
  const [digits, all] = [part, whole].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint];
  return decimalText(cutShare(totalMinor * 10n ** BigInt(EXTRA_DECIMALS), digits, all), exponent + EXTRA_DECIMALS);
}

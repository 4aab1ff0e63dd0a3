import { decimalText, roundDiv } from '@quayside/domain/money/money';
import type { Fraction } from '@quayside/domain/shipments/fractions';

/** A decimal number without zeros at its end. */
export const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
/** A cubic metre in cubic millimetres and a kilogram in micrograms are both 10 to this power. */
const DECIMALS = 9;

/** Micrograms as kilograms, or cubic millimetres as cubic metres. */
export const inMainUnit = (value: bigint): string => plain(decimalText(value, DECIMALS));
/** An exact measure as shown, rounded once to a whole microgram or cubic millimetre; null is unknown. */
export const measureText = (measure: Fraction | null): string | null =>
  measure === null ? null : inMainUnit(roundDiv(measure.n, measure.d));

import { MICRO, parseQuantity, roundDiv } from '@quayside/domain/money/money';
import { UNIT_SIZES, type WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import { sidesOf, type TypedSides, volumeOfSides } from '@quayside/domain/shipments/cartons';

export type CartonWeightUnit = (typeof WRITTEN_WEIGHT_UNITS)[number];

const NG_PER_UG = 1000n;

/** A typed weight in micrograms, rounded once; null is unknown. */
export function weightUgOf(typed: string | null, unit: CartonWeightUnit): bigint | null {
  if (typed === null) return null;
  const parsed = parseQuantity(typed);
  if (!parsed.ok) throw new RangeError(`Not a weight: ${typed}`);
  return roundDiv(parsed.value * UNIT_SIZES[unit], MICRO * NG_PER_UG);
}

/** The volume of typed sides in cubic millimetres, rounded once; null while one of them is unknown. */
export function volumeMm3Of(typed: TypedSides): bigint | null {
  const sides = sidesOf(typed);
  return sides === null ? null : volumeOfSides(sides);
}

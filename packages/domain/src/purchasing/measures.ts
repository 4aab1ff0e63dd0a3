import type { DimensionUnit, WeightUnit } from '../lists.ts';
import { MICRO, parseQuantity, roundDiv } from '../money/money.ts';
import { UNIT_SIZES } from '../products/units.ts';

/** What is known of a product and its case. Sizes and weights are decimal strings in the product's own units. */
export interface PackedProduct {
  readonly caseUnits: number | null;
  readonly caseLength: string | null;
  readonly caseWidth: string | null;
  readonly caseHeight: string | null;
  readonly caseWeight: string | null;
  readonly dimensionUnit: DimensionUnit;
  readonly weightUnit: WeightUnit;
  readonly unitVolumeMm3: bigint | null;
  readonly unitWeightUg: bigint | null;
}

/** The measures of one item of a purchase order. Null is unknown. */
export interface ItemMeasures {
  readonly caseUnits: number | null;
  readonly caseWeightUg: bigint | null;
  readonly cartons: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly weightUg: bigint | null;
}

/** The number of nanograms in a microgram, and of micrometres in a millimetre. */
const THOUSAND = 1000n;

/** A typed measure in millionths of its unit; null when it is unknown or 0. */
function micro(text: string | null): bigint | null {
  const parsed = text === null ? undefined : parseQuantity(text);
  return parsed?.ok && parsed.value > 0n ? parsed.value : null;
}

function caseVolumeMm3(product: PackedProduct): bigint | null {
  const [length, width, height] = [product.caseLength, product.caseWidth, product.caseHeight].map(micro);
  if (!length || !width || !height) return null;
  return roundDiv(length * width * height * UNIT_SIZES[product.dimensionUnit] ** 3n, (MICRO * THOUSAND) ** 3n);
}

function caseWeightUg(product: PackedProduct): bigint | null {
  const weight = micro(product.caseWeight);
  return weight === null ? null : roundDiv(weight * UNIT_SIZES[product.weightUnit], MICRO * THOUSAND);
}

const times = (count: bigint | null, one: bigint | null): bigint | null =>
  count === null || one === null ? null : count * one;

/**
 * The cartons, volume and gross weight of a quantity, in millionths of a unit. A broken case counts as a whole carton.
 * Volume and weight are those of the cases where these are known, otherwise those of the units.
 */
export function measuresOf(product: PackedProduct, quantityMicro: bigint): ItemMeasures {
  const { caseUnits } = product;
  const cases = caseUnits === null || caseUnits <= 0 ? null : BigInt(caseUnits) * MICRO;
  const cartons = cases === null ? null : (quantityMicro + cases - 1n) / cases;
  const ofUnits = (one: bigint | null): bigint | null => (one === null ? null : roundDiv(one * quantityMicro, MICRO));
  const weight = caseWeightUg(product);
  return {
    caseUnits: cases === null ? null : caseUnits,
    caseWeightUg: cases === null ? null : weight,
    cartons,
    volumeMm3: times(cartons, caseVolumeMm3(product)) ?? ofUnits(product.unitVolumeMm3),
    weightUg: times(cartons, weight) ?? ofUnits(product.unitWeightUg),
  };
}

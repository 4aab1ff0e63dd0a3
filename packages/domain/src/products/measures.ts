import type { DimensionUnit, WeightUnit } from '../lists.ts';
import { formatQuantity, MICRO, parseQuantity, roundDiv } from '../money/money.ts';
import { UNIT_SIZES } from './units.ts';

/** A case as the factory packs it. It is used only when all five measures are known and above 0. */
export interface CasePackaging {
  readonly weight: string | null;
  readonly unitsPerCase: number | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
}

/** The weights of a product as typed: decimal strings in its weight unit. */
interface ProductWeights {
  readonly weight: string | null;
  readonly packagingWeight: string | null;
  readonly shippingWeight: string | null;
  readonly weightUnit: WeightUnit;
  readonly casePackaging?: CasePackaging | null;
}

/** The sides of a product as typed: decimal strings in its dimension unit. */
interface ProductSides {
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly dimensionUnit: DimensionUnit;
  readonly casePackaging?: CasePackaging | null;
}

/**
 * The number of nanograms in a microgram, and of micrometres in a millimetre. The sizes of units are given in the
 * smaller unit.
 */
const THOUSAND = 1000n;

/** Parses a typed measure into millionths; 0 when it is missing. */
function micro(text: string | null): bigint {
  if (text === null) return 0n;
  const parsed = parseQuantity(text);
  if (!parsed.ok || parsed.value < 0n) throw new RangeError(`Not a measure: ${text}`);
  return parsed.value;
}

interface CompleteCase {
  readonly weight: bigint;
  readonly volume: bigint;
  readonly units: bigint;
}

/** Parses the case into millionths of its units; undefined when any measure is missing. */
function completeCase(packaging: CasePackaging | null | undefined): CompleteCase | undefined {
  if (!packaging) return undefined;
  const complete = {
    weight: micro(packaging.weight),
    volume: micro(packaging.length) * micro(packaging.width) * micro(packaging.height),
    units: BigInt(packaging.unitsPerCase ?? 0),
  };
  return complete.weight > 0n && complete.volume > 0n && complete.units > 0n ? complete : undefined;
}

/** A weight or volume of 0 counts as missing. */
const known = (measure: bigint): bigint | null => (measure > 0n ? measure : null);

/**
 * Computes the gross weight of one unit in micrograms, rounded once. It is the unit's share of a complete case,
 * otherwise the shipping weight, otherwise the weight with packaging. Null when all are missing.
 */
export function unitWeightUg(product: ProductWeights): bigint | null {
  const size = UNIT_SIZES[product.weightUnit];
  const packed = completeCase(product.casePackaging);
  if (packed) return known(roundDiv(packed.weight * size, MICRO * THOUSAND * packed.units));
  const shipping = micro(product.shippingWeight);
  const bare = micro(product.weight);
  const gross = shipping > 0n ? shipping : bare > 0n ? bare + micro(product.packagingWeight) : 0n;
  return known(roundDiv(gross * size, MICRO * THOUSAND));
}

/**
 * Computes the volume of one unit in cubic millimetres, rounded once. If the weight, the sides and the number of units
 * of the case are all known, it is the volume of the case divided by that number. Otherwise it comes from the unit's
 * own sides. Null if one of those is missing.
 */
export function unitVolumeMm3(product: ProductSides): bigint | null {
  const size = UNIT_SIZES[product.dimensionUnit];
  const packed = completeCase(product.casePackaging);
  const volume = packed?.volume ?? micro(product.length) * micro(product.width) * micro(product.height);
  return known(roundDiv(volume * size ** 3n, MICRO ** 3n * THOUSAND ** 3n * (packed?.units ?? 1n)));
}

/**
 * Computes the longest side plus the girth (twice the two other sides), in the product's own unit. Null when a side is
 * missing.
 */
export function lengthAndGirth(product: Pick<ProductSides, 'length' | 'width' | 'height'>): string | null {
  const sides = [micro(product.length), micro(product.width), micro(product.height)];
  if (sides.includes(0n)) return null;
  const longest = sides.reduce((a, b) => (b > a ? b : a));
  const around = sides.reduce((sum, side) => sum + side, 0n) - longest;
  return formatQuantity(longest + 2n * around);
}

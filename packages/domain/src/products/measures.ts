import type { DimensionUnit, WeightUnit } from '../lists.ts';
import { formatQuantity, MICRO, parseQuantity, roundDiv } from '../money/money.ts';

/** A case as the factory packs it. It is used only when all five measures are known and above 0. */
export interface CasePackaging {
  readonly weight: string | null;
  readonly unitsPerCase: number | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
}

/** Weights of a product as typed: decimal strings in its weight unit. */
export interface ProductWeights {
  readonly weight: string | null;
  readonly packagingWeight: string | null;
  readonly shippingWeight: string | null;
  readonly weightUnit: WeightUnit;
  readonly casePackaging?: CasePackaging | null;
}

/** Sides of a product as typed: decimal strings in its dimension unit. */
export interface ProductSides {
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly dimensionUnit: DimensionUnit;
  readonly casePackaging?: CasePackaging | null;
}

interface Ratio {
  readonly n: bigint;
  readonly d: bigint;
}

/** Micrograms in one unit of weight: 1 oz is 28.349523125 g exactly. */
const UG: Readonly<Record<WeightUnit, Ratio>> = { GR: { n: 1_000_000n, d: 1n }, OZ: { n: 28_349_523_125n, d: 1000n } };
/** Millimetres in one unit of length: 1 in is 25.4 mm exactly. */
const MM: Readonly<Record<DimensionUnit, Ratio>> = { CM: { n: 10n, d: 1n }, IN: { n: 254n, d: 10n } };

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

/** The case in millionths of its units; undefined when any measure is missing. */
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
 * Gross weight of one unit in micrograms, rounded once: its share of a complete case, else the shipping weight, else
 * the weight with packaging. Null when all are missing.
 */
export function unitWeightUg(product: ProductWeights): bigint | null {
  const { n, d } = UG[product.weightUnit];
  const packed = completeCase(product.casePackaging);
  if (packed) return known(roundDiv(packed.weight * n, MICRO * d * packed.units));
  const shipping = micro(product.shippingWeight);
  const bare = micro(product.weight);
  const gross = shipping > 0n ? shipping : bare > 0n ? bare + micro(product.packagingWeight) : 0n;
  return known(roundDiv(gross * n, MICRO * d));
}

/**
 * Volume of one unit in cubic millimetres, rounded once: its share of a complete case, else the volume of the unit's
 * own sides. Null when a side is missing.
 */
export function unitVolumeMm3(product: ProductSides): bigint | null {
  const { n, d } = MM[product.dimensionUnit];
  const packed = completeCase(product.casePackaging);
  const volume = packed?.volume ?? micro(product.length) * micro(product.width) * micro(product.height);
  return known(roundDiv(volume * n ** 3n, MICRO ** 3n * d ** 3n * (packed?.units ?? 1n)));
}

/** Longest side plus girth (twice the two other sides), in the product's own unit. Null when a side is missing. */
export function lengthAndGirth(product: Pick<ProductSides, 'length' | 'width' | 'height'>): string | null {
  const sides = [micro(product.length), micro(product.width), micro(product.height)];
  if (sides.includes(0n)) return null;
  const longest = sides.reduce((a, b) => (b > a ? b : a));
  const around = sides.reduce((sum, side) => sum + side, 0n) - longest;
  return formatQuantity(longest + 2n * around);
}

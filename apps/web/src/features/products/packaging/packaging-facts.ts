import { measureIn } from '@quayside/contracts/primitives';
import type { Product } from '@quayside/contracts/products';
import { VOLUMETRIC } from '@quayside/domain/landed-cost/defaults';
import type { DimensionUnit, ShippingMethod, WeightUnit } from '@quayside/domain/lists';
import { decimalText, roundDiv } from '@quayside/domain/money/money';
import { lengthAndGirth, unitVolumeMm3, unitWeightUg } from '@quayside/domain/products/measures';
import { groupDigits, roundDecimal } from '../../../lib/format.ts';

/** The form values of a package; decimal strings in the units of the product. */
export type BoxValues = { length: string; width: string; height: string; weight: string; count: number | null };
type Units = Pick<Product, 'dimensionUnit' | 'weightUnit'>;
type Measured = Units &
  Pick<
    Product,
    | 'weight'
    | 'packagingWeight'
    | 'shippingWeight'
    | 'length'
    | 'width'
    | 'height'
    | 'productPackaging'
    | 'shippingMethod'
  >;

/** The number in a field; null when it is empty, undefined when it is invalid. */
function read(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const parsed = measureIn.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** Volume in mm³: null while a side is missing, undefined while one is invalid. */
function volumeOf(
  { length, width, height }: Pick<BoxValues, 'length' | 'width' | 'height'>,
  { dimensionUnit }: Units,
): bigint | null | undefined {
  const [l, w, h] = [read(length), read(width), read(height)];
  if (l === undefined || w === undefined || h === undefined) return undefined;
  return unitVolumeMm3({ length: l, width: w, height: h, dimensionUnit });
}

/** Weight in µg: null where there is none, undefined while it is invalid. */
function weightOf(text: string, { weightUnit }: Units): bigint | null | undefined {
  const weight = read(text);
  return weight === undefined
    ? undefined
    : unitWeightUg({ weight, packagingWeight: null, shippingWeight: null, weightUnit });
}

/** The volumetric weight, by the shipping method of the product, or by air where it has none. */
function volumetricOf(mm3: bigint, method: ShippingMethod | null): bigint {
  const { n, d } = VOLUMETRIC[method ?? 'AIR'];
  return roundDiv(mm3 * n, d);
}

/** Two figures that should agree: the calculated and the entered one. */
export interface Check {
  readonly verdict: 'TOO_LITTLE' | 'TOO_MUCH' | 'AGREES';
  readonly expected: bigint;
  readonly typed: bigint;
}

/** A carton has a weight of its own, but it is seldom more than half of the weight of its contents. */
const MOST_PACKAGING = { n: 3n, d: 2n };
const checkOf = (expected: bigint, typed: bigint): Check => ({
  expected,
  typed,
  verdict:
    typed < expected ? 'TOO_LITTLE' : typed * MOST_PACKAGING.d > expected * MOST_PACKAGING.n ? 'TOO_MUCH' : 'AGREES',
});

export interface BoxFacts {
  readonly volume: bigint | null | undefined;
  readonly weight: bigint | null | undefined;
  /** The volumetric weight, and the shipping method that it was calculated for. */
  readonly volumetric: bigint | null | undefined;
  readonly method: ShippingMethod;
  readonly girth: string | null | undefined;
}

function boxFacts(values: BoxValues, product: Measured): BoxFacts {
  const volume = volumeOf(values, product);
  const sides = [read(values.length), read(values.width), read(values.height)];
  const [length = null, width = null, height = null] = sides;
  return {
    volume,
    weight: weightOf(values.weight, product),
    volumetric: volume && volumetricOf(volume, product.shippingMethod),
    method: product.shippingMethod ?? 'AIR',
    girth: sides.includes(undefined) ? undefined : lengthAndGirth({ length, width, height }),
  };
}

/** Gross weight of the unit without a case; the packed weight is checked against it. */
const ownWeight = ({ weight, packagingWeight, shippingWeight, weightUnit }: Measured): bigint | null =>
  unitWeightUg({ weight, packagingWeight, shippingWeight, weightUnit });

interface ProductBoxFacts extends BoxFacts {
  /** Compares the packed unit with net weight plus packaging. */
  readonly weightCheck: Check | undefined;
}

/** The figures that follow from the measures of the packed unit. */
export function productBoxFacts(values: BoxValues, product: Measured): ProductBoxFacts {
  const facts = boxFacts(values, product);
  const own = ownWeight(product);
  return { ...facts, weightCheck: own !== null && facts.weight ? checkOf(own, facts.weight) : undefined };
}

interface CaseFacts extends BoxFacts {
  /** Whether all measures are known, so that the weight and volume of a unit are its share of the case. */
  readonly isComplete: boolean;
  readonly unitWeight: bigint | null;
  readonly unitVolume: bigint | null;
  readonly weightCheck: Check | undefined;
  /** The units need more room than the case has. */
  readonly volumeCheck: Check | undefined;
}

/** The figures that follow from the measures of the case, and whether they are plausible for its contents. */
export function caseFacts(values: BoxValues, product: Measured): CaseFacts {
  const facts = boxFacts(values, product);
  const units = BigInt(values.count ?? 0);
  const isComplete = !!facts.volume && !!facts.weight && units > 0n;
  const packed = product.productPackaging;
  const packedWeight = packed.weight === null ? null : weightOf(packed.weight, product);
  const oneWeight = packedWeight ?? ownWeight(product);
  const side = (name: 'length' | 'width' | 'height') => packed[name] ?? product[name] ?? '';
  const oneVolume = volumeOf({ length: side('length'), width: side('width'), height: side('height') }, product);
  const volumeCheck = units > 0n && oneVolume && facts.volume ? checkOf(oneVolume * units, facts.volume) : undefined;
  return {
    ...facts,
    isComplete,
    unitWeight: isComplete && facts.weight ? roundDiv(facts.weight, units) : null,
    unitVolume: isComplete && facts.volume ? roundDiv(facts.volume, units) : null,
    weightCheck: units > 0n && oneWeight && facts.weight ? checkOf(oneWeight * units, facts.weight) : undefined,
    volumeCheck: volumeCheck?.verdict === 'TOO_LITTLE' ? volumeCheck : undefined,
  };
}

interface Scale {
  readonly unit: 'g' | 'kg' | 'oz' | 'lb' | 'cm3' | 'm3' | 'in3' | 'ft3';
  /** The unit as a ratio of the stored unit. */
  readonly n: bigint;
  readonly d: bigint;
  readonly decimals: number;
}
const SCALES: Record<Scale['unit'], Scale> = {
  g: { unit: 'g', n: 1_000_000n, d: 1n, decimals: 1 },
  kg: { unit: 'kg', n: 1_000_000_000n, d: 1n, decimals: 3 },
  oz: { unit: 'oz', n: 28_349_523_125n, d: 1000n, decimals: 2 },
  lb: { unit: 'lb', n: 453_592_370_000n, d: 1000n, decimals: 2 },
  cm3: { unit: 'cm3', n: 1000n, d: 1n, decimals: 0 },
  m3: { unit: 'm3', n: 1_000_000_000n, d: 1n, decimals: 4 },
  in3: { unit: 'in3', n: 16_387_064n, d: 1000n, decimals: 1 },
  ft3: { unit: 'ft3', n: 28_316_846_592n, d: 1000n, decimals: 3 },
};

export interface Figure {
  readonly figure: string;
  readonly unit: Scale['unit'];
}
function figureIn(value: bigint, { n, d, decimals, unit }: Scale): Figure {
  const text = roundDecimal(decimalText(roundDiv(value * d * 1_000_000n, n), 6), decimals);
  return { figure: groupDigits(text.includes('.') ? text.replace(/\.?0+$/, '') : text), unit };
}
const scaleFor = (value: bigint, small: Scale, large: Scale, from: bigint) =>
  value * large.d >= large.n * from ? large : small;

/** A weight in the unit system of the product, for example in grams, or in kilograms from 1 kg. */
export function weightFigure(ug: bigint, unit: WeightUnit): Figure {
  return figureIn(ug, unit === 'GR' ? scaleFor(ug, SCALES.g, SCALES.kg, 1n) : scaleFor(ug, SCALES.oz, SCALES.lb, 1n));
}
/** A volume in the unit system of the product; large ones in cubic metres or cubic feet. */
export function volumeFigure(mm3: bigint, unit: DimensionUnit, isLarge: boolean): Figure {
  return figureIn(mm3, unit === 'CM' ? (isLarge ? SCALES.m3 : SCALES.cm3) : isLarge ? SCALES.ft3 : SCALES.in3);
}

import { measureIn } from '@quayside/contracts/primitives';
import type { Product } from '@quayside/contracts/products/products';
import { VOLUMETRIC } from '@quayside/domain/landed-cost/defaults';
import type { DimensionUnit, ShippingMethod, WeightUnit } from '@quayside/domain/lists';
import { decimalText, roundDiv } from '@quayside/domain/money/money';
import { lengthAndGirth, unitVolumeMm3, unitWeightUg } from '@quayside/domain/products/measures';
import { type MeasureWords, ROUNDED } from '../../../lib/words/measure-words.ts';

/** The form values of a package, as decimal strings in the units of the product. */
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

/** Parses the number in a field. The result is null when the field is empty, and undefined when it is invalid. */
function read(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const parsed = measureIn.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** The volume in mm³. It is null while a side is missing, and undefined while a side is invalid. */
function volumeOf(
  { length, width, height }: Pick<BoxValues, 'length' | 'width' | 'height'>,
  { dimensionUnit }: Units,
): bigint | null | undefined {
  const [l, w, h] = [read(length), read(width), read(height)];
  if (l === undefined || w === undefined || h === undefined) return undefined;
  return unitVolumeMm3({ length: l, width: w, height: h, dimensionUnit });
}

/** The weight in µg. It is null when it is missing, and undefined while it is invalid. */
function weightOf(text: string, { weightUnit }: Units): bigint | null | undefined {
  const weight = read(text);
  return weight === undefined
    ? undefined
    : unitWeightUg({ weight, packagingWeight: null, shippingWeight: null, weightUnit });
}

/** The volumetric weight for the product's shipping method. If the product has none, the one for air freight. */
function volumetricOf(mm3: bigint, method: ShippingMethod | null): bigint {
  const { n, d } = VOLUMETRIC[method ?? 'AIR'];
  return roundDiv(mm3 * n, d);
}

/** The result of comparing an entered figure with a calculated one. The two should agree. */
export interface Check {
  readonly verdict: 'TOO_LITTLE' | 'TOO_MUCH' | 'AGREES';
  readonly expected: bigint;
  readonly typed: bigint;
}

/** An entered figure may be at most 1.5 times the calculated one, because packaging seldom adds more than half. */
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
  /** The volumetric weight. `method` is the shipping method for which it was calculated. */
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

/**
 * The weight of a unit according to the product's own fields. The entered weight of the packed unit is checked against
 * this weight.
 */
const ownWeight = ({ weight, packagingWeight, shippingWeight, weightUnit }: Measured): bigint | null =>
  unitWeightUg({ weight, packagingWeight, shippingWeight, weightUnit });

interface ProductBoxFacts extends BoxFacts {
  /** Compares the entered weight of the packed unit with the weight according to the product's own fields. */
  readonly weightCheck: Check | undefined;
}

/** The figures derived from the measures of the packed unit. */
export function productBoxFacts(values: BoxValues, product: Measured): ProductBoxFacts {
  const facts = boxFacts(values, product);
  const own = ownWeight(product);
  return { ...facts, weightCheck: own !== null && facts.weight ? checkOf(own, facts.weight) : undefined };
}

interface CaseFacts extends BoxFacts {
  /**
   * Whether all measures of the case are known. Only then are the weight and volume of a unit calculated from the case.
   */
  readonly isComplete: boolean;
  readonly unitWeight: bigint | null;
  readonly unitVolume: bigint | null;
  readonly weightCheck: Check | undefined;
  /** Set only when the units take up more space than the case has. */
  readonly volumeCheck: Check | undefined;
}

/** The figures derived from the measures of the case, and whether they are plausible for its contents. */
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
  /** The factor from this unit to the stored unit (µg or mm³), as the fraction n / d. */
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

interface Figure {
  readonly figure: string;
  readonly unit: Scale['unit'];
}
function figureIn(value: bigint, { n, d, decimals, unit }: Scale, words: MeasureWords): Figure {
  // Nine decimals are exact for metric units.
  return { figure: words.quantity(decimalText(roundDiv(value * d * 1_000_000_000n, n), 9), decimals), unit };
}
const scaleFor = (value: bigint, small: Scale, large: Scale, from: bigint) =>
  value * large.d >= large.n * from ? large : small;

/**
 * Formats a weight in the product's unit system. Metric weights are in grams or, from 1 kg, in kilograms; imperial ones
 * are in ounces or, from 1 lb, in pounds.
 */
export function weightFigure(ug: bigint, unit: WeightUnit, words: MeasureWords = ROUNDED): Figure {
  const scale = unit === 'GR' ? scaleFor(ug, SCALES.g, SCALES.kg, 1n) : scaleFor(ug, SCALES.oz, SCALES.lb, 1n);
  return figureIn(ug, scale, words);
}
/** Formats a volume in the product's unit system. `isLarge` selects cubic metres or cubic feet. */
export function volumeFigure(
  mm3: bigint,
  unit: DimensionUnit,
  isLarge: boolean,
  words: MeasureWords = ROUNDED,
): Figure {
  const scale = unit === 'CM' ? (isLarge ? SCALES.m3 : SCALES.cm3) : isLarge ? SCALES.ft3 : SCALES.in3;
  return figureIn(mm3, scale, words);
}

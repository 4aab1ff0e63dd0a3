import { measureIn } from '@quayside/contracts/primitives';
import { formatQuantity as decimalOf, MICRO, roundDiv } from '@quayside/domain/money/money';
import { type CasePackaging, lengthAndGirth, unitVolumeMm3, unitWeightUg } from '@quayside/domain/products/measures';
import type { ProductValues } from './product-values.ts';

export type Measures = Pick<
  ProductValues,
  'length' | 'width' | 'height' | 'dimensionUnit' | 'weight' | 'packagingWeight' | 'shippingWeight' | 'weightUnit'
>;

/** A measure in two units, as decimal strings: in the product's own unit, and in another one for the tooltip. */
interface InUnits {
  readonly own: string;
  readonly other: string;
}
interface MeasureFacts {
  /** The gross weight of a unit. Null when it is missing, undefined while a field is invalid. */
  readonly weight: (InUnits & { readonly source: 'CASE' | 'SHIPPING' | 'SUM' | 'NET' }) | null | undefined;
  readonly volume: (InUnits & { readonly source: 'CASE' | 'SIDES' }) | null | undefined;
  /** The longest side plus the girth, in the product's own unit. */
  readonly girth: string | null | undefined;
}

/**
 * One ounce in thousandths of a microgram, and one cubic inch in millionths of a cubic millimetre. In these units, both
 * are whole numbers.
 */
const UG_PER_OZ_BILLIONTHS = 28_349_523_125n;
const MM3_PER_IN3_MILLIONTHS = 16_387_064_000n;
const THOUSAND = 1000n;

/** Parses the number in a field. The result is null when the field is empty, and undefined when it is invalid. */
function read(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const parsed = measureIn.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}
function readAll<K extends string>(texts: Record<K, string>): Record<K, string | null> | undefined {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, read(text)] as const);
  return entries.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(entries) as Record<K, string | null>);
}

const grams = (ug: bigint) => decimalOf(ug);
const ounces = (ug: bigint) => decimalOf(roundDiv(ug * THOUSAND * MICRO, UG_PER_OZ_BILLIONTHS));
const cm3 = (mm3: bigint) => decimalOf(mm3 * THOUSAND);
const in3 = (mm3: bigint) => decimalOf(roundDiv(mm3 * MICRO * MICRO, MM3_PER_IN3_MILLIONTHS));

/** The weight and volume by which costs are spread, computed from the values in the form. */
export function measureFacts(values: Measures, casePackaging: CasePackaging | null = null): MeasureFacts {
  const weights = readAll({
    weight: values.weight,
    packagingWeight: values.packagingWeight,
    shippingWeight: values.shippingWeight,
  });
  const sides = readAll({ length: values.length, width: values.width, height: values.height });
  return {
    weight: weights && weightFact(weights, values.weightUnit, casePackaging),
    volume: sides && volumeFact(sides, values.dimensionUnit, casePackaging),
    girth: sides && lengthAndGirth(sides),
  };
}

const isPositive = (text: string | null) => text !== null && /[1-9]/.test(text);
/**
 * The measures of a case count only when all of them are known. They then take precedence over the product's own
 * measures.
 */
const isComplete = (packed: CasePackaging | null) =>
  packed !== null &&
  [packed.length, packed.width, packed.height, packed.weight].every(isPositive) &&
  (packed.unitsPerCase ?? 0) > 0;

function weightFact(
  weights: Record<'weight' | 'packagingWeight' | 'shippingWeight', string | null>,
  weightUnit: ProductValues['weightUnit'],
  casePackaging: CasePackaging | null,
): MeasureFacts['weight'] {
  const ug = unitWeightUg({ ...weights, weightUnit, casePackaging });
  if (ug === null) return null;
  const source = isComplete(casePackaging)
    ? 'CASE'
    : isPositive(weights.shippingWeight)
      ? 'SHIPPING'
      : isPositive(weights.packagingWeight)
        ? 'SUM'
        : 'NET';
  return weightUnit === 'GR'
    ? { own: grams(ug), other: ounces(ug), source }
    : { own: ounces(ug), other: grams(ug), source };
}

function volumeFact(
  sides: Record<'length' | 'width' | 'height', string | null>,
  dimensionUnit: ProductValues['dimensionUnit'],
  casePackaging: CasePackaging | null,
): MeasureFacts['volume'] {
  const mm3 = unitVolumeMm3({ ...sides, dimensionUnit, casePackaging });
  if (mm3 === null) return null;
  const source = isComplete(casePackaging) ? 'CASE' : 'SIDES';
  return dimensionUnit === 'CM'
    ? { own: cm3(mm3), other: in3(mm3), source }
    : { own: in3(mm3), other: cm3(mm3), source };
}

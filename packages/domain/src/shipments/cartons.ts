import { grouped, parseQuantity, roundDiv } from '../money/money.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { UNIT_SIZES } from '../products/units.ts';
import { ok, ruleText, type RuleText } from '../refusal.ts';
import type { CartonDimensionUnit } from './option-lists.ts';

/** The most cartons of one row: the most alike cartons that a marketplace takes in one row. */
export const MAX_CARTONS = 10_000n;

/** The size of each unit of length in micrometres. All of them are exact. */
export const CARTON_UNIT_SIZES: Readonly<Record<CartonDimensionUnit, bigint>> = {
  CM: UNIT_SIZES.CM,
  IN: UNIT_SIZES.IN,
  MM: UNIT_SIZES.MM,
  M: UNIT_SIZES.M,
  FT: 304_800n,
};

/** The sides of a carton as typed: decimal strings with up to 6 decimals in its unit. */
export interface TypedSides {
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly unit: CartonDimensionUnit;
}

/** The sides of a carton in picometres, which hold 6 decimals of every unit exactly, the longest first. */
export type Sides = readonly [bigint, bigint, bigint];

/** The number of picometres in a millimetre. */
export const PM_PER_MM = 1_000_000_000n;

/** Parses the sides of a carton; null while one is missing or 0. Throws when one is not a measure. */
export function sidesOf({ length, width, height, unit }: TypedSides): Sides | null {
  const [longest = 0n, middle = 0n, shortest = 0n] = [length, width, height]
    .map((text) => {
      if (text === null) return 0n;
      const parsed = parseQuantity(text);
      if (!parsed.ok || parsed.value < 0n) throw new RangeError(`Not a measure: ${text}`);
      return parsed.value * CARTON_UNIT_SIZES[unit];
    })
    .toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0));
  return shortest > 0n ? [longest, middle, shortest] : null;
}

/** The volume of one carton in cubic millimetres, rounded once (stock §9). */
export const volumeOfSides = ([a, b, c]: Sides): bigint => roundDiv(a * b * c, PM_PER_MM ** 3n);

/** The units of one pack list in one carton. */
export interface CartonContent {
  readonly units: bigint;
  /** The gross weight of one unit in micrograms; null is missing. */
  readonly weightUg: bigint | null;
}

/**
 * The weight of one carton in micrograms (stock §9): what was measured, otherwise the gross weight of its units and the
 * tare of its type. Null when one of these is missing; a tare of 0 is known.
 */
export function weightOfCarton(
  carton: { readonly measuredUg: bigint | null; readonly tareUg: bigint | null },
  contents: readonly CartonContent[],
): bigint | null {
  if (carton.measuredUg !== null) return carton.measuredUg;
  if (carton.tareUg === null) return null;
  let sum = carton.tareUg;
  for (const { units, weightUg } of contents) {
    if (weightUg === null || weightUg <= 0n) return null;
    sum += units * weightUg;
  }
  return sum;
}

/** A number of identical cartons with so many units in each. */
interface CartonSplit {
  readonly count: bigint;
  readonly unitsPerCarton: bigint;
}

/**
 * Packs units by case: as many whole cases as possible in rows of at most 10,000 cartons, and the last part-carton by
 * itself. 1,000 at 12 are 83 cartons of 12 and one of 4. Throws when a case holds nothing.
 */
export function packByCase(units: bigint, unitsPerCase: bigint): CartonSplit[] {
  if (unitsPerCase < 1n) throw new RangeError('A case holds at least one unit');
  const rows: CartonSplit[] = [];
  for (let whole = units / unitsPerCase; whole > 0n; whole -= MAX_CARTONS)
    rows.push({ count: whole < MAX_CARTONS ? whole : MAX_CARTONS, unitsPerCarton: unitsPerCase });
  const rest = units % unitsPerCase;
  return rest === 0n ? rows : [...rows, { count: 1n, unitsPerCarton: rest }];
}

/**
 * Checks that each pack list of a row divides evenly over its cartons (stock §9), and returns the units of each in one
 * carton. Refused on `count`, or on the quantity of the first pack list that does not divide, with the nearest split.
 */
export function divideOverCartons(count: bigint, unitsOfPackLists: readonly bigint[]): FieldResult<bigint[]> {
  if (count < 1n || count > MAX_CARTONS)
    return refuseField('count', ruleText('carton.count', { max: Number(MAX_CARTONS) }));
  const uneven = unitsOfPackLists.findIndex((units) => units % count !== 0n);
  if (uneven === -1) return ok(unitsOfPackLists.map((units) => units / count));
  const units = unitsOfPackLists[uneven] ?? 0n;
  return refuseField(`packLists.${uneven}.quantity`, splitText(units, (units + count - 1n) / count));
}

/** How units would fill cartons of so many: 83 cartons of 12 and one of 4. */
export function splitText(units: bigint, per: bigint): RuleText {
  const [whole, rest] = [units / per, units % per];
  const params = { units: grouped(String(units)), per: grouped(String(per)), cartons: grouped(String(whole)) };
  return rest === 0n
    ? ruleText('carton.split', { ...params, count: Number(whole) })
    : ruleText('carton.split_rest', { ...params, count: Number(whole), rest: grouped(String(rest)) });
}

/** A weight of 0 or less, and a volume of 0, are missing. */
export const knownMeasure = (measure: bigint | null): bigint | null =>
  measure !== null && measure > 0n ? measure : null;

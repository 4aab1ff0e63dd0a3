import { VOLUMETRIC } from '../landed-cost/defaults.ts';

import type { ShippingMethod, Measure } from '../lists.ts';
import { MICRO, roundDiv } from '../money/money.ts';
import { UNIT_SIZES } from '../products/units.ts';
import { PM_PER_MM, type Sides } from './cartons.ts';
import {
  dividedBy,
  fraction,
  greaterOf,
  isAtLeast,
  NOTHING,
  sumOfFractions,
  times,
  upToStep,
  type Fraction,
} from './fractions.ts';
import { productsOfLeaves, sumOfMeasure, type Packed, type Unweighable } from './leaves.ts';
import type { DivisorUnit, FreightLevel, FreightMode, SideRounding } from './option-lists.ts';

/** How sides are rounded before they are multiplied: to whole inches or centimetres. */
export interface RoundedSides {
  readonly rounding: SideRounding;
  readonly unit: 'CM' | 'IN';
}

/** The method by which a shipment is rated (freight.json). */
export interface Rating {
  readonly level: FreightLevel;
  /** The micrograms that a cubic millimetre counts as. */
  readonly density: Fraction;
  readonly sides: RoundedSides;
  /** In micrograms; 0 is none. At the level CARTON it is that of each carton. */
  readonly minimum: Fraction;
  /** In micrograms; null: none. */
  readonly step: Fraction | null;
}

/** How much volume counts as how much weight: 6000 cm3 per kg. */
export interface Divisor {
  readonly unit: DivisorUnit;
  /** In millionths, above 0. */
  readonly micro: bigint;
}

const UG_PER_KG = 1_000_000_000n;
const MM3_PER_M3 = 1_000_000_000n;
const MM3_PER_CM3 = 1000n;
/** A cubic inch is 16387.064 mm3; this is its size in thousandths of a cubic millimetre. */
const IN3_IN_THOUSANDTHS = 16_387_064n;
const UG_PER_LB = UNIT_SIZES.LB / 1000n;

/** The micrograms that a cubic millimetre counts as by this divisor. */
export function densityOf({ unit, micro }: Divisor): Fraction {
  switch (unit) {
    case 'CM3_PER_KG':
      return fraction(UG_PER_KG * MICRO, MM3_PER_CM3 * micro);
    case 'IN3_PER_KG':
      return fraction(UG_PER_KG * MICRO * 1000n, IN3_IN_THOUSANDTHS * micro);
    case 'IN3_PER_LB':
      return fraction(UG_PER_LB * MICRO * 1000n, IN3_IN_THOUSANDTHS * micro);
    case 'KG_PER_M3':
      return fraction(UG_PER_KG * micro, MM3_PER_M3 * MICRO);
  }
}

const UNROUNDED: RoundedSides = { rounding: 'NONE', unit: 'CM' };
const rating = ({ n, d }: { n: bigint; d: bigint }, level: FreightLevel = 'SHIPMENT'): Rating => ({
  level,
  density: fraction(n, d),
  sides: UNROUNDED,
  minimum: NOTHING,
  step: null,
});

/** The method of each mode where a rate has none of its own (freight.json). Couriers rate each piece at 5000 cm3/kg. */
export const MODE_RATINGS: Readonly<Record<FreightMode, Rating>> = {
  AIR: rating(VOLUMETRIC.AIR),
  COURIER: rating(densityOf({ unit: 'CM3_PER_KG', micro: 5000n * MICRO }), 'CARTON'),
  SEA: rating(VOLUMETRIC.SEA),
  LAND: rating(VOLUMETRIC.LAND),
};

/** The method of a shipment without a rate. */
export const ratingOfMethod = (method: ShippingMethod): Rating => MODE_RATINGS[method];

/** The result of rating what is rated together: a shipment or a carton row. */
export interface Rated {
  /** Micrograms, exact. */
  readonly gross: Fraction;
  readonly volumetric: Fraction;
  readonly chargeable: Fraction;
  /** The measure by which the leaves share; null when the carton rows of a shipment differ. */
  readonly measure: Measure | null;
  /** The chargeable weight of each leaf by its key; these add up to the whole. */
  readonly byLeaf: ReadonlyMap<string, Fraction>;
}

/**
 * Rates one shipment (stock §7, freight.json): the greater of gross and volumetric weight, at least the minimum, up to
 * the next step, for the whole of it or for each carton. Its leaves share by the measure that won, by gross weight when
 * both are equal. Nothing is rounded but sides and steps.
 */
export function rateShipment(packed: readonly Packed[], by: Rating): Rated | Unweighable {
  const measured = packed.map((one) => withRoundedSides(one, by.sides));
  const gap = gapOf(measured, by);
  if (gap) return gap;
  if (by.level === 'SHIPMENT') return rateTogether(measured, 1n, by);
  return joined(measured.map((one) => rateTogether([one], one.row?.count ?? 1n, by)));
}

/** The first measure that is missing, and all products that lack one. */
function gapOf(packed: readonly Packed[], { level }: Rating): Unweighable | undefined {
  const leaves = packed.flatMap((one) => one.leaves);
  const uncartoned = level === 'CARTON' ? packed.filter(({ row }) => row === null).flatMap((one) => one.leaves) : [];
  const unmeasured = leaves.filter(({ weight, volume }) => weight === null || volume === null);
  const lacking = productsOfLeaves([...unmeasured, ...uncartoned].map(({ leaf }) => leaf));
  if (lacking.length === 0) return undefined;
  if (leaves.some(({ weight }) => weight === null)) return { reason: 'MISSING_WEIGHT', lacking };
  return { reason: unmeasured.length > 0 ? 'MISSING_VOLUME' : 'NO_CARTONS', lacking };
}

/** Rates `count` equal pieces that consist of these goods, each piece by itself. */
function rateTogether(packed: readonly Packed[], count: bigint, by: Rating): Rated {
  const pieces = fraction(count);
  const [gross, volume] = [sumOfMeasure(packed, 'weight'), sumOfMeasure(packed, 'volume')];
  const volumetric = times(volume, by.density);
  const heavier = dividedBy(greaterOf(gross, volumetric), pieces);
  const chargeable = times(upToStep(greaterOf(heavier, by.minimum), by.step), pieces);
  const isByGross = isAtLeast(gross, volumetric);
  const [of, total] = isByGross ? (['weight', gross] as const) : (['volume', volume] as const);
  const each = total.n === 0n ? NOTHING : dividedBy(chargeable, total);
  return {
    gross,
    volumetric,
    chargeable,
    measure: isByGross ? 'GROSS_WEIGHT' : 'VOLUME',
    byLeaf: new Map(
      packed.flatMap(({ leaves }) =>
        leaves.map((one): [string, Fraction] => [one.leaf.key, times(one[of] ?? NOTHING, each)]),
      ),
    ),
  };
}

function joined(rows: readonly Rated[]): Rated {
  const sum = (of: 'gross' | 'volumetric' | 'chargeable') => sumOfFractions(rows.map((row) => row[of]));
  const measure = rows[0]?.measure ?? null;
  return {
    gross: sum('gross'),
    volumetric: sum('volumetric'),
    chargeable: sum('chargeable'),
    measure: rows.every((row) => row.measure === measure) ? measure : null,
    byLeaf: new Map(rows.flatMap(({ byLeaf }) => [...byLeaf])),
  };
}

const ROUND_TO: Readonly<Record<RoundedSides['unit'], bigint>> = { CM: 10n * PM_PER_MM, IN: 25_400_000_000n };

/** The volume of one carton in cubic millimetres after its sides were rounded; null without sides. */
export function volumeOfRoundedSides(sides: Sides | null, { rounding, unit }: RoundedSides): Fraction | null {
  if (sides === null) return null;
  const to = ROUND_TO[unit];
  const rounded = sides.map((side) => {
    if (rounding === 'NONE') return side;
    return (rounding === 'UP' ? (side + to - 1n) / to : roundDiv(side, to)) * to;
  });
  return fraction(
    rounded.reduce((product, side) => product * side, 1n),
    PM_PER_MM ** 3n,
  );
}

/** Goods with the volume of rounded sides where the tariff says so. What has no sides then has no volume. */
function withRoundedSides(packed: Packed, sides: RoundedSides): Packed {
  if (sides.rounding === 'NONE') return packed;
  const { row, leaves, volume: exact } = packed;
  const one = volumeOfRoundedSides(row?.sides ?? null, sides);
  const volume = one && row && exact && exact.n > 0n ? times(one, fraction(row.count)) : null;
  const each = volume && exact && dividedBy(volume, exact);
  return {
    ...packed,
    volume,
    leaves: leaves.map((leaf) => ({ ...leaf, volume: each && leaf.volume && times(leaf.volume, each) })),
  };
}

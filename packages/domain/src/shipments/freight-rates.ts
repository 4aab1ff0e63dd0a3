import { exponentOf } from '../money/currencies.ts';
import { pow10, roundDiv } from '../money/money.ts';
import { parseUnitPrice, type UnitPrice } from '../money/unit-price.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import {
  densityOf,
  MODE_RATINGS,
  rateShipment,
  type Divisor,
  type Rated,
  type Rating,
  type RoundedSides,
} from './chargeable.ts';
import { containersFor, CONTAINERS, type ContainerSizes, type FullContainerType } from './containers.ts';
import { dividedBy, fraction, greaterOf, isAtLeast, times, type Fraction } from './fractions.ts';
import { sumOfMeasure, type Packed, type Unweighable } from './leaves.ts';
import type { FreightLevel, FreightMode, FreightUnit } from './option-lists.ts';

/** The most decimals of the price of a freight rate. */
const FREIGHT_PRICE_DECIMALS = 4;

/**
 * A kilogram in micrograms and a cubic metre in cubic millimetres are both this number. The quantities of a rate are
 * counted in these billionths of its unit.
 */
export const BILLIONTHS = 1_000_000_000n;

/** A price from a quantity on. */
export interface FreightBreak {
  /** In billionths of the rate's unit: micrograms, cubic millimetres, or billionths of a container. */
  readonly from: bigint;
  /** Of one unit. */
  readonly price: UnitPrice;
}

/** What a forwarder charges (stock §8). */
export interface FreightRate {
  readonly mode: FreightMode;
  readonly currency: string;
  readonly unit: FreightUnit;
  /** One price is one break from 0. They ascend. */
  readonly breaks: readonly FreightBreak[];
  /** Null: that of the mode, which is said with the charge. */
  readonly divisor: Divisor | null;
  readonly level: FreightLevel;
  readonly sides: RoundedSides;
  /** The least quantity, in billionths of the unit; 0 is none. At the level CARTON it is that of each carton. */
  readonly minimum: bigint;
  /** The step to which quantities are rounded up, in billionths of the unit; 0 is none. */
  readonly step: bigint;
  /** The least charge before fees. */
  readonly leastMinor: bigint;
  /** Fixed fees, each in minor units of the rate's currency. */
  readonly feesMinor: readonly bigint[];
  readonly containerType: FullContainerType | null;
  readonly transitDays: number | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** What a person should know about a charge: the rate is outside its days, or the divisor is that of its mode. */
export const CHARGE_REMARKS = ['NOT_YET_VALID', 'EXPIRED', 'MODE_DIVISOR'] as const;
export type ChargeRemark = (typeof CHARGE_REMARKS)[number];

/** What a shipment costs by a rate. */
export interface Charge {
  /** In minor units of the rate's currency, with fees. */
  readonly totalMinor: bigint;
  /** What was multiplied by the price, without a break's rounding up: kilograms, W/M or containers, exact. */
  readonly chargeable: Fraction;
  /** The break that was cheapest; its `from` may be above what was chargeable. */
  readonly appliedBreak: FreightBreak;
  readonly isLeastCharge: boolean;
  readonly rated: Rated;
  readonly remarks: readonly ChargeRemark[];
}

/** Parses the price of a freight rate: 0 or more, with up to 4 decimals. */
export function parseFreightPrice(text: string): Result<UnitPrice> {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok) return parsed;
  if (parsed.value.digits < 0n) return refuse('bad_input', ruleText('price.form'));
  return parsed.value.scale <= FREIGHT_PRICE_DECIMALS
    ? parsed
    : refuse('bad_input', ruleText('price.decimals', { max: FREIGHT_PRICE_DECIMALS }));
}

/** The most decimals of a quantity of a rate: 1 lb is 0.45359237 kg. */
const FREIGHT_QUANTITY_DECIMALS = 9;

/** Parses a quantity of a rate (minimum, step, the beginning of a break) into billionths of its unit: 0 or more. */
export function parseFreightQuantity(text: string): Result<bigint> {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok || parsed.value.digits < 0n) return refuse('bad_input', ruleText('quantity.form'));
  const { digits, scale } = parsed.value;
  return scale <= FREIGHT_QUANTITY_DECIMALS
    ? ok(digits * pow10(FREIGHT_QUANTITY_DECIMALS - scale))
    : refuse('bad_input', ruleText('quantity.decimals', { max: FREIGHT_QUANTITY_DECIMALS }));
}

/** Checks what the fields of a rate must be together. The refusal names the field. */
export function checkFreightRate(
  rate: Pick<FreightRate, 'unit' | 'level' | 'divisor' | 'breaks' | 'containerType' | 'validFrom' | 'validTo'>,
): FieldResult<true> {
  if (rate.breaks.length === 0) return refuseField('breaks', ruleText('freight.needs_price'));
  const unordered = rate.breaks.findIndex(({ from }, i) => i > 0 && from <= (rate.breaks[i - 1]?.from ?? 0n));
  if (unordered !== -1) return refuseField(`breaks.${unordered}.from`, ruleText('freight.break_order'));
  if (rate.unit === 'CONTAINER' && rate.containerType === null)
    return refuseField('containerType', ruleText('freight.needs_container'));
  if (rate.unit !== 'KG' && rate.level === 'CARTON') return refuseField('level', ruleText('freight.level'));
  if (rate.divisor !== null && rate.divisor.micro <= 0n)
    return refuseField('divisor', ruleText('freight.divisor_above_zero'));
  if (rate.validFrom !== null && rate.validTo !== null && rate.validTo < rate.validFrom)
    return refuseField('validTo', ruleText('freight.valid_backwards'));
  return ok(true);
}

/** Whether a rate holds on a day; both of its days are included. */
export function validityOn(
  { validFrom, validTo }: Pick<FreightRate, 'validFrom' | 'validTo'>,
  day: string,
): 'VALID' | 'NOT_YET_VALID' | 'EXPIRED' {
  if (validFrom !== null && day < validFrom) return 'NOT_YET_VALID';
  return validTo !== null && day > validTo ? 'EXPIRED' : 'VALID';
}

/**
 * The method of a rate: its own divisor, or that of its mode. Weight or measure counts at least 1 for the shipment
 * (stock §8). A rate by container has no minimum and no step in weight.
 */
export function ratingOfRate(rate: FreightRate): Rating {
  const density = rate.divisor ? densityOf(rate.divisor) : MODE_RATINGS[rate.mode].density;
  const { level, sides } = rate;
  if (rate.unit === 'CONTAINER') return { level: 'SHIPMENT', density, sides, minimum: fraction(0n), step: null };
  // A cubic metre is as many billionths as a kilogram. In micrograms it is its volume times the density.
  const one = rate.unit === 'WM' ? density : fraction(1n);
  const minimum = rate.unit === 'WM' && rate.minimum < BILLIONTHS ? BILLIONTHS : rate.minimum;
  return {
    level,
    density,
    sides,
    minimum: times(fraction(minimum), one),
    step: rate.step === 0n ? null : times(fraction(rate.step), one),
  };
}

/**
 * What a shipment costs by a rate (stock §8): the cheapest of `max(chargeable, from) × price` over its breaks, rounded
 * once half away from zero, at least the least charge, and then the fees. Without weights, volumes or cartons that the
 * rate needs there is no charge, and the products are listed. `day` is the day on which the rate should hold.
 */
export function chargeOf(
  rate: FreightRate,
  packed: readonly Packed[],
  day: string,
  containers: ContainerSizes = CONTAINERS,
): Charge | Unweighable {
  const rating = ratingOfRate(rate);
  const rated = rateShipment(packed, rating);
  if ('reason' in rated) return rated;
  const chargeable = quantityOf(rate, rated, packed, rating, containers);
  const { applied, priceMinor } = cheapestOf(rate, chargeable);
  const isLeastCharge = priceMinor < rate.leastMinor;
  const validity = validityOn(rate, day);
  return {
    totalMinor: rate.feesMinor.reduce((sum, fee) => sum + fee, isLeastCharge ? rate.leastMinor : priceMinor),
    chargeable,
    appliedBreak: applied,
    isLeastCharge,
    rated,
    remarks: [
      ...(validity === 'VALID' ? [] : [validity]),
      ...(rate.divisor === null && rate.unit !== 'CONTAINER' ? (['MODE_DIVISOR'] as const) : []),
    ],
  };
}

/** What the price is multiplied by, in whole units of the rate. */
function quantityOf(
  rate: FreightRate,
  rated: Rated,
  packed: readonly Packed[],
  rating: Rating,
  containers: ContainerSizes,
): Fraction {
  const billionths = fraction(1n, BILLIONTHS);
  if (rate.unit === 'KG') return times(rated.chargeable, billionths);
  if (rate.unit === 'WM') return times(dividedBy(rated.chargeable, rating.density), billionths);
  if (rate.containerType === null) throw new RangeError('A rate by container names its type');
  return fraction(containersFor(sumOfMeasure(packed, 'volume'), rated.gross, containers[rate.containerType]));
}

function cheapestOf(rate: FreightRate, chargeable: Fraction): { applied: FreightBreak; priceMinor: bigint } {
  const [first, ...others] = rate.breaks.map((one) => ({
    one,
    price: times(
      greaterOf(chargeable, fraction(one.from, BILLIONTHS)),
      fraction(one.price.digits, pow10(one.price.scale)),
    ),
  }));
  if (!first) throw new RangeError('A rate has a price');
  const cheapest = others.reduce((least, other) => (isAtLeast(other.price, least.price) ? least : other), first);
  const { n, d } = times(cheapest.price, fraction(pow10(exponentOf(rate.currency))));
  return { applied: cheapest.one, priceMinor: roundDiv(n, d) };
}

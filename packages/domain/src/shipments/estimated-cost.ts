import { exponentOf } from '../money/currencies.ts';
import { pow10, roundDiv } from '../money/money.ts';
import type { UnitPrice } from '../money/unit-price.ts';
import { rateShipment, type Rating } from './chargeable.ts';
import type { ContainerSizes } from './containers.ts';
import { fraction, times } from './fractions.ts';
import { BILLIONTHS, chargeOf, type FreightRate } from './freight-rates.ts';
import type { Packed, Unweighable } from './leaves.ts';
import type { CalculateBy } from './option-lists.ts';

/** How a plan is to be charged. Prices and amounts are in `currency`. */
export interface PlannedCharge {
  /** The freight rate that was chosen for the plan; it goes before what was typed. */
  readonly rate: FreightRate | null;
  readonly calculateBy: CalculateBy | null;
  readonly currency: string;
  /** The typed price of a kilogram of chargeable weight. */
  readonly shippingRate: UnitPrice | null;
  readonly containerEstimateMinor: bigint | null;
  /** The method of the plan without a rate: that of its mode. */
  readonly rating: Rating;
}

/** An estimated cost in minor units of its currency. The caller converts it once. */
interface EstimatedCost {
  readonly minor: bigint;
  readonly currency: string;
}

/**
 * The estimated cost of a plan (decision G-157): the charge by its freight rate, otherwise the typed price × chargeable
 * weight, or the typed estimate for the container. Null while nothing is chosen or typed.
 */
export function estimatedCostOf(
  plan: PlannedCharge,
  packed: readonly Packed[],
  day: string,
  containers?: ContainerSizes,
): EstimatedCost | Unweighable | null {
  if (plan.rate) {
    const charge = chargeOf(plan.rate, packed, day, containers);
    return 'reason' in charge ? charge : { minor: charge.totalMinor, currency: plan.rate.currency };
  }
  const { currency, containerEstimateMinor, shippingRate } = plan;
  if (plan.calculateBy === 'CONTAINER_ESTIMATE')
    return containerEstimateMinor === null ? null : { minor: containerEstimateMinor, currency };
  if (plan.calculateBy === null || shippingRate === null) return null;
  const rated = rateShipment(packed, plan.rating);
  if ('reason' in rated) return rated;
  const perMicrogram = fraction(
    shippingRate.digits * pow10(exponentOf(currency)),
    pow10(shippingRate.scale) * BILLIONTHS,
  );
  const { n, d } = times(rated.chargeable, perMicrogram);
  return { minor: roundDiv(n, d), currency };
}

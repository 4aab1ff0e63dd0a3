import { parseUnitPrice } from '@quayside/domain/money/unit-price';
import { MODE_RATINGS, rateShipment, ratingOfMethod } from '@quayside/domain/shipments/chargeable';
import { estimatedCostOf } from '@quayside/domain/shipments/estimated-cost';
import type { Packed, Unweighable } from '@quayside/domain/shipments/leaves';
import type { CalculateBy } from '@quayside/domain/shipments/option-lists';
import type { ShippingMethod } from '@quayside/domain/lists';
import { roundDiv } from '@quayside/domain/money/money';

/** What a plan says about how it is charged. */
interface ChargedPlan {
  readonly shippingMethod: ShippingMethod | null;
  readonly calculateBy: CalculateBy | null;
  readonly currency: string;
  readonly shippingRate: string | null;
  readonly containerEstimateMinor: bigint | null;
}

/** The chargeable weight and the estimated cost of a plan, and what they lack. */
interface Estimate {
  /** Micrograms, rounded once. */
  readonly chargeableUg: bigint | null;
  /** In the currency of the plan. */
  readonly costMinor: bigint | null;
  readonly lacking: Unweighable | null;
}

/** Works out the chargeable weight of a plan by its shipping method, by sea without one, and its estimated cost. */
export function estimateOf(plan: ChargedPlan, packed: readonly Packed[], day: string): Estimate {
  if (packed.length === 0) return { chargeableUg: null, costMinor: null, lacking: null };
  const rating = plan.shippingMethod === null ? MODE_RATINGS.SEA : ratingOfMethod(plan.shippingMethod);
  const rated = rateShipment(packed, rating);
  const { calculateBy, currency, containerEstimateMinor } = plan;
  const price = plan.shippingRate === null ? null : parseUnitPrice(plan.shippingRate);
  if (price && !price.ok) throw new RangeError(`The stored price ${plan.shippingRate} cannot be read`);
  const shippingRate = price?.value ?? null;
  const cost = estimatedCostOf(
    { rate: null, calculateBy, currency, shippingRate, containerEstimateMinor, rating },
    packed,
    day,
  );
  return {
    chargeableUg: 'reason' in rated ? null : roundDiv(rated.chargeable.n, rated.chargeable.d),
    costMinor: cost === null || 'reason' in cost ? null : cost.minor,
    lacking: 'reason' in rated ? rated : null,
  };
}

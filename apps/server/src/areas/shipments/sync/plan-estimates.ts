import type { ShippingMethod } from '@quayside/domain/lists';
import { roundDiv } from '@quayside/domain/money/money';
import { parseUnitPrice } from '@quayside/domain/money/unit-price';
import { MODE_RATINGS, rateShipment, ratingOfMethod } from '@quayside/domain/shipments/chargeable';
import type { ContainerSizes } from '@quayside/domain/shipments/containers';
import { estimatedCostOf } from '@quayside/domain/shipments/estimated-cost';
import { type FreightRate, ratingOfRate } from '@quayside/domain/shipments/freight-rates';
import type { Packed, Unweighable } from '@quayside/domain/shipments/leaves';
import type { CalculateBy } from '@quayside/domain/shipments/option-lists';
import type { Work } from '../../../db/tx.ts';
import { containerSizes, freightRatesById } from '../../costs/public.ts';
import type { PlanRow } from '../rows/plans.queries.ts';

/** What a plan says about how it is charged. */
interface ChargedPlan {
  /** The freight rate that was chosen; it goes before what was typed. */
  readonly rate: FreightRate | null;
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
  /** In `currency`, or in the currency of the plan where that is null. */
  readonly costMinor: bigint | null;
  readonly currency: string | null;
  readonly lacking: Unweighable | null;
}

/** The freight rates of plans, and what containers hold. */
export interface RatesOfPlans {
  readonly byId: ReadonlyMap<string, FreightRate>;
  readonly containers: ContainerSizes | undefined;
}

/** Reads the freight rates that these plans chose. Container sizes are read only if one of the rates needs them. */
export async function readRatesOf(w: Work, plans: readonly PlanRow[]): Promise<RatesOfPlans> {
  const byId = await freightRatesById(w, [...new Set(plans.flatMap((plan) => plan.freight_rate_id ?? []))]);
  const needsSizes = [...byId.values()].some(({ unit }) => unit === 'CONTAINER');
  return { byId, containers: needsSizes ? await containerSizes(w) : undefined };
}

/**
 * Works out the chargeable weight of a plan and its estimated cost: by its freight rate, otherwise by its shipping
 * method, by sea without one.
 */
export function estimateOf(
  plan: ChargedPlan,
  packed: readonly Packed[],
  on: { readonly day: string; readonly containers: ContainerSizes | undefined },
): Estimate {
  const currency = plan.rate?.currency ?? null;
  if (packed.length === 0) return { chargeableUg: null, costMinor: null, currency, lacking: null };
  const ofMethod = plan.shippingMethod === null ? MODE_RATINGS.SEA : ratingOfMethod(plan.shippingMethod);
  const rating = plan.rate ? ratingOfRate(plan.rate) : ofMethod;
  const rated = rateShipment(packed, rating);
  const cost = estimatedCostOf(
    { ...plan, shippingRate: priceOf(plan.shippingRate), rating },
    packed,
    on.day,
    on.containers,
  );
  return {
    chargeableUg: 'reason' in rated ? null : roundDiv(rated.chargeable.n, rated.chargeable.d),
    costMinor: cost === null || 'reason' in cost ? null : cost.minor,
    currency,
    lacking: 'reason' in rated ? rated : null,
  };
}

function priceOf(text: string | null) {
  const price = text === null ? null : parseUnitPrice(text);
  if (price && !price.ok) throw new RangeError(`The stored price ${text} cannot be read`);
  return price?.value ?? null;
}

import type { ExplainEntry } from '@quayside/contracts/costs/costs';
import type { RatedPlanTrace } from '@quayside/domain/landed-cost/types';
import { decimalText, roundDiv } from '@quayside/domain/money/money';

/** Kilograms with 3 decimals. */
const kilograms = (micrograms: bigint): string => decimalText(roundDiv(micrograms, 1_000_000n), 3);

/** How a plan was rated, for answers; its number comes from `numbers`. */
export function shownPlan(
  { planId, measure, ...rated }: RatedPlanTrace,
  numbers: ReadonlyMap<string, string>,
): ExplainEntry['ratedPlans'][number] {
  return {
    plan: planId === null ? null : { id: planId, number: numbers.get(planId) ?? '' },
    measure,
    grossWeight: kilograms(rated.grossUg),
    volumetricWeight: kilograms(rated.volumetricUg),
    chargeableWeight: kilograms(rated.chargeableUg),
  };
}

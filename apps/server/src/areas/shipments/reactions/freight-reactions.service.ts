import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { fixedExchange } from '../plans/plan-exchange.service.ts';
import { plansOfRates, readRateHeads } from '../plans/plan-rates.views.ts';
import { findPlanRows, savePlan } from '../rows/plans.queries.ts';
import { syncPlans } from '../sync/sync.service.ts';

/** What plans do when freight rates change, in the same transaction. */
export const freightReactions: Reactions = { 'freight-rate.changed': followRates };

/** What plans cost by these rates is worked out again. A rate that is in another currency now is converted anew. */
async function followRates(w: Work, event: ReactionEvents['freight-rate.changed']): Promise<void> {
  const ids = await plansOfRates(w, event);
  if (ids.length === 0) return;
  await lockCosts(w);
  const plans = await findPlanRows(w, ids);
  const rates = await readRateHeads(w, [...new Set(plans.flatMap((plan) => plan.freight_rate_id ?? []))]);
  for (const plan of plans) {
    const currency = rates.get(plan.freight_rate_id ?? '')?.currency ?? null;
    if (currency !== plan.estimated_cost_currency) await savePlan(w, plan.id, await fixedExchange(w, plan, currency));
  }
  await syncPlans(w, ids);
}

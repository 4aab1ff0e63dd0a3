import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { resyncDuty, resyncShipments } from '../ledger/costs.service.ts';
import { ordersUnderDuty, plansByRates } from '../ledger/pack-lists.views.ts';

/** What costs do when rates change, in the same transaction. The one who writes a rate holds the cost lock. */
export const shipmentReactions: Reactions = {
  'freight-rate.changed': async (w, { rateIds }) => resyncShipments(w, { planIds: await plansByRates(w, rateIds) }),
  'duty.changing': (w) => lockCosts(w),
  'duty.changed': followDuty,
};

async function followDuty(w: Work, changed: ReactionEvents['duty.changed']): Promise<void> {
  await resyncDuty(w, await ordersUnderDuty(w, changed));
}

import type { Reactions } from '../../events/reactions.ts';
import { syncLotTotals } from './lot-totals.service.ts';
import { makeLotsOfPlan, refuseUnshipping } from './plan-moves.service.ts';

/** What stock does when the costs of orders change, or the status of shipment plans, in the same transaction. */
export const stockReactions: Reactions = {
  'order.costs-changed': (w, { orderIds }) => syncLotTotals(w, orderIds),
  'shipment.moving': refuseUnshipping,
  'shipment.moved': makeLotsOfPlan,
};

import type { Reactions } from '../../events/reactions.ts';
import { syncLotTotals } from './lot-totals.service.ts';

/** What stock does when the costs of orders change, in the same transaction. */
export const stockReactions: Reactions = {
  'order.costs-changed': (w, { orderIds }) => syncLotTotals(w, orderIds),
};

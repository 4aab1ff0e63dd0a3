import type { Reactions } from '../../events/reactions.ts';
import { lookUpSkus } from './new-skus.service.ts';
import { syncLotTotals } from './lot-totals.service.ts';

/** What stock does in the transaction of other areas: costs of orders change, or products get SKUs. */
export const stockReactions: Reactions = {
  'product.codes-changed': lookUpSkus,
  'order.costs-changed': (w, { orderIds }) => syncLotTotals(w, orderIds),
};

import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { findOwners } from '../ledger/ledger.views.ts';
import { syncPayables } from '../ledger/sync.service.ts';

/** What payments do when the plans of supplier orders, or their days, are others: due days follow at once. */
export const shipmentReactions: Reactions = { 'shipment.days-changed': followDays };

/** The invoices and the purchase orders of these supplier orders are worked out again. Paid ones stay. */
async function followDays(w: Work, { orderIds, event }: ReactionEvents['shipment.days-changed']): Promise<void> {
  const owners = await findOwners(w, orderIds, event);
  if (owners.invoiceIds.length + owners.orderIds.length > 0) await syncPayables(w, owners);
}

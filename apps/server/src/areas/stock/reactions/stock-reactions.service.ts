import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { renewLater } from '../five-quantities/five-quantities.job.ts';
import { syncLinesOf, syncValues } from '../five-quantities/five-quantities-sync.service.ts';
import { creditReceived } from './credits.service.ts';
import { hasLots, productsOfOrders } from '../rows/lots.views.ts';
import { productsOnOtherDays } from '../rows/loose-costs.queries.ts';
import { syncLooseCosts } from './loose-costs-sync.service.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import { readLots } from '../rows/lots.queries.ts';
import { lookUpSkus, openBundles } from '../orders/new-skus.service.ts';
import { makeLotsOfPlan, refuseLaterDay, refuseUnshipping } from './plan-moves.service.ts';

/** What stock does when other areas change what it stands on, in the same transaction. */
export const stockReactions: Reactions = {
  'order.changed': followOrders,
  'order.costs-changed': async (w, { orderIds, productIds }) => {
    await syncLotTotals(w, orderIds);
    await syncLooseCosts(w, productIds);
    await syncValues(w, orderIds);
  },
  'order.packed': (w, { orderIds }) => syncLinesOf(w, 'order', orderIds),
  'invoice.changed': async (w, { invoiceIds }) => {
    await syncLooseCosts(w, await productsOnOtherDays(w, invoiceIds));
    await syncLinesOf(w, 'invoice', invoiceIds);
  },
  'invoice.supplier-merged': (w, { invoiceIds }) => syncLinesOf(w, 'invoice', invoiceIds),
  'purchase-order.changed': (w, { orderIds }) => syncLinesOf(w, 'purchaseOrder', orderIds),
  'purchase-order.moved': (w, { orderId }) => syncLinesOf(w, 'purchaseOrder', [orderId]),
  'supplier.tolerance-changed': renewLater,
  'shipment.moving': refuseUnshipping,
  'shipment.day-moving': refuseLaterDay,
  'shipment.moved': makeLotsOfPlan,
  'product.becoming-bundle': async (w, { productId }) => {
    if (await hasLots(w, productId)) throw fieldError('parts', say('stock.bundle'));
    await openBundles(w, productId);
  },
  'product.codes-changed': lookUpSkus,
};

/** Units that have arrived stay with their product; credited ones go back to the supplier. */
async function followOrders(w: Work, { orders }: ReactionEvents['order.changed']): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const lots = await readLots(w, 'order_id', ids);
  if (lots.size === 0) return;
  const products = await productsOfOrders(w, ids);
  for (const { orderId, productId, received } of lots.values())
    if (received > 0n && products.get(orderId ?? '') !== productId)
      throw new AppError('invoices.in_use', { message: say('stock.received_product') });
  const withLots = new Set([...lots.values()].map(({ orderId }) => orderId));
  await creditReceived(
    w,
    orders.filter(({ id }) => withLots.has(id)),
  );
}

import type { Work } from '../../../db/tx.ts';
import { react } from '../../../events/reactions.ts';
import { type Delivery, ordersOfFirst } from './deliveries.views.ts';
import type { ReceiptRow } from '../rows/receipts.queries.ts';

type Received = Pick<ReceiptRow, 'planId' | 'orderId' | 'day'>;

/**
 * The first receipt of a shipment plan is its delivery, and so is the first one without a plan of an order; opening
 * stock has neither. Due days of payments follow it: announces the orders of which the first receipt is of another day,
 * after receipts were written by `operationId`, or reversed (null).
 */
export async function announceDeliveries(
  w: Work,
  receipts: readonly Received[],
  operationId: string | null,
): Promise<void> {
  const plans = new Map<string, Delivery>();
  const orders = new Map<string, Delivery>();
  for (const { planId, orderId, day } of receipts) {
    const [of, id] = planId === null ? [orders, orderId] : [plans, planId];
    if (id === null) continue;
    const known = of.get(id);
    if (!known || day < known.day) of.set(id, { id, day });
  }
  const orderIds = await ordersOfFirst(w, [...plans.values()], [...orders.values()], operationId);
  if (orderIds.length > 0) await react(w, 'shipment.days-changed', { orderIds, event: 'DELIVERY' });
}

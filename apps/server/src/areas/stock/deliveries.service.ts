import type { Work } from '../../db/tx.ts';
import { react } from '../../events/reactions.ts';
import { firstDaysBesides, ordersOfPlans } from './deliveries.views.ts';
import type { ReceiptRow } from './receipts.queries.ts';

type Received = Pick<ReceiptRow, 'id' | 'planId' | 'orderId' | 'day'>;

/** What a receipt may be the delivery of: its plan, else its order. Opening stock has neither. */
const deliveryOf = ({ planId, orderId }: Received): string | null => planId ?? orderId;

/**
 * The first receipt of a shipment plan is its delivery, and so is the first one without a plan of an order. Due days of
 * payments follow it: announces the orders of which the first receipt is of another day, after these receipts were
 * written or reversed.
 */
export async function announceDeliveries(w: Work, receipts: readonly Received[]): Promise<void> {
  const byDelivery = Map.groupBy(receipts, deliveryOf);
  const plans = new Set(receipts.flatMap(({ planId }) => planId ?? []));
  const ids = [...byDelivery.keys()].flatMap((id) => id ?? []);
  if (ids.length === 0) return;
  const others = await firstDaysBesides(
    w,
    ids,
    receipts.map(({ id }) => id),
  );
  const moved = ids.filter((id) => {
    const other = others.get(id);
    return other === undefined || (byDelivery.get(id) ?? []).some(({ day }) => day < other);
  });
  const ofPlans = await ordersOfPlans(
    w,
    moved.filter((id) => plans.has(id)),
  );
  const orderIds = [...new Set([...ofPlans, ...moved.filter((id) => !plans.has(id))])];
  if (orderIds.length > 0) await react(w, 'shipment.days-changed', { orderIds });
}

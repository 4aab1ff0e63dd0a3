import type { Work } from '../../db/tx.ts';
import { react } from '../../events/reactions.ts';
import { firstDaysBesides, ordersOfPlans } from './deliveries.views.ts';
import type { ReceiptRow } from './receipts.queries.ts';

/**
 * The first receipt of a shipment plan is its delivery, which due days of payments follow: announces the orders of the
 * plans whose first receipt is of another day, after these receipts were written or reversed.
 */
export async function announceDeliveries(
  w: Work,
  receipts: readonly Pick<ReceiptRow, 'id' | 'planId' | 'day'>[],
): Promise<void> {
  const byPlan = Map.groupBy(receipts, ({ planId }) => planId);
  const planIds = [...byPlan.keys()].flatMap((id) => id ?? []);
  if (planIds.length === 0) return;
  const others = await firstDaysBesides(
    w,
    planIds,
    receipts.map(({ id }) => id),
  );
  const moved = planIds.filter((id) => {
    const other = others.get(id);
    return other === undefined || (byPlan.get(id) ?? []).some(({ day }) => day < other);
  });
  const orderIds = await ordersOfPlans(w, moved);
  if (orderIds.length > 0) await react(w, 'shipment.days-changed', { orderIds });
}

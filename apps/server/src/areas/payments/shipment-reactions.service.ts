import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { ReactionEvents, Reactions } from '../../events/reactions.ts';
import { syncPayables } from './sync.service.ts';

/** What payments do when the plans of supplier orders, or their days, are others: due days follow at once. */
export const shipmentReactions: Reactions = { 'shipment.days-changed': followDays };

/** The invoices and the purchase orders of these supplier orders are worked out again. Paid ones stay. */
async function followDays(w: Work, { orderIds }: ReactionEvents['shipment.days-changed']): Promise<void> {
  const { rows } = await sql<{ invoiceId: string; purchaseOrderId: string | null }>`
    select distinct invoice_id as "invoiceId", purchase_order_id as "purchaseOrderId"
    from cost_layer
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...orderIds])}::uuid[])`.execute(w.tx);
  await syncPayables(w, {
    invoiceIds: rows.map(({ invoiceId }) => invoiceId),
    orderIds: rows.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? []),
  });
}

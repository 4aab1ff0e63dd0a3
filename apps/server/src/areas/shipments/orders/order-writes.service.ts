import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { numberText } from '@quayside/domain/shipments/numbers';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { setShippingMethod, usesOfOrder } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { patchLine } from '../../invoices/public.ts';
import { readPackLists } from '../rows/leaves.views.ts';
import { ordersAudit } from '../orders.audit.ts';
import { saveNotes } from '../rows/orders.queries.ts';
import { getOrder, requireOrder } from './orders.service.ts';
import type { BodyOf } from '../shipments.types.ts';

/** Notes the ready day, words and the shipping method of an order. */
export async function patchOrder(w: Work, id: string, body: BodyOf<'patchOrder'>): Promise<OrderWithPackLists> {
  await lockCosts(w);
  const { version, ...patch } = body;
  const before = await requireOrder(w, id);
  if (version !== undefined && version !== before.version)
    throw new AppError('conflict_version', { current: await getOrder(w, id) });
  const after = {
    readyOn: patch.readyOn === undefined ? before.readyOn : patch.readyOn,
    notes: patch.notes === undefined ? before.notes : patch.notes,
    shippingMethod: patch.shippingMethod === undefined ? before.shippingMethod : patch.shippingMethod,
  };
  const changes = changesBetween(
    ordersAudit['order.changed'].changes,
    (field) => before[field],
    (field) => after[field],
  );
  if (changes.length === 0) return getOrder(w, id);
  await saveNotes(w, id, after);
  if (after.shippingMethod !== before.shippingMethod) await setShippingMethod(w, id, after.shippingMethod);
  await record(
    w,
    { action: 'order.changed', subjectIds: [id], details: { changes } },
    changed('orders', [id], before.version + 1),
  );
  return getOrder(w, id);
}

/**
 * Removes an order: its line has the quantity 0 afterwards, and the amount of the line is unassigned. Refused once
 * units are packed, or while a person shares costs over this order.
 */
export async function deleteOrder(w: Work, id: string): Promise<void> {
  await lockCosts(w);
  const order = await requireOrder(w, id);
  const packLists = await readPackLists(w, 'order_id', [id]);
  const uses = [
    ...packLists.map((row) => ({
      type: 'PACK_LIST' as const,
      id: row.id,
      label: numberText('PACK_LIST', row.number),
    })),
    ...(await usesOfOrder(w, id)),
  ];
  if (uses.length > 0) throw new AppError('shipments.in_use', { uses });
  await patchLine(w, order.invoiceId, order.lineId, { quantity: '0' });
  await record(
    w,
    { action: 'order.deleted', subjectIds: [id], details: { name: order.number } },
    changed('orders', [id]),
  );
}

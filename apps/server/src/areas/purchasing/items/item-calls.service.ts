import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { findItemRows, findItemsOf, type ItemRow } from '../rows/items.queries.ts';
import { checkItems, itemOrderOf } from './items.service.ts';
import { type OrderPlan, saveOrderPlan } from '../orders/purchase-order-writes.service.ts';
import { fieldsOfOrder, findOrderRow, type OrderRow } from '../rows/purchase-orders.queries.ts';
import { getOrderHead, requireOpenOrder, requireOrderRow, shownItems } from '../orders/purchase-orders.service.ts';
import type { BodyOf, PurchaseOrder, PurchaseOrderItem } from '../purchasing.types.ts';

interface ItemAnswer {
  readonly item: PurchaseOrderItem;
  readonly purchaseOrder: PurchaseOrder;
}

/** Adds an item at the end. */
export async function createItem(
  w: Work,
  orderId: string,
  patch: BodyOf<'createPurchaseOrderItem'>,
): Promise<ItemAnswer> {
  await lockCosts(w);
  const order = await requireOpenOrder(w, orderId, undefined);
  const id = w.newId();
  const writes = await checkItems(w, itemOrderOf(order), [{ id, row: undefined, patch, path: '' }]);
  await saveOrderPlan(w, order, { fields: fieldsOfOrder(order), writes, removed: [] });
  return itemAnswer(w, orderId, id);
}

export async function patchItem(
  w: Work,
  orderId: string,
  id: string,
  { version, position, ...patch }: BodyOf<'patchPurchaseOrderItem'>,
): Promise<ItemAnswer> {
  await lockCosts(w);
  const { order, item } = await requireItem(w, orderId, id, version);
  const writes = await checkItems(w, itemOrderOf(order), [{ id, row: item, patch, path: '' }]);
  const move = position === undefined ? undefined : await planMove(w, orderId, id, position);
  await saveOrderPlan(w, order, { fields: fieldsOfOrder(order), writes, removed: [], ...move });
  return itemAnswer(w, orderId, id);
}

/** The order of the items after a move of one of them, and what the audit log says about it. */
async function planMove(w: Work, orderId: string, id: string, position: number): Promise<Partial<OrderPlan>> {
  const before = (await findItemsOf(w, orderId)).map((row) => row.id);
  const to = Math.min(position, before.length);
  const order = before.filter((one) => one !== id).toSpliced(to - 1, 0, id);
  const from = before.indexOf(id) + 1;
  return from === to ? {} : { order, moved: { id, from, to } };
}

export async function deleteItem(w: Work, orderId: string, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const { order, item } = await requireItem(w, orderId, id, version);
  await saveOrderPlan(w, order, { fields: fieldsOfOrder(order), writes: [], removed: [item] });
}

/**
 * Finds an item that is to be changed. The item and its purchase order must exist, the request must have the item's
 * current version, and the purchase order must not be closed.
 */
async function requireItem(
  w: Work,
  orderId: string,
  id: string,
  version: number | undefined,
): Promise<{ order: OrderRow; item: ItemRow }> {
  const order = await requireOrderRow(w, orderId, undefined);
  const item = (await findItemRows(w, [id])).get(id);
  if (!item || item.deleted_at !== null || item.order_id !== orderId) throw notFound(say('purchasing.item_unknown'));
  if (version !== undefined && version !== item.version)
    throw new AppError('conflict_version', { current: (await shownItems(w, order, [item]))[0] });
  if (order.status === 'CLOSED') throw new AppError('purchasing.closed');
  return { order, item };
}

async function itemAnswer(w: Work, orderId: string, id: string): Promise<ItemAnswer> {
  const order = await findOrderRow(w, orderId);
  const row = (await findItemRows(w, [id])).get(id);
  const [item] = order && row ? await shownItems(w, order, [row]) : [];
  if (!item) throw notFound(say('purchasing.item_unknown'));
  return { item, purchaseOrder: await getOrderHead(w, orderId) };
}

import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  createPurchaseOrderItem,
  deletePurchaseOrderItem,
  patchPurchaseOrderItem,
} from '@quayside/contracts/purchasing/purchase-order-items';
import {
  createPurchaseOrder,
  getInternalPoNumber,
  getPurchaseOrder,
  patchPurchaseOrder,
  type PurchaseOrderWithItems,
} from '@quayside/contracts/purchasing/purchase-orders';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { useWrite } from '../../lib/api/write.ts';
import type { EditorCalls } from './editor/order-editor.ts';

const SUPPLIERS = 2000;

/** Loads one purchase order with its items. */
export const purchaseOrderQuery = (id: string) => read('purchase-orders', getPurchaseOrder, { params: { id } });

/** The next internal number. It is taken only when a purchase order is saved. */
export const nextNumberQuery = () => ({ ...read('purchase-orders', getInternalPoNumber, {}), staleTime: 0 });

/** Loads all suppliers, sorted by name, as options of a select. */
export const useSuppliers = () =>
  useQuery({
    ...read('suppliers', listSuppliers, { query: { size: SUPPLIERS, sort: ['companyName,asc'] } }),
    staleTime: 60_000,
    select: (page) => page.content,
  });

/** Refetches everything that depends on purchase orders. Other tabs are told by the server. */
export const refreshPurchaseOrders = (): void => {
  for (const topic of ['purchase-orders', 'payments', 'documents'] as const)
    void queryClient.invalidateQueries({ queryKey: [topic] });
};

/** Stores a purchase order that a call has answered, so that its page need not load it again. */
const rememberPurchaseOrder = (order: PurchaseOrderWithItems): PurchaseOrderWithItems => {
  queryClient.setQueryData(purchaseOrderQuery(order.id).queryKey, order);
  return order;
};

/** Creates a draft. The form shows any errors. */
export const useCreatePurchaseOrder = () =>
  useWrite({
    send: (body: BodyIn<typeof createPurchaseOrder>, key) => call(createPurchaseOrder, { body, idempotencyKey: key() }),
    isShownInline: true,
    onSuccess: rememberPurchaseOrder,
  });

/**
 * Archives or restores purchase orders one after the other, and stops at the first error. Returns the changed ones and,
 * if there was one, the error.
 */
export async function setArchived(
  orders: readonly Pick<PurchaseOrderWithItems, 'id' | 'version'>[],
  isArchived: boolean,
): Promise<{ done: PurchaseOrderWithItems[]; error?: unknown }> {
  const done: PurchaseOrderWithItems[] = [];
  for (const { id, version } of orders) {
    try {
      const archivedAt = isArchived ? new Date().toISOString() : null;
      done.push(await call(patchPurchaseOrder, { params: { id }, body: { archivedAt, version } }));
    } catch (error) {
      return { done, error };
    }
  }
  return { done };
}

/** The API calls that the editor of a purchase order makes. */
export function editorCalls(id: string, callbacks: Pick<EditorCalls, 'onRefusal' | 'onSettled'>): EditorCalls {
  const { queryKey } = purchaseOrderQuery(id);
  /**
   * Runs a write, then cancels reads in flight. Such a read began before the write ended, so its result could be older
   * and would overwrite the result of the write.
   */
  const inTurn = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } finally {
      await queryClient.cancelQueries({ queryKey });
    }
  };
  return {
    ...callbacks,
    saveHeader: (body) => inTurn(() => call(patchPurchaseOrder, { params: { id }, body })),
    createItem: (body, idempotencyKey) =>
      inTurn(() => call(createPurchaseOrderItem, { params: { purchaseOrderId: id }, body, idempotencyKey })),
    saveItem: (itemId, body) =>
      inTurn(() => call(patchPurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, body })),
    moveItem: (itemId, position) =>
      inTurn(() => call(patchPurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, body: { position } })),
    deleteItem: (itemId, version) =>
      inTurn(() => call(deletePurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, ifMatch: version })),
    load: () => call(getPurchaseOrder, { params: { id } }),
    newKey: () => crypto.randomUUID(),
    now: () => Date.now(),
  };
}

/** Loads a purchase order now, past the cache. */
export const loadPurchaseOrder = (id: string): Promise<PurchaseOrderWithItems> =>
  call(getPurchaseOrder, { params: { id } });

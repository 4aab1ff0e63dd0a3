import * as calls from '@quayside/contracts/shipments/orders';
import * as packListCalls from '@quayside/contracts/shipments/pack-lists';
import { type Mounting, mount } from '../../http/mount.ts';
import { listOrderHistory } from './orders/order-history.service.ts';
import { deleteOrder, patchOrder } from './orders/order-writes.service.ts';
import * as orders from './orders/orders.service.ts';
import { packByCase } from './packing/pack-by-case.service.ts';
import * as packLists from './packing/pack-lists.service.ts';
import { createTestOrder } from './orders/test-order.service.ts';

/** Mounts the calls for orders and their pack lists. Those that read customer orders, too, are mounted by stock. */
export function mountOrders(m: Mounting): void {
  mount(m, calls.getOrderStats)((w) => orders.getOrderStats(w));
  mount(m, calls.listOrderHistory)((w, i) => listOrderHistory(w, i.params.orderId, i.query));
  mount(m, calls.patchOrder)((w, i) => patchOrder(w, i.params.orderId, i.body));
  mount(m, calls.deleteOrder)((w, i) => deleteOrder(w, i.params.orderId));
  mount(m, calls.packByCase)((w, i) => packByCase(w, i.body));
  mount(m, calls.createTestProductOrder)((w) => createTestOrder(w));
  mount(m, packListCalls.listPackLists)((w, i) => orders.listPackLists(w, i.query));
  mount(m, packListCalls.createPackList)((w, i) => packLists.createPackList(w, i.params.orderId, i.body));
  mount(
    m,
    packListCalls.patchPackList,
  )((w, i) => packLists.patchPackList(w, i.params.orderId, i.params.packListId, i.body));
  mount(
    m,
    packListCalls.deletePackList,
  )((w, i) => packLists.deletePackList(w, i.params.orderId, i.params.packListId, i.ifMatch));
  mount(m, packListCalls.deletePackLists)((w, i) => packLists.deletePackLists(w, i.params.orderId, i.body.packListIds));
}

import { getOrder, getOrderStats, listOrders, type Order, orderTotals } from '@quayside/contracts/shipments/orders';
import { listMissingDecisions } from '@quayside/contracts/stock/missing';
import { listReceipts } from '@quayside/contracts/stock/receipts';
import type { CostedPackList } from '@quayside/contracts/shipments/pack-lists';
import { listShipmentPlanSummary } from '@quayside/contracts/shipments/shipment-plans';
import { listCartonTypes } from '@quayside/contracts/shipments/cartons';
import { aPage } from '../../../testing/pages.ts';
import type { Visitor } from '../../../testing/person.ts';
import { startApi } from '../../../testing/render-app.tsx';
import { packedOrder } from './an-order.ts';

const sum = (orders: readonly Order[], of: (order: Order) => number) =>
  orders.reduce((all, order) => all + of(order), 0);

/** A fake API with these orders, and the pack lists of each. */
export function startOrders(
  orders: readonly Order[],
  { packLists = [], as = 'admin' }: { packLists?: readonly CostedPackList[]; as?: Visitor } = {},
) {
  const api = startApi({ as });
  const ofStatus = (status: Order['status']) => orders.filter((order) => order.status === status).length;
  api.on(listOrders, aPage(orders));
  api.on(orderTotals, {
    kind: 'SUPPLIER',
    count: orders.length,
    quantity: sum(orders, (order) => order.quantity),
    packed: sum(orders, (order) => order.packedQuantity),
    shipped: sum(orders, (order) => order.shippedQuantity),
    received: sum(orders, (order) => order.receivedQuantity),
    missing: sum(orders, (order) => order.missingQuantity),
    unpacked: sum(orders, (order) => order.unpackedQuantity),
  });
  api.on(getOrderStats, {
    total: orders.length,
    open: ofStatus('OPEN'),
    inTransit: ofStatus('IN_TRANSIT'),
    received: 0,
    closed: 0,
    units: sum(orders, (order) => order.quantity),
    unpacked: sum(orders, (order) => order.unpackedQuantity),
  });
  api.on(getOrder, ({ params }) => {
    const order = orders.find(({ orderId }) => orderId === params.orderId);
    return packedOrder(
      packLists.filter(({ orderId }) => orderId === params.orderId),
      order ?? {},
    );
  });
  api.on(listReceipts, aPage([]));
  api.on(listMissingDecisions, aPage([]));
  api.on(listShipmentPlanSummary, []);
  api.on(listCartonTypes, []);
  return api;
}

import { IconClipboardText } from '@tabler/icons-react';
import { type Feature, ORDERS_AND_SHIPPING } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const shipmentsFeature: Feature = {
  name: 'shipments',
  screens: [
    { path: '/orders-shipments', redirectTo: paths.orders(), need: ORDERS_AND_SHIPPING },
    {
      path: '/orders-shipments/orders',
      load: () => import('./orders/orders.page.tsx').then((m) => m.OrdersPage),
      need: ORDERS_AND_SHIPPING,
    },
    {
      path: '/orders-shipments/orders/:orderId',
      load: () => import('./orders/order.page.tsx').then((m) => m.OrderPage),
      need: ORDERS_AND_SHIPPING,
    },
    {
      path: '/orders-shipments/cartons',
      load: () => import('./cartons/cartons.page.tsx').then((m) => m.CartonsPage),
      need: ORDERS_AND_SHIPPING,
    },
    {
      path: '/orders-shipments/received/:list',
      load: () => import('./receiving/received.page.tsx').then((m) => m.ReceivedPage),
      need: ORDERS_AND_SHIPPING,
    },
    ...['', '/counts'].map((list) => ({
      path: `/orders-shipments/stock${list}`,
      load: () => import('./stock/stock.pages.tsx').then((m) => m.StockPages),
      need: ORDERS_AND_SHIPPING,
    })),
    {
      path: '/orders-shipments/shipment-plans',
      load: () => import('./plans/list/plan-list.page.tsx').then((m) => m.PlanListPage),
      need: ORDERS_AND_SHIPPING,
    },
    {
      path: '/orders-shipments/shipment-plans/:id',
      load: () => import('./plans/shipment-plan.page.tsx').then((m) => m.ShipmentPlanPage),
      need: ORDERS_AND_SHIPPING,
    },
    {
      path: '/shipment-plan/:id/send',
      load: () => import('./send/send-plan.page.tsx').then((m) => m.SendPlanPage),
      need: ORDERS_AND_SHIPPING,
    },
  ],
  drawer: [
    {
      key: 'orders',
      group: 'management',
      label: 'shipmentsShell:orders',
      icon: IconClipboardText,
      to: paths.orders(),
      // Without the management section the entry is locked, as all others of its group are.
      need: { flags: [['isOrdersAndShippingEnabled']] },
      covers: ['/orders-shipments', '/shipment-plan'],
      shortcut: { keys: ['g', 'o'], label: 'shipmentsShell:orders' },
    },
  ],
  palette: (
    [
      ['plans', paths.shipmentPlans()],
      ['cartons', paths.cartons()],
      ['stock', '/orders-shipments/stock'],
      ['counts', '/orders-shipments/stock/counts'],
    ] as const
  ).map(([label, to]) => ({
    label: `shipmentsShell:${label}` as const,
    icon: IconClipboardText,
    to,
    need: ORDERS_AND_SHIPPING,
  })),
  found: [
    { type: 'ORDER', heading: 'shipmentsShell:orders', icon: IconClipboardText, path: ({ id }) => paths.order(id) },
    {
      type: 'SHIPMENT_PLAN',
      heading: 'shipmentsShell:plans',
      icon: IconClipboardText,
      path: ({ id }) => paths.shipmentPlan(id),
    },
    { type: 'CARTON', heading: 'shipmentsShell:cartons', icon: IconClipboardText, path: ({ id }) => paths.cartons(id) },
  ],
};

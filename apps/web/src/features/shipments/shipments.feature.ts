import { IconClipboardText } from '@tabler/icons-react';
import { type Feature, ORDERS_AND_SHIPPING } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

const loadStock = () => import('./stock/stock.pages.tsx').then((m) => m.StockPages);

export const shipmentsFeature: Feature = {
  name: 'shipments',
  screens: [
    { path: '/orders-shipments', redirectTo: paths.orders(), need: ORDERS_AND_SHIPPING },
    ...(
      [
        ['orders-shipments/orders', () => import('./orders/orders.page.tsx').then((m) => m.OrdersPage)],
        ['orders-shipments/orders/:orderId', () => import('./orders/order.page.tsx').then((m) => m.OrderPage)],
        ['orders-shipments/cartons', () => import('./cartons/cartons.page.tsx').then((m) => m.CartonsPage)],
        ['orders-shipments/stock', loadStock],
        ['orders-shipments/stock/counts', loadStock],
        ['orders-shipments/stock/method', loadStock],
        ['orders-shipments/received/:list', loadStock],
        [
          'orders-shipments/shipment-plans',
          () => import('./plans/list/plan-list.page.tsx').then((m) => m.PlanListPage),
        ],
        [
          'orders-shipments/shipment-plans/:id',
          () => import('./plans/shipment-plan.page.tsx').then((m) => m.ShipmentPlanPage),
        ],
        ['shipment-plan/:id/send', () => import('./send/send-plan.page.tsx').then((m) => m.SendPlanPage)],
      ] as const
    ).map(([path, load]) => ({ path: `/${path}`, load, need: ORDERS_AND_SHIPPING })),
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
      ['customers', '/orders-shipments/orders?kind=CUSTOMER'],
      ['opening', '/orders-shipments/orders?kind=OPENING'],
      ['missing', '/orders-shipments/received/missing'],
    ] as const
  ).map(([label, to]) => ({
    label: `shipmentsShell:${label}` as const,
    icon: IconClipboardText,
    to,
    need: ORDERS_AND_SHIPPING,
  })),
  found: (
    [
      ['ORDER', 'orders', paths.order],
      ['SHIPMENT_PLAN', 'plans', paths.shipmentPlan],
      ['CARTON', 'cartons', paths.cartons],
    ] as const
  ).map(([type, heading, path]) => ({
    type,
    heading: `shipmentsShell:${heading}` as const,
    icon: IconClipboardText,
    path: ({ id }) => path(id),
  })),
};

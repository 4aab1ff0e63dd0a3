import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/page/load-part.ts';
import type { OrderSlots } from '../../features/purchasing/order/order-screen.tsx';
import { PurchaseOrderPage as Page } from '../../features/purchasing/purchase-order.page.tsx';

const OrderPayments = lazyPart(() => import('../../features/payments/order-payments.tsx').then((m) => m.OrderPayments));

const slots: OrderSlots = {
  payments: ({ orderId, canEdit }) => (
    <Suspense fallback={<Skeleton height={160} radius={10} />}>
      <OrderPayments orderId={orderId} canEdit={canEdit} />
    </Suspense>
  ),
};

/** The page of one purchase order with its payments, which are joined here: features do not import each other. */
export function PurchaseOrderPage() {
  return <Page {...slots} />;
}

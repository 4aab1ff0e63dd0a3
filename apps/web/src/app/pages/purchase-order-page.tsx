import { PurchaseOrderPage as Page } from '../../features/purchasing/purchase-order.page.tsx';

/** The page of one purchase order. */
export function PurchaseOrderPage() {
  return <Page />;
}

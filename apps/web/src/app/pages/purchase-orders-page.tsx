import { PurchaseOrderListPage } from '../../features/purchasing/list/purchase-order-list.page.tsx';
import { usePurchasingTabs } from './purchasing-tabs.ts';

/** The list of purchase orders, in a tab beside the list of invoices. */
export function PurchaseOrdersPage() {
  return <PurchaseOrderListPage tabs={usePurchasingTabs()} />;
}

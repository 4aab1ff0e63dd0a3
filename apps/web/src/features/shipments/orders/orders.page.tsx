import { exportOrders, ORDER_EXPORT } from '@quayside/contracts/exports';
import { listSupplierOrders, supplierOrderTotals } from '@quayside/contracts/shipments/order-kinds';
import { type Order, packByCase } from '@quayside/contracts/shipments/orders';
import { IconClipboardText } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { lazyPart } from '../../../lib/page/load-part.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { orderColumns, orderFilters } from './order-columns.tsx';
import { OrderPanel, OrderPreview } from './order-panel.tsx';
import { OrderKindSwitch } from '../customers/order-kind-switch.tsx';
import { OrderStats } from './order-stats.tsx';
import { OrdersBulkBar } from './orders-bulk-bar.tsx';

const CustomerOrdersPage = lazyPart(() =>
  import('../customers/customer-orders.page.tsx').then((m) => m.CustomerOrdersPage),
);
const OpeningStockPage = lazyPart(() => import('../opening/opening-stock.page.tsx').then((m) => m.OpeningStockPage));

/** The tab of orders: those from suppliers, those of customers, or stock without an order. */
export function OrdersPage() {
  const kind = useSearchParams()[0].get('kind');
  if (kind === 'CUSTOMER') return <CustomerOrdersPage />;
  return kind === 'OPENING' ? <OpeningStockPage /> : <SupplierOrdersPage />;
}

/** The list of supplier orders, with what is packed and shipped of each. */
function SupplierOrdersPage() {
  const t = useT();
  const columns = useMemo(() => orderColumns(t), [t]);
  const filters = useMemo(() => orderFilters(t), [t]);
  const permission = usePermission(packByCase);
  const { openId, rowHref, close } = useOpenRow<Order>('order', paths.orders(), rowId);
  const preview = useCallback(
    (order: Order) => ({ title: orderName(t, order), body: <OrderPreview orderId={order.orderId} /> }),
    [t],
  );
  return (
    <GridPage
      id="orders"
      title={t('shipments:orders.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'shipments:orders.countCapped' : 'shipments:orders.count', words)}
      above={
        <>
          <OrderKindSwitch kind="SUPPLIER" />
          <OrderStats />
        </>
      }
      topic="orders"
      endpoint={listSupplierOrders}
      totalsEndpoint={supplierOrderTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      preview={preview}
      {...(permission.allowed && { bulk: bulkBar })}
      searchPlaceholder={t('shipments:orders.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      aside={openId !== null && <OrderPanel key={openId} orderId={openId} onClose={close} />}
      empty={{
        icon: IconClipboardText,
        title: t('shipments:orders.emptyTitle'),
        body: t('shipments:orders.emptyBody'),
        actions: <ActionButton to={paths.invoices()}>{t('shipments:orders.toInvoices')}</ActionButton>,
      }}
    />
  );
}

const bulkBar = (rows: readonly Order[], clear: () => void, reach: BulkReach) => (
  <OrdersBulkBar rows={rows} reach={reach} onClear={clear} />
);
const rowId = ({ orderId }: Order) => orderId;
const DEFAULT_SORT = ['-date'];
const EXPORTS = {
  endpoint: exportOrders,
  columns: ORDER_EXPORT,
  as: {
    number: ['invoiceNumber', 'number'],
    product: ['productName'],
    packListCount: ['packLists'],
    purchaseOrder: ['poNumber'],
  },
  byId: true,
} as const;

import { listOrders, type Order, orderTotals } from '@quayside/contracts/orders';
import { IconClipboardText } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { shipmentTabs } from '../shipment-tabs.ts';
import { orderColumns, orderFilters } from './order-columns.tsx';
import { OrderStats } from './order-stats.tsx';

/** The list of supplier orders, with what is packed and shipped of each. */
export function OrdersPage() {
  const t = useT();
  const columns = useMemo(() => orderColumns(t), [t]);
  const filters = useMemo(() => orderFilters(t), [t]);
  const { rowHref } = useOpenRow<Order>('order', paths.orders(), rowId);
  return (
    <GridPage
      id="orders"
      title={t('shipments:orders.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'shipments:orders.countCapped' : 'shipments:orders.count', words)}
      above={<OrderStats />}
      topic="orders"
      endpoint={listOrders}
      totalsEndpoint={orderTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:orders.search')}
      defaultSort={DEFAULT_SORT}
      views
      empty={{
        icon: IconClipboardText,
        title: t('shipments:orders.emptyTitle'),
        body: t('shipments:orders.emptyBody'),
        actions: <ActionButton to={paths.invoices()}>{t('shipments:orders.toInvoices')}</ActionButton>,
      }}
    />
  );
}

const rowId = ({ orderId }: Order) => orderId;
const DEFAULT_SORT = ['-date'];

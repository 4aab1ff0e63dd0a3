import { exportPurchaseOrders, PURCHASE_ORDER_EXPORT } from '@quayside/contracts/exports';
import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import {
  createPurchaseOrder,
  listPurchaseOrders,
  purchaseOrderTotals,
} from '@quayside/contracts/purchasing/purchase-orders';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import type { PageTab } from '../../../components/ui/page-frame.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { OrdersBulkBar } from './orders-bulk-bar.tsx';
import { footnoteOf, purchaseOrderColumns, purchaseOrderFilters } from './purchase-order-columns.tsx';

const EXPORTS = { endpoint: exportPurchaseOrders, columns: PURCHASE_ORDER_EXPORT, byId: true } as const;
const DEFAULT_SORT = ['-orderDate'];

/** The list of all purchase orders of the account. */
export function PurchaseOrderListPage({ tabs }: { tabs: readonly PageTab[] }) {
  const t = useT();
  const currency = useCurrency();
  const permission = usePermission(createPurchaseOrder);
  const columns = useMemo(() => purchaseOrderColumns(t, currency), [t, currency]);
  const filters = useMemo(() => purchaseOrderFilters(t), [t]);
  return (
    <GridPage
      id="purchaseOrders"
      title={t('purchasing:title')}
      tabs={tabs}
      count={({ count }) => t('purchasing:count', { count })}
      actions={
        <ActionButton variant="filled" to={paths.purchaseOrderDraft()} icon={IconPlus} permission={permission}>
          {t('purchasing:list.add')}
        </ActionButton>
      }
      topic="purchase-orders"
      endpoint={listPurchaseOrders}
      totalsEndpoint={purchaseOrderTotals}
      columns={columns}
      getRowId={(row) => row.id}
      rowHref={(row) => paths.purchaseOrder(row.id)}
      filters={filters}
      searchPlaceholder={t('purchasing:list.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      {...(permission.allowed ? { bulk: bulkBar } : {})}
      footnote={(totals) => footnoteOf(t, currency, totals)}
      empty={{ icon: IconClipboardText, title: t('purchasing:list.emptyTitle'), body: t('purchasing:list.emptyBody') }}
    />
  );
}

const bulkBar = (rows: readonly PurchaseOrder[], clear: () => void) => <OrdersBulkBar rows={rows} onClear={clear} />;

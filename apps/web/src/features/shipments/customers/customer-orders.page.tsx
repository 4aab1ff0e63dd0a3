import { CUSTOMER_ORDER_EXPORT, exportOrders } from '@quayside/contracts/exports';
import { customerOrderTotals, listCustomerOrders } from '@quayside/contracts/shipments/order-kinds';
import { createOrderImport, listUnknownSkus } from '@quayside/contracts/stock/order-imports';
import type { CustomerOrder } from '@quayside/contracts/shipments/orders';
import { listSalePlaces } from '@quayside/contracts/stock/sale-places';
import { IconBarcode, IconMapPin, IconReceipt, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { customerColumns, customerFilters } from './customer-columns.tsx';
import { CustomerOrderPanel, CustomerOrderPreview } from './customer-order-panel.tsx';
import { ImportOrdersDialog } from '../import/import-orders-dialog.tsx';
import { OrderKindSwitch } from './order-kind-switch.tsx';
import { SalePlacesDialog } from './sale-places-dialog.tsx';
import { UnknownSkusDialog } from './unknown-skus-dialog.tsx';

/** The list of customer orders, with what each sale cost. */
export function CustomerOrdersPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => customerColumns(t, currency), [t, currency]);
  const filters = useMemo(() => customerFilters(t), [t]);
  const { openId, rowHref, close } = useOpenRow<CustomerOrder>('order', paths.orders(), rowId);
  const { importId, setImportId } = useOpenImport();
  const [isSkusOpen, setSkusOpen] = useState(false);
  const [arePlacesOpen, setPlacesOpen] = useState(false);
  const preview = useCallback(
    ({ number, orderId }: CustomerOrder) => ({ title: number, body: <CustomerOrderPreview orderId={orderId} /> }),
    [],
  );
  return (
    <GridPage
      id="customerOrders"
      title={t('shipments:customers.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:customers.countCapped' : 'shipments:customers.count', words)
      }
      actions={
        <Actions
          onImport={() => setImportId('new')}
          onSkus={() => setSkusOpen(true)}
          onPlaces={() => setPlacesOpen(true)}
        />
      }
      above={<OrderKindSwitch kind="CUSTOMER" />}
      topic="orders"
      endpoint={listCustomerOrders}
      totalsEndpoint={customerOrderTotals}
      query={QUERY}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      preview={preview}
      searchPlaceholder={t('shipments:customers.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      aside={openId !== null && <CustomerOrderPanel key={openId} orderId={openId} onClose={close} />}
      empty={{
        icon: IconReceipt,
        title: t('shipments:customers.emptyTitle'),
        body: t('shipments:customers.emptyBody'),
      }}
    >
      {importId !== null && (
        <ImportOrdersDialog
          importId={importId === 'new' ? null : importId}
          onImport={setImportId}
          onSkus={() => setSkusOpen(true)}
          onClose={() => setImportId(null)}
        />
      )}
      {isSkusOpen && <UnknownSkusDialog onClose={() => setSkusOpen(false)} />}
      {arePlacesOpen && <SalePlacesDialog onClose={() => setPlacesOpen(false)} />}
    </GridPage>
  );
}

function Actions({ onImport, onSkus, onPlaces }: { onImport: () => void; onSkus: () => void; onPlaces: () => void }) {
  const t = useT();
  const mayImport = usePermission(createOrderImport);
  const without = useQuery(read('orders', listSalePlaces, { query: { unknown: 'true' } })).data?.places.length ?? 0;
  const unknown = useQuery(read('orders', listUnknownSkus, { query: { size: 1 } })).data?.totalElements ?? 0;
  return (
    <>
      {unknown > 0 && (
        <ActionButton icon={IconBarcode} onClick={onSkus}>
          {t('shipments:customers.skus.action', { count: unknown, formatted: formatCount(unknown) })}
        </ActionButton>
      )}
      <ActionButton icon={IconMapPin} onClick={onPlaces}>
        {without > 0
          ? t('shipments:customers.places.toChoose', { count: without, formatted: formatCount(without) })
          : t('shipments:customers.places.action')}
      </ActionButton>
      {mayImport.allowed && (
        <ActionButton variant="filled" icon={IconUpload} onClick={onImport}>
          {t('shipments:customers.import.action')}
        </ActionButton>
      )}
    </>
  );
}

/** The import that is open. It is a parameter of the URL, so that a reload shows how far it is. */
function useOpenImport() {
  const [params, setParams] = useSearchParams();
  const setImportId = (id: string | null) =>
    setParams(
      (now) => {
        if (id === null) now.delete('import');
        else now.set('import', id);
        return now;
      },
      { replace: true },
    );
  return { importId: params.get('import'), setImportId };
}

const rowId = ({ orderId }: CustomerOrder) => orderId;
const QUERY = { kind: 'CUSTOMER' } as const;
const DEFAULT_SORT = ['-date'];
const EXPORTS = {
  endpoint: exportOrders,
  columns: CUSTOMER_ORDER_EXPORT,
  as: {
    channel: ['channel', 'fulfilment', 'place'],
    sku: ['sku', 'productName', 'lineStatus'],
    cost: ['currency', 'price', 'cost', 'unknownCost'],
  },
} as const;

import type { ResponseOf } from '@quayside/contracts/endpoint';
import { exportReceipts, RECEIPT_EXPORT } from '@quayside/contracts/exports';
import { listReceipts, type Receipt, receiptTotals } from '@quayside/contracts/stock/receipts';
import { IconPackageImport } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatDayShort, formatInstant, formatQuantity, formatRelative } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { fetchPlanOptions } from '../api.ts';
import { placeName, placeOptions } from '../place-words.ts';

/** The list of everything that has arrived. */
export function ReceiptsPage() {
  const t = useT();
  const columns = useMemo(() => receiptColumns(t), [t]);
  const filters = useMemo(() => receiptFilters(t), [t]);
  return (
    <GridPage
      id="receipts"
      title={t('shipments:receiving.receipts.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:receiving.receipts.countCapped' : 'shipments:receiving.receipts.count', words)
      }
      topic="stock"
      endpoint={listReceipts}
      totalsEndpoint={receiptTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:receiving.receipts.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      empty={{
        icon: IconPackageImport,
        title: t('shipments:receiving.receipts.emptyTitle'),
        body: t('shipments:receiving.receipts.emptyBody'),
        actions: <ActionButton to={paths.orders()}>{t('shipments:orders.title')}</ActionButton>,
      }}
    />
  );
}

const rowId = ({ id }: Receipt) => id;
/** The page of the plan, or of the order, where a receipt can be reversed. */
const rowHref = ({ shipmentPlanId, orderId, sku }: Receipt): string =>
  shipmentPlanId !== null
    ? paths.shipmentPlan(shipmentPlanId)
    : orderId === null
      ? paths.product(sku)
      : paths.order(orderId);
const DEFAULT_SORT = ['-day'];
const EXPORTS = {
  endpoint: exportReceipts,
  columns: RECEIPT_EXPORT,
  as: { product: ['productName'], recorded: ['createdAt'] },
  byId: true,
} as const;

type Column = GridColumn<Receipt, ResponseOf<typeof receiptTotals>>;

function receiptColumns(t: T): Column[] {
  return [
    {
      id: 'day',
      header: t('shipments:receiving.day'),
      sort: true,
      link: true,
      card: 'title',
      fits: true,
      width: 96,
      pinned: 'left',
      render: ({ day }) => formatDayShort(day),
    },
    {
      id: 'place',
      header: t('shipments:receiving.place'),
      sort: true,
      card: 'chip',
      width: 132,
      value: ({ place }) => placeName(t, place),
    },
    { id: 'sku', header: t('shipments:sku'), sort: true, width: 120 },
    {
      id: 'product',
      header: t('shipments:product'),
      card: 'subtitle',
      flex: 1,
      minWidth: 120,
      value: ({ productName }) => productName,
    },
    {
      id: 'packList',
      header: t('shipments:receiving.receipts.packList'),
      width: 96,
      value: ({ packListNumber, isOpening }) =>
        isOpening ? t('shipments:receiving.receipts.opening') : packListNumber,
    },
    {
      id: 'plan',
      header: t('shipments:plan'),
      width: 96,
      value: ({ shipmentPlanNumber }) => shipmentPlanNumber,
    },
    {
      id: 'order',
      header: t('shipments:receiving.receipts.order'),
      width: 112,
      hidden: true,
      value: ({ orderNumber }) => orderNumber,
    },
    {
      id: 'quantity',
      header: t('shipments:units'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 84,
      render: ({ quantity }) => formatQuantity(quantity),
      total: ({ units }) => formatQuantity(units, 'figure'),
    },
    {
      id: 'surplus',
      header: t('shipments:receiving.surplus'),
      kind: 'number',
      width: 84,
      render: ({ surplus }) => formatQuantity(surplus),
      total: ({ surplus }) => formatQuantity(surplus),
    },
    {
      id: 'found',
      header: t('shipments:receiving.found'),
      kind: 'number',
      width: 84,
      hidden: true,
      render: ({ found }) => formatQuantity(found),
      total: ({ found }) => formatQuantity(found),
    },
    {
      id: 'surplusReason',
      header: t('shipments:receiving.receipts.reason'),
      width: 160,
      hidden: true,
    },
    {
      id: 'recorded',
      header: t('shipments:receiving.receipts.recorded'),
      fits: true,
      width: 108,
      hidden: true,
      render: ({ createdAt }) => <span title={formatInstant(createdAt)}>{formatRelative(createdAt)}</span>,
    },
    {
      id: 'createdBy',
      header: t('shipments:receiving.receipts.by'),
      width: 120,
      hidden: true,
    },
    {
      id: 'reversedAt',
      header: t('shipments:receiving.receipts.isReversed'),
      fits: true,
      width: 108,
      hidden: true,
      render: ({ reversedAt }) =>
        reversedAt !== null && <span title={formatInstant(reversedAt)}>{formatRelative(reversedAt)}</span>,
    },
  ];
}

function receiptFilters(t: T): GridFilter[] {
  return [
    { field: 'day', label: t('shipments:receiving.day'), kind: 'range', of: 'day' },
    { field: 'place', label: t('shipments:receiving.place'), kind: 'select', options: placeOptions(t) },
    {
      field: 'product',
      label: t('shipments:product'),
      kind: 'select',
      ops: ['in'],
      options: fetchProductOptions,
      showAside: t('choices:showDiscontinued'),
    },
    { field: 'plan', label: t('shipments:plan'), kind: 'select', ops: ['in'], options: fetchPlanOptions },
    { field: 'surplus', label: t('shipments:receiving.surplus'), kind: 'presence' },
    { field: 'reversed', label: t('shipments:receiving.receipts.isReversed'), kind: 'presence' },
  ];
}

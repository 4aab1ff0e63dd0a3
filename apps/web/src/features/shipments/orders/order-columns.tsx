import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { supplierOrderTotals } from '@quayside/contracts/shipments/order-kinds';
import type { Order } from '@quayside/contracts/shipments/orders';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount, formatDayShort, formatQuantity } from '../../../lib/words/format.ts';
import { orderName, orderTip } from '../../../lib/words/order-name.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { fetchPlanOptions } from '../api.ts';
import { ShipmentChip } from '../shipment-chip.tsx';
import { statusOptions } from '../status-options.ts';

type Totals = ResponseOf<typeof supplierOrderTotals>;
type Column = GridColumn<Order, Totals>;

/** The columns of the list of orders. */
export function orderColumns(t: T): Column[] {
  const day = (id: 'date' | 'readyOn') => ({
    id,
    sort: true as const,
    fits: true,
    width: 82,
    render: (row: Order) => formatDayShort(row[id]),
  });
  return [
    {
      id: 'number',
      header: t('shipments:orders.order'),
      sort: 'invoiceNumber',
      link: true,
      card: 'title',
      fits: true,
      width: 120,
      pinned: 'left',
      value: (row) => orderName(t, row),
      render: (row) => <span title={orderTip(t, row)}>{orderName(t, row)}</span>,
    },
    { id: 'sku', header: t('shipments:sku'), sort: true, fits: true, width: 100 },
    {
      id: 'product',
      header: t('shipments:product'),
      card: 'subtitle',
      flex: 1.3,
      minWidth: 120,
      value: ({ productName }) => productName,
    },
    {
      id: 'supplier',
      header: t('shipments:supplier'),
      sort: true,
      flex: 1,
      minWidth: 110,
      value: ({ supplierName }) => supplierName,
    },
    { ...day('date'), header: t('shipments:orders.date'), help: t('shipments:orders.dateHelp') },
    ...unitColumns(t),
    { ...day('readyOn'), header: t('shipments:orders.readyOn'), hidden: true },
    {
      id: 'shippingMethod',
      header: t('shipments:shippingMethod'),
      width: 100,
      hidden: true,
      value: ({ shippingMethod }) => shippingMethod && t(`shippingMethod.${shippingMethod}`),
    },
    {
      id: 'packListCount',
      header: t('shipments:packLists'),
      kind: 'number',
      width: 96,
      hidden: true,
      render: ({ packListCount }) => formatCount(packListCount),
    },
    {
      id: 'purchaseOrder',
      header: t('shipments:orders.purchaseOrder'),
      width: 120,
      hidden: true,
      value: ({ poNumber }) => poNumber,
    },
    { id: 'notes', header: t('shipments:orders.notes'), width: 180, hidden: true },
    {
      id: 'status',
      header: t('shipments:status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 112,
      render: ({ status, shippingMethod }) => <ShipmentChip status={status} method={shippingMethod} quiet />,
    },
  ];
}

/** As narrow as their headers, so that the names have room. */
const UNITS = { quantity: 68, packed: 72, shipped: 76, received: 82, unpacked: 86 } as const;

function unitColumns(t: T): Column[] {
  const units = (
    id: 'quantity' | 'packed' | 'shipped' | 'received' | 'unpacked',
    header: string,
    of: (row: Order) => number,
  ): Column => ({
    id,
    header,
    sort: true,
    kind: 'number',
    width: UNITS[id],
    value: of,
    render: (row) => formatQuantity(of(row), id === 'quantity' ? 'figure' : 'dash'),
    total: (totals) => formatQuantity(totals[id]),
  });
  return [
    units('quantity', t('shipments:units'), (row) => row.quantity),
    units('packed', t('shipments:orders.packed'), (row) => row.packedQuantity),
    units('shipped', t('shipments:orders.shipped'), (row) => row.shippedQuantity),
    units('received', t('shipments:orders.received'), (row) => row.receivedQuantity),
    { ...units('unpacked', t('shipments:orders.unpacked'), (row) => row.unpackedQuantity), card: 'figure' },
  ];
}

/** The filters of the list of orders. */
export function orderFilters(t: T): GridFilter[] {
  return [
    { field: 'status', label: t('shipments:status'), kind: 'select', options: statusOptions(t) },
    { field: 'supplier', label: t('shipments:supplier'), kind: 'select', options: fetchSupplierOptions },
    {
      field: 'product',
      label: t('shipments:product'),
      kind: 'select',
      ops: ['in'],
      options: fetchProductOptions,
      showAside: t('choices:showDiscontinued'),
    },
    { field: 'plan', label: t('shipments:plan'), kind: 'select', ops: ['in'], options: fetchPlanOptions },
    {
      field: 'shippingMethod',
      label: t('shipments:shippingMethod'),
      kind: 'select',
      ops: ['in', 'isEmpty', 'isNotEmpty'],
      options: SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) })),
    },
    { field: 'date', label: t('shipments:orders.date'), kind: 'range', of: 'day' },
    {
      field: 'readyOn',
      label: t('shipments:orders.readyOn'),
      kind: 'range',
      of: 'day',
      ops: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
    },
    { field: 'unpacked', label: t('shipments:orders.unpacked'), kind: 'presence' },
    { field: 'missing', label: t('shipments:orders.missing'), kind: 'presence' },
  ];
}

import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { customerOrderTotals } from '@quayside/contracts/shipments/order-kinds';
import type { CustomerOrder } from '@quayside/contracts/shipments/orders';
import { SALES_CHANNELS } from '@quayside/domain/lists';
import { CUSTOMER_ORDER_STATUSES } from '@quayside/domain/stock/order-report';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import type { T } from '../../../i18n/i18n.ts';
import { formatDayShort, formatFew, formatQuantity } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { CostOrReason, CostSum, costText } from '../cost-or-reason.tsx';
import { channelName } from '../place-words.ts';
import { CustomerStatusChip } from './customer-status-chip.tsx';

type Column = GridColumn<CustomerOrder, ResponseOf<typeof customerOrderTotals>>;

const skusOf = ({ lines }: CustomerOrder) =>
  formatFew(
    lines.map(({ sku }) => sku),
    2,
  );
const shippedOf = ({ lines }: CustomerOrder) => lines.reduce((sum, { shipped }) => sum + shipped, 0);

/** The columns of the list of customer orders. */
export function customerColumns(t: T, currency: string): Column[] {
  const units = (
    id: 'quantity' | 'shipped' | 'waiting',
    header: string,
    of: (row: CustomerOrder) => number,
  ): Column => ({
    id,
    header,
    ...(id === 'quantity' && { sort: true as const }),
    kind: 'number',
    width: id === 'waiting' ? 130 : 84,
    value: of,
    render: (row) => formatQuantity(of(row), id === 'quantity' ? 'figure' : 'dash'),
    total: (totals) => formatQuantity(totals[id]),
  });
  return [
    {
      id: 'number',
      header: t('shipments:customers.order'),
      sort: true,
      link: true,
      card: 'title',
      pinned: 'left',
      width: 176,
      value: ({ number }) => number,
    },
    {
      id: 'date',
      header: t('shipments:customers.day'),
      sort: true,
      fits: true,
      width: 112,
      render: ({ date }) => formatDayShort(date),
    },
    {
      id: 'channel',
      header: t('shipments:customers.channel'),
      sort: true,
      fits: true,
      width: 100,
      render: ({ channel }) => channelName(t, channel),
    },
    {
      id: 'sku',
      header: t('shipments:sku'),
      card: 'subtitle',
      flex: 1,
      minWidth: 140,
      value: skusOf,
      render: (row) =>
        row.lines.some(({ productId }) => productId === null)
          ? `${skusOf(row)} · ${t('shipments:customers.unknown')}`
          : skusOf(row),
    },
    units('quantity', t('shipments:units'), ({ quantity }) => quantity),
    units('shipped', t('shipments:customers.shipped'), shippedOf),
    {
      ...units('waiting', t('shipments:customers.waiting'), ({ waiting }) => waiting),
      help: t('shipments:customers.waitingHelp'),
    },
    {
      id: 'cost',
      header: t('shipments:customers.cost'),
      help: t('shipments:customers.costHelp', { currency }),
      kind: 'number',
      width: 132,
      card: 'figure',
      render: (row) => <CostOrReason {...row} />,
      spoken: (row) => costText(t, row, currency, 'code'),
      total: (sums) => <CostSum {...sums} />,
    },
    {
      id: 'status',
      header: t('shipments:customers.status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 112,
      render: ({ status }) => <CustomerStatusChip status={status} />,
    },
  ];
}

/** The filters of the list of customer orders. */
export function customerFilters(t: T): GridFilter[] {
  return [
    {
      field: 'status',
      label: t('shipments:customers.status'),
      kind: 'select',
      options: CUSTOMER_ORDER_STATUSES.map((value) => ({ value, label: t(`shipments:customers.state.${value}`) })),
    },
    {
      field: 'channel',
      label: t('shipments:customers.channel'),
      kind: 'select',
      options: SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) })),
    },
    { field: 'date', label: t('shipments:customers.day'), kind: 'range', of: 'day' },
    {
      field: 'product',
      label: t('shipments:product'),
      kind: 'select',
      ops: ['in'],
      options: fetchProductOptions,
      showAside: t('choices:showDiscontinued'),
    },
    { field: 'unknownSku', label: t('shipments:customers.unknownSku'), kind: 'presence' },
    { field: 'waiting', label: t('shipments:customers.waiting'), kind: 'presence' },
  ];
}

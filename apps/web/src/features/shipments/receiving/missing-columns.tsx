import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { Missing, missingTotals } from '@quayside/contracts/stock/missing';
import { DEBTORS } from '@quayside/domain/stock/receipts';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Money } from '../../../components/ui/money.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount, formatDayShort } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { fetchPlanOptions } from '../api.ts';

type Column = GridColumn<Missing, ResponseOf<typeof missingTotals>>;

const missingOf = ({ missingQuantity, quantity }: Missing) =>
  `${formatCount(missingQuantity)} / ${formatCount(quantity)}`;
const whoOf = (t: T, { debtor, debtorName }: Missing): string =>
  debtorName ?? t(`shipments:receiving.missing.who.${debtor}`);

/** The columns of the list of what is missing. */
export function missingColumns(t: T, currency: string): Column[] {
  return [
    {
      id: 'packList',
      header: t('shipments:receiving.missing.packList'),
      link: true,
      card: 'title',
      width: 104,
      pinned: 'left',
      value: ({ packListNumber }) => packListNumber,
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
      id: 'plan',
      header: t('shipments:plan'),
      width: 96,
      value: ({ shipmentPlanNumber }) => shipmentPlanNumber,
    },
    {
      id: 'supplier',
      header: t('shipments:supplier'),
      width: 140,
      hidden: true,
      value: ({ supplierName }) => supplierName,
    },
    {
      id: 'shippedOn',
      header: t('shipments:plans.on.shippedOn'),
      sort: true,
      fits: true,
      width: 96,
      render: ({ shippedOn }) => formatDayShort(shippedOn),
    },
    {
      id: 'missing',
      header: t('shipments:receiving.missing.missing'),
      sort: 'quantity',
      kind: 'number',
      width: 84,
      value: ({ missingQuantity }) => missingQuantity,
      render: missingOf,
      total: ({ units }) => formatCount(units),
    },
    {
      id: 'value',
      header: t('shipments:receiving.missing.value', { currency }),
      help: t('shipments:receiving.missing.valueHelp'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 112,
      render: ({ value }) => <Money as="bare" value={value} currency={currency} zero="figure" />,
      total: ({ value }) => <Money as="bare" value={value} currency={currency} zero="figure" />,
    },
    {
      id: 'debtor',
      header: t('shipments:receiving.missing.debtor'),
      card: 'chip',
      onCard: (row) => `${missingOf(row)} · ${whoOf(t, row)}`,
      fits: true,
      width: 150,
      value: (row) => whoOf(t, row),
      render: (row) => whoOf(t, row),
    },
    {
      id: 'deadline',
      header: t('shipments:receiving.missing.deadline'),
      fits: true,
      width: 96,
      render: ({ deadline }) => formatDayShort(deadline),
    },
  ];
}

/** The filters of the list of what is missing. */
export function missingFilters(t: T): GridFilter[] {
  return [
    {
      field: 'debtor',
      label: t('shipments:receiving.missing.debtor'),
      kind: 'select',
      options: DEBTORS.map((value) => ({ value, label: t(`shipments:receiving.missing.who.${value}`) })),
    },
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
  ];
}

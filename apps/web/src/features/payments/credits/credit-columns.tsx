import { type Credit, CREDIT_SOURCES, type creditTotals } from '@quayside/contracts/payments/credits';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { Money } from '../../../components/ui/money.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { formatDayShort } from '../../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { OnlySum } from '../currency-sums.tsx';

type Totals = ResponseOf<typeof creditTotals>;

/** The columns of the list of credits. */
export function creditColumns(t: T, currency: string): GridColumn<Credit, Totals>[] {
  return [
    {
      id: 'label',
      header: t('payments:credits.column.label'),
      sort: true,
      link: true,
      card: 'title',
      width: 150,
      pinned: 'left',
    },
    {
      id: 'supplier',
      header: t('payments:column.supplier'),
      sort: true,
      card: 'subtitle',
      flex: 1,
      minWidth: 200,
      value: ({ supplier }) => supplier.companyName,
    },
    {
      id: 'source',
      header: t('payments:credits.column.source'),
      sort: true,
      card: 'chip',
      width: 140,
      value: ({ source }) => t(`payments:credits.source.${source}`),
    },
    {
      id: 'createdAt',
      header: t('payments:credits.column.createdAt'),
      sort: true,
      fits: true,
      width: 100,
      render: ({ createdAt }) => formatDayShort(createdAt.slice(0, 10)),
    },
    {
      id: 'amount',
      header: t('payments:column.amount'),
      sort: true,
      kind: 'number',
      width: 150,
      render: (row) => <Money as="code" value={row.amount} currency={row.currency} />,
    },
    {
      id: 'used',
      header: t('payments:credits.column.used'),
      kind: 'number',
      width: 130,
      render: (row) => <Money as="bare" value={row.used} currency={row.currency} />,
    },
    {
      id: 'left',
      header: t('payments:credits.column.left'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 150,
      render: (row) => <Money as="code" value={row.left} currency={row.currency} strong />,
      total: ({ currencies }) => <OnlySum sums={currencies.map((one) => ({ ...one, amount: one.left }))} />,
    },
    {
      id: 'leftBase',
      header: currency,
      help: t('payments:credits.leftBaseHelp'),
      kind: 'number',
      width: 120,
      render: (row) => <Money as="bare" value={row.leftBase} currency={currency} />,
      total: (totals) => <Money as="bare" value={totals.leftInAccountCurrency} currency={currency} strong />,
    },
  ];
}

export function creditFilters(t: T): GridFilter[] {
  return [
    { field: 'supplier', label: t('payments:column.supplier'), kind: 'select', options: fetchSupplierOptions },
    {
      field: 'source',
      label: t('payments:credits.column.source'),
      kind: 'select',
      ops: ['in'],
      options: CREDIT_SOURCES.map((value) => ({ value, label: t(`payments:credits.source.${value}`) })),
    },
    { field: 'currency', label: t('payments:column.currency'), kind: 'select', options: currencyOptions },
    { field: 'left', label: t('payments:credits.column.left'), kind: 'presence' },
  ];
}

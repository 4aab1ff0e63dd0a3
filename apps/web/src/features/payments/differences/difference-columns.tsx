import type {
  DifferencesBy,
  ExchangeDifference,
  exchangeDifferenceTotals,
} from '@quayside/contracts/payments/exchange-differences';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { Money } from '../../../components/ui/money.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatDayShort, formatMonth } from '../../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';

type Totals = ResponseOf<typeof exchangeDifferenceTotals>;
type Column = GridColumn<ExchangeDifference, Totals>;

/** The columns of the list: what a row is about, and its sums. */
export function differenceColumns(t: T, by: DifferencesBy, currency: string): Column[] {
  return [...(by === 'INVOICE' ? documentColumns(t) : [nameColumn(t, by)]), ...sumColumns(t, currency)];
}

const nameColumn = (t: T, by: 'MONTH' | 'SUPPLIER'): Column =>
  by === 'MONTH'
    ? {
        id: 'month',
        header: t('payments:differences.column.month'),
        sort: true,
        link: true,
        card: 'title',
        width: 150,
        pinned: 'left',
        render: ({ month }) => (month === null ? EN_DASH : formatMonth(month)),
      }
    : {
        id: 'supplier',
        header: t('payments:column.supplier'),
        sort: true,
        link: true,
        card: 'title',
        flex: 1,
        minWidth: 200,
        pinned: 'left',
        value: ({ supplier }) => supplier?.companyName,
      };

const documentColumns = (t: T): Column[] => [
  {
    id: 'number',
    header: t('payments:column.document'),
    sort: true,
    link: true,
    card: 'title',
    width: 150,
    pinned: 'left',
    value: ({ document }) => document?.number,
  },
  {
    id: 'kind',
    header: t('payments:kind.label'),
    card: 'chip',
    width: 90,
    value: ({ document }) => document && t(`payments:differences.kind.${document.type}`),
  },
  {
    id: 'supplier',
    header: t('payments:column.supplier'),
    sort: true,
    card: 'subtitle',
    flex: 1,
    minWidth: 150,
    value: ({ supplier }) => supplier?.companyName,
  },
  {
    id: 'date',
    header: t('payments:differences.column.date'),
    sort: true,
    fits: true,
    width: 90,
    value: ({ document }) => document?.date,
    render: ({ document }) => formatDayShort(document?.date),
  },
  {
    id: 'currency',
    header: t('payments:column.currency'),
    sort: true,
    width: 94,
    value: ({ document }) => document?.currency,
  },
];

function sumColumns(t: T, currency: string): Column[] {
  const money = (
    id: 'base' | 'booked' | 'exchangeDifference' | 'fees',
    more: Partial<Column> & Pick<Column, 'header'>,
    look: { readonly sign?: 'always'; readonly strong?: boolean } = {},
  ): Column => ({
    id,
    sort: true,
    kind: 'number',
    width: 116,
    render: (row) => <Money as="bare" value={row[id]} currency={currency} {...look} />,
    total: (totals) => <Money as="bare" value={totals[id]} currency={currency} zero="figure" {...look} strong />,
    ...more,
  });
  return [
    {
      id: 'settlements',
      header: t('payments:differences.column.settlements'),
      help: t('payments:differences.help.settlements'),
      sort: true,
      kind: 'number',
      width: 96,
      render: ({ settlements }) => formatCount(settlements),
      total: ({ settlements }) => formatCount(settlements),
    },
    money('base', { header: t('payments:differences.column.base'), help: t('payments:differences.help.base') }),
    money('booked', { header: t('payments:differences.column.booked'), help: t('payments:differences.help.booked') }),
    money(
      'exchangeDifference',
      {
        header: t('payments:differences.column.difference'),
        help: t('payments:differences.help.difference'),
        card: 'figure',
      },
      { sign: 'always' },
    ),
    money('fees', { header: t('payments:differences.column.fees'), width: 104 }),
    {
      id: 'withoutRate',
      header: t('payments:differences.column.withoutRate'),
      kind: 'number',
      width: 120,
      hidden: true,
      render: ({ withoutRate }) => formatCount(withoutRate),
      total: ({ withoutRate }) => formatCount(withoutRate),
    },
  ];
}

export function differenceFilters(t: T): GridFilter[] {
  return [
    {
      field: 'day',
      label: t('payments:differences.column.paidDay'),
      kind: 'range',
      of: 'day',
      ops: ['between', 'gte', 'lte'],
    },
    { field: 'supplier', label: t('payments:column.supplier'), kind: 'select', options: fetchSupplierOptions },
    { field: 'currency', label: t('payments:column.currency'), kind: 'select', options: currencyOptions },
  ];
}

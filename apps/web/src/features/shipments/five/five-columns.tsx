import type { FiveQuantitiesLine, fiveQuantitiesTotals } from '@quayside/contracts/stock/five-quantities';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { DIFFERENCES } from '@quayside/domain/stock/five-quantities';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Money } from '../../../components/ui/money.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount, formatDayShort } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { Chain, spokenChain } from './chain.tsx';
import classes from './five.module.css';
import { lineName, nextWords, openOf } from './difference-words.ts';

type Totals = ResponseOf<typeof fiveQuantitiesTotals>;
type Column = GridColumn<FiveQuantitiesLine, Totals>;

/** The columns of the list of the five quantities. */
export function fiveColumns(t: T, currency: string): Column[] {
  return [
    {
      id: 'line',
      header: t('shipments:five.line'),
      link: true,
      card: 'title',
      width: 156,
      pinned: 'left',
      value: (row) => lineName(t, row),
    },
    { id: 'sku', header: t('shipments:sku'), sort: true, width: 110 },
    {
      id: 'product',
      header: t('shipments:product'),
      width: 160,
      hidden: true,
      value: ({ productName }) => productName,
    },
    { id: 'supplier', header: t('shipments:supplier'), width: 140, hidden: true, value: (row) => row.supplierName },
    {
      id: 'chain',
      header: t('shipments:five.chain'),
      help: t('shipments:five.chainHelp'),
      sort: 'ordered',
      card: 'subtitle',
      fits: true,
      flex: 1,
      minWidth: 300,
      value: (row) => spokenChain(t, row),
      render: (row) => <Chain line={row} />,
      total: (totals) => <OpenSums of={totals} t={t} />,
    },
    {
      id: 'value',
      header: t('shipments:five.value', { currency }),
      help: t('shipments:five.valueHelp'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 112,
      render: ({ value }) => <Money as="bare" value={value} currency={currency} zero="figure" />,
      total: ({ value }) => <Money as="bare" value={value} currency={currency} zero="figure" />,
    },
    ...askColumns(t),
  ];
}

/** What to do about a line, who is asked and until when. */
function askColumns(t: T): Column[] {
  const who = (row: FiveQuantitiesLine): string =>
    [...new Set(openOf(row).map(({ debtor, debtorName }) => debtorName ?? whoIs(t, debtor)))].join(', ');
  return [
    {
      id: 'next',
      header: t('shipments:five.next'),
      card: 'chip',
      fits: true,
      width: 230,
      value: (row) => {
        const [first] = openOf(row);
        return first ? nextWords(t, first) : t('shipments:five.nothing');
      },
    },
    { id: 'debtor', header: t('shipments:receiving.missing.debtor'), width: 130, fits: true, value: who, render: who },
    {
      id: 'deadline',
      header: t('shipments:receiving.missing.deadline'),
      fits: true,
      width: 96,
      render: (row) =>
        formatDayShort(
          openOf(row)
            .flatMap(({ deadline }) => deadline ?? [])
            .toSorted()[0],
        ),
    },
  ];
}

const whoIs = (t: T, debtor: FiveQuantitiesLine['differences'][number]['debtor']): string =>
  debtor === null ? '' : t(`shipments:receiving.missing.who.${debtor}`);

/** What is open of all lines: what is missing, and after it what is too much. The tooltip says it whole. */
function OpenSums({ of, t }: { of: Totals; t: T }) {
  const sums = [
    ['of.NOT_INVOICED', of.notInvoiced],
    ['of.NOT_PACKED', of.notPacked],
    ['of.NOT_SHIPPED', of.notShipped],
    ['of.NOT_RECEIVED', of.notReceived],
    ['plus.NOT_INVOICED', of.overInvoiced],
    ['plus.NOT_PACKED', of.overPacked],
    ['plus.NOT_SHIPPED', of.overShipped],
    ['plus.NOT_RECEIVED', of.overReceived],
  ] as const;
  const words = sums
    .filter(([, units]) => units !== 0)
    .map(([kind, units]) => t(`shipments:five.${kind}`, { formatted: formatCount(units) }))
    .join(', ');
  return (
    <span className={classes.sums} title={words}>
      {words}
    </span>
  );
}

/** The filters of the list of the five quantities. */
export function fiveFilters(t: T): GridFilter[] {
  return [
    { field: 'open', label: t('shipments:five.open'), kind: 'presence' },
    {
      field: 'difference',
      label: t('shipments:five.difference'),
      kind: 'select',
      ops: ['in'],
      options: DIFFERENCES.map((value) => ({ value, label: t(`shipments:five.kind.${value}`) })),
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
    { field: 'purchaseOrder', label: t('shipments:orders.purchaseOrder'), kind: 'presence' },
    { field: 'inTransit', label: t('shipments:five.inTransit'), kind: 'presence' },
  ];
}

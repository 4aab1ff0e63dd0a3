import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { getStockTotals, StockRow } from '@quayside/contracts/stock/stock';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Money, UnitCost } from '../../../components/ui/money.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';

type Totals = ResponseOf<typeof getStockTotals>;
type Column = GridColumn<StockRow, Totals>;

const FIGURES = ['onOrder', 'packed', 'inTransit', 'missing', 'onHand', 'waiting', 'unknown'] as const;
const HELP = {
  onOrder: 'onOrderHelp',
  packed: 'packedHelp',
  missing: 'missingHelp',
  waiting: 'waitingHelp',
  unknown: 'unknownHelp',
} as const;
const WIDTHS: Partial<Record<(typeof FIGURES)[number], number>> = { waiting: 128, unknown: 140 };
const hasHelp = (id: (typeof FIGURES)[number]): id is keyof typeof HELP => Object.hasOwn(HELP, id);

/** The columns of the list of stock. */
export function stockColumns(t: T, currency: string): Column[] {
  const money = (id: 'value' | 'factoryValue', over: Partial<Column>): Column => ({
    id,
    header: t(`shipments:stock.${id}`, { currency }),
    kind: 'number',
    sort: true,
    width: 118,
    render: (row) => <Money value={row[id]} currency={currency} as="bare" />,
    spoken: (row) => formatMoney(row[id], currency, { as: 'code', zero: 'figure' }),
    total: (sums) => <Money value={sums[id]} currency={currency} as="bare" />,
    ...over,
  });
  return [
    { id: 'sku', header: t('shipments:sku'), sort: true, link: true, card: 'title', width: 130, pinned: 'left' },
    { id: 'name', header: t('shipments:product'), sort: true, card: 'subtitle', flex: 1, minWidth: 160 },
    ...FIGURES.map(
      (id): Column => ({
        id,
        header: t(`shipments:stock.${id}`),
        ...(hasHelp(id) && { help: t(`shipments:stock.${HELP[id]}`) }),
        kind: 'number',
        sort: true,
        width: WIDTHS[id] ?? 80,
        ...(id === 'onHand' && { card: 'figure' }),
        render: (row) => unitsOf(row[id]),
        total: (sums) => unitsOf(sums[id]),
      }),
    ),
    {
      id: 'valuePerUnit',
      header: t('shipments:stock.valuePerUnit'),
      kind: 'number',
      width: 104,
      render: ({ valuePerUnit }) => <UnitCost value={valuePerUnit} />,
    },
    money('value', { card: 'chip', onCard: (row) => <Money value={row.value} currency={currency} /> }),
    money('factoryValue', { hidden: true }),
  ];
}

/** A figure that is known for now only is a dash for another day. */
const unitsOf = (units: number | null) => (units === null ? EN_DASH : formatQuantity(units));

/** The filters of the list of stock. */
export function stockFilters(t: T, currency: string): GridFilter[] {
  return [
    {
      field: 'product',
      label: t('shipments:product'),
      kind: 'select',
      ops: ['in'],
      options: fetchProductOptions,
      showAside: t('choices:showDiscontinued'),
    },
    { field: 'supplier', label: t('shipments:supplier'), kind: 'select', ops: ['in'], options: fetchSupplierOptions },
    ...FIGURES.map(
      (field): GridFilter => ({
        field,
        label: t(`shipments:stock.${field}`),
        kind: 'range',
        of: 'number',
        ops: BETWEEN,
      }),
    ),
    {
      field: 'value',
      label: t('shipments:stock.value', { currency }),
      kind: 'range',
      of: 'number',
      ops: BETWEEN,
      unit: currency,
    },
  ];
}
const BETWEEN = ['gte', 'lte', 'between'] as const;

import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { OpeningStock, openingStockTotals } from '@quayside/contracts/stock/opening-stock';
import type { ReactNode } from 'react';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Money } from '../../../components/ui/money.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { IconFlag } from '@tabler/icons-react';
import type { T } from '../../../i18n/i18n.ts';
import { formatDayShort, formatQuantity, formatUnitCost } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { placeName, placeOptions } from '../place-words.ts';

type Column = GridColumn<OpeningStock, ResponseOf<typeof openingStockTotals>>;

/** The columns of the list of opening stock. `takeBack` renders the button that takes a row back. */
export function openingColumns(t: T, currency: string, takeBack: (row: OpeningStock) => ReactNode): Column[] {
  return [
    { id: 'sku', header: t('shipments:sku'), sort: true, card: 'title', pinned: 'left', width: 130 },
    {
      id: 'product',
      header: t('shipments:opening.product'),
      card: 'subtitle',
      flex: 1,
      minWidth: 140,
      value: ({ productName }) => productName,
    },
    {
      id: 'day',
      header: t('shipments:opening.day'),
      sort: true,
      fits: true,
      width: 100,
      render: ({ day }) => formatDayShort(day),
    },
    {
      id: 'place',
      header: t('shipments:opening.place'),
      sort: true,
      width: 120,
      render: ({ place }) => placeName(t, place),
    },
    {
      id: 'quantity',
      header: t('shipments:opening.units'),
      sort: true,
      kind: 'number',
      width: 90,
      render: ({ quantity }) => formatQuantity(quantity, 'figure'),
      total: ({ quantity }) => formatQuantity(quantity, 'figure'),
    },
    {
      id: 'onHand',
      header: t('shipments:opening.left'),
      kind: 'number',
      width: 90,
      render: ({ onHand }) => formatQuantity(onHand),
      total: ({ onHand }) => formatQuantity(onHand),
    },
    {
      id: 'unitCost',
      header: t('shipments:opening.unitCost'),
      kind: 'number',
      width: 110,
      render: ({ unitCost }) => formatUnitCost(unitCost, currency),
    },
    {
      id: 'cost',
      header: t('shipments:opening.cost'),
      sort: true,
      kind: 'number',
      width: 120,
      card: 'figure',
      render: ({ cost }) => <Money value={cost} currency={currency} zero="figure" />,
      total: ({ cost }) => <Money value={cost} currency={currency} zero="figure" />,
    },
    {
      id: 'mark',
      header: t('shipments:status'),
      card: 'chip',
      fits: true,
      width: 100,
      render: () => (
        <Chip icon={IconFlag} tone="neutral" spoken={t('shipments:status')}>
          {t('shipments:opening.mark')}
        </Chip>
      ),
    },
    {
      id: 'actions',
      header: t('shipments:opening.remove'),
      isHeaderHidden: true,
      width: 56,
      render: takeBack,
    },
  ];
}

/** The filters of the list of opening stock. */
export const openingFilters = (t: T): GridFilter[] => [
  {
    field: 'product',
    label: t('shipments:opening.product'),
    kind: 'select',
    ops: ['in'],
    options: fetchProductOptions,
    showAside: t('choices:showDiscontinued'),
  },
  { field: 'place', label: t('shipments:opening.place'), kind: 'select', options: placeOptions(t) },
  { field: 'day', label: t('shipments:opening.day'), kind: 'range', of: 'day' },
];

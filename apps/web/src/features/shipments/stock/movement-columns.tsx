import type { ResponseOf } from '@quayside/contracts/endpoint';
import {
  type getStockMovementTotals,
  MOVEMENT_KINDS,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { TAKING_CAUSES } from '@quayside/domain/stock/events';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Chip } from '../../../components/ui/status-chip.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatDayShort, formatInstant } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { CostOrReason, CostSum, costText } from '../cost-or-reason.tsx';
import { signed } from './signed.ts';
import { placeName, placeOptions } from '../place-words.ts';
import { movementName } from './stock-words.ts';

type Totals = ResponseOf<typeof getStockMovementTotals>;
type Column = GridColumn<StockMovement, Totals>;

/** Where it happened; of a move from where to where. */
const placesOf = (t: T, { place, toPlace }: StockMovement): string =>
  toPlace === null ? placeName(t, place) : `${placeName(t, place)} → ${placeName(t, toPlace)}`;

/** The columns of the list of movements and counts. */
export function movementColumns(t: T, currency: string, reverse: Column | undefined): Column[] {
  return [
    {
      id: 'day',
      header: t('shipments:stock.movement.day'),
      sort: true,
      fits: true,
      width: 96,
      render: ({ day }) => formatDayShort(day),
    },
    {
      id: 'sku',
      header: t('shipments:sku'),
      sort: true,
      link: true,
      card: 'title',
      width: 130,
    },
    { id: 'productName', header: t('shipments:product'), card: 'subtitle', flex: 1, minWidth: 150 },
    {
      id: 'kind',
      header: t('shipments:stock.movement.what'),
      card: 'chip',
      onCard: (row) => (
        <span className="num">
          {[
            row.reversedAt === null ? movementName(t, row) : t('shipments:stock.movement.reversed'),
            formatDayShort(row.day),
            placesOf(t, row),
            ...(row.difference === null ? [] : [signed(row.difference)]),
          ].join(' · ')}
        </span>
      ),
      width: 108,
      fits: true,
      value: (row) => `${movementName(t, row)} ${row.reversedAt}`,
      render: (row) => (
        <Chip tone={row.reversedAt === null ? 'neutral' : 'warning'} quiet={row.reversedAt === null}>
          {row.reversedAt === null ? movementName(t, row) : t('shipments:stock.movement.reversed')}
        </Chip>
      ),
    },
    {
      id: 'place',
      header: t('shipments:stock.movement.place'),
      width: 124,
      fits: true,
      value: (row) => placesOf(t, row),
    },
    {
      id: 'quantity',
      header: t('shipments:stock.movement.quantity'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 92,
      render: ({ quantity }) => formatCount(quantity),
    },
    {
      id: 'difference',
      header: t('shipments:stock.counts.difference'),
      kind: 'number',
      width: 100,
      render: ({ difference }) => (difference === null ? EN_DASH : signed(difference)),
      total: ({ difference }) => signed(difference),
    },
    {
      id: 'waiting',
      header: t('shipments:stock.waiting'),
      help: t('shipments:stock.waitingHelp'),
      kind: 'number',
      width: 92,
      hidden: true,
      render: ({ waiting }) => (waiting === 0 ? EN_DASH : formatCount(waiting)),
      total: ({ waiting }) => formatCount(waiting),
    },
    {
      id: 'cost',
      header: t('shipments:stock.movement.cost', { currency }),
      kind: 'number',
      width: 132,
      render: (row) => <CostOrReason {...row} isBare />,
      spoken: (row) => costText(t, row, currency, 'code'),
      total: (sums) => <CostSum {...sums} isBare />,
    },
    { id: 'words', header: t('shipments:stock.movement.words'), width: 170 },
    {
      id: 'customerOrderNumber',
      header: t('shipments:stock.movement.order'),
      width: 150,
      hidden: true,
    },
    {
      id: 'createdAt',
      header: t('shipments:cartons.updated'),
      fits: true,
      width: 130,
      hidden: true,
      render: ({ createdAt }) => formatInstant(createdAt),
    },
    ...(reverse ? [reverse] : []),
  ];
}

/** The filters of the list of movements and counts. */
export const movementFilters = (t: T): GridFilter[] => [
  {
    field: 'kind',
    label: t('shipments:stock.movement.kind'),
    kind: 'select',
    options: MOVEMENT_KINDS.map((value) => ({ value, label: t(`shipments:stock.movement.kinds.${value}`) })),
  },
  {
    field: 'cause',
    label: t('shipments:stock.movement.cause'),
    kind: 'select',
    options: TAKING_CAUSES.filter((value) => value !== 'COUNT').map((value) => ({
      value,
      label: t(`shipments:stock.movement.causes.${value}`),
    })),
  },
  {
    field: 'product',
    label: t('shipments:product'),
    kind: 'select',
    ops: ['in'],
    options: fetchProductOptions,
    showAside: t('choices:showDiscontinued'),
  },
  { field: 'place', label: t('shipments:stock.movement.place'), kind: 'select', options: placeOptions(t) },
  {
    field: 'day',
    label: t('shipments:stock.movement.day'),
    kind: 'range',
    of: 'day',
    ops: ['gte', 'lte', 'between'],
  },
  { field: 'reversed', label: t('shipments:stock.movement.reversed'), kind: 'presence' },
];

import { type Carton, type getCartonSummary, listCartonTypes } from '@quayside/contracts/shipments/cartons';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { CellEdit } from '../../../components/data-grid/edit/cell-edit.ts';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { cubicMetres, kilograms } from '../../../components/ui/measured-text.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatRelative } from '../../../lib/words/format.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { fetchPlanOptions } from '../api.ts';
import { ShipmentChip } from '../shipment-chip.tsx';
import { statusOptions } from '../status-options.ts';
import { contentsWords, measuredWords } from './carton-words.ts';

type Totals = ResponseOf<typeof getCartonSummary>;
type Column = GridColumn<Carton, Totals>;

/** The columns of the list of carton rows. */
export function cartonColumns(t: T, measured: CellEdit<Carton>): Column[] {
  return [
    {
      id: 'number',
      header: t('shipments:cartons.number'),
      sort: true,
      link: true,
      card: 'title',
      width: 100,
      pinned: 'left',
    },
    {
      id: 'count',
      header: t('shipments:cartons.cartons'),
      help: t('shipments:cartons.countHelp'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 84,
      render: ({ count }) => formatCount(count),
      total: ({ total }) => formatCount(total),
    },
    {
      id: 'contents',
      header: t('shipments:cartons.contents'),
      help: t('shipments:cartons.contentsHelp'),
      card: 'subtitle',
      flex: 1,
      minWidth: 150,
      value: contentsWords,
    },
    {
      id: 'cartonType',
      header: t('shipments:cartons.type'),
      sort: true,
      width: 150,
      value: ({ cartonType }) => cartonType?.name,
    },
    ...measureColumns(t, measured),
    {
      id: 'plan',
      header: t('shipments:plan'),
      sort: true,
      width: 92,
      value: ({ shipmentPlanNumber }) => shipmentPlanNumber,
    },
    {
      id: 'status',
      header: t('shipments:status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 112,
      render: ({ status }) => <ShipmentChip status={status} quiet />,
    },
    { id: 'marks', header: t('shipments:cartons.marks'), width: 160, hidden: true },
    {
      id: 'updatedAt',
      header: t('shipments:cartons.updated'),
      sort: true,
      fits: true,
      width: 108,
      hidden: true,
      render: ({ updatedAt }) => formatRelative(updatedAt),
    },
  ];
}

function measureColumns(t: T, measured: CellEdit<Carton>): Column[] {
  const weight = (id: 'weight' | 'totalWeight', header: string): Column => ({
    id,
    header,
    kind: 'number',
    width: 104,
    render: (row) => kilograms(row[id]),
  });
  const volume = (id: 'volume' | 'totalVolume', header: string): Column => ({
    id,
    header,
    kind: 'number',
    width: 104,
    render: (row) => cubicMetres(row[id]),
  });
  return [
    {
      id: 'measuredWeight',
      header: t('shipments:cartons.measuredWeight'),
      help: t('shipments:cartons.measuredHelp'),
      kind: 'number',
      width: 104,
      value: measuredWords,
      render: (row) => measuredWords(row) || EN_DASH,
      edit: measured,
    },
    weight('weight', t('shipments:cartons.weight')),
    volume('volume', t('shipments:cartons.volume')),
    { ...weight('totalWeight', t('shipments:cartons.totalWeight')), total: (sums) => kilograms(sums.totalWeight) },
    { ...volume('totalVolume', t('shipments:cartons.totalVolume')), total: (sums) => cubicMetres(sums.totalVolume) },
  ];
}

const fetchTypeOptions = async () =>
  (await queryClient.fetchQuery(read('cartons', listCartonTypes, { query: {} }))).map(({ id, name }) => ({
    value: id,
    label: name,
  }));

/** The filters of the list of carton rows. */
export function cartonFilters(t: T): GridFilter[] {
  const ops = ['in', 'isEmpty', 'isNotEmpty'] as const;
  return [
    { field: 'status', label: t('shipments:status'), kind: 'select', options: statusOptions(t) },
    { field: 'cartonType', label: t('shipments:cartons.type'), kind: 'select', ops, options: fetchTypeOptions },
    { field: 'plan', label: t('shipments:plan'), kind: 'select', ops, options: fetchPlanOptions },
    {
      field: 'product',
      label: t('shipments:product'),
      kind: 'select',
      ops: ['in'],
      options: fetchProductOptions,
      showAside: t('choices:showDiscontinued'),
    },
    { field: 'measuredWeight', label: t('shipments:cartons.measuredWeight'), kind: 'presence' },
  ];
}

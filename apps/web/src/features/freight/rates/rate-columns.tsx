import type { FreightRate } from '@quayside/contracts/freight/freight-rates';
import { FREIGHT_MODES, FREIGHT_UNITS } from '@quayside/domain/shipments/option-lists';
import { countryOptions } from '@quayside/domain/products/countries';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatRelative, langOf } from '../../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { ValidityChip, validityFilters, validWords } from '../validity.tsx';
import { priceWords, routeWords } from './rate-words.ts';

/** The columns of the list of freight rates. */
export function rateColumns(t: T): GridColumn<FreightRate, { count: number }>[] {
  const head = (id: keyof typeof WIDTHS) => ({ id, header: t(`freight:rates.column.${id}`), width: WIDTHS[id] });
  return [
    { ...head('name'), fits: true, flex: 1, sort: true, link: true, card: 'title', value: ({ name }) => name },
    {
      ...head('validity'),
      card: 'chip',
      value: ({ validity }) => t(`freight:validity.${validity}`),
      render: (row) => <ValidityChip {...row} />,
    },
    {
      ...head('forwarder'),
      fits: true,
      sort: true,
      card: 'subtitle',
      value: ({ forwarder }) => forwarder?.name ?? null,
      render: ({ forwarder }) =>
        forwarder === null ? EN_DASH : <span lang={langOf(forwarder.name)}>{forwarder.name}</span>,
    },
    { ...head('mode'), sort: true, hidden: true, value: ({ mode }) => t(`freight:rates.mode.${mode}`) },
    {
      ...head('route'),
      sort: 'mode',
      fits: true,
      value: (row) => `${t(`freight:rates.mode.${row.mode}`)}, ${routeWords(t, row)}`,
    },
    { ...head('price'), kind: 'number', card: 'figure', value: (row) => priceWords(t, row) },
    { ...head('unit'), sort: true, value: ({ unit }) => t(`freight:rates.unit.${unit}`) },
    {
      ...head('transitDays'),
      kind: 'number',
      sort: true,
      render: ({ transitDays }) => (transitDays === null ? EN_DASH : formatCount(transitDays)),
    },
    { ...head('valid'), sort: 'validTo', fits: true, value: (row) => validWords(t, row) },
    {
      ...head('plans'),
      kind: 'number',
      hidden: true,
      value: ({ planCount }) => planCount,
      render: ({ planCount }) => (planCount === 0 ? EN_DASH : formatCount(planCount)),
    },
    { ...head('updatedAt'), sort: true, hidden: true, render: ({ updatedAt }) => formatRelative(updatedAt) },
  ];
}

const WIDTHS = {
  name: 200,
  validity: 100,
  forwarder: 140,
  mode: 75,
  route: 130,
  price: 125,
  unit: 125,
  transitDays: 60,
  valid: 190,
  plans: 70,
  updatedAt: 130,
} as const;

/** The filters of the list of freight rates. */
export const rateFilters = (t: T): GridFilter[] => [
  ...validityFilters(t),
  {
    field: 'forwarder',
    label: t('freight:rates.column.forwarder'),
    kind: 'select',
    ops: ['in', 'isEmpty', 'isNotEmpty'],
    options: fetchSupplierOptions,
  },
  {
    field: 'mode',
    label: t('freight:rates.column.mode'),
    kind: 'select',
    ops: ['in'],
    options: FREIGHT_MODES.map((value) => ({ value, label: t(`freight:rates.mode.${value}`) })),
  },
  {
    field: 'unit',
    label: t('freight:rates.column.unit'),
    kind: 'select',
    ops: ['in'],
    options: FREIGHT_UNITS.map((value) => ({ value, label: t(`freight:rates.unit.${value}`) })),
  },
  {
    field: 'toCountry',
    label: t('freight:field.toCountry'),
    kind: 'select',
    ops: ['in', 'isEmpty', 'isNotEmpty'],
    options: async () => countryOptions(),
  },
  { field: 'currency', label: t('freight:field.currency'), kind: 'select', ops: ['in'], options: currencyOptions },
  {
    field: 'archived',
    label: t('freight:filter.archived'),
    kind: 'select',
    ops: ['in'],
    options: (['true', 'false'] as const).map((value) => ({ value, label: t(`freight:archived.${value}`) })),
  },
];

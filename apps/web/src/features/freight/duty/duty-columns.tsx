import type { DutyRate } from '@quayside/contracts/freight/duty-rates';
import { countryOptions } from '@quayside/domain/products/countries';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount, formatRelative, groupDigits } from '../../../lib/words/format.ts';
import { ValidityChip, validityFilters, validWords } from '../validity.tsx';

/** What a duty rate is the rate of: a SKU, or an HS code with dots as people write it. */
export const ofWords = (t: T, { product, hsCode }: Pick<DutyRate, 'product' | 'hsCode'>): string =>
  product === null ? t('freight:duty.hs', { code: dotted(hsCode ?? '') }) : product.sku;

/** 85167970 as 8516.79.70 */
export const dotted = (digits: string): string =>
  [digits.slice(0, 4), ...(digits.slice(4).match(/.{1,2}/g) ?? [])].join('.');

/** A duty rate with its sign: 4.5 % */
export const percentWords = (percent: string): string => `${groupDigits(percent)}\u202f%`;

/** The columns of the list of duty rates. */
export function dutyColumns(t: T): GridColumn<DutyRate, { count: number }>[] {
  const head = (id: keyof typeof WIDTHS) => ({ id, header: t(`freight:duty.column.${id}`), width: WIDTHS[id] });
  return [
    {
      ...head('of'),
      minWidth: 200,
      flex: 1,
      sort: true,
      link: true,
      card: 'title',
      value: (row) => (row.product === null ? ofWords(t, row) : `${row.product.sku} · ${row.product.name}`),
    },
    { ...head('country'), sort: true, card: 'subtitle', value: ({ country }) => country },
    {
      ...head('percent'),
      kind: 'number',
      sort: true,
      card: 'figure',
      value: ({ percent }) => percentWords(percent),
    },
    {
      ...head('products'),
      kind: 'number',
      value: ({ productCount }) => productCount,
      render: ({ productCount }) => formatCount(productCount),
    },
    { ...head('valid'), sort: 'validFrom', fits: true, value: (row) => validWords(t, row) },
    {
      ...head('validity'),
      card: 'chip',
      value: ({ validity }) => t(`freight:validity.${validity}`),
      render: (row) => <ValidityChip {...row} />,
    },
    { ...head('updatedAt'), sort: true, hidden: true, render: ({ updatedAt }) => formatRelative(updatedAt) },
  ];
}

const WIDTHS = { of: 240, country: 136, percent: 90, products: 90, valid: 190, validity: 130, updatedAt: 130 } as const;

/** The filters of the list of duty rates. */
export const dutyFilters = (t: T): GridFilter[] => [
  {
    field: 'country',
    label: t('freight:duty.column.country'),
    kind: 'select',
    ops: ['in'],
    options: async () => countryOptions(),
  },
  { field: 'hsCode', label: t('freight:field.hsCode'), kind: 'text' },
  {
    field: 'percent',
    label: t('freight:duty.column.percent'),
    kind: 'range',
    of: 'number',
    ops: ['gte', 'lte', 'between'],
    unit: '%',
  },
  ...validityFilters(t),
];

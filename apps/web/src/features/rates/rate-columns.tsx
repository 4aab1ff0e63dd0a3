import type { ExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { RATE_ORIGINS } from '@quayside/domain/money/rates';
import { IconBuildingBank, IconClipboard, IconFileSpreadsheet, IconKeyboard } from '@tabler/icons-react';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { currencyOptions } from '../../components/form/choice-fields.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import type { T } from '../../i18n/i18n.ts';
import { formatDay, formatRelative } from '../../lib/words/format.ts';
import { enteredFigure } from '../../lib/words/shown-rate.ts';

/** The rate as it was entered, with both currencies: 9.3197 CNY per GBP. */
export const rateWords = (t: T, { base, quote, rate }: Pick<ExchangeRate, 'base' | 'quote' | 'rate'>): string =>
  t('rate', { rate: enteredFigure(rate), to: quote, per: base });

const ICONS = { TYPED: IconKeyboard, PASTED: IconClipboard, FILE: IconFileSpreadsheet, ECB: IconBuildingBank } as const;

/** The columns of the list of exchange rates. */
export function rateColumns(t: T): GridColumn<ExchangeRate, { count: number }>[] {
  const head = (id: 'day' | 'pair' | 'rate' | 'origin' | 'who' | 'updatedAt') => ({
    id,
    header: t(`rates:column.${id}`),
  });
  return [
    {
      ...head('day'),
      width: 140,
      sort: true,
      fits: true,
      link: true,
      card: 'title',
      render: ({ day }) => formatDay(day),
    },
    {
      ...head('pair'),
      width: 150,
      sort: 'base',
      card: 'subtitle',
      value: ({ base, quote }) => `${base}/${quote}`,
    },
    {
      ...head('rate'),
      minWidth: 240,
      flex: 1,
      kind: 'number',
      card: 'figure',
      render: (row) => rateWords(t, row),
    },
    {
      ...head('origin'),
      width: 210,
      sort: true,
      card: 'chip',
      value: ({ origin }) => t(`rates:origin.${origin}`),
      render: ({ origin }) => (
        <Chip icon={ICONS[origin]} quiet={origin !== 'TYPED'} tone={origin === 'TYPED' ? 'info' : 'neutral'}>
          {t(`rates:origin.${origin}`)}
        </Chip>
      ),
    },
    { ...head('who'), width: 170, value: ({ who }) => who?.name ?? null },
    {
      ...head('updatedAt'),
      width: 130,
      sort: true,
      render: ({ updatedAt }) => formatRelative(updatedAt),
    },
  ];
}

/** The filters of the list of exchange rates. */
export const rateFilters = (t: T): GridFilter[] => [
  { field: 'currency', label: t('rates:filter.currency'), kind: 'select', ops: ['in'], options: currencyOptions },
  { field: 'day', label: t('rates:filter.day'), kind: 'range', of: 'day', ops: ['gte', 'lte', 'between'] },
  {
    field: 'origin',
    label: t('rates:filter.origin'),
    kind: 'select',
    ops: ['in'],
    options: RATE_ORIGINS.map((value) => ({ value, label: t(`rates:origin.${value}`) })),
  },
];

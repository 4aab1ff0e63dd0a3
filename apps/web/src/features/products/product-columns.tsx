import type { CatalogRow, productTotals } from '@quayside/contracts/products';
import { PRODUCT_GAPS } from '@quayside/contracts/products';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { PRODUCT_STATUSES, SALES_CHANNELS } from '@quayside/domain/lists';
import { IconAlertTriangle, IconArchive, IconClock } from '@tabler/icons-react';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { MakeUpBar, NameCell } from '../../components/ui/figures.tsx';
import { Money, UnitCost } from '../../components/ui/money.tsx';
import { Chip, StatusChip } from '../../components/ui/status-chip.tsx';
import type { T } from '../../i18n/i18n.ts';
import { EN_DASH, formatDayShort, formatInstant, formatQuantity, formatUnitCost, langOf } from '../../lib/format.ts';
import { BundleMark } from './bundle/bundle-mark.tsx';
import { fetchBrands, fetchSupplierOptions } from './api.ts';
import { gapsOf } from './product-values.ts';
import classes from './products.module.css';

type Totals = ResponseOf<typeof productTotals>;
export interface ColumnOptions {
  readonly t: T;
  readonly currency: string;
  /** Opens the explanation of a unit cost; without it the figure is only shown. */
  readonly onExplain: ((productId: string) => void) | undefined;
}

/** Columns of the products' table. Figures per unit are averages over all batches. */
export function productColumns({ t, currency, onExplain }: ColumnOptions): GridColumn<CatalogRow, Totals>[] {
  const head = (id: keyof typeof WIDTHS) => ({ id, header: t(`products:column.${id}`), width: WIDTHS[id] });
  const perUnit = { help: t('products:averageHelp', { currency }), kind: 'number', sort: true } as const;
  const spoken = (value: string | null) => (value === null ? t('notKnown') : t('products:spokenPerUnit', { figure: formatUnitCost(value), currency }));
  const sum = (amount: string) => (
    <span title={t('products:sumHelp')}>
      <Money value={amount} currency={currency} />
    </span>
  );
  const total = (id: 'factoryCostTotal' | 'inboundCostTotal' | 'landedCostTotal'): GridColumn<CatalogRow, Totals> => ({
    ...head(id),
    kind: 'number',
    hidden: true,
    render: (row) => <Money value={row[id]} currency={currency} as="bare" />,
    total: (totals) => sum(totals[id]),
  });
  return [
    {
      ...head('name'),
      sort: true,
      flex: 1,
      minWidth: 180,
      link: true,
      card: 'title',
      value: (row) => `${row.name}${row.archivedAt ? ' archived' : ''}${row.isBundle ? ' bundle' : ''}`,
      render: (row) => <NameOf row={row} archivedWord={t('products:archived')} />,
    },
    { ...head('sku'), sort: true, card: 'subtitle', render: ({ sku }) => <span className={classes.muted}>{sku}</span> },
    { ...head('asin'), hidden: true },
    { ...head('status'), sort: true, card: 'chip', render: ({ status }) => <StatusChip family="product" value={status} quiet /> },
    {
      ...head('unitsOrdered'),
      kind: 'number',
      sort: true,
      render: ({ unitsOrdered }) => formatQuantity(unitsOrdered),
      total: ({ unitsOrdered }) => formatQuantity(unitsOrdered, 'figure'),
    },
    {
      ...head('factoryCostPerUnit'),
      ...perUnit,
      render: (row) => <Part value={row.factoryCostPerUnit} />,
      spoken: (row) => spoken(row.factoryCostPerUnit),
      total: (totals) => sum(totals.factoryCostTotal),
    },
    {
      ...head('inboundCostPerUnit'),
      ...perUnit,
      render: (row) => <Part value={row.inboundCostPerUnit} />,
      spoken: (row) => spoken(row.inboundCostPerUnit),
      total: (totals) => sum(totals.inboundCostTotal),
    },
    {
      ...head('landedCostPerUnit'),
      ...perUnit,
      card: 'figure',
      render: (row) => <Landed row={row} currency={currency} t={t} onExplain={onExplain} />,
      total: (totals) => sum(totals.landedCostTotal),
    },
    { ...head('makeUp'), value: ({ landedCostTotal }) => landedCostTotal, render: (row) => <MakeUpBar byCategory={row.costByCategory} /> },
    { ...head('supplier'), value: ({ supplier }) => supplier.map(({ companyName }) => companyName).join(', '), render: (row) => <SuppliersOf row={row} /> },
    { ...head('brand'), sort: true, hidden: true },
    {
      ...head('lastCostUpdateDate'),
      kind: 'number',
      sort: true,
      render: ({ lastCostUpdateDate: at }) => (
        <span className={classes.faint} title={at ? formatInstant(at) : undefined}>
          {formatDayShort(at)}
        </span>
      ),
    },
    { ...head('gaps'), value: (row) => gapWords(row, t), render: (row) => <Gaps words={gapWords(row, t)} /> },
    total('factoryCostTotal'),
    total('inboundCostTotal'),
    total('landedCostTotal'),
  ];
}

const WIDTHS = {
  name: 300,
  sku: 98,
  asin: 118,
  status: 134,
  supplier: 150,
  brand: 120,
  unitsOrdered: 70,
  factoryCostPerUnit: 104,
  inboundCostPerUnit: 96,
  landedCostPerUnit: 106,
  makeUp: 104,
  lastCostUpdateDate: 76,
  gaps: 124,
  factoryCostTotal: 120,
  inboundCostTotal: 120,
  landedCostTotal: 120,
} as const;

function NameOf({ row: { name, archivedAt, isBundle }, archivedWord }: { row: CatalogRow; archivedWord: string }) {
  return (
    <span className={classes.named}>
      <NameCell name={name} />
      {isBundle && <BundleMark isIcon />}
      {archivedAt && (
        <Chip icon={IconArchive} quiet>
          {archivedWord}
        </Chip>
      )}
    </span>
  );
}

function SuppliersOf({ row: { supplier } }: { row: CatalogRow }) {
  const [first] = supplier;
  if (!first) return EN_DASH;
  return (
    <span
      className={classes.muted}
      title={supplier.map(({ companyName, localName }) => [companyName, localName].filter(Boolean).join(' ')).join(', ')}
      lang={langOf(first.companyName)}
    >
      {first.companyName}
      {supplier.length > 1 && <span className={classes.more}> +{supplier.length - 1}</span>}
    </span>
  );
}

/** A part of the unit cost, one tone back. */
const Part = ({ value }: { value: string | null }) => (
  <span className={classes.muted}>{value !== null && /[1-9]/.test(value) ? <UnitCost value={value} /> : EN_DASH}</span>
);

/** The landed unit cost; a press explains it. */
function Landed({ row, currency, t, onExplain }: { row: CatalogRow } & Omit<ColumnOptions, 'onExplain'> & { onExplain: ColumnOptions['onExplain'] }) {
  const figure = formatUnitCost(row.landedCostPerUnit);
  if (row.landedCostPerUnit === null) return <span title={row.costEntryCount > 0 ? t('products:noUnits') : undefined}>{EN_DASH}</span>;
  return (
    <span className={classes.landed}>
      {row.isProvisional && (
        <IconClock
          size={14}
          stroke={1.75}
          className={classes.provisional}
          role="img"
          aria-label={t('products:provisional')}
          title={t('products:provisionalHelp')}
        />
      )}
      {onExplain ? (
        <button
          type="button"
          className={classes.figure}
          tabIndex={-1}
          aria-label={t('products:explainOf', { figure, currency, name: row.name })}
          onClick={() => onExplain(row.id)}
        >
          {figure}
        </button>
      ) : (
        <UnitCost value={row.landedCostPerUnit} strong />
      )}
    </span>
  );
}

/** "No weight, volume"; empty where nothing is missing. A missing cost is a dash in its own column. */
function gapWords(row: CatalogRow, t: T): string {
  const words = gapsOf(row).flatMap((gap) => (gap === 'COST' ? [] : t(`products:gapShort.${gap}`)));
  return words.length === 0 ? '' : t('products:gapWords', { words: words.join(', ') });
}

function Gaps({ words }: { words: string }) {
  if (words === '') return null;
  return (
    <span className={classes.gaps} title={words}>
      <Chip icon={IconAlertTriangle} tone="warning">
        {words}
      </Chip>
    </span>
  );
}

/** Filters of the products' table. */
export function productFilters(t: T, currency: string): GridFilter[] {
  const isOrNot = ['in', 'notIn', 'isEmpty'] as const;
  return [
    {
      field: 'status',
      label: t('products:filter.status'),
      kind: 'select',
      options: PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.product.${value}`) })),
    },
    { field: 'supplier', label: t('products:filter.supplier'), kind: 'select', ops: isOrNot, options: fetchSupplierOptions },
    { field: 'brand', label: t('products:filter.brand'), kind: 'select', ops: isOrNot, options: fetchBrands },
    {
      field: 'channel',
      label: t('products:filter.channel'),
      kind: 'select',
      ops: ['in', 'isEmpty'],
      options: SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) })),
    },
    {
      field: 'missing',
      label: t('products:filter.missing'),
      kind: 'select',
      ops: ['in'],
      options: PRODUCT_GAPS.map((value) => ({ value, label: t(`products:gap.${value}`) })),
    },
    {
      field: 'landedCostPerUnit',
      label: t('products:filter.landed'),
      kind: 'range',
      of: 'number',
      ops: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
      unit: currency,
    },
    {
      field: 'archived',
      label: t('products:filter.archived'),
      kind: 'select',
      ops: ['in'],
      options: (['false', 'true'] as const).map((value) => ({ value, label: t(`products:archivedOptions.${value}`) })),
    },
  ];
}

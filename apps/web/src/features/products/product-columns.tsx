import type { ListField } from '@quayside/contracts/products/product-fields';
import type { CatalogRow, productTotals } from '@quayside/contracts/products/product-lists';
import { PRODUCT_GAPS } from '@quayside/contracts/products/product-lists';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { MakeUpBar } from '../../components/ui/figures.tsx';
import { Money } from '../../components/ui/money.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import type { T } from '../../i18n/i18n.ts';
import {
  EN_DASH,
  formatDayShort,
  formatInstant,
  formatMoney,
  formatQuantity,
  formatUnitCost,
} from '../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../lib/supplier-options.ts';
import { fetchBrands } from './api.ts';
import { fetchImportOptions } from './import/api.ts';
import type { ColumnOptions } from './list/column-options.ts';
import { Gaps, gapWords, Landed, Measure, NameOf, Part, SkuOf, SuppliersOf, Words } from './list/product-cells.tsx';
import { fetchGroups, fetchTags } from './list/use-product-editing.ts';
import classes from './products.module.css';

type Totals = ResponseOf<typeof productTotals>;
/** The columns of the product list. Costs per unit are averages over all orders. */
export function productColumns({ t, currency, onExplain, edits }: ColumnOptions): GridColumn<CatalogRow, Totals>[] {
  const head = (id: keyof typeof WIDTHS) => ({
    id,
    header: t(`products:column.${id}`),
    width: WIDTHS[id],
    ...(id in edits ? { edit: edits[id as ListField] } : {}),
  });
  const perUnit = { help: t('products:averageHelp', { currency }), kind: 'number', sort: true } as const;
  const spoken = (value: string | null) =>
    value === null ? t('notKnown') : t('products:spokenPerUnit', { figure: formatUnitCost(value), currency });
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
    spoken: (row) => formatMoney(row[id], currency, { as: 'code', zero: 'figure' }),
    total: (totals) => sum(totals[id]),
  });
  const units = (id: 'onOrder' | 'inTransit'): GridColumn<CatalogRow, Totals> => ({
    ...head(id),
    kind: 'number',
    hidden: true,
    render: (row) => formatQuantity(row[id]),
  });
  const word = (id: 'asin' | 'fnsku' | 'barcode' | 'brand' | 'group'): GridColumn<CatalogRow, Totals> => ({
    ...head(id),
    hidden: true,
  });
  const measure = (
    id: 'length' | 'width' | 'height' | 'weight' | 'packagingWeight' | 'shippingWeight',
  ): GridColumn<CatalogRow, Totals> => {
    const unitOf = (row: CatalogRow) =>
      id === 'length' || id === 'width' || id === 'height' ? row.dimensionUnit : row.weightUnit;
    return {
      ...head(id),
      kind: 'number',
      hidden: true,
      value: (row) => (row[id] === null ? null : `${row[id]} ${unitOf(row)}`),
      render: (row) => <Measure value={row[id]} unit={t(`products:unit.${unitOf(row)}`)} />,
      spoken: (row) =>
        row[id] === null ? t('notKnown') : `${row[id]} ${t(`products:unitName.${unitOf(row)}`).toLowerCase()}`,
    };
  };
  const unit = (id: 'dimensionUnit' | 'weightUnit'): GridColumn<CatalogRow, Totals> => ({
    ...head(id),
    hidden: true,
    render: (row) => t(`products:unit.${row[id]}`),
  });
  return [
    {
      ...head('name'),
      sort: true,
      flex: 1,
      minWidth: 260,
      link: true,
      card: 'title',
      value: ({ name, archivedAt, isBundle, picture, variantCount }) =>
        JSON.stringify([name, archivedAt, isBundle, picture, variantCount]),
      render: (row) => <NameOf row={row} t={t} />,
    },
    { ...head('sku'), sort: true, card: 'subtitle', render: (row) => <SkuOf row={row} t={t} /> },
    word('asin'),
    word('fnsku'),
    word('barcode'),
    {
      ...head('status'),
      fits: true,
      sort: true,
      card: 'chip',
      render: ({ status }) => <StatusChip family="product" value={status} quiet />,
    },
    {
      ...head('unitsOrdered'),
      kind: 'number',
      sort: true,
      render: ({ unitsOrdered }) => formatQuantity(unitsOrdered),
      spoken: ({ unitsOrdered }) =>
        t('products:spokenUnits', { count: unitsOrdered, formatted: formatQuantity(unitsOrdered, 'figure') }),
      total: ({ unitsOrdered }) => formatQuantity(unitsOrdered, 'figure'),
    },
    {
      ...head('factoryCostPerUnit'),
      ...perUnit,
      render: (row) => <Part value={row.factoryCostPerUnit} />,
      spoken: (row) => spoken(row.factoryCostPerUnit),
    },
    {
      ...head('inboundCostPerUnit'),
      ...perUnit,
      render: (row) => <Part value={row.inboundCostPerUnit} />,
      spoken: (row) => spoken(row.inboundCostPerUnit),
    },
    {
      ...head('landedCostPerUnit'),
      ...perUnit,
      card: 'figure',
      render: (row) => <Landed row={row} currency={currency} t={t} onExplain={onExplain} />,
      copy: (row) => row.landedCostPerUnit ?? '',
    },
    {
      ...head('makeUp'),
      value: ({ landedCostTotal }) => landedCostTotal,
      render: (row) => <MakeUpBar byCategory={row.costByCategory} />,
      copy: () => '',
    },
    {
      ...head('supplier'),
      value: ({ supplier }) => supplier.map(({ companyName }) => companyName).join(', '),
      render: (row) => <SuppliersOf row={row} />,
    },
    { ...word('brand'), sort: true },
    word('group'),
    { ...head('tags'), hidden: true, render: ({ tags }) => <Words words={tags} /> },
    {
      ...head('channel'),
      hidden: true,
      render: ({ channel }) => <Words words={channel.map((value) => t(`products:channel.${value}`))} />,
    },
    {
      ...head('shippingMethod'),
      hidden: true,
      render: ({ shippingMethod }) => (shippingMethod === null ? EN_DASH : t(`shippingMethod.${shippingMethod}`)),
    },
    { ...head('countryOfOrigin'), hidden: true, render: ({ countryOfOrigin }) => <Country code={countryOfOrigin} /> },
    { ...head('hsCode'), hidden: true, render: ({ hsCode }) => hsCode ?? EN_DASH },
    measure('length'),
    measure('width'),
    measure('height'),
    unit('dimensionUnit'),
    measure('weight'),
    measure('packagingWeight'),
    measure('shippingWeight'),
    unit('weightUnit'),
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
    {
      ...head('gaps'),
      fits: true,
      value: (row) => `${gapWords(row, t)} ${row.unitsOrdered > 0}`,
      copy: (row) => gapWords(row, t),
      render: (row) => <Gaps row={row} t={t} />,
    },
    total('factoryCostTotal'),
    total('inboundCostTotal'),
    total('landedCostTotal'),
    units('onOrder'),
    units('inTransit'),
    {
      ...head('totalStockValue'),
      kind: 'number',
      hidden: true,
      render: ({ totalStockValue }) => <Money value={totalStockValue} currency={currency} as="bare" />,
      spoken: ({ totalStockValue }) => formatMoney(totalStockValue, currency, { as: 'code', zero: 'figure' }),
    },
  ];
}

const WIDTHS = {
  name: 300,
  sku: 114,
  asin: 118,
  status: 124,
  supplier: 140,
  brand: 120,
  fnsku: 118,
  barcode: 124,
  group: 120,
  tags: 160,
  channel: 180,
  shippingMethod: 110,
  countryOfOrigin: 90,
  hsCode: 118,
  length: 90,
  width: 90,
  height: 90,
  dimensionUnit: 90,
  weight: 100,
  packagingWeight: 100,
  shippingWeight: 100,
  weightUnit: 90,
  unitsOrdered: 70,
  factoryCostPerUnit: 86,
  inboundCostPerUnit: 86,
  landedCostPerUnit: 98,
  makeUp: 96,
  lastCostUpdateDate: 76,
  gaps: 124,
  factoryCostTotal: 120,
  inboundCostTotal: 120,
  landedCostTotal: 120,
  onOrder: 84,
  inTransit: 84,
  totalStockValue: 110,
} as const;

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const Country = ({ code }: { code: string | null }) =>
  code === null ? EN_DASH : <span title={countryNames.of(code)}>{code}</span>;

/** The filters of the product list. */
export function productFilters(t: T, currency: string): GridFilter[] {
  const isOrNot = ['in', 'notIn', 'isEmpty'] as const;
  return [
    {
      field: 'status',
      label: t('products:filter.status'),
      kind: 'select',
      options: PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.product.${value}`) })),
    },
    {
      field: 'supplier',
      label: t('products:filter.supplier'),
      kind: 'select',
      ops: isOrNot,
      options: fetchSupplierOptions,
    },
    { field: 'brand', label: t('products:filter.brand'), kind: 'select', ops: isOrNot, options: fetchBrands },
    {
      field: 'channel',
      label: t('products:filter.channel'),
      kind: 'select',
      ops: ['in', 'isEmpty'],
      options: SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) })),
    },
    { field: 'tag', label: t('products:filter.tag'), kind: 'select', ops: ['in', 'isEmpty'], options: fetchTags },
    { field: 'group', label: t('products:filter.group'), kind: 'select', ops: ['in', 'isEmpty'], options: fetchGroups },
    {
      field: 'shippingMethod',
      label: t('products:filter.shippingMethod'),
      kind: 'select',
      ops: ['in', 'isEmpty'],
      options: SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) })),
    },
    { field: 'parent', label: t('products:filter.parent'), kind: 'presence' },
    { field: 'import', label: t('products:filter.import'), kind: 'select', ops: ['in'], options: fetchImportOptions },
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

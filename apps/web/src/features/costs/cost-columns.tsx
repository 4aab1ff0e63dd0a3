import type { CostEntry, costTotals } from '@quayside/contracts/costs/costs';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { PackListRef } from '@quayside/contracts/pack-list-ref';
import { COST_CATEGORIES } from '@quayside/domain/lists';
import { IconBan, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { CategoryWord } from '../../components/ui/figures.tsx';
import { Money, UnitCost } from '../../components/ui/money.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import type { T } from '../../i18n/i18n.ts';
import { formatDayShort, formatInstant, formatMoney, formatRelative, langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { orderName } from '../../lib/words/order-name.ts';
import { fetchSupplierOptions } from '../../lib/supplier-options.ts';
import classes from './costs.module.css';
import { OrderCell } from './order-cell.tsx';

type CostTotals = ResponseOf<typeof costTotals>;
export type CostColumn = GridColumn<CostEntry, CostTotals>;

/** The product column, for lists that contain several products. */
export const productColumn = (t: T): CostColumn => ({
  id: 'product',
  header: t('costs:list.product'),
  sort: true,
  pinned: 'left',
  card: 'title',
  width: 204,
  value: (row) => row.product.sku,
  render: (row) => (
    <Link className={classes.name} to={paths.product(row.product.sku, 'costs')} title={row.product.name}>
      <b>{row.product.sku}</b> <span>{row.product.name}</span>
    </Link>
  ),
});

/** The columns that all lists of cost entries share. */
export function costColumns(t: T, currency: string): CostColumn[] {
  return [
    {
      id: 'invoiceNumber',
      header: t('costs:list.invoice'),
      sort: true,
      card: 'subtitle',
      width: 112,
      value: (row) => row.invoice.number,
      render: (row) => (
        <Link className={classes.name} to={paths.invoice(row.invoice.id, row.lineId)}>
          <b>{row.invoice.number}</b>
        </Link>
      ),
    },
    {
      id: 'line',
      header: t('costs:list.line'),
      flex: 1,
      minWidth: 144,
      value: (row) => `${row.linePosition} ${row.lineName ?? ''}`,
      render: (row) => (
        <span className="cut" lang={langOf(row.lineName)}>
          {row.lineName ? t('costs:list.lineOf', { position: row.linePosition, name: row.lineName }) : row.linePosition}
        </span>
      ),
    },
    {
      id: 'supplier',
      header: t('costs:list.supplier'),
      width: 180,
      hidden: true,
      value: (row) => row.invoice.supplierName,
    },
    {
      id: 'date',
      header: t('costs:list.date'),
      sort: true,
      fits: true,
      width: 84,
      value: (row) => row.invoice.date,
      render: (row) => formatDayShort(row.invoice.date),
    },
    {
      id: 'costType',
      header: t('costs:list.costType'),
      sort: true,
      width: 156,
      render: (row) => <CategoryWord category={row.costType} />,
    },
    {
      id: 'order',
      header: t('costs:list.order'),
      width: 148,
      value: (row) => row.order && orderName(t, row.order),
      render: ({ order }) => <OrderCell order={order} none={t('costs:list.noOrder')} />,
    },
    {
      id: 'packList',
      header: t('costs:list.packList'),
      help: t('costs:list.packListHelp'),
      width: 142,
      value: ({ packList }) => packList && [packList.number, packList.plan?.number].filter(Boolean).join(' · '),
      render: ({ order, packList }) => packList && <PackListCell order={order} packList={packList} />,
    },
    {
      id: 'amount',
      header: t('costs:list.amount', { currency }),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 116,
      render: (row) => (
        <span className={row.isExcluded ? classes.struck : undefined}>
          <Money as="bare" value={row.amount} currency={currency} zero="figure" strong={!row.isExcluded} />
        </span>
      ),
      total: (totals) => <Money as="bare" value={totals.amount} currency={currency} zero="figure" strong />,
    },
    {
      id: 'documentAmount',
      header: t('costs:list.documentAmount'),
      kind: 'number',
      width: 140,
      hidden: true,
      render: (row) => <Money as="code" value={row.documentAmount} currency={row.invoice.currency} zero="figure" />,
    },
    {
      id: 'perUnit',
      header: t('costs:list.perUnit'),
      help: t('costs:list.perUnitHelp'),
      kind: 'number',
      width: 88,
      render: (row) => <UnitCost value={row.perUnit} />,
    },
    {
      id: 'basis',
      header: t('costs:list.basis'),
      width: 142,
      hidden: true,
      render: (row) => t(`invoices:basis.${row.basis}`),
    },
    {
      id: 'state',
      header: t('costs:list.state'),
      card: 'chip',
      fits: true,
      width: 112,
      value: (row) => `${row.isExcluded}${row.isProvisional}`,
      render: (row) => <State row={row} t={t} />,
      total: (totals) =>
        /^-?0*(\.0*)?$/.test(totals.excludedAmount) ? (
          ''
        ) : (
          <span className={classes.faint}>
            {t('costs:list.excludedTotal', { amount: formatMoney(totals.excludedAmount, currency, { as: 'bare' }) })}
          </span>
        ),
    },
    {
      id: 'recordedAt',
      header: t('costs:list.recorded'),
      sort: true,
      width: 116,
      hidden: true,
      render: (row) => <span title={formatInstant(row.recordedAt)}>{formatRelative(row.recordedAt)}</span>,
    },
  ];
}

/** The part of an order that carries a cost, with links to its order and its plan. */
function PackListCell({ order, packList }: { order: CostEntry['order']; packList: PackListRef }) {
  const { number, plan } = packList;
  return (
    <span className="cut">
      {order ? <Link to={paths.order(order.id)}>{number}</Link> : number}
      {plan && ' · '}
      {plan && <Link to={paths.shipmentPlan(plan.id)}>{plan.number}</Link>}
    </span>
  );
}

function State({ row, t }: { row: CostEntry; t: T }) {
  if (row.isExcluded)
    return (
      <Chip icon={IconBan} tone="neutral">
        {t('costs:list.excluded')}
      </Chip>
    );
  if (row.isProvisional)
    return (
      <Chip icon={IconClock} tone="info" quiet>
        {t('costs:list.provisional')}
      </Chip>
    );
  return (
    <Chip icon={IconCircleCheck} tone="positive" quiet>
      {t('costs:list.final')}
    </Chip>
  );
}

/** The filters that all lists of cost entries share. */
export function costFilters(t: T): GridFilter[] {
  const yesNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ];
  return [
    {
      field: 'costType',
      label: t('costs:list.costType'),
      kind: 'select',
      options: COST_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
    },
    { field: 'supplier', label: t('costs:list.supplier'), kind: 'select', options: fetchSupplierOptions },
    { field: 'date', label: t('costs:list.date'), kind: 'range', of: 'day' },
    { field: 'invoiceNumber', label: t('costs:list.invoice'), kind: 'text' },
    { field: 'excluded', label: t('costs:list.excluded'), kind: 'select', ops: ['in'], options: yesNo },
    { field: 'provisional', label: t('costs:list.provisional'), kind: 'select', ops: ['in'], options: yesNo },
  ];
}

/**
 * For a table column, the columns that an export writes. For example, the product column is exported as SKU and product
 * name.
 */
export const COST_COLUMNS_AS = { product: ['sku', 'product'], state: ['isExcluded', 'isProvisional'] };

import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import type { purchaseOrderTotals } from '@quayside/contracts/purchasing/purchase-orders';
import { PURCHASE_ORDER_STATUSES } from '@quayside/domain/lists';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { IconArchive } from '@tabler/icons-react';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Money } from '../../../components/ui/money.tsx';
import { Chip, StatusChip } from '../../../components/ui/status-chip.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { cubicMetres, kilograms } from '../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import {
  EN_DASH,
  formatCount,
  formatDayShort,
  formatInstant,
  formatMoney,
  formatQuantity,
  formatRelative,
} from '../../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import classes from '../purchasing.module.css';

type Totals = ResponseOf<typeof purchaseOrderTotals>;

/** The columns of the list of purchase orders. */
export function purchaseOrderColumns(t: T, currency: string): GridColumn<PurchaseOrder, Totals>[] {
  const day = (id: 'orderDate' | 'deliveryDate' | 'etd') => ({
    id,
    header: t(`purchasing:field.${id}`),
    fits: true,
    width: 122,
    render: (row: PurchaseOrder) => formatDayShort(row[id]),
  });
  return [
    {
      id: 'poNumber',
      header: t('purchasing:field.poNumber'),
      sort: true,
      link: true,
      card: 'title',
      width: 150,
      pinned: 'left',
      render: (row) => <PoNumber row={row} />,
    },
    { id: 'internalPoNumber', header: t('purchasing:field.internalPoNumber'), sort: true, width: 140, hidden: true },
    {
      id: 'supplier',
      header: t('purchasing:supplier'),
      sort: true,
      card: 'subtitle',
      flex: 1,
      minWidth: 200,
      value: (row) => row.contact?.companyName,
      render: ({ contact }) =>
        contact ? (
          <span className="cut">
            <SupplierName companyName={contact.companyName} localName={contact.localName} />
          </span>
        ) : (
          <span className={classes.faint}>{t('purchasing:list.noSupplier')}</span>
        ),
    },
    { ...day('orderDate'), sort: true },
    {
      id: 'status',
      header: t('purchasing:status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 124,
      render: (row) => <OrderStatus order={row} quiet />,
    },
    { ...day('deliveryDate'), sort: true },
    { ...day('etd'), hidden: true },
    { id: 'currency', header: t('purchasing:field.currency'), sort: true, width: 92, hidden: true },
    {
      id: 'total',
      header: t('purchasing:list.total'),
      sort: true,
      kind: 'number',
      width: 140,
      value: (row) => row.totals.amount.document,
      render: (row) => <Money as="code" value={row.totals.amount.document} currency={row.currency} />,
      spoken: (row) =>
        `${row.currency} ${formatMoney(row.totals.amount.document, row.currency, { as: 'bare', zero: 'figure' })}`,
      total: (totals) =>
        totals.withoutRate > 0 ? (
          <span className={classes.warning}>{t('purchasing:list.withoutRate', { count: totals.withoutRate })}</span>
        ) : (
          ''
        ),
    },
    {
      id: 'accountTotal',
      header: t('purchasing:list.accountTotal', { currency }),
      help: t('purchasing:list.accountTotalHelp'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 124,
      value: (row) => row.totals.amount.account,
      render: (row) => <Money as="bare" value={row.totals.amount.account} currency={currency} strong />,
      total: (totals) => <Money as="bare" value={totals.total} currency={currency} strong />,
    },
    {
      id: 'left',
      header: t('purchasing:list.left'),
      help: t('purchasing:list.leftHelp'),
      sort: true,
      kind: 'number',
      width: 132,
      value: (row) => row.totals.left,
      render: (row) => <Money as="code" value={row.totals.left} currency={row.currency} />,
      total: (totals) => <Money as="bare" value={totals.left} currency={currency} />,
    },
    {
      id: 'itemCount',
      header: t('purchasing:list.items'),
      kind: 'number',
      width: 76,
      hidden: true,
      value: (row) => row.totals.itemCount,
      render: (row) => formatCount(row.totals.itemCount),
    },
    {
      id: 'units',
      header: t('purchasing:list.units'),
      kind: 'number',
      width: 88,
      hidden: true,
      value: (row) => row.totals.units,
      render: (row) => formatQuantity(row.totals.units),
    },
    {
      id: 'cartons',
      header: t('purchasing:list.cartons'),
      kind: 'number',
      width: 92,
      hidden: true,
      value: (row) => row.totals.cartons,
      render: (row) => (row.totals.cartons === null ? EN_DASH : formatCount(row.totals.cartons)),
    },
    {
      id: 'volume',
      header: t('purchasing:list.volume'),
      kind: 'number',
      width: 96,
      hidden: true,
      value: (row) => row.totals.volume,
      render: (row) => cubicMetres(row.totals.volume),
    },
    {
      id: 'weight',
      header: t('purchasing:list.weight'),
      kind: 'number',
      width: 104,
      hidden: true,
      value: (row) => row.totals.weight,
      render: (row) => kilograms(row.totals.weight),
    },
    {
      id: 'shippingMethod',
      header: t('purchasing:field.shippingMethod'),
      width: 110,
      hidden: true,
      value: (row) => row.shippingMethod && t(`shippingMethod.${row.shippingMethod}`),
    },
    {
      id: 'sentAt',
      header: t('purchasing:list.sent'),
      sort: true,
      fits: true,
      width: 128,
      value: (row) => row.sent?.at,
      render: (row) => <Sent order={row} />,
    },
    {
      id: 'updatedAt',
      header: t('purchasing:list.updated'),
      sort: true,
      fits: true,
      width: 108,
      render: (row) => <span title={formatInstant(row.updatedAt)}>{formatRelative(row.updatedAt)}</span>,
    },
  ];
}

/** What stands below the list: which purchase orders its sums leave out, and in which currency they are. */
export const footnoteOf = (t: T, currency: string, totals: Totals | undefined): string =>
  [...(totals ? apartOf(t, totals) : []), t('purchasing:list.footnote', { currency })].join(' ');

/** The drafts and the cancelled ones, of which the sums have nothing. */
const apartOf = (t: T, { drafts, cancelled, accountCurrency }: Totals): string[] =>
  (['drafts', 'cancelled'] as const)
    .map((which) => [which, { drafts, cancelled }[which]] as const)
    .filter(([, { count }]) => count > 0)
    .map(([which, { count, total }]) =>
      t(`purchasing:list.${which}`, { count, total: formatMoney(total, accountCurrency, { zero: 'figure' }) }),
    );

/** The status of a purchase order. A closed one says how it was closed. */
export function OrderStatus({
  order,
  quiet = false,
}: {
  order: Pick<PurchaseOrder, 'status' | 'closeReason'>;
  quiet?: boolean;
}) {
  const t = useT();
  const isByHand = order.closeReason === 'SHORT' || order.closeReason === 'CANCELLED';
  return (
    <StatusChip
      family="purchaseOrder"
      value={order.status}
      quiet={quiet}
      {...(isByHand && { detail: t(`purchasing:closeReason.${order.closeReason as 'SHORT' | 'CANCELLED'}`) })}
    />
  );
}

function PoNumber({ row }: { row: PurchaseOrder }) {
  const t = useT();
  return (
    <>
      {row.poNumber}
      {row.archivedAt !== null && (
        <span className={classes.mark} title={t('purchasing:archive.chip')}>
          <IconArchive size={14} stroke={1.75} role="img" aria-label={t('purchasing:archive.chip')} />
        </span>
      )}
    </>
  );
}

/** When a purchase order was sent, and whether it was changed since. */
function Sent({ order: { sent, isChangedSinceSent } }: { order: PurchaseOrder }) {
  const t = useT();
  if (!sent) return EN_DASH;
  return (
    <span title={formatInstant(sent.at)}>
      {isChangedSinceSent ? <Chip tone="warning">{t('purchasing:changedSinceSent')}</Chip> : formatRelative(sent.at)}
    </span>
  );
}

/** The filters of the list of purchase orders. */
export function purchaseOrderFilters(t: T): GridFilter[] {
  const yesNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ];
  return [
    {
      field: 'status',
      label: t('purchasing:status'),
      kind: 'select',
      options: PURCHASE_ORDER_STATUSES.map((value) => ({ value, label: t(`status.purchaseOrder.${value}`) })),
    },
    { field: 'supplier', label: t('purchasing:supplier'), kind: 'select', options: fetchSupplierOptions },
    {
      field: 'currency',
      label: t('purchasing:field.currency'),
      kind: 'select',
      options: CURRENCIES.map(({ code, name }) => ({ value: code, label: `${code}, ${name}` })),
    },
    { field: 'orderDate', label: t('purchasing:field.orderDate'), kind: 'range', of: 'day' },
    { field: 'deliveryDate', label: t('purchasing:field.deliveryDate'), kind: 'range', of: 'day' },
    { field: 'left', label: t('purchasing:list.left'), kind: 'presence' },
    { field: 'sent', label: t('purchasing:list.sent'), kind: 'presence' },
    {
      field: 'changedSinceSent',
      label: t('purchasing:changedSinceSent'),
      kind: 'select',
      ops: ['in'],
      options: yesNo,
    },
    { field: 'archived', label: t('purchasing:list.archived'), kind: 'select', ops: ['in'], options: yesNo },
  ];
}

import { RECONCILIATION_KINDS, type ReconciliationItem } from '@quayside/contracts/costs/cost-reports';
import { UNASSIGNED_REASONS } from '@quayside/domain/lists';
import {
  IconAlertTriangle,
  IconBan,
  IconExchange,
  IconPlusMinus,
  IconReceiptTax,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { CategoryWord } from '../../../components/ui/figures.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Chip, StatusChip } from '../../../components/ui/status-chip.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatDayShort, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { Tone } from '../../../theme/theme.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import classes from '../costs.module.css';

const KINDS: Readonly<
  Record<ReconciliationItem['kind'], { readonly icon: TablerIcon; readonly tone: Tone; readonly quiet?: true }>
> = {
  UNASSIGNED: { icon: IconAlertTriangle, tone: 'warning' },
  NO_RATE: { icon: IconExchange, tone: 'danger' },
  DIFFERENCE: { icon: IconPlusMinus, tone: 'warning' },
  EXCLUDED: { icon: IconBan, tone: 'neutral', quiet: true },
  TAX: { icon: IconReceiptTax, tone: 'neutral', quiet: true },
};

/** The columns of the lines and invoices that are not fully assigned. Each row links to its invoice. */
export function itemColumns(t: T, currency: string): GridColumn<ReconciliationItem>[] {
  const header = (id: Parameters<typeof columnWord>[1]) => columnWord(t, id, currency);
  return [
    {
      id: 'kind',
      header: header('kind'),
      sort: true,
      width: 136,
      card: 'chip',
      render: ({ kind }) => (
        <Chip icon={KINDS[kind].icon} tone={KINDS[kind].tone} quiet={KINDS[kind].quiet === true}>
          {t(`costs:reconciliation.kind.${kind}`)}
        </Chip>
      ),
    },
    {
      id: 'invoiceNumber',
      header: header('invoice'),
      sort: true,
      width: 132,
      card: 'title',
      value: ({ invoice }) => invoice.number,
      render: ({ invoice, line }) => (
        <Link className={classes.name} to={paths.invoice(invoice.id, line?.id)}>
          <b>{invoice.number}</b>
        </Link>
      ),
    },
    {
      id: 'line',
      header: header('line'),
      flex: 1,
      minWidth: 180,
      card: 'subtitle',
      value: ({ line }) => (line ? `${line.position} ${line.name ?? ''}` : ''),
      render: ({ line }) =>
        line ? (
          <span className="cut" lang={langOf(line.name)}>
            {line.name ? t('costs:list.lineOf', { position: line.position, name: line.name }) : line.position}
          </span>
        ) : (
          <span className={classes.faint}>{t('costs:reconciliation.wholeInvoice')}</span>
        ),
    },
    {
      id: 'costType',
      header: header('costType'),
      width: 156,
      value: ({ line }) => line?.costType,
      render: ({ line }) => (line ? <CategoryWord category={line.costType} /> : EN_DASH),
    },
    {
      id: 'supplier',
      header: header('supplier'),
      sort: true,
      width: 176,
      value: ({ invoice }) => invoice.supplierName,
      render: ({ invoice }) => (
        <span className="cut" lang={langOf(invoice.supplierName)}>
          {invoice.supplierName ?? <span className={classes.faint}>{t('costs:reconciliation.noSupplier')}</span>}
        </span>
      ),
    },
    {
      id: 'date',
      header: header('date'),
      sort: true,
      width: 88,
      value: ({ invoice }) => invoice.date,
      render: ({ invoice }) => formatDayShort(invoice.date),
    },
    {
      id: 'status',
      header: header('status'),
      width: 104,
      hidden: true,
      value: ({ invoice }) => invoice.status,
      render: ({ invoice }) => <StatusChip family="invoice" value={invoice.status} quiet />,
    },
    {
      id: 'amount',
      header: header('amount'),
      kind: 'number',
      sort: true,
      width: 140,
      card: 'figure',
      render: (row) => <Money as="code" value={row.amount} currency={row.currency} zero="figure" strong />,
    },
    {
      id: 'accountAmount',
      header: header('accountAmount'),
      kind: 'number',
      width: 118,
      render: ({ accountAmount }) => <Money as="bare" value={accountAmount} currency={currency} />,
    },
    {
      id: 'reason',
      header: header('reason'),
      width: 188,
      value: ({ reason, exclusionReason }) => reason ?? exclusionReason,
      render: ({ reason, exclusionReason }) => (
        <span className="cut" lang={langOf(exclusionReason)} title={exclusionReason ?? undefined}>
          {reason ? t(`costs:reconciliation.reason.${reason}`) : (exclusionReason ?? EN_DASH)}
        </span>
      ),
    },
  ];
}

const columnWord = (
  t: T,
  id: 'kind' | 'invoice' | 'line' | 'supplier' | 'date' | 'status' | 'costType' | 'amount' | 'accountAmount' | 'reason',
  currency: string,
): string => t(`costs:reconciliation.column.${id}`, { currency });

export function itemFilters(t: T, currencies: readonly string[]): GridFilter[] {
  const ops = ['in'] as const;
  return [
    {
      field: 'kind',
      label: t('costs:reconciliation.column.kind'),
      kind: 'select',
      ops,
      options: RECONCILIATION_KINDS.map((value) => ({ value, label: t(`costs:reconciliation.kind.${value}`) })),
    },
    {
      field: 'currency',
      label: t('costs:reconciliation.column.currency'),
      kind: 'select',
      ops,
      options: currencies.map((value) => ({ value, label: value })),
    },
    {
      field: 'supplier',
      label: t('costs:reconciliation.column.supplier'),
      kind: 'select',
      ops,
      options: fetchSupplierOptions,
    },
    {
      field: 'reason',
      label: t('costs:reconciliation.column.reason'),
      kind: 'select',
      ops,
      options: UNASSIGNED_REASONS.map((value) => ({ value, label: t(`costs:reconciliation.reason.${value}`) })),
    },
  ];
}

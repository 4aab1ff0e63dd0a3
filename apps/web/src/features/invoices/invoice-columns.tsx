import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { invoiceTotals } from '@quayside/contracts/invoices/invoices';
import { INVOICE_KINDS, INVOICE_STATUSES, INVOICE_TYPES } from '@quayside/domain/lists';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { IconAlertTriangle, IconArchive, IconCheck, IconCircleCheck, IconReceiptRefund } from '@tabler/icons-react';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { Money } from '../../components/ui/money.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import { SupplierName } from '../../components/ui/supplier-name.tsx';
import { fetchSupplierOptions } from '../../lib/supplier-options.ts';
import { type T, useT } from '../../i18n/i18n.ts';
import {
  EN_DASH,
  formatCount,
  formatDayShort,
  formatInstant,
  formatMoney,
  formatRelative,
} from '../../lib/words/format.ts';
import classes from './invoices.module.css';

type Totals = ResponseOf<typeof invoiceTotals>;
const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

/** Fields of the details tab that are columns of the list, hidden until the person chooses them. */
const DETAILS = [
  'costType',
  'payReferenceNumber',
  'shippingMethod',
  'vesselVoyage',
  'etd',
  'attention',
  'tracking',
  'billToCompany',
] as const;

/** The columns of the list of invoices. */
export function invoiceColumns(t: T, currency: string): GridColumn<Invoice, Totals>[] {
  const detail = (id: (typeof DETAILS)[number]) => ({
    id,
    header: t(`invoices:list.column.${id}`),
    width: 150,
    hidden: true,
  });
  return [
    {
      id: 'invoiceNumber',
      header: t('invoices:number'),
      sort: true,
      link: true,
      card: 'title',
      width: 136,
      pinned: 'left',
      render: (row) => <InvoiceNumber row={row} />,
    },
    {
      id: 'supplier',
      header: t('invoices:supplier'),
      sort: true,
      card: 'subtitle',
      flex: 1,
      minWidth: 200,
      value: (row) => row.supplierContact?.companyName,
      render: ({ supplierContact: supplier }) =>
        supplier ? (
          <span className="cut">
            <SupplierName companyName={supplier.companyName} localName={supplier.localName} />
          </span>
        ) : (
          <span className={classes.warning}>{t('invoices:noSupplier')}</span>
        ),
    },
    {
      id: 'date',
      header: t('invoices:date'),
      sort: true,
      fits: true,
      width: 92,
      render: (row) => formatDayShort(row.date),
    },
    {
      id: 'status',
      header: t('invoices:status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 118,
      render: (row) => <StatusChip family="invoice" value={row.status} quiet />,
    },
    { id: 'currency', header: t('invoices:currency'), sort: true, width: 92, hidden: true },
    {
      id: 'type',
      header: t('invoices:type'),
      width: 150,
      hidden: true,
      render: (row) => (row.type ? t(`invoices:types.${row.type}`) : EN_DASH),
    },
    {
      ...detail('costType'),
      value: (row) => row.costType && t(`category.${row.costType}`),
    },
    detail('payReferenceNumber'),
    {
      ...detail('shippingMethod'),
      value: (row) => row.shippingMethod && t(`shippingMethod.${row.shippingMethod}`),
    },
    detail('vesselVoyage'),
    {
      ...detail('etd'),
      render: (row) => formatDayShort(row.etd),
    },
    detail('attention'),
    detail('tracking'),
    detail('billToCompany'),
    {
      id: 'total',
      header: t('invoices:list.total'),
      sort: true,
      kind: 'number',
      width: 140,
      value: (row) => row.totals.total.document,
      render: (row) => <Money as="code" value={row.totals.total.document} currency={row.currency} />,
      spoken: (row) =>
        t('invoices:list.spokenTotal', {
          currency: row.currency,
          amount: formatMoney(row.totals.total.document, row.currency, { as: 'bare', zero: 'figure' }),
        }),
      total: (totals) =>
        totals.withoutRate > 0 ? (
          <span className={classes.warning}>{t('invoices:list.withoutRate', { count: totals.withoutRate })}</span>
        ) : (
          ''
        ),
    },
    {
      id: 'accountTotal',
      header: t('invoices:list.accountTotal', { currency }),
      help: t('invoices:list.accountTotalHelp'),
      sort: true,
      kind: 'number',
      card: 'figure',
      width: 116,
      value: (row) => row.totals.total.account,
      render: (row) => <Money as="bare" value={row.totals.total.account} currency={currency} strong />,
      total: (totals) => <Money as="bare" value={totals.total} currency={currency} strong />,
    },
    {
      id: 'unassigned',
      header: t('invoices:list.unassigned'),
      help: t('invoices:list.unassignedHelp'),
      sort: true,
      kind: 'number',
      width: 126,
      value: (row) => row.totals.unassigned.document,
      render: (row) => <Unassigned row={row} />,
      total: (totals) =>
        isNothing(totals.unassigned) ? (
          ''
        ) : (
          <span className={classes.danger}>
            <Money as="bare" value={totals.unassigned} currency={currency} />
          </span>
        ),
    },
    {
      id: 'difference',
      header: t('invoices:list.difference'),
      help: t('invoices:list.differenceHelp'),
      kind: 'number',
      width: 104,
      value: (row) => row.totals.difference.document,
      render: (row) => <Difference row={row} />,
    },
    {
      id: 'lineCount',
      header: t('invoices:list.lines'),
      kind: 'number',
      width: 72,
      render: (row) => formatCount(row.lineCount),
    },
    {
      id: 'updatedAt',
      header: t('invoices:list.updated'),
      sort: true,
      fits: true,
      width: 108,
      render: (row) => <span title={formatInstant(row.updatedAt)}>{formatRelative(row.updatedAt)}</span>,
    },
  ];
}

/** The invoice number. Credit notes, reconciled and archived invoices are marked. */
function InvoiceNumber({ row }: { row: Invoice }) {
  const t = useT();
  return (
    <>
      {row.invoiceNumber}
      {row.kind === 'CREDIT_NOTE' && (
        <span className={classes.numberMark} title={t('invoices:kinds.CREDIT_NOTE')}>
          <IconReceiptRefund size={14} stroke={1.75} role="img" aria-label={t('invoices:kinds.CREDIT_NOTE')} />
        </span>
      )}
      {row.reconciled && (
        <span className={classes.numberMark} title={t('invoices:reconciledHelp')}>
          <IconCircleCheck size={14} stroke={1.75} role="img" aria-label={t('invoices:reconciled')} />
        </span>
      )}
      {row.archivedAt !== null && (
        <span className={classes.numberMark} title={t('invoices:archive.chip')}>
          <IconArchive size={14} stroke={1.75} role="img" aria-label={t('invoices:archive.chip')} />
        </span>
      )}
    </>
  );
}

function Unassigned({ row }: { row: Invoice }) {
  const amount = row.totals.unassigned.document;
  if (isNothing(amount) && row.unassignedLineCount === 0) return EN_DASH;
  return (
    <span className={classes.danger}>
      <Money as="code" value={amount} currency={row.currency} zero="figure" />
    </span>
  );
}

function Difference({ row }: { row: Invoice }) {
  const t = useT();
  if (row.total === null) return <span className={classes.faint}>{t('invoices:list.noTotal')}</span>;
  if (isNothing(row.totals.difference.document))
    return (
      <span className={classes.positive} title={t('invoices:list.addsUp')}>
        <IconCheck size={16} stroke={2} role="img" aria-label={t('invoices:list.addsUp')} />
      </span>
    );
  return (
    <span className={classes.danger}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />{' '}
      <Money as="bare" value={row.totals.difference.document} currency={row.currency} sign="always" />
    </span>
  );
}

/** The filters of the list of invoices. */
export function invoiceFilters(t: T): GridFilter[] {
  return [
    {
      field: 'status',
      label: t('invoices:status'),
      kind: 'select',
      options: INVOICE_STATUSES.map((value) => ({ value, label: t(`status.invoice.${value}`) })),
    },
    { field: 'supplier', label: t('invoices:supplier'), kind: 'select', options: fetchSupplierOptions },
    {
      field: 'currency',
      label: t('invoices:currency'),
      kind: 'select',
      options: CURRENCIES.map(({ code, name }) => ({ value: code, label: `${code}, ${name}` })),
    },
    {
      field: 'type',
      label: t('invoices:type'),
      kind: 'select',
      ops: ['in', 'isEmpty'],
      options: INVOICE_TYPES.map((value) => ({ value, label: t(`invoices:types.${value}`) })),
    },
    {
      field: 'kind',
      label: t('invoices:kind'),
      kind: 'select',
      ops: ['in'],
      options: INVOICE_KINDS.map((value) => ({ value, label: t(`invoices:kinds.${value}`) })),
    },
    { field: 'date', label: t('invoices:date'), kind: 'range', of: 'day' },
    { field: 'unassigned', label: t('invoices:list.unassigned'), kind: 'presence' },
    {
      field: 'archived',
      label: t('invoices:list.archived'),
      kind: 'select',
      ops: ['in'],
      options: [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ],
    },
  ];
}

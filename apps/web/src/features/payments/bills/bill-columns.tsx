import type { ResponseOf } from '@quayside/contracts/endpoint';
import { PAYMENT_STATES } from '@quayside/contracts/invoices/invoice-header';
import type { InvoicePayment, invoicePaymentTotals } from '@quayside/contracts/payments/payments';
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatDayShort } from '../../../lib/words/format.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { OnlySum } from '../currency-sums.tsx';
import { openColumns, spokenAmount } from '../open-columns.tsx';
import { BillChip } from '../payment-chip.tsx';
import { isNothing } from '../payment-words.ts';
import classes from '../payments.module.css';

type Totals = ResponseOf<typeof invoicePaymentTotals>;
type Column = GridColumn<InvoicePayment, Totals>;

/** The columns of the list of bills. */
export function billColumns(t: T, currency: string): Column[] {
  return [
    {
      id: 'invoiceNumber',
      header: t('payments:column.number'),
      sort: 'invoice.invoiceNumber',
      link: true,
      card: 'title',
      width: 120,
      pinned: 'left',
      value: ({ invoice }) => invoice.invoiceNumber,
      render: (row) => <Number bill={row} />,
    },
    {
      id: 'supplier',
      header: t('payments:column.supplier'),
      sort: true,
      card: 'subtitle',
      flex: 1,
      minWidth: 150,
      value: ({ supplier }) => supplier?.companyName,
      render: ({ supplier }) =>
        supplier ? (
          <span className="cut">
            <SupplierName companyName={supplier.companyName} localName={supplier.localName} />
          </span>
        ) : (
          EN_DASH
        ),
    },
    {
      id: 'date',
      header: t('payments:column.date'),
      sort: 'invoice.unixDate',
      fits: true,
      width: 84,
      value: ({ invoice }) => invoice.date,
      render: ({ invoice }) => formatDayShort(invoice.date),
    },
    {
      id: 'dueDate',
      header: t('payments:column.due'),
      help: t('payments:bills.dueHelp'),
      sort: 'unixDueDate',
      fits: true,
      width: 84,
      value: ({ dueDate }) => dueDate,
      render: ({ dueDate, isOverdue }) => (
        <span className={isOverdue ? classes.late : undefined}>{formatDayShort(dueDate)}</span>
      ),
    },
    {
      id: 'payments',
      header: t('payments:bills.payments'),
      fits: true,
      width: 96,
      value: (row) => paidWords(t, row),
    },
    {
      id: 'state',
      header: t('payments:status'),
      sort: true,
      card: 'chip',
      fits: true,
      width: 108,
      value: ({ state, isOverdue }) => `${state} ${isOverdue}`,
      render: (row) => <BillChip bill={row} />,
    },
    ...amountColumns(t, currency),
    { id: 'paymentReference', header: t('payments:column.reference'), width: 150, hidden: true },
  ];
}

/** How many of the instalments are paid: "1 of 2 paid". */
function paidWords(t: T, { id, payments }: InvoicePayment): string | null {
  if (id === null) return null;
  const paid = payments.filter(({ status }) => status === 'PAID').length;
  return t('payments:bills.paidOf', { paid, count: payments.length });
}

function Number({ bill: { invoice } }: { bill: InvoicePayment }) {
  const t = useT();
  return (
    <>
      {invoice.invoiceNumber}
      {invoice.archivedAt !== null && (
        <IconArchive
          className={classes.mark}
          size={14}
          stroke={1.75}
          role="img"
          aria-label={t('payments:bills.archived')}
        />
      )}
    </>
  );
}

function amountColumns(t: T, currency: string): Column[] {
  return [
    {
      id: 'total',
      header: t('payments:sum.total'),
      sort: true,
      kind: 'number',
      width: 124,
      render: (row) => <Money as="code" value={row.total} currency={row.currency} />,
      spoken: (row) => spokenAmount(t, row, row.total),
      total: ({ currencies }) => (
        <OnlySum sums={currencies.map((one) => ({ currency: one.currency, amount: one.total }))} />
      ),
    },
    {
      id: 'settled',
      header: t('payments:column.settled'),
      sort: true,
      kind: 'number',
      width: 120,
      hidden: true,
      render: (row) => <Money as="bare" value={row.settled} currency={row.currency} />,
      spoken: (row) => spokenAmount(t, row, row.settled),
    },
    ...openColumns<InvoicePayment, Totals>(t, currency, ({ currencies }) => currencies),
    {
      id: 'difference',
      header: t('payments:sum.difference'),
      help: t('payments:bills.differenceHelp'),
      kind: 'number',
      width: 100,
      render: ({ difference, currency: own }) =>
        difference === null || isNothing(difference) ? (
          EN_DASH
        ) : (
          <span className={classes.late}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden />{' '}
            <Money as="bare" value={difference} currency={own} sign="always" />
          </span>
        ),
    },
  ];
}

/** The filters of the list of bills. */
export function billFilters(t: T): GridFilter[] {
  const yesNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ];
  return [
    {
      field: 'state',
      label: t('payments:status'),
      kind: 'select',
      ops: ['in'],
      options: PAYMENT_STATES.map((value) => ({ value, label: t(`payments:state.${value}`) })),
    },
    { field: 'overdue', label: t('payments:state.OVERDUE'), kind: 'select', ops: ['in'], options: yesNo },
    { field: 'supplier', label: t('payments:column.supplier'), kind: 'select', options: fetchSupplierOptions },
    { field: 'currency', label: t('payments:column.currency'), kind: 'select', options: currencyOptions },
    { field: 'date', label: t('payments:column.date'), kind: 'range', of: 'day' },
    {
      field: 'dueDate',
      label: t('payments:column.due'),
      kind: 'range',
      of: 'day',
      ops: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
    },
    { field: 'difference', label: t('payments:sum.difference'), kind: 'presence' },
    { field: 'archived', label: t('payments:bills.archived'), kind: 'select', ops: ['in'], options: yesNo },
    { field: 'number', label: t('payments:column.number'), kind: 'text' },
  ];
}

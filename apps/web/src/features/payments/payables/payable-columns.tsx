import type { ResponseOf } from '@quayside/contracts/endpoint';
import { PAYABLE_KINDS, type Payment, type paymentTotals } from '@quayside/contracts/payments/payments';
import { DUE_BUCKETS } from '@quayside/domain/payables/calendar';
import { PAYMENT_STATUSES } from '@quayside/domain/payables/instalments';
import { IconClipboardList } from '@tabler/icons-react';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { fetchSupplierOptions } from '../../../lib/supplier-options.ts';
import { DueDay } from '../due.tsx';
import { openColumns, spokenAmount } from '../open-columns.tsx';
import { PaymentChip } from '../payment-chip.tsx';
import { numberOf, placeWords, ruleWords } from '../payment-words.ts';
import classes from '../payments.module.css';

type Totals = ResponseOf<typeof paymentTotals>;
type Column = GridColumn<Payment, Totals>;

/** The columns of the list of payables. `pay` renders the button of a row. */
export function payableColumns(t: T, currency: string, pay: (payment: Payment) => React.ReactNode): Column[] {
  return [
    {
      id: 'dueDate',
      header: t('payments:column.due'),
      sort: 'unixDueDate',
      fits: true,
      card: 'chip',
      width: 124,
      value: ({ dueDate }) => dueDate,
      render: (row) => <DueDay payment={row} />,
    },
    {
      id: 'supplier',
      header: t('payments:column.supplier'),
      sort: true,
      card: 'title',
      flex: 1,
      minWidth: 150,
      value: ({ supplier }) => supplier.companyName,
      render: ({ supplier }) => (
        <span className="cut">
          <SupplierName companyName={supplier.companyName} localName={supplier.localName} />
        </span>
      ),
    },
    {
      id: 'number',
      header: t('payments:column.document'),
      help: t('payments:column.documentHelp'),
      sort: true,
      link: true,
      width: 112,
      value: numberOf,
      render: (row) => <Document row={row} words={t('payments:kind.PURCHASE_ORDER')} />,
    },
    {
      id: 'position',
      header: t('payments:column.instalment'),
      card: 'subtitle',
      fits: true,
      width: 104,
      value: (row) => `${numberOf(row)} · ${placeWords(t, row)}`,
      render: (row) => <Place words={placeWords(t, row)} number={numberOf(row)} />,
    },
    {
      id: 'event',
      header: t('payments:column.rule'),
      help: t('payments:column.ruleHelp'),
      fits: true,
      width: 136,
      value: (row) => ruleWords(t, row),
    },
    ...amountColumns(t, currency),
    {
      id: 'status',
      header: t('payments:status'),
      fits: true,
      width: 108,
      value: ({ status, isOverdue, isPartPaid, isEnded }) => `${status} ${isOverdue} ${isPartPaid} ${isEnded}`,
      render: (row) => <PaymentChip payment={row} />,
    },
    {
      id: 'transactionReference',
      header: t('payments:column.reference'),
      sort: true,
      width: 150,
      hidden: true,
    },
    { id: 'accountCode', header: t('payments:column.accountCode'), width: 120, hidden: true },
    {
      id: 'pay',
      header: t('payments:column.pay'),
      isHeaderHidden: true,
      width: 104,
      value: ({ version }) => version,
      render: pay,
    },
  ];
}

/** The number, marked when it is that of a purchase order. */
const Document = ({ row, words }: { row: Payment; words: string }) => (
  <>
    {numberOf(row)}
    {row.purchaseOrder && (
      <span title={words} className={classes.mark}>
        <IconClipboardList size={14} stroke={1.75} aria-hidden />
        <span className="visually-hidden">{words}</span>
      </span>
    )}
  </>
);

/** On a card, the number stands before the place; in the table it has its own column. */
const Place = ({ words, number }: { words: string; number: string }) => (
  <>
    <span className={classes.onCard}>{number} · </span>
    {words}
  </>
);

function amountColumns(t: T, currency: string): Column[] {
  return [
    {
      id: 'amount',
      header: t('payments:column.amount'),
      sort: true,
      kind: 'number',
      width: 140,
      hidden: true,
      render: (row) => <Money as="code" value={row.amount} currency={row.currency} />,
      spoken: (row) => spokenAmount(t, row, row.amount),
    },
    {
      id: 'settled',
      header: t('payments:column.settled'),
      kind: 'number',
      width: 120,
      hidden: true,
      render: (row) => <Money as="bare" value={row.settled} currency={row.currency} />,
    },
    ...openColumns<Payment, Totals>(t, currency, ({ owed }) => owed),
  ];
}

/** The filters of the list of payables. */
export function payableFilters(t: T): GridFilter[] {
  return [
    {
      field: 'status',
      label: t('payments:status'),
      kind: 'select',
      ops: ['in'],
      options: PAYMENT_STATUSES.map((value) => ({ value, label: t(`payments:state.${value}`) })),
    },
    {
      field: 'bucket',
      label: t('payments:column.due'),
      kind: 'select',
      ops: ['in'],
      options: DUE_BUCKETS.map((value) => ({ value, label: t(`payments:bucket.${value}`) })),
    },
    {
      field: 'overdue',
      label: t('payments:state.OVERDUE'),
      kind: 'select',
      ops: ['in'],
      options: [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ],
    },
    {
      field: 'kind',
      label: t('payments:kind.label'),
      kind: 'select',
      ops: ['in'],
      options: PAYABLE_KINDS.map((value) => ({ value, label: t(`payments:kind.${value}`) })),
    },
    { field: 'supplier', label: t('payments:column.supplier'), kind: 'select', options: fetchSupplierOptions },
    { field: 'currency', label: t('payments:column.currency'), kind: 'select', options: currencyOptions },
    {
      field: 'dueDate',
      label: t('payments:column.dueDay'),
      kind: 'range',
      of: 'day',
      ops: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
    },
    { field: 'number', label: t('payments:column.document'), kind: 'text' },
  ];
}

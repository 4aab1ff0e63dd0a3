import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  BILL_EXPORT,
  CREDIT_EXPORT,
  DIFFERENCE_EXPORT,
  type exportCredits,
  type exportExchangeDifferences,
  type exportInvoicePayments,
  type exportPayments,
  PAYMENT_EXPORT,
} from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, type ExportValue, instant, money, moneyOf, number, text, yesNo } from '../../../db/export-values.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { paymentState } from '../../invoices/public.ts';
import { inBillOrder, matchingBills } from './bills.list.views.ts';
import { inCreditOrder, LABEL, matchingCredits } from './credits.list.views.ts';
import { differenceRows, inDifferenceOrder } from '../differences/exchange-differences.views.ts';
import { COUNT, inOrder, matching, NUMBER } from './payables.list.views.ts';

const ofPayments = (w: Work): Readonly<Record<keyof typeof PAYMENT_EXPORT, ExportValue>> => ({
  kind: code(sql`case when p.invoice_id is null then 'PURCHASE_ORDER' else 'INVOICE' end`),
  number: text(NUMBER),
  supplier: text(sql`s.company_name`),
  position: number(sql`p.position`),
  count: number(COUNT),
  percent: number(sql`trim_scale(p.hundredths::numeric / 100)`),
  dueDate: code(sql`p.due_on`),
  isEstimated: yesNo(sql`p.is_estimated`),
  status: code(sql`case when p.owed_minor = 0 then 'PAID' else 'UNPAID' end`),
  daysLate: number(
    sql`case when p.owed_minor > 0 and p.due_on < ${todayOf(w)} then ${todayOf(w)}::date - p.due_on else 0 end`,
  ),
  currency: code(sql`p.currency`),
  amount: moneyOf(sql`p.amount_minor`, sql`p.currency`, 'currency'),
  settled: moneyOf(sql`p.settled_minor`, sql`p.currency`, 'currency'),
  open: moneyOf(sql`p.owed_minor`, sql`p.currency`, 'currency'),
  openInAccountCurrency: money(sql`p.owed_base_minor`, w.scope.currency),
  event: code(sql`p.event`),
  months: number(sql`p.months`),
  days: number(sql`p.days`),
  monthEnd: code(sql`case when p.month_end then case when p.month_end_after then 'AFTER' else 'BEFORE' end end`),
  isPinned: yesNo(sql`(p.pinned_on is not null)`),
  isRest: yesNo(sql`p.is_rest`),
  transactionReference: text(sql`p.transaction_reference`),
  accountCode: text(sql`c.code`),
});

/** Exports the list of payables. */
export const paymentExport = (w: Work, q: QueryOut<typeof exportPayments>): ExportPlan => ({
  name: 'payables',
  columns: chosenColumns(PAYMENT_EXPORT, ofPayments(w), q.columns),
  rows: (columns) => inOrder(chosenRows(matching(w, q), 'p.id', q.ids).select(columns), q.sort),
});

const ofBills = (w: Work): Readonly<Record<keyof typeof BILL_EXPORT, ExportValue>> => ({
  invoiceNumber: text(sql`i.invoice_number`),
  supplier: text(sql`s.company_name`),
  date: code(sql`i.date`),
  status: code(sql`i.status`),
  state: code(paymentState),
  isConfirmed: yesNo(sql`(${paymentState} = 'PAID')`),
  dueDate: code(sql`ps.due_on`),
  currency: code(sql`i.currency`),
  total: moneyOf(sql`i.total_minor`, sql`i.currency`, 'currency'),
  settled: moneyOf(sql`ps.settled_minor`, sql`i.currency`, 'currency'),
  open: moneyOf(sql`(ps.amount_minor - ps.settled_minor)`, sql`i.currency`, 'currency'),
  openInAccountCurrency: money(sql`ps.owed_base_minor`, w.scope.currency),
  difference: moneyOf(sql`(i.total_minor - ps.amount_minor)`, sql`i.currency`, 'currency'),
  paymentReference: text(sql`(
    select t.reference
    from payment p
    join payment_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
    join payment_transfer t on t.account_id = e.account_id and t.id = e.transfer_id
    where p.account_id = i.account_id and p.invoice_id = i.id and p.removed_at is null
    order by e.rank desc
    limit 1
  )`),
  archivedAt: instant(sql`i.archived_at`),
});

/** Exports the list of bills. */
export const billExport = (w: Work, q: QueryOut<typeof exportInvoicePayments>): ExportPlan => ({
  name: 'bills',
  columns: chosenColumns(BILL_EXPORT, ofBills(w), q.columns),
  rows: (columns) => inBillOrder(w, chosenRows(matchingBills(w, q), 'i.id', q.ids).select(columns), q.sort),
});

const ofCredits = (w: Work): Readonly<Record<keyof typeof CREDIT_EXPORT, ExportValue>> => ({
  label: text(LABEL),
  supplier: text(sql`s.company_name`),
  source: code(sql`c.source`),
  currency: code(sql`c.currency`),
  amount: moneyOf(sql`c.amount_minor`, sql`c.currency`, 'currency'),
  used: moneyOf(sql`c.used_minor`, sql`c.currency`, 'currency'),
  left: moneyOf(sql`(c.amount_minor - c.used_minor)`, sql`c.currency`, 'currency'),
  leftInAccountCurrency: money(sql`(c.base_minor - c.used_base_minor)`, w.scope.currency),
  createdAt: instant(sql`c.created_at`),
});

/** Exports the list of credits. */
export const creditExport = (w: Work, q: QueryOut<typeof exportCredits>): ExportPlan => ({
  name: 'credits',
  columns: chosenColumns(CREDIT_EXPORT, ofCredits(w), q.columns),
  rows: (columns) => inCreditOrder(w, chosenRows(matchingCredits(w, q), 'c.id', q.ids).select(columns), q.sort),
});

const ofDifferences = (w: Work): Readonly<Record<keyof typeof DIFFERENCE_EXPORT, ExportValue>> => ({
  month: code(sql`d.month`),
  supplier: text(sql`d.company_name`),
  kind: code(sql`d.document_type`),
  number: text(sql`d.number`),
  date: code(sql`d.date`),
  currency: code(sql`d.currency`),
  settlements: number(sql`d.settlements`),
  base: money(sql`d.base_minor`, w.scope.currency),
  booked: money(sql`d.booked_minor`, w.scope.currency),
  exchangeDifference: money(sql`d.difference_minor`, w.scope.currency),
  fees: money(sql`d.fee_minor`, w.scope.currency),
  withoutRate: number(sql`d.without_rate`),
});

/** Exports the list of exchange differences. */
export const differenceExport = (w: Work, q: QueryOut<typeof exportExchangeDifferences>): ExportPlan => ({
  name: 'exchange-differences',
  columns: chosenColumns(DIFFERENCE_EXPORT, ofDifferences(w), q.columns),
  rows: (columns) => inDifferenceOrder(differenceRows(w, q).select(columns), q),
});

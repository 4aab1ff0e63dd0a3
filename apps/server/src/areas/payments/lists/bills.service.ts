import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import { say } from '@quayside/contracts/texts/catalogue';
import { dayToUnix } from '@quayside/domain/days/days';
import { swappedDigitsHint } from '@quayside/domain/landed-cost/swapped-digits';
import { formatAmount } from '@quayside/domain/money/money';
import { MAX_INSTALMENTS } from '@quayside/domain/payables/reshare';
import { requireTotal } from '@quayside/domain/payables/schedule';
import { envelope } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { type BillFilter, type BillRow, findBillRows, listBillRows, sumBills } from './bills.list.views.ts';
import { listDepositsOfInvoices, type ShownDeposit } from './deposits.views.ts';
import { payablesOfInvoices, type PayableRow } from './payables.list.views.ts';
import { no, YES } from '../../../http/may.ts';
import { refusalOfPerson, toPayment } from './payments.answers.ts';
import type { QueryOf } from '../payments.types.ts';
import { findSchedule } from '../rows/schedules.queries.ts';
import { amountOrNull } from './values.ts';

/** One page of bills, each with its instalments. */
export async function listBills(w: Work, q: QueryOf<'listInvoicePayments'>) {
  const { rows, count, window } = await listBillRows(w, q);
  return envelope(await withPayments(w, rows), count, window);
}

/** The exact number and the sums of the bills that match a filter. */
export async function billTotals(w: Work, q: BillFilter) {
  const sums = await sumBills(w, q);
  const { currency } = w.scope;
  const add = (of: (row: (typeof sums)[number]) => bigint) => sums.reduce((sum, row) => sum + of(row), 0n);
  return {
    count: Number(add((row) => row.count)),
    unscheduled: Number(add((row) => row.unscheduled)),
    currencies: sums.map((row) => ({
      currency: row.currency,
      count: Number(row.count),
      total: formatAmount(BigInt(row.total), row.currency),
      settled: formatAmount(BigInt(row.settled), row.currency),
      open: formatAmount(BigInt(row.open), row.currency),
    })),
    accountCurrency: currency,
    openInAccountCurrency: formatAmount(
      add((row) => BigInt(row.open_base)),
      currency,
    ),
    withoutRate: Number(add((row) => row.without_rate)),
  };
}

/** The schedule of an invoice, by its own id or that of the invoice, which may have none. */
export async function getBill(w: Work, id: string): Promise<InvoicePayment> {
  const schedule = await findSchedule(w, id);
  const [bill] = await withPayments(w, await findBillRows(w, [schedule?.invoice_id ?? id]));
  if (!bill) throw new AppError('payments.unknown');
  return bill;
}

async function withPayments(w: Work, rows: readonly BillRow[]): Promise<InvoicePayment[]> {
  const scheduled = rows.flatMap((row) => (row.schedule_id === null ? [] : [row.invoice_id]));
  const payments = Map.groupBy(await payablesOfInvoices(w, scheduled), (payment) => payment.invoice_id);
  const deposits = Map.groupBy(await listDepositsOfInvoices(w, scheduled), ({ invoiceId }) => invoiceId);
  return rows.map((row) =>
    toBill(w, row, { payments: payments.get(row.invoice_id) ?? [], deposits: deposits.get(row.invoice_id) ?? [] }),
  );
}

function toBill(
  w: Work,
  row: BillRow,
  { payments, deposits }: { readonly payments: readonly PayableRow[]; readonly deposits: readonly ShownDeposit[] },
): InvoicePayment {
  const { currency, total_minor: total } = row;
  const scheduled = row.schedule_id === null ? null : (row.amount_minor ?? 0n);
  const settled = row.settled_minor ?? 0n;
  const open = (scheduled ?? 0n) - settled;
  const difference = total === null || scheduled === null ? null : total - scheduled;
  const account = (minor: bigint | null) => amountOrNull(minor, w.scope.currency);
  return {
    id: row.schedule_id,
    invoiceId: row.invoice_id,
    invoice: {
      id: row.invoice_id,
      invoiceNumber: row.invoice_number,
      date: row.invoice_date,
      unixDate: dayToUnix(row.invoice_date),
      status: row.invoice_status,
      archivedAt: row.archived_at?.toISOString() ?? null,
    },
    supplier:
      row.supplier_id === null
        ? null
        : { id: row.supplier_id, companyName: row.company_name ?? '', localName: row.local_name },
    unixDueDate: row.due_on === null ? null : dayToUnix(row.due_on),
    dueDate: row.due_on,
    payments: payments.map((payment) => toPayment(w, payment)),
    deposits: deposits.map((deposit) => ({
      purchaseOrder: { id: deposit.orderId, number: deposit.number },
      amount: formatAmount(deposit.amountMinor, currency),
      base: account(deposit.baseMinor),
      isTyped: deposit.isTyped,
    })),
    isConfirmed: row.state === 'PAID',
    paymentReference: row.reference,
    confirmationEmailToAddresses: row.to_addresses ?? [],
    confirmationEmailCCAddresses: row.cc_addresses ?? [],
    state: row.state,
    isReconciled: row.state === 'PAID' && difference === 0n,
    isOverdue: open > 0n && row.due_on !== null && row.due_on < todayOf(w),
    by: row.by,
    currency,
    accountCurrency: w.scope.currency,
    total: amountOrNull(total, currency),
    settled: formatAmount(settled, currency),
    open: formatAmount(open, currency),
    openInAccountCurrency: scheduled === null ? null : account(row.owed_base_minor),
    difference: amountOrNull(difference, currency),
    hasSwappedDigitsHint: difference !== null && swappedDigitsHint(difference),
    surplus: total !== null && settled > total ? formatAmount(settled - total, currency) : null,
    booked: account(row.booked_minor),
    cost: account(row.cost_minor),
    costRate: row.rate === null ? null : (row.cost_rate ?? row.rate),
    exchangeDifference: account(row.exchange_minor),
    fees: formatAmount(row.fee_minor ?? 0n, w.scope.currency),
    can: canOf(w, row, { difference, settled, count: payments.length }),
    version: row.version,
  };
}

/** What this person may do with a schedule now, with the reason for each action that is not allowed. */
function canOf(
  w: Work,
  row: BillRow,
  {
    difference,
    settled,
    count,
  }: { readonly difference: bigint | null; readonly settled: bigint; readonly count: number },
): InvoicePayment['can'] {
  const { scope } = w;
  const refusal = refusalOfPerson(scope) ?? (row.invoice_status === 'CLOSED' ? say('invoices.closed') : undefined);
  if (refusal) {
    const never = no(scope, refusal);
    return { schedule: never, edit: never, delete: never, addRest: never, takeSurplus: never };
  }
  const total = requireTotal({ isCreditNote: row.kind === 'CREDIT_NOTE', totalMinor: row.total_minor });
  const hasTotal = total.ok ? YES : no(scope, total.message);
  if (row.schedule_id === null) {
    const none = no(scope, say('payments.not_scheduled'));
    return { schedule: hasTotal, edit: none, delete: none, addRest: none, takeSurplus: none };
  }
  const isTouched = settled > 0n || (row.fee_minor ?? 0n) > 0n;
  const hasRest = difference !== null && difference > 0n && hasTotal.allowed && count < MAX_INSTALMENTS;
  return {
    schedule: no(scope, say('payments.scheduled')),
    edit: hasTotal,
    delete: isTouched ? no(scope, say('payments.has_entries')) : YES,
    addRest: hasRest ? YES : no(scope, say('payment.no_rest')),
    takeSurplus: row.total_minor !== null && settled > row.total_minor ? YES : no(scope, say('payments.no_surplus')),
  };
}

import { patchPayment, type Payment } from '@quayside/contracts/payments/payments';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { addDays, daysBetween, dayToUnix } from '@quayside/domain/days/days';
import { formatAmount } from '@quayside/domain/money/money';
import { percentText } from '@quayside/domain/suppliers/terms';
import { todayOf } from '../../../db/today.ts';
import type { Scope, Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { no, whyRefused, YES } from '../../../http/may.ts';
import { findAnyPayable, findPayables, type PayableRow } from './payables.list.views.ts';
import { amountOrNull } from './values.ts';
import { monthEndOf } from '../../../db/stored-due-rules.ts';

/** Why this person may change no payments at all; undefined if they may. */
export const refusalOfPerson = (scope: Scope): Text | undefined => whyRefused(patchPayment, scope);

/** Converts an instalment to the form that the API returns. */
export function toPayment(w: Work, row: PayableRow): Payment {
  const { currency } = row;
  const status = row.owed_minor > 0n ? 'UNPAID' : 'PAID';
  const today = todayOf(w);
  const isOverdue = row.owed_minor > 0n && row.due_on !== null && row.due_on < today;
  return {
    id: row.id,
    dueDate: row.due_on,
    unixDueDate: row.due_on === null ? null : dayToUnix(row.due_on),
    amount: formatAmount(row.amount_minor, currency),
    currency,
    status,
    transactionReference: row.transaction_reference,
    accountCode: row.account_code,
    invoicePaymentId: row.schedule_id,
    invoice:
      row.invoice_id === null || row.invoice_number === null || row.invoice_date === null || row.invoice_status === null
        ? null
        : { id: row.invoice_id, number: row.invoice_number, date: row.invoice_date, status: row.invoice_status },
    purchaseOrder:
      row.purchase_order_id === null || row.po_number === null
        ? null
        : { id: row.purchase_order_id, number: row.po_number },
    supplier: { id: row.supplier_id, companyName: row.company_name, localName: row.local_name },
    position: row.position,
    count: Number(row.payment_count),
    percent: row.hundredths === null ? null : percentText(row.hundredths),
    settled: formatAmount(row.settled_minor, currency),
    open: formatAmount(row.owed_minor, currency),
    accountCurrency: w.scope.currency,
    openInAccountCurrency: amountOrNull(row.owed_base_minor, w.scope.currency),
    event: row.event,
    months: row.months,
    days: row.days,
    monthEnd: monthEndOf(row.month_end, row.month_end_after),
    isPinned: row.pinned_on !== null,
    isEstimated: row.is_estimated,
    eventDay: eventDayOf(row),
    isOverdue,
    daysLate: isOverdue && row.due_on !== null ? daysBetween(row.due_on, today) : 0,
    isEnded: row.is_ended,
    isRest: row.is_rest,
    isPartPaid: status === 'UNPAID' && row.settled_minor > 0n,
    entryCount: Number(row.entry_count),
    can: canOf(w.scope, row, status),
    version: row.version,
  };
}

/**
 * The certain day of the event from which an instalment is due: its own day, less the days that its rule adds. Several
 * days lead to the same end of a month, or to the last day of a shorter one.
 */
const eventDayOf = ({ due_on: due, months, days, is_estimated, pinned_on, month_end }: PayableRow): string | null =>
  due === null || is_estimated || pinned_on !== null || months > 0 || month_end ? null : addDays(due, -days);

function canOf(scope: Scope, row: PayableRow, status: Payment['status']): Payment['can'] {
  const refusal = refusalOfPerson(scope);
  if (refusal) return { pay: no(scope, refusal), undo: no(scope, refusal), move: no(scope, refusal) };
  const isPaid = status === 'PAID';
  const ended = row.is_ended ? no(scope, say('payments.ended')) : undefined;
  return {
    pay: ended ?? (isPaid ? no(scope, say('payment.paid')) : YES),
    undo: row.is_paid_by_fees
      ? no(scope, say('payments.settled_by_fees'))
      : row.has_payment
        ? YES
        : no(scope, say('payment.nothing_to_undo')),
    move: ended ?? (isPaid && row.settled_minor > 0n ? no(scope, say('payments.paid_day_stays')) : YES),
  };
}

/** An instalment of which a payment was undone. One of a rest is gone if nothing was left for it; it is 0 then. */
export async function getUndonePayment(w: Work, id: string): Promise<Payment> {
  const row = await findAnyPayable(w, id);
  if (!row) throw new AppError('payments.unknown');
  return toPayment(w, row);
}

/** One instalment. Throws 404 if it does not exist. */
export async function getPayment(w: Work, id: string): Promise<Payment> {
  const [row] = await findPayables(w, [id]);
  if (!row) throw new AppError('payments.unknown');
  return toPayment(w, row);
}

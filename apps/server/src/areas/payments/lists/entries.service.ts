import type { PaymentEntry } from '@quayside/contracts/payments/payments';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { personNames } from '../../accounts/public.ts';
import { listShownEntries, type ShownEntry } from './entries.views.ts';
import { no, YES } from '../../../http/may.ts';
import { refusalOfPerson } from './payments.answers.ts';
import { findPayment } from '../ledger/targets.views.ts';
import { amountOrNull, paidRate } from './values.ts';

/** All settlements of an instalment, also the reversed ones, newest first. */
export async function listEntries(w: Work, paymentId: string): Promise<PaymentEntry[]> {
  const payment = await findPayment(w, paymentId);
  if (!payment) throw new AppError('payments.unknown');
  const rows = await listShownEntries(w, paymentId);
  const names = await personNames(
    w,
    rows.flatMap((row) => [row.recorded_by, row.reversed_by]),
  );
  return rows.map((row) => toEntry(w, row, payment.currency, names));
}

function toEntry(w: Work, row: ShownEntry, currency: string, names: ReadonlyMap<string, string>): PaymentEntry {
  const accountCurrency = w.scope.currency;
  const baseMinor = row.base_minor;
  const who = (personId: string | null) => {
    const name = personId === null ? undefined : names.get(personId);
    return personId === null || name === undefined ? null : { id: personId, name };
  };
  const isCredit = row.kind === 'CREDIT';
  return {
    id: row.id,
    kind: row.kind,
    day: row.day,
    amount: formatAmount(row.amount_minor, currency),
    currency,
    accountCurrency,
    base: amountOrNull(baseMinor, accountCurrency),
    isAssumed: row.is_assumed,
    rate: paidRate(baseMinor, row.amount_minor, { currency, accountCurrency }),
    booked: amountOrNull(row.booked_minor, accountCurrency),
    exchangeDifference: amountOrNull(row.difference_minor, accountCurrency),
    fee: formatAmount(row.fee_minor, accountCurrency),
    transferId: row.transfer_id,
    transferCount: isCredit ? 1 : Number(row.transfer_count),
    isSettledBefore: row.transfer_kind === 'SETTLED_BEFORE',
    feeInvoice:
      row.fee_invoice_id === null || row.fee_invoice_number === null
        ? null
        : { id: row.fee_invoice_id, number: row.fee_invoice_number },
    feeOf: row.fee_of,
    paymentReference: row.reference,
    accountCode: row.code,
    creditId: row.credit_id,
    creditUseId: row.credit_use_id,
    creditLabel: isCredit ? row.credit_label : null,
    purchaseOrder:
      row.order_id === null || row.order_number === null ? null : { id: row.order_id, number: row.order_number },
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: who(row.recorded_by),
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversedBy: who(row.reversed_by),
    replacesId: row.replaces_id,
    replacedById: row.replaced_by_id,
    can: canOf(w, row),
  };
}

function canOf(w: Work, row: ShownEntry): PaymentEntry['can'] {
  const refusal = refusalOfPerson(w.scope) ?? (row.reversed_at === null ? undefined : say('payments.unpaid'));
  if (refusal) return { correct: no(w.scope, refusal), takeBack: no(w.scope, refusal) };
  const otherwise = no(w.scope, say('payments.unpaid'));
  if (row.order_id !== null) {
    const byDeposit = no(w.scope, say('payments.change_deposit'));
    return { correct: byDeposit, takeBack: byDeposit };
  }
  if (row.fee_invoice_id !== null || row.fee_of !== null) {
    const byFees = no(w.scope, say(row.fee_of === null ? 'payments.fee_invoiced' : 'payments.settled_by_fees'));
    return { correct: byFees, takeBack: byFees };
  }
  return row.kind === 'PAYMENT' ? { correct: YES, takeBack: otherwise } : { correct: otherwise, takeBack: YES };
}

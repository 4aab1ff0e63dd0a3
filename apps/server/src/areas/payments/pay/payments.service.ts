import { PAYMENT_STATUSES } from '@quayside/domain/payables/instalments';
import { type Payment } from '@quayside/contracts/payments/payments';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { changeTermDue } from '../../purchasing/public.ts';
import { chosenAccountCode } from '../rows/account-code-choice.queries.ts';
import { findCodeNames } from '../rows/account-codes.queries.ts';
import { loggedDue } from '../payments-log.ts';
import { getPayment } from '../lists/payments.answers.ts';
import type { BodyOf, PaymentRow } from '../payments.types.ts';
import { savePayment } from '../rows/schedules.queries.ts';
import { dueOf } from '../schedule/schedules.service.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { type Owner, ownersOf } from '../ledger/targets.views.ts';
import { requireTarget } from './transfers.service.ts';
import { monthEndOf } from '../../../db/stored-due-rules.ts';
import { dueColumns, type DueColumns } from '../rows/due-columns.ts';

/** The statuses of an instalment, for a list of options. */
export const paymentStatuses = () =>
  PAYMENT_STATUSES.map((value) => ({ value, label: value === 'PAID' ? 'Paid' : 'Unpaid' }));

/** Changes the day, the account code or the reference of an instalment, also on a closed invoice. */
export async function patchPayment(w: Work, id: string, body: BodyOf<'patchPayment'>): Promise<Payment> {
  await lockCosts(w);
  const { payment, owner } = await requireTarget(w, id, body.version);
  const errors: FieldProblem[] = [];
  const rule = dueOf(payment, body, '', errors);
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const codeId = await chosenAccountCode(w, body.accountCode, { keptId: payment.account_code_id });
  const values = {
    ...dueColumns(rule),
    pinned_on: rule.pinnedDay,
    account_code_id: codeId === undefined ? payment.account_code_id : codeId,
    transaction_reference:
      body.transactionReference === undefined ? payment.transaction_reference : body.transactionReference,
  };
  const changes = await changesOf(w, payment, { ...payment, ...values });
  if (changes.length === 0) return getPayment(w, id);
  if (owner.type === 'PURCHASE_ORDER' && !payment.is_rest) return patchOfOrder(w, payment, owner, values, changes);
  await savePayment(w, payment, values);
  await syncPayables(w, ownersOf([{ owner }]));
  await record(
    w,
    {
      action: 'payment.changed',
      subjectIds: [id],
      historyOf: owner.id,
      details: { name: owner.number, changes },
    },
    changed('payments', [id]),
    changed(owner.type === 'INVOICE' ? 'invoices' : 'purchase-orders', [owner.id]),
  );
  return getPayment(w, id);
}

/** The day of an instalment of a purchase order is that of its term, which purchasing changes and records. */
async function patchOfOrder(
  w: Work,
  payment: PaymentRow,
  owner: Owner,
  values: DueColumns & Pick<PaymentRow, 'pinned_on' | 'account_code_id' | 'transaction_reference'>,
  changes: Awaited<ReturnType<typeof changesOf>>,
): Promise<Payment> {
  const { account_code_id, transaction_reference } = values;
  const own = changes.filter(({ field }) => field !== 'due');
  if (own.length > 0) {
    await savePayment(w, payment, { account_code_id, transaction_reference });
    await record(
      w,
      {
        action: 'payment.changed',
        subjectIds: [payment.id],
        historyOf: owner.id,
        details: { name: owner.number, changes: own },
      },
      changed('payments', [payment.id]),
    );
  }
  if (own.length < changes.length)
    await changeTermDue(w, owner.id, payment.position, {
      // Terms of a purchase order count from an event.
      event: values.event ?? payment.event ?? 'INVOICE',
      months: values.months,
      days: values.days,
      monthEnd: monthEndOf(values.month_end, values.month_end_after),
      pinnedOn: values.pinned_on,
    });
  return getPayment(w, payment.id);
}

async function changesOf(w: Work, before: PaymentRow, after: PaymentRow) {
  const codes = await findCodeNames(w, [before.account_code_id, after.account_code_id]);
  const logged = (row: PaymentRow) => ({
    due: loggedDue(row),
    accountCode: codes.get(row.account_code_id ?? '') ?? null,
    transactionReference: row.transaction_reference,
  });
  const [from, to] = [logged(before), logged(after)];
  return changesBetween(
    ['due', 'accountCode', 'transactionReference'],
    (field) => from[field],
    (field) => to[field],
  );
}

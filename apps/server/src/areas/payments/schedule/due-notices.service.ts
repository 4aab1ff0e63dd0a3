import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { addDays } from '@quayside/domain/days/days';
import { moneyWords } from '@quayside/domain/money/money';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { sendsMail } from '../../accounts/public.ts';
import { notify } from '../../notifications/public.ts';
import { type DuePayment, listUntold, markTold } from '../rows/due-payments.queries.ts';

/** How many days before it is due an instalment is announced. */
const SOON_DAYS = 3;
/** An instalment that is overdue for longer was known when it was scheduled, or the job did not run for days. */
const LATE_DAYS = 7;
/** The most instalments that one notification names. */
const NAMED = 20;

/**
 * The job of each morning that tells the admins which payments are due in the next days, and which are overdue since
 * yesterday, each once: in the app, and by one mail. It does nothing while the account has this setting off.
 */
export async function tellOfDue(w: Work): Promise<{ due: number; overdue: number }> {
  if (!(await sendsMail(w, 'isPaymentDueEmailEnabled'))) return { due: 0, overdue: 0 };
  await lockCosts(w);
  const today = todayOf(w);
  const soon = await listUntold(w, 'due_told_at', { from: today, to: addDays(today, SOON_DAYS) });
  const late = await listUntold(w, 'overdue_told_at', { from: addDays(today, -LATE_DAYS), to: addDays(today, -1) });
  if (soon.length + late.length === 0) return { due: 0, overdue: 0 };
  await notify(w, {
    type: 'ACTION_NEEDED',
    summary: summaryOf(soon.length, late.length),
    message: messageOf(soon, late),
    dedupeKey: `payment-due/${today}`,
    isForAdmins: true,
    mail: 'PAYMENT_DUE',
  });
  await markTold(w, 'due_told_at', soon);
  await markTold(w, 'overdue_told_at', late);
  return { due: soon.length, overdue: late.length };
}

function summaryOf(soon: number, late: number): Text {
  if (late === 0) return say('notice.payments_due', { count: soon });
  if (soon === 0) return say('notice.payments_overdue', { count: late });
  return say('notice.payments_due_and_overdue', {
    due: say('notice.payments_due', { count: soon }),
    overdue: say('notice.payments_overdue', { count: late }),
  });
}

function messageOf(soon: readonly DuePayment[], late: readonly DuePayment[]): Text[] {
  const textOf = ({ number, supplier, dueOn, owedMinor, currency }: DuePayment) => ({
    number,
    supplier,
    day: dueOn,
    amount: moneyWords(owedMinor, currency),
  });
  const named = [
    ...late.map((payment) =>
      say(payment.isOrder ? 'notice.order_payment_overdue' : 'notice.payment_overdue', textOf(payment)),
    ),
    ...soon.map((payment) => say(payment.isOrder ? 'notice.order_payment_due' : 'notice.payment_due', textOf(payment))),
  ];
  const more = named.length - NAMED;
  return [...named.slice(0, NAMED), ...(more > 0 ? [say('notice.more_payments', { count: more })] : [])];
}

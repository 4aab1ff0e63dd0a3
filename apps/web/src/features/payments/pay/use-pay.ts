import {
  createTransfer,
  type MailLeft,
  type Transfer,
  undoTransfer,
} from '@quayside/contracts/payments/payment-transfers';
import { type Payment, payPayment, undoPayPayment } from '@quayside/contracts/payments/payments';
import { confirm } from '../../../components/ui/confirm.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { payManyBody, payOneBody, type PayValues } from './pay-form.ts';

/** Records a payment of one or several instalments, and returns its transfer. */
export async function sendPayment(
  payments: readonly Payment[],
  values: PayValues,
  idempotencyKey: (body: unknown) => string,
): Promise<Transfer> {
  const [first, ...others] = payments;
  if (!first) throw new Error('Something is paid');
  if (others.length > 0) {
    const body = payManyBody(values, first.accountCurrency);
    return call(createTransfer, { body, idempotencyKey: idempotencyKey(body) });
  }
  const body = payOneBody(first, values);
  const paid = await call(payPayment, {
    params: { paymentId: first.id },
    body,
    idempotencyKey: idempotencyKey([first.id, body]),
  });
  return paid.transfer;
}

/** Says that a payment was recorded, and offers to undo it while its confirmation waits. */
export function tellPaid(t: T, { id, amount, currency, supplier, mail }: Transfer): void {
  const paid = t('payments:pay.done', { amount: words(amount, currency), supplier: supplier.companyName });
  const to = mail.to.join(', ');
  const sent =
    mail.state === 'WAITING'
      ? ` ${t('payments:pay.mailWaits', { to })}`
      : mail.state === 'NO_MAIL_SERVER'
        ? ` ${t('payments:pay.mailStuck', { to })}`
        : '';
  toast('success', `${paid}${sent}`, { onUndo: () => void undoPaid(t, id) });
}

/** Undoes a whole transfer. */
async function undoPaid(t: T, transferId: string): Promise<void> {
  const undone = await write(() => call(undoTransfer, { params: { transferId }, idempotencyKey: transferId }), {
    failure: { verb: 'update', entity: t('payments:entity') },
  });
  if (!undone) return;
  tellUndone(t, undone.result.mail);
}

/** Says that a payment was undone, and what became of its confirmation. */
function tellUndone(t: T, { state, to, cc }: MailLeft): void {
  const mail =
    state === 'SENT'
      ? ` ${t('payments:undo.mailSent', { to: [...to, ...cc].join(', ') })}`
      : state === 'WITHDRAWN'
        ? ` ${t('payments:undo.mailWithdrawn')}`
        : '';
  toast(state === 'SENT' ? 'info' : 'success', `${t('payments:undo.done')}${mail}`, { scope: 'global' });
}

/** Functions that undo a payment after a question. */
export function useUndoPayment() {
  const t = useT();
  const keyFor = useIntentKey();
  const ask = (amount: string, currency: string, count: number) =>
    confirm({
      title: t('payments:undo.title', { amount: words(amount, currency) }),
      body: count > 1 ? t('payments:undo.bodyMany', { count }) : t('payments:undo.body'),
      action: t('payments:undo.action'),
      danger: true,
    });
  return {
    /** The newest payment of an instalment, by the documented call. */
    undoNewest: async (payment: Payment): Promise<void> => {
      if (!(await ask(payment.settled, payment.currency, 1))) return;
      const undone = await write(
        () =>
          call(undoPayPayment, {
            params: { paymentId: payment.id },
            body: {
              isConfirmed: true,
              paymentReference: '',
              confirmationEmailToAddresses: [],
              confirmationEmailCCAddresses: [],
              version: payment.version,
            },
            idempotencyKey: keyFor([payment.id, payment.version]),
          }),
        { failure: { verb: 'update', entity: t('payments:entity') } },
      );
      if (!undone) return;
      tellUndone(t, undone.result.mail);
    },
    /** A transfer of the history. */
    undoOne: async (
      transferId: string,
      { amount, currency, count }: { amount: string; currency: string; count: number },
    ): Promise<void> => {
      if (await ask(amount, currency, count)) await undoPaid(t, transferId);
    },
  };
}

const words = (amount: string, currency: string): string =>
  formatMoney(amount, currency, { as: 'code', zero: 'figure' });

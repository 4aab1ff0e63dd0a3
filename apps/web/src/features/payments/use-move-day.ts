import { type Payment, patchPayment } from '@quayside/contracts/payments/payments';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { formatDay } from '../../lib/words/format.ts';
import { write } from '../../lib/api/write.ts';
import { numberOf } from './payment-words.ts';

/** Changes fields of an instalment that do not concern its amount. */
export function useChangePayment() {
  const t = useT();
  const failure = { verb: 'update', entity: t('payments:entity') } as const;
  const send = async (payment: Payment, body: BodyIn<typeof patchPayment>) => {
    const fresh = await call(patchPayment, {
      params: { paymentId: payment.id },
      body: { ...body, version: payment.version },
    });
    return fresh;
  };
  const move = async (payment: Payment, day: string): Promise<void> => {
    const pinned = payment.isPinned ? payment.dueDate : null;
    const back = pinned === null ? { isPinned: false } : { dueDate: pinned };
    const sent: { fresh?: Payment } = {};
    await write(
      async () => {
        sent.fresh = await send(payment, day === '' ? { isPinned: false } : { dueDate: day });
      },
      {
        failure,
        done: t(day === '' ? 'payments:day.follows' : 'payments:day.moved', {
          number: numberOf(payment),
          day: formatDay(day),
        }),
        undo: () =>
          sent.fresh && write(() => send(sent.fresh as Payment, back), { failure, done: t('payments:day.back') }),
      },
    );
  };
  const setCode = (payment: Payment, accountCode: string | null) =>
    write(() => send(payment, { accountCode }), { failure, done: t('payments:codeSaved') });
  return { move, setCode };
}

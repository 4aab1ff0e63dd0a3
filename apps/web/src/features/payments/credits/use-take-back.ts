import { undoCreditUse } from '@quayside/contracts/payments/credits';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { write } from '../../../lib/api/write.ts';

/** Takes back the use of a credit, or a refund, after a question. */
export function useTakeBack() {
  const t = useT();
  return async (useId: string, { amount, currency }: { amount: string; currency: string }): Promise<void> => {
    const isSure = await confirm({
      title: t('payments:credits.takeBackTitle', {
        amount: formatMoney(amount, currency, { as: 'code', zero: 'figure' }),
      }),
      body: t('payments:credits.takeBackBody'),
      action: t('payments:credits.takeBack'),
      danger: true,
    });
    if (!isSure) return;
    await write(() => call(undoCreditUse, { params: { useId }, idempotencyKey: useId }), {
      failure: { verb: 'update', entity: t('payments:credits.entity') },
      done: t('payments:credits.takenBack'),
      scope: 'global',
    });
  };
}

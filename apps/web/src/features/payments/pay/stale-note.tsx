import { Button } from '@mantine/core';
import { type Payment, paymentSchema } from '@quayside/contracts/payments/payments';
import type { Conflict } from '../../../components/form/form-types.ts';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { isNothing, numberOf } from '../payment-words.ts';

interface StaleProps {
  readonly conflict: Conflict;
  readonly seen: readonly Payment[];
  readonly onAccept: (fresh: Payment) => void;
}

/** Says that an instalment has changed since it was shown, with both amounts. Nothing is paid until one is accepted. */
export function StaleNote({ conflict, seen, onAccept }: StaleProps) {
  const t = useT();
  const read = paymentSchema.safeParse(conflict.current);
  if (!read.success) return null;
  const fresh = read.data;
  const before = seen.find(({ id }) => id === fresh.id);
  const words = (payment: Payment | undefined) =>
    formatMoney(payment?.open, fresh.currency, { as: 'code', zero: 'figure' });
  const values = { number: numberOf(fresh), before: words(before), now: words(fresh) };
  const isPaid = isNothing(fresh.open);
  return (
    <Note
      tone="warning"
      role="alert"
      action={
        !isPaid && (
          <Button size="xs" onClick={() => onAccept(fresh)}>
            {t('payments:pay.useNew', { amount: words(fresh) })}
          </Button>
        )
      }
    >
      {isPaid ? t('payments:pay.stalePaid', values) : t('payments:pay.stale', values)}
    </Note>
  );
}

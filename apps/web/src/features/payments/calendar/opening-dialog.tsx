import { type CashOpening, deleteCashOpening, setCashOpening } from '@quayside/contracts/payments/cash-calendar';
import { todayIn } from '@quayside/domain/days/days';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, useTimeZone } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';

type Values = { balance: string; day: string; version?: number };

/** The dialog in which the balance of a day is typed, with which the calendar begins. */
export function OpeningDialog({ opening, onClose }: { opening: CashOpening | null; onClose: () => void }) {
  const t = useT();
  const currency = useCurrency();
  const today = todayIn(Date.now(), useTimeZone());
  const failure = { verb: 'update', entity: t('payments:calendar.openingEntity') } as const;
  const sentBack = async () => {
    if (opening) await call(setCashOpening, { body: { balance: opening.balance, day: opening.day } });
    else await call(deleteCashOpening, {});
  };
  const undo = () => void write(sentBack, { failure, done: t('payments:calendar.openingBack') });
  const form = useAppForm<Values, z.ZodType>({
    schema: setCashOpening.body,
    initial: {
      balance: opening?.balance ?? '',
      day: opening && opening.day > today ? opening.day : today,
      ...(opening && { version: opening.version }),
    },
    failure,
    submit: async (_, { balance, day, version }) => {
      await call(setCashOpening, { body: { balance, day, ...(version !== undefined && { version }) } });
      toast('success', t('payments:calendar.openingSaved'), { onUndo: undo });
    },
    onSaved: onClose,
  });
  const remove = async () => {
    onClose();
    await write(() => call(deleteCashOpening, {}), {
      failure,
      done: t('payments:calendar.openingRemoved'),
      undo,
    });
  };
  const title = t('payments:calendar.openingTitle');
  return (
    <Dialog title={title} onClose={onClose} size={440}>
      <Form form={form} guard={false} label={title}>
        <p className="muted">{t('payments:calendar.openingHelp')}</p>
        <AmountField
          {...form.field('balance')}
          label={t('payments:calendar.balance')}
          currency={currency}
          help={t('payments:calendar.balanceHelp')}
          autoFocus
        />
        <DayField {...form.field('day')} label={t('payments:calendar.day')} help={t('payments:calendar.dayHelp')} />
        <div className="row from-end">
          {opening && (
            <ActionButton variant="subtle" color="danger" onClick={() => void remove()}>
              {t('payments:calendar.removeOpening')}
            </ActionButton>
          )}
          <DialogButtons action={t('payments:calendar.save')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}

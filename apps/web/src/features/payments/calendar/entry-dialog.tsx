import {
  CASH_KINDS,
  type CashEntry,
  createCashEntry,
  patchCashEntry,
} from '@quayside/contracts/payments/cash-calendar';
import { todayIn } from '@quayside/domain/days/days';
import { REPEATS } from '@quayside/domain/payables/calendar';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { SelectField, TextField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, useTimeZone } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';

const DIRECTIONS = ['IN', 'OUT'] as const;
type Direction = (typeof DIRECTIONS)[number];
type Values = Pick<CashEntry, 'name' | 'kind' | 'repeat' | 'firstDay'> & {
  direction: Direction;
  amount: string;
  lastDay: string;
};

/** The direction that a kind usually has; undefined where it can be both. */
const USUAL: Readonly<Record<CashEntry['kind'], Direction | undefined>> = {
  PAYOUT: 'IN',
  TAX: 'OUT',
  WAGES: 'OUT',
  OTHER: undefined,
};

const bodyOf = ({ direction, amount, lastDay, ...rest }: Values) => ({
  ...rest,
  amount: direction === 'OUT' ? `-${amount}` : amount,
  lastDay: rest.repeat === 'ONCE' || lastDay === '' ? null : lastDay,
});

/** The dialog that adds an own entry to the calendar, or changes one. */
export function EntryDialog({ entry, onClose }: { entry?: CashEntry; onClose: () => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const currency = useCurrency();
  const today = todayIn(Date.now(), useTimeZone());
  const title = entry ? t('payments:calendar.editTitle', { name: entry.name }) : t('payments:calendar.addTitle');
  const failure = { verb: entry ? 'update' : 'create', entity: t('payments:calendar.entry') } as const;
  const form = useAppForm<Values, z.ZodType>({
    schema: createCashEntry.body,
    initial: {
      name: entry?.name ?? '',
      kind: entry?.kind ?? 'PAYOUT',
      direction: entry?.amount.startsWith('-') ? 'OUT' : 'IN',
      amount: entry?.amount.replace('-', '') ?? '',
      firstDay: entry?.firstDay ?? today,
      repeat: entry?.repeat ?? 'MONTHLY',
      lastDay: entry?.lastDay ?? '',
    },
    local: ['direction'],
    check: ({ amount }) => (amount.trim().startsWith('-') ? { amount: t('payments:calendar.withoutSign') } : {}),
    failure,
    submit: async (_, values) => {
      const body = bodyOf(values);
      if (entry) {
        const stored = await call(patchCashEntry, {
          params: { cashEntryId: entry.id },
          body: { ...body, version: entry.version },
        });
        toast('success', t('payments:calendar.entrySaved', { name: values.name }), {
          onUndo: () => void putBack(entry, stored.version),
        });
      } else {
        await call(createCashEntry, { body, idempotencyKey: keyFor(values) });
        toast('success', t('payments:calendar.entrySaved', { name: values.name }));
      }
    },
    onSaved: onClose,
  });
  const putBack = ({ id, name, kind, amount, firstDay, repeat, lastDay }: CashEntry, version: number) =>
    write(
      async () => {
        await call(patchCashEntry, {
          params: { cashEntryId: id },
          body: { name, kind, amount, firstDay, repeat, lastDay, version },
        });
      },
      { failure, done: t('payments:calendar.entryBack', { name }) },
    );
  const { repeat } = form.values;
  return (
    <Dialog title={title} onClose={onClose} size={480}>
      <Form form={form} guard={false} label={title}>
        <TextField {...form.field('name')} label={t('payments:calendar.name')} maxLength={200} autoFocus />
        <div className="pair">
          <SelectField
            {...form.field('kind')}
            label={t('payments:calendar.kindLabel')}
            options={CASH_KINDS.map((value) => ({ value, label: t(`payments:calendar.kind.${value}`) }))}
            openOnFocus={false}
            onChange={(kind) => {
              const usual = USUAL[kind as CashEntry['kind']];
              if (usual) form.set('direction', usual);
            }}
          />
          <SelectField
            {...form.field('direction')}
            label={t('payments:calendar.direction')}
            options={DIRECTIONS.map((value) => ({ value, label: t(`payments:calendar.directions.${value}`) }))}
            openOnFocus={false}
          />
        </div>
        <AmountField {...form.field('amount')} label={t('payments:column.amount')} currency={currency} />
        <div className="pair">
          <SelectField
            {...form.field('repeat')}
            label={t('payments:calendar.repeat')}
            options={REPEATS.map((value) => ({ value, label: t(`payments:calendar.repeatChoice.${value}`) }))}
            openOnFocus={false}
          />
          <DayField
            {...form.field('firstDay')}
            label={t(repeat === 'ONCE' ? 'payments:calendar.day' : 'payments:calendar.firstDay')}
          />
        </div>
        {repeat !== 'ONCE' && (
          <DayField
            {...form.field('lastDay')}
            label={t('payments:calendar.lastDay')}
            help={t(repeat === 'MONTHLY' ? 'payments:calendar.monthlyHelp' : 'payments:calendar.lastDayHelp')}
            optional
          />
        )}
        <div className="row from-end">
          <DialogButtons
            action={entry ? t('payments:calendar.save') : t('payments:calendar.add')}
            onCancel={onClose}
            isBusy={form.isSaving}
            submit
          />
        </div>
      </Form>
    </Dialog>
  );
}

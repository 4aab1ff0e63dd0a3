import { createExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { todayIn } from '@quayside/domain/days/days';
import { CurrencyField } from '../../components/form/choice-fields.tsx';
import { DayField } from '../../components/form/day-field.tsx';
import { TextField } from '../../components/form/fields.tsx';
import { Form } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useTimeZone } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { useIntentKey } from '../../lib/api/intent-key.ts';
import { toast } from '../../lib/toasts/toasts.ts';

/** The dialog in which a person types the rate of a pair on a day. */
export function AddRateDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const zone = useTimeZone();
  const { currency } = useAccount().settings;
  const form = useAppForm({
    schema: createExchangeRate.body,
    initial: { day: todayIn(Date.now(), zone), base: currency, quote: '', rate: '' },
    failure: { verb: 'create', entity: t('rates:entity') },
    submit: async (body) => {
      await call(createExchangeRate, { body, idempotencyKey: keyFor(body) });
      toast('success', t('rates:form.saved'), { scope: 'global' });
    },
    onSaved: onClose,
  });
  const { base, quote } = form.values;
  return (
    <Dialog title={t('rates:form.title')} onClose={onClose}>
      <Form form={form} guard={false} label={t('rates:form.title')}>
        <div className="stack">
          <DayField {...form.field('day')} label={t('rates:form.day')} />
          <div className="pair" data-gap="12">
            <CurrencyField {...form.field('base')} label={t('rates:form.base')} />
            <CurrencyField {...form.field('quote')} label={t('rates:form.quote')} autoFocus openOnFocus={false} />
          </div>
          <TextField
            {...form.field('rate')}
            label={t('rates:form.rate')}
            help={base && quote ? t('rates:form.rateHelp', { base: String(base), quote: String(quote) }) : undefined}
            maxLength={30}
          />
          <div className="row from-end">
            <DialogButtons action={t('rates:form.save')} onCancel={onClose} isBusy={form.isSaving} submit />
          </div>
        </div>
      </Form>
    </Dialog>
  );
}

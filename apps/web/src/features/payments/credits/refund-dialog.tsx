import type { BodyIn } from '@quayside/contracts/endpoint';
import { type Credit, refundCredit } from '@quayside/contracts/payments/credits';
import { todayIn } from '@quayside/domain/days/days';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { CurrencyField } from '../../../components/form/choice-fields.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import classes from '../payments.module.css';

type Values = {
  amount: string;
  receivedOn: string;
  receivedAmount: string;
  receivedCurrency: string;
  receivedRate: string;
  version: number;
};

/** The dialog that records that a supplier paid a credit back. */
export function RefundDialog({ credit, onClose }: { credit: Credit; onClose: () => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const zone = useTimeZone();
  const { currency, accountCurrency } = credit;
  const form = useAppForm<Values, z.ZodType>({
    schema: refundCredit.body,
    initial: {
      amount: credit.left,
      receivedOn: todayIn(Date.now(), zone),
      receivedAmount: '',
      receivedCurrency: accountCurrency,
      receivedRate: '',
      version: credit.version,
    },
    failure: { verb: 'update', entity: t('payments:credits.entity') },
    submit: async (_, values) => {
      const body = bodyOf(values, accountCurrency);
      await call(refundCredit, { params: { creditId: credit.id }, body, idempotencyKey: keyFor([credit.id, body]) });
      const amount = formatMoney(values.amount, currency, { as: 'code', zero: 'figure' });
      toast('success', t('payments:credits.refunded', { amount }), { scope: 'global' });
    },
    onSaved: onClose,
  });
  const received = form.values.receivedCurrency || accountCurrency;
  return (
    <Dialog title={t('payments:credits.refundTitle', { label: credit.label })} onClose={onClose}>
      <Form form={form} guard={false} label={t('payments:credits.refundTitle', { label: credit.label })}>
        <p className="muted">{t('payments:credits.refundBody')}</p>
        <AmountField {...form.field('amount')} label={t('payments:pay.amount')} currency={currency} />
        <div className={classes.fields}>
          <DayField {...form.field('receivedOn')} label={t('payments:credits.receivedOn')} />
          <AmountField
            {...form.field('receivedAmount')}
            label={t('payments:credits.receivedAmount')}
            currency={received}
            optional={currency === accountCurrency}
          />
          <CurrencyField
            {...form.field('receivedCurrency')}
            label={t('payments:credits.receivedCurrency')}
            openOnFocus={false}
          />
          {received !== accountCurrency && (
            <TextField
              {...form.field('receivedRate')}
              label={t('payments:pay.paidRate', { account: accountCurrency, currency: received })}
              maxLength={30}
            />
          )}
        </div>
        <div className="row from-end">
          <DialogButtons action={t('payments:credits.refund')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}

function bodyOf(values: Values, accountCurrency: string): BodyIn<typeof refundCredit> {
  const { receivedAmount, receivedCurrency, receivedRate, amount, receivedOn, version } = values;
  const isForeign = receivedCurrency !== '' && receivedCurrency !== accountCurrency;
  return {
    ...{ amount, receivedOn, version },
    ...(receivedAmount !== '' && {
      receivedAmount,
      ...(isForeign && { receivedCurrency, ...(receivedRate !== '' && { receivedRate }) }),
    }),
  };
}

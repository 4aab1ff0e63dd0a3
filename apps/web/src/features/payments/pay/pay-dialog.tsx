import type { Payment } from '@quayside/contracts/payments/payments';
import { todayIn } from '@quayside/domain/days/days';
import { useState } from 'react';
import type { z } from 'zod';
import type { AppForm } from '../../../components/form/form-types.ts';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { RefusalNote } from '../../../components/ui/refusal-note.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { numberOf, placeWords } from '../payment-words.ts';
import classes from '../payments.module.css';
import { BankFields, ConfirmationFields, ReferenceFields } from './bank-fields.tsx';
import { PartAmounts, SingleAmount } from './pay-amounts.tsx';
import { initialValues, payManySchema, payOneSchema, type PayValues } from './pay-form.ts';
import { PayPreview } from './pay-preview.tsx';
import { StaleNote } from './stale-note.tsx';
import { sendPayment, tellPaid } from './use-pay.ts';
import { usePayPreview } from './use-pay-preview.ts';

interface PayDialogProps {
  /** One or several instalments of one supplier and currency. */
  readonly payments: readonly Payment[];
  readonly onClose: () => void;
  readonly onPaid?: () => void;
}

/** The dialog in which a person records that instalments were paid. No money moves. */
export function PayDialog({ payments, onClose, onPaid }: PayDialogProps) {
  const t = useT();
  const zone = useTimeZone();
  const keyFor = useIntentKey();
  // The instalments as the person has seen them. A newer version replaces one only when the person accepts it.
  const [seen, setSeen] = useState(payments);
  const [isPaid, setPaid] = useState(false);
  const [first] = seen;
  const isOne = seen.length === 1;
  const form = useAppForm<PayValues, z.ZodType>({
    schema: isOne ? payOneSchema : payManySchema,
    initial: initialValues(seen, todayIn(Date.now(), zone), first?.accountCurrency ?? ''),
    failure: { verb: 'update', entity: t('payments:entity') },
    submit: async (_, values) => {
      const transfer = await sendPayment(seen, values, keyFor);
      setPaid(true);
      tellPaid(t, transfer);
      onPaid?.();
    },
    onSaved: onClose,
  });
  const preview = usePayPreview(seen, form.values, form.isSaving || isPaid);
  useKeys({ 'Ctrl Enter': () => void form.save() });
  if (!first) return null;
  const shown = withErrors(form, preview.errors);
  const stale = form.conflict ?? preview.conflict;
  const accept = (fresh: Payment) => {
    const before = seen.find(({ id }) => id === fresh.id);
    setSeen(seen.map((one) => (one.id === fresh.id ? fresh : one)));
    if (isOne && form.values.amount === before?.open) form.set('amount', fresh.open);
    form.set(
      'payments',
      form.values.payments.map((part) =>
        part.id === fresh.id
          ? { ...part, version: fresh.version, amount: part.amount === before?.open ? fresh.open : part.amount }
          : part,
      ),
    );
    form.dropConflict();
  };
  const left = preview.data?.base;
  return (
    <Dialog
      title={isOne ? t('payments:pay.title') : t('payments:pay.titleMany', { count: seen.length })}
      onClose={onClose}
      size={580}
    >
      <form
        ref={form.formRef}
        onSubmit={form.onSubmit}
        noValidate
        className="stack"
        aria-label={t('payments:pay.title')}
      >
        <p className="muted">{subjectWords(t, seen)}</p>
        {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
        {stale && <StaleNote conflict={stale} seen={seen} onAccept={accept} />}
        {isOne ? <SingleAmount form={shown} payment={first} /> : <PartAmounts form={shown} payments={seen} />}
        <BankFields form={shown} accountCurrency={first.accountCurrency} assumed={assumedOf(preview.data)} />
        <ReferenceFields form={shown} />
        <ConfirmationFields form={shown} supplierId={first.supplier.id} />
        <PayPreview preview={preview} isOne={isOne} />
        <div className={classes.payFoot}>
          <p className="quiet">{t('payments:pay.movesNoMoney')}</p>
          <div className="row from-end">
            <DialogButtons
              action={
                left && !preview.isStale
                  ? t('payments:pay.actionAmount', { amount: formatMoney(left, first.accountCurrency) })
                  : t('payments:pay.action')
              }
              onCancel={onClose}
              isBusy={form.isSaving}
              isBlocked={stale !== undefined}
              submit
              keys="Ctrl ↵"
            />
          </div>
        </div>
      </form>
    </Dialog>
  );
}

const assumedOf = (data: ReturnType<typeof usePayPreview>['data']): string | undefined =>
  data?.isAssumed === true && data.base !== null ? data.base : undefined;

/** The supplier and what is paid: "Yiwu Lanting Textile, LT-2611-03, 2 of 2 · 70 %". */
function subjectWords(t: ReturnType<typeof useT>, payments: readonly Payment[]): string {
  const [first, ...others] = payments;
  if (!first) return '';
  const { companyName } = first.supplier;
  return others.length > 0 ? companyName : `${companyName}, ${numberOf(first)}, ${placeWords(t, first)}`;
}

/** The form with the errors that the preview found, so that they stand beside their fields while the person types. */
const withErrors = (form: AppForm<PayValues>, found: Readonly<Record<string, string>>): AppForm<PayValues> => {
  const shown: AppForm<PayValues> = {
    ...form,
    errorAt: (name) => form.errorAt(name) ?? found[name],
    field: (name) => ({ form: shown, name }),
  };
  return shown;
};

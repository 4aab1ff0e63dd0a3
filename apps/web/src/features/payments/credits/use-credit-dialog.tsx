import type { Credit } from '@quayside/contracts/payments/credits';
import { listPayments, type Payment } from '@quayside/contracts/payments/payments';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { SelectField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay, formatMoney } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { chip, filterQuery } from '../../../lib/list-filter.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { spendCredit } from '../api.ts';
import { numberOf, placeWords } from '../payment-words.ts';

interface UseProps {
  readonly credit: Credit;
  /** The instalments to choose from; undefined: all open ones of the supplier in the currency of the credit. */
  readonly payments?: readonly Payment[];
  readonly onClose: () => void;
}
const MOST = 200;

/** The dialog that uses a credit on an open instalment of the same supplier and currency. */
export function UseCreditDialog({ credit, payments, onClose }: UseProps) {
  const t = useT();
  const open = useQuery({
    ...read('payments', listPayments, {
      query: {
        size: MOST,
        sort: ['unixDueDate,asc'],
        ...filterQuery(
          chip('status', 'in', 'UNPAID'),
          chip('supplier', 'in', credit.supplier.id),
          chip('currency', 'in', credit.currency),
          // A credit note is used on invoices only.
          ...(credit.source === 'CREDIT_NOTE' ? [chip('kind', 'in', 'INVOICE')] : []),
        ),
      },
    }),
    enabled: payments === undefined,
  });
  const choices = payments ?? open.data?.content;
  return (
    <Dialog title={t('payments:credits.useTitle', { label: credit.label })} onClose={onClose}>
      {open.isError && (
        <ErrorState error={open.error} entity={t('payments:entities')} onRetry={() => void open.refetch()} />
      )}
      {choices?.length === 0 && <p>{t('payments:credits.nothingOpen', { supplier: credit.supplier.companyName })}</p>}
      {choices && choices.length > 0 && <UseForm credit={credit} payments={choices} onClose={onClose} />}
    </Dialog>
  );
}

function UseForm({ credit, payments, onClose }: UseProps & { readonly payments: readonly Payment[] }) {
  const t = useT();
  const keyFor = useIntentKey();
  const words = (amount: string) => formatMoney(amount, credit.currency, { as: 'code', zero: 'figure' });
  const form = useAppForm<{ paymentId: string; amount: string; version: number }, z.ZodType>({
    schema: spendCredit.body,
    initial: { paymentId: payments[0]?.id ?? '', amount: lesser(credit, payments[0]), version: credit.version },
    failure: { verb: 'update', entity: t('payments:credits.entity') },
    submit: async (_, body) => {
      await call(spendCredit, {
        params: { creditId: credit.id },
        body,
        idempotencyKey: keyFor([credit.id, body]),
      });
      toast('success', t('payments:credits.used', { amount: words(body.amount) }), { scope: 'global' });
    },
    onSaved: onClose,
  });
  return (
    <Form form={form} guard={false} label={t('payments:credits.useTitle', { label: credit.label })}>
      <p className="muted">{t('payments:credits.left', { amount: words(credit.left) })}</p>
      <SelectField
        {...form.field('paymentId')}
        label={t('payments:credits.on')}
        options={payments.map((payment) => ({ value: payment.id, label: optionWords(t, payment) }))}
        onChange={(id) =>
          form.set(
            'amount',
            lesser(
              credit,
              payments.find((one) => one.id === id),
            ),
          )
        }
        openOnFocus={false}
      />
      <AmountField {...form.field('amount')} label={t('payments:pay.amount')} currency={credit.currency} autoFocus />
      <div className="row from-end">
        <DialogButtons action={t('payments:credits.use')} onCancel={onClose} isBusy={form.isSaving} submit />
      </div>
    </Form>
  );
}

function optionWords(t: ReturnType<typeof useT>, payment: Payment): string {
  const day = payment.dueDate === null ? '' : `, ${formatDay(payment.dueDate)}`;
  const open = formatMoney(payment.open, payment.currency, { as: 'code' });
  return `${numberOf(payment)} ${placeWords(t, payment)}${day}: ${open}`;
}

/** What is left of the credit, at most what is open. */
function lesser({ left, currency }: Credit, payment: Payment | undefined): string {
  const [a, b] = [minorOfText(left, currency), minorOfText(payment?.open ?? left, currency)];
  return a === undefined || b === undefined ? left : formatAmount(a < b ? a : b, currency);
}

import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  correctPaymentEntry,
  getTransfer,
  payBody,
  type Transfer,
} from '@quayside/contracts/payments/payment-transfers';
import type { PaymentEntry } from '@quayside/contracts/payments/payments';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { BankFields, ReferenceFields } from './bank-fields.tsx';

interface CorrectProps {
  readonly entry: PaymentEntry;
  readonly transferId: string;
  readonly onClose: () => void;
}

/** The dialog that corrects a payment: it is reversed, and written anew at its place. */
export function CorrectDialog({ entry, transferId, onClose }: CorrectProps) {
  const t = useT();
  const transfer = useQuery(read('payments', getTransfer, { params: { transferId } }));
  return (
    <Dialog title={t('payments:correct.title')} onClose={onClose} size={580}>
      {transfer.isError && (
        <ErrorState error={transfer.error} record={t('payments:entity')} onRetry={() => void transfer.refetch()} />
      )}
      {transfer.isPending && <Skeleton height={200} aria-label={t('loading')} />}
      {transfer.data && <Correction entry={entry} transfer={transfer.data} onClose={onClose} />}
    </Dialog>
  );
}

const schema = payBody.omit({
  isConfirmed: true,
  version: true,
  confirmationEmailToAddresses: true,
  confirmationEmailCCAddresses: true,
});
type Values = ReturnType<typeof valuesOf>;

function Correction({ entry, transfer, onClose }: Pick<CorrectProps, 'entry' | 'onClose'> & { transfer: Transfer }) {
  const t = useT();
  const initial = valuesOf(entry, transfer);
  const form = useAppForm<Values, z.ZodType>({
    schema,
    initial,
    failure: { verb: 'update', entity: t('payments:entity') },
    submit: async (_, values) => {
      await call(correctPaymentEntry, {
        params: { entryId: entry.id },
        body: changesOf(initial, values, transfer.accountCurrency),
      });
      toast('success', t('payments:correct.done'), { scope: 'global' });
    },
    onSaved: onClose,
  });
  const many = transfer.parts.length;
  return (
    <Form form={form} guard={false} label={t('payments:correct.title')}>
      <p className="muted">{many > 1 ? t('payments:correct.bodyMany', { count: many }) : t('payments:correct.body')}</p>
      <AmountField {...form.field('amount')} label={t('payments:pay.amount')} currency={entry.currency} />
      {many === 1 && (form.errorAt('amount') !== undefined || form.values.keepExcess) && (
        <CheckInput
          label={t('payments:correct.keepExcess', { supplier: transfer.supplier.companyName })}
          checked={form.values.keepExcess}
          onChange={(isKept) => form.set('keepExcess', isKept)}
        />
      )}
      <BankFields
        form={form}
        accountCurrency={transfer.accountCurrency}
        assumed={transfer.isAssumed && transfer.base !== null ? transfer.base : undefined}
      />
      <ReferenceFields form={form} />
      <div className="row from-end">
        <DialogButtons
          action={t('payments:correct.action')}
          onCancel={onClose}
          isBusy={form.isSaving}
          isBlocked={form.dirtyCount === 0}
          submit
        />
      </div>
    </Form>
  );
}

const valuesOf = (entry: PaymentEntry, transfer: Transfer) => ({
  // Of a single instalment, the part that was kept as a credit belongs to the amount.
  amount: transfer.parts.length === 1 ? transfer.amount : entry.amount,
  paidOn: entry.day,
  paidAmount: transfer.paidAmount ?? '',
  paidCurrency: transfer.paidCurrency ?? transfer.accountCurrency,
  paidRate: transfer.paidRate ?? '',
  fee: /[1-9]/.test(transfer.fee) ? transfer.fee : '',
  paymentReference: transfer.paymentReference ?? '',
  accountCode: transfer.accountCode ?? '',
  keepExcess: transfer.credit !== null,
});

/** Only what was changed is sent; what left the bank goes with its currency and rate. */
function changesOf(before: Values, now: Values, accountCurrency: string): BodyIn<typeof correctPaymentEntry> {
  const is = (...names: (keyof Values)[]) => names.some((name) => before[name] !== now[name]);
  const orNull = (text: string) => (text.trim() === '' ? null : text);
  const isForeign = now.paidCurrency !== accountCurrency;
  return {
    ...(is('amount') && { amount: now.amount }),
    ...(now.keepExcess && is('amount') && { keepExcess: true }),
    ...(is('paidOn') && { paidOn: now.paidOn }),
    ...(is('paidAmount', 'paidCurrency', 'paidRate') && {
      paidAmount: orNull(now.paidAmount),
      // The currency that is stored stays unless another one is named.
      ...(now.paidAmount !== '' && {
        paidCurrency: now.paidCurrency,
        paidRate: isForeign ? orNull(now.paidRate) : null,
      }),
    }),
    ...(is('fee') && { fee: orNull(now.fee) }),
    ...(is('paymentReference') && { paymentReference: orNull(now.paymentReference) }),
    ...(is('accountCode') && { accountCode: orNull(now.accountCode) }),
  };
}

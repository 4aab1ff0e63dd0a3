import type { BodyIn } from '@quayside/contracts/endpoint';
import { type createTransfer, payBody, type previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import type { Payment, payPayment } from '@quayside/contracts/payments/payments';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { z } from 'zod';
import { readAmount } from '../../../components/form/amount-field.tsx';

/** What is paid of one instalment, as it is typed. */
interface PartValue {
  readonly id: string;
  readonly amount: string;
  readonly version: number;
}

/** The values of the form. `amount` is typed for one instalment, `payments` for several. */
export type PayValues = {
  amount: string;
  payments: readonly PartValue[];
  paidOn: string;
  paidAmount: string;
  paidCurrency: string;
  paidRate: string;
  fee: string;
  paymentReference: string;
  accountCode: string;
  confirmationEmailToAddresses: readonly string[];
  confirmationEmailCCAddresses: readonly string[];
  keepExcess: boolean;
};

const form = payBody.omit({ isConfirmed: true, version: true });
/** The form of one instalment, and that of several. The fields of the other one are neither typed nor sent. */
export const payOneSchema = form.extend({ payments: z.array(z.unknown()) });
export const payManySchema = payOneSchema.extend({ amount: z.string() });

/** The form as it opens: all that is open is paid today, and nothing is known of the bank. */
export const initialValues = (payments: readonly Payment[], today: string, accountCurrency: string): PayValues => ({
  amount: payments[0]?.open ?? '',
  payments: payments.map(({ id, open, version }) => ({ id, amount: open, version })),
  paidOn: today,
  paidAmount: '',
  paidCurrency: accountCurrency,
  paidRate: '',
  fee: '',
  paymentReference: '',
  accountCode: sameCode(payments),
  confirmationEmailToAddresses: [],
  confirmationEmailCCAddresses: [],
  keepExcess: false,
});

function sameCode(payments: readonly Payment[]): string {
  const [first, ...others] = new Set(payments.map(({ accountCode }) => accountCode));
  return others.length === 0 ? (first ?? '') : '';
}

/** What left the bank. Currency and rate belong to an amount, and the account's currency needs no rate. */
function bankOf({ paidOn, paidAmount, paidCurrency, paidRate, fee }: PayValues, accountCurrency: string) {
  const isForeign = paidCurrency !== '' && paidCurrency !== accountCurrency;
  return {
    ...(paidOn !== '' && { paidOn }),
    ...(paidAmount !== '' && {
      paidAmount,
      ...(isForeign && { paidCurrency, ...(paidRate !== '' && { paidRate }) }),
    }),
    ...(fee !== '' && { fee }),
  };
}

const notesOf = (values: PayValues) => ({
  ...(values.paymentReference.trim() !== '' && { paymentReference: values.paymentReference }),
  accountCode: values.accountCode === '' ? null : values.accountCode,
  ...(values.confirmationEmailToAddresses.length > 0 && {
    confirmationEmailToAddresses: [...values.confirmationEmailToAddresses],
  }),
  ...(values.confirmationEmailCCAddresses.length > 0 && {
    confirmationEmailCCAddresses: [...values.confirmationEmailCCAddresses],
  }),
});

/** The payment of one instalment, with the version that the person has seen. */
export const payOneBody = (payment: Payment, values: PayValues): BodyIn<typeof payPayment> => ({
  isConfirmed: true,
  amount: values.amount,
  version: payment.version,
  ...(values.keepExcess && { keepExcess: true }),
  ...bankOf(values, payment.accountCurrency),
  ...notesOf(values),
});

/** One payment of several instalments. */
export const payManyBody = (values: PayValues, accountCurrency: string): BodyIn<typeof createTransfer> => ({
  isConfirmed: true,
  payments: values.payments.map((part) => ({ ...part })),
  ...bankOf(values, accountCurrency),
  ...notesOf(values),
});

/**
 * The preview of what is typed. Undefined while a figure cannot be read: what is still being typed is no mistake yet.
 */
export function previewBody(
  payments: readonly Payment[],
  values: PayValues,
): BodyIn<typeof previewTransfer> | undefined {
  const [first] = payments;
  if (!first) return undefined;
  const { currency, accountCurrency } = first;
  const isOne = payments.length === 1;
  const parts = payments.map(({ id, version }, at) => {
    const typed = isOne ? values.amount : (values.payments[at]?.amount ?? '');
    return { id, version, amount: settled(typed, currency) };
  });
  const paidAmount = settled(values.paidAmount, values.paidCurrency || accountCurrency);
  const fee = settled(values.fee, accountCurrency);
  if (parts.some(({ amount }) => amount === undefined) || paidAmount === undefined || fee === undefined)
    return undefined;
  return {
    ...bankOf({ ...values, paidAmount, fee }, accountCurrency),
    payments: parts.map(({ amount, ...part }) => ({ ...part, ...(amount !== '' && { amount }) })),
    ...(isOne && values.keepExcess && { keepExcess: true }),
  };
}

/** A typed amount or sum as a decimal string; empty for an empty field, undefined when it cannot be read. */
function settled(typed: string, currency: string): string | undefined {
  const read = readAmount(typed, currency);
  if (read === undefined) return '';
  return 'amount' in read ? read.amount : undefined;
}

/** By how much the typed amount is more than what is open; undefined when it is not. */
export function excessOf(payment: Payment, typed: string): string | undefined {
  const read = readAmount(typed, payment.currency);
  if (!read || !('amount' in read)) return undefined;
  const minor = (text: string) => minorOfText(text, payment.currency) ?? 0n;
  const excess = minor(read.amount) - minor(payment.open);
  return excess > 0n ? formatAmount(excess, payment.currency) : undefined;
}

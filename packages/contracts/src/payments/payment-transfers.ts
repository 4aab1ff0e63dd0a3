import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import {
  amount,
  amountIn,
  blankToNull,
  currencyCode,
  day,
  email,
  id,
  instant,
  maySchema,
  optionalText,
  rateIn,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// Payments as they left the bank: each is a transfer for one or more instalments of one supplier and currency.

/** The most recipients of a confirmation, each of To and CC. */
const MOST_RECIPIENTS = 20;
/** The most instalments of one transfer. */
const MOST_PAID = 200;

const recipients = z
  .array(email)
  .max(MOST_RECIPIENTS, sayInSchema('mail.most_recipients', { max: MOST_RECIPIENTS }))
  .transform((addresses) => [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]);

/** What was paid and what left the bank for it. Absent fields have their default. */
const bankFields = {
  paidOn: day.optional().meta({ description: "Default: today in the account's time zone; never later" }),
  paidAmount: z
    .preprocess(blankToNull, amountIn.nullable())
    .optional()
    .meta({ description: 'What left the bank, without the fee, in `paidCurrency`. Absent: the base is assumed' }),
  paidCurrency: z
    .preprocess(blankToNull, currencyCode.nullable())
    .optional()
    .meta({ description: "Default: the account's" }),
  paidRate: z
    .preprocess(blankToNull, rateIn.nullable())
    .optional()
    .meta({ description: 'Account currency for 1 of `paidCurrency`; only for another currency than the account has' }),
  fee: z
    .preprocess(blankToNull, amountIn.nullable())
    .optional()
    .meta({ description: 'What the bank took on top, in account currency, 0 or more' }),
};
const noteFields = {
  paymentReference: optionalText(200).optional(),
  accountCode: optionalText(50).optional().meta({ description: 'A pay-from account code' }),
};
const confirmation = {
  isConfirmed: z
    .literal(true, { error: sayInSchema('payment.confirm') })
    .meta({ description: 'The person has confirmed the payment' }),
  confirmationEmailToAddresses: recipients.optional().meta({
    description:
      'Where the confirmation is sent: amount, invoice, day and reference. None: no mail is sent. Only a person ' +
      'whose own address is verified can send one; otherwise the whole payment is refused',
  }),
  confirmationEmailCCAddresses: recipients.optional(),
};

/** A payment of one instalment. Only `isConfirmed` is required, as in the documented call. */
export const payBody = z.strictObject({
  ...confirmation,
  ...noteFields,
  ...bankFields,
  amount: z
    .preprocess(blankToNull, amountIn.nullable())
    .optional()
    .meta({ description: 'In the currency of the instalment, above 0. Default: what is open' }),
  keepExcess: z
    .boolean()
    .optional()
    .meta({ description: 'true: what is paid more than is open is kept as a credit; otherwise it is refused' }),
  version: version.optional(),
});

const part = z.strictObject({
  id,
  amount: z.preprocess(blankToNull, amountIn.nullable()).optional().meta({ description: 'Default: what is open' }),
  version: version.optional(),
});
const parts = z.array(part).min(1, sayInSchema('payment.choose')).max(MOST_PAID);

export const mailLeftSchema = z.object({
  /**
   * NONE: there was none. WAITING: it leaves after 60 seconds. NO_MAIL_SERVER: it waits, because no mail server is
   * configured, and leaves once one is. WITHDRAWN: it will not leave. FAILED: it was given up.
   */
  state: z.enum(['NONE', 'WAITING', 'NO_MAIL_SERVER', 'WITHDRAWN', 'SENT', 'FAILED']),
  to: z.array(z.string()),
  cc: z.array(z.string()),
});
export type MailLeft = z.infer<typeof mailLeftSchema>;

const supplier = z.object({ id, companyName: z.string(), localName: z.string().nullable() });
const person = z.object({ id, name: z.string() });
/** The part of a transfer that paid one instalment. */
const paidPart = z.object({
  paymentId: id,
  number: z.string().meta({ description: 'The number of the invoice or purchase order' }),
  position: z.int(),
  amount,
  /** In account currency; null while it is assumed and there is no rate. */
  base: amount.nullable(),
  booked: amount.nullable(),
  exchangeDifference: amount.nullable(),
  fee: amount,
});

export const transferSchema = z.object({
  id,
  supplier,
  paidOn: day,
  currency: currencyCode,
  amount: amount.meta({ description: 'What was paid, with the part that is kept as a credit' }),
  paidAmount: amount.nullable(),
  paidCurrency: currencyCode.nullable(),
  paidRate: z.string().nullable(),
  accountCurrency: currencyCode,
  base: amount.nullable().meta({ description: 'What left the bank, in account currency and without the fee' }),
  isAssumed: z.boolean(),
  fee: amount,
  rate: z.string().nullable().meta({ description: 'Base ÷ amount' }),
  paymentReference: z.string().nullable(),
  accountCode: z.string().nullable(),
  isSettledBefore: z.boolean(),
  mail: mailLeftSchema,
  parts: z.array(paidPart.extend({ entryId: id })),
  credit: z.object({ id, amount, base: amount }).nullable(),
  recordedAt: instant,
  recordedBy: person.nullable(),
  reversedAt: instant.nullable(),
  reversedBy: person.nullable(),
  replacesId: id.nullable().meta({ description: 'The transfer that this one corrects' }),
  can: z.object({ undo: maySchema, correct: maySchema }),
});
export type Transfer = z.infer<typeof transferSchema>;

const PAYMENT_WARNINGS = ['RATE_FAR', 'LOOKS_SWAPPED', 'BANK_CHANGED', 'SAME_NUMBER', 'DAY_FAR'] as const;

const transferPreviewSchema = z.object({
  supplier,
  currency: currencyCode,
  accountCurrency: currencyCode,
  paidOn: day,
  amount,
  /** What left the bank, in account currency; null when it is assumed and there is no rate. */
  base: amount.nullable(),
  isAssumed: z.boolean(),
  fee: amount,
  rate: z.string().nullable(),
  /** The rate of the first instalment's document. */
  documentRate: z.string().nullable(),
  exchangeDifference: amount.nullable(),
  parts: z.array(paidPart.extend({ open: amount, openAfter: amount })),
  credit: z.object({ amount, base: amount }).nullable(),
  /** Warnings never refuse. */
  warnings: z.array(z.object({ code: z.enum(PAYMENT_WARNINGS), message: z.string() })),
});
export type TransferPreview = z.infer<typeof transferPreviewSchema>;

export const createTransfer = endpoint({
  id: 'createTransfer',
  method: 'POST',
  path: '/payments/{userId}/transfers',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Record one payment for several instalments of one supplier and currency',
  description:
    'What left the bank and the fee are shared over the instalments by their amounts. None is paid above what is open.',
  params: userPath,
  body: z.strictObject({ ...confirmation, ...noteFields, ...bankFields, payments: parts }),
  response: transferSchema,
  status: 201,
  errors: [
    'payments.unknown',
    'payments.paid',
    'payments.ended',
    'conflict_version',
    'accounts.address_unverified',
    'too_many',
  ],
});

export const previewTransfer = endpoint({
  id: 'previewTransfer',
  method: 'POST',
  path: '/payments/{userId}/transfers/preview',
  access: 'read',
  flags: management,
  summary: 'How a payment would be shared, its rate, differences, warnings and credit; stores nothing',
  description: 'Refused like the payment itself. `keepExcess` is for a single instalment.',
  params: userPath,
  body: z.strictObject({ ...bankFields, payments: parts, keepExcess: z.boolean().optional() }),
  response: transferPreviewSchema,
  errors: ['payments.unknown', 'payments.paid', 'payments.ended', 'conflict_version'],
});

export const getTransfer = endpoint({
  id: 'getTransfer',
  method: 'GET',
  path: '/payments/{userId}/transfers/{transferId}',
  access: 'read',
  flags: management,
  summary: 'One transfer with its parts',
  params: userAnd('transferId'),
  response: transferSchema,
  errors: ['payments.unknown'],
});

export const undoTransfer = endpoint({
  id: 'undoTransfer',
  method: 'POST',
  path: '/payments/{userId}/transfers/{transferId}/undo',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Undo a transfer as a whole; its confirmation is withdrawn if it has not left',
  params: userAnd('transferId'),
  response: transferSchema,
  errors: ['payments.unknown', 'payments.unpaid', 'payments.credit_used', 'payments.fee_invoiced'],
});

export const correctPaymentEntry = endpoint({
  id: 'correctPaymentEntry',
  method: 'PATCH',
  path: '/payments/{userId}/entries/{entryId}',
  access: 'write',
  flags: management,
  summary: 'Correct a payment: it is reversed, and written anew at its place',
  description:
    'Absent fields keep their value. `amount` is that of this entry; all other fields are those of its whole ' +
    'transfer. ' +
    'If only the amount changes, what left the bank is shared again. A `paidAmount` of null makes the base assumed. ' +
    'While invoices have parts of a deposit, only its amount is refused; the bases of the parts follow.',
  params: userAnd('entryId'),
  body: z.strictObject({
    ...noteFields,
    ...bankFields,
    amount: amountIn.optional(),
    keepExcess: z.boolean().optional(),
  }),
  response: transferSchema,
  errors: [
    'payments.unknown',
    'payments.unpaid',
    'payments.credit_used',
    'payments.fee_invoiced',
    'accounts.address_unverified',
    'too_many',
  ],
});

import { DUE_BUCKETS } from '@quayside/domain/payables/calendar';
import { DUE_EVENTS } from '@quayside/domain/payables/due-events';
import { ENTRY_KINDS } from '@quayside/domain/payables/entries';
import { MAX_INSTALMENTS } from '@quayside/domain/payables/reshare';
import { INVOICE_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { documentedPayment, PAYMENT_STATES } from '../invoices/invoice-header.ts';
import { mailLeftSchema, payBody, transferSchema } from './payment-transfers.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  amount,
  amountIn,
  blankToNull,
  currencyCode,
  day,
  id,
  instant,
  maySchema,
  optionSchema,
  optionalText,
  plainText,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';
import { dueDays, dueMonthEnd, dueMonths, dueRuleOut } from './payment-terms.ts';

// What is owed to suppliers: the instalments of invoices (in the API: payments) and their schedules (invoice payments).

const number = { number: ['contains'] } as const;
export const paymentFilters = {
  ...number,
  status: ['in'],
  overdue: ['in'],
  bucket: ['in'],
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
  dueDate: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  kind: ['in'],
  invoice: ['in'],
  purchaseOrder: ['in'],
} as const;
export const paymentSort = [
  'unixDueDate',
  'dueDate',
  'amount',
  'open',
  'currency',
  'supplier',
  'number',
  'transactionReference',
] as const;

const supplierRef = z.object({ id, companyName: z.string(), localName: z.string().nullable() });

/** An instalment: a part of an invoice or of a purchase order that falls due on one day. */
export const paymentSchema = z.object({
  ...documentedPayment,
  /** The schedule that it belongs to; null for an instalment of a purchase order. */
  invoicePaymentId: id.nullable(),
  invoice: z.object({ id, number: z.string(), date: day, status: z.enum(INVOICE_STATUSES) }).nullable(),
  purchaseOrder: z.object({ id, number: z.string() }).nullable(),
  supplier: supplierRef,
  /** Its place among the instalments of its invoice or purchase order, from 1, and how many these are. */
  position: z.int(),
  count: z.int(),
  percent: z.string().nullable().meta({ description: 'Its share in per cent; null in a schedule by amounts' }),
  settled: amount,
  open: amount,
  accountCurrency: currencyCode,
  openInAccountCurrency: amount.nullable().meta({ description: 'What is open is worth; null without a rate' }),
  /** The event from which its day is counted, and how. */
  event: z.enum(DUE_EVENTS).nullable().meta({
    description: 'null: no terms are agreed, so it has no day until one is typed',
  }),
  months: dueRuleOut.months,
  days: dueRuleOut.days,
  monthEnd: dueRuleOut.monthEnd,
  isPinned: z.boolean().meta({ description: 'The day was typed and does not follow the event' }),
  isEstimated: z.boolean().meta({ description: 'The day of the event is not certain yet' }),
  eventDay: day.nullable().meta({
    description:
      'The day of the event, once that is certain; null where the day is pinned, or counts months or a month end',
  }),
  isOverdue: z.boolean(),
  daysLate: z.int().meta({ description: '0 unless it is overdue' }),
  isEnded: z.boolean().meta({
    description: 'Of a purchase order that is fully invoiced or closed: nobody has to pay what is open of it',
  }),
  isRest: z.boolean().meta({
    description:
      'It was made for what nobody was left to take of a changed total, and goes once nothing is left for it',
  }),
  isPartPaid: z.boolean(),
  entryCount: z.int().meta({ description: 'Payments and used credits that are not reversed' }),
  can: z.object({ pay: maySchema, undo: maySchema, move: maySchema }),
  version,
});
export type Payment = z.infer<typeof paymentSchema>;

export const PAYABLE_KINDS = ['INVOICE', 'PURCHASE_ORDER'] as const;

/** Sums of what is open. */
const owedSchema = {
  count: z.int(),
  /** What is open in each currency. */
  owed: z.array(z.object({ currency: currencyCode, count: z.int(), open: amount })),
  accountCurrency: currencyCode,
  openInAccountCurrency: amount,
  withoutRate: z.int().meta({ description: 'Open instalments without a rate: counted, not summed' }),
};

export const listPayments = endpoint({
  id: 'listPayments',
  method: 'GET',
  path: '/payments/{userId}',
  access: 'read',
  flags: management,
  summary: 'Payables: single instalments, one page at a time',
  description:
    'An instalment of 0 is left out. An unknown day is last in both directions. The values of `bucket` are ' +
    `${DUE_BUCKETS.join(', ')}, those of \`kind\` ${PAYABLE_KINDS.join(' and ')}, those of \`overdue\` true and false.`,
  params: userPath,
  query: listQuery({ sort: paymentSort, filters: paymentFilters }),
  response: page(paymentSchema),
});

export const paymentTotals = endpoint({
  id: 'getPaymentTotals',
  method: 'GET',
  path: '/payments/{userId}/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count of the filtered instalments, and what is open of them',
  params: userPath,
  query: filterQuery({ filters: paymentFilters }),
  response: z.object(owedSchema),
});

export const listPaymentBuckets = endpoint({
  id: 'listPaymentBuckets',
  method: 'GET',
  path: '/payments/{userId}/buckets',
  access: 'read',
  flags: management,
  summary: 'What is open, by how late or how soon it is due in the time zone of the account',
  params: userPath,
  response: z.object({
    today: day,
    buckets: z.array(z.object({ bucket: z.enum(DUE_BUCKETS), ...owedSchema })),
  }),
});

const dueFields = {
  dueDate: z
    .preprocess(blankToNull, day.nullable())
    .optional()
    .meta({ description: 'A day pins the instalment to it; null lets it follow its event again' }),
  unixDueDate: z
    .int()
    .nullable()
    .optional()
    .meta({ description: 'Unix time in seconds of midnight UTC; the same day as `dueDate`' }),
  isPinned: z.boolean().optional().meta({
    description: 'false: the day follows the event, whatever `dueDate` is, so that an answer can be sent back',
  }),
  event: z.enum(DUE_EVENTS).nullable().optional(),
  months: dueMonths.optional().meta({ description: 'Months after the event, counted before the days' }),
  days: dueDays.optional(),
  monthEnd: dueMonthEnd.optional(),
  accountCode: optionalText(50).optional(),
  transactionReference: optionalText(200).optional(),
};

export const patchPayment = endpoint({
  id: 'patchPayment',
  method: 'PATCH',
  path: '/payments/{userId}/{paymentId}',
  access: 'write',
  flags: management,
  summary: 'Change the day, the account code or the reference of an instalment; also on a closed invoice',
  description: 'Amounts are changed on the schedule. A paid instalment keeps its day until its payment is undone.',
  params: userAnd('paymentId'),
  body: z.strictObject({ ...dueFields, version: version.optional() }),
  response: paymentSchema,
  errors: ['payments.unknown', 'payments.paid', 'conflict_version'],
});

/** The answer to a payment: the instalment, and the transfer that paid it. */
const payAnswerSchema = paymentSchema.extend({ transfer: transferSchema });
export type PayAnswer = z.infer<typeof payAnswerSchema>;

export const payPayment = endpoint({
  id: 'payPayment',
  method: 'POST',
  path: '/payments/{userId}/{paymentId}/pay',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Record a payment of an instalment; Quayside moves no money',
  description:
    'Without an amount all that is open is paid. A version makes sure that never another amount is paid than the ' +
    'person has seen. The confirmation mail waits 60 seconds, so that an undo can withdraw it.',
  params: userAnd('paymentId'),
  body: payBody,
  response: payAnswerSchema,
  errors: [
    'payments.unknown',
    'payments.paid',
    'payments.ended',
    'conflict_version',
    'accounts.address_unverified',
    'too_many',
  ],
});

const words = plainText(500).optional();
const addresses = z.array(plainText(254)).max(40).optional();

export const undoPayPayment = endpoint({
  id: 'undoPayPayment',
  method: 'POST',
  path: '/payments/{userId}/{paymentId}/pay/undo',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Undo the newest payment of an instalment, with its whole transfer',
  description:
    'The body is that of the documented call; nothing in it but the version has an effect. Used credits are taken ' +
    'back with POST /payments/{userId}/credits/uses/{useId}/undo.',
  params: userAnd('paymentId'),
  body: z.strictObject({
    isConfirmed: z.boolean().optional(),
    paymentReference: words,
    confirmationEmailToAddresses: addresses,
    confirmationEmailCCAddresses: addresses,
    version: version.optional(),
  }),
  response: paymentSchema.extend({ mail: mailLeftSchema }),
  errors: ['payments.unknown', 'payments.unpaid', 'payments.credit_used', 'payments.fee_invoiced', 'conflict_version'],
});

/** One settlement of an instalment. It is never changed: a correction reverses it and writes another one. */
const paymentEntrySchema = z.object({
  id,
  kind: z.enum(ENTRY_KINDS),
  day,
  amount,
  currency: currencyCode,
  accountCurrency: currencyCode,
  /** What really left, in account currency and without the fee; null while it is assumed and there is no rate. */
  base: amount.nullable(),
  isAssumed: z.boolean().meta({ description: 'Nobody typed what left the bank: the base is the booked part' }),
  rate: z.string().nullable().meta({ description: 'Base ÷ amount, rounded to 10 significant digits' }),
  /** The part of what was booked for the invoice; null without a rate, and on a purchase order. */
  booked: amount.nullable(),
  exchangeDifference: amount.nullable().meta({ description: 'Above 0: it cost more than was booked' }),
  fee: amount,
  transferId: id.nullable(),
  /** How many instalments the transfer paid. */
  transferCount: z.int(),
  isSettledBefore: z.boolean().meta({ description: 'It was paid before payments were recorded here' }),
  feeInvoice: z
    .object({ id, number: z.string() })
    .nullable()
    .meta({ description: 'The invoice of bank fees that its fee is in; it is not undone or corrected meanwhile' }),
  feeOf: z
    .object({ number: z.string(), position: z.int(), invoiceId: id.nullable(), purchaseOrderId: id.nullable() })
    .nullable()
    .meta({ description: 'It is a bank fee that left with the payment of this instalment, so it is no further debit' }),
  paymentReference: z.string().nullable(),
  accountCode: z.string().nullable(),
  creditId: id.nullable(),
  creditUseId: id.nullable(),
  creditLabel: z.string().nullable(),
  /** The purchase order of whose deposit it is a part; it is changed on the schedule, not here. */
  purchaseOrder: z.object({ id, number: z.string() }).nullable(),
  recordedAt: instant,
  recordedBy: z.object({ id, name: z.string() }).nullable(),
  reversedAt: instant.nullable(),
  reversedBy: z.object({ id, name: z.string() }).nullable(),
  replacesId: id.nullable().meta({ description: 'The entry that this one corrects' }),
  replacedById: id.nullable(),
  can: z.object({ correct: maySchema, takeBack: maySchema }),
});
export type PaymentEntry = z.infer<typeof paymentEntrySchema>;

export const listPaymentEntries = endpoint({
  id: 'listPaymentEntries',
  method: 'GET',
  path: '/payments/{userId}/{paymentId}/entries',
  access: 'read',
  flags: management,
  summary: 'All settlements of an instalment, also the reversed ones, newest first',
  params: userAnd('paymentId'),
  response: z.array(paymentEntrySchema),
  errors: ['payments.unknown'],
});

export const listPaymentStatuses = endpoint({
  id: 'listPaymentStatuses',
  method: 'GET',
  path: '/payments/{userId}/payment-statuses',
  access: 'read',
  flags: management,
  summary: 'The statuses of an instalment; overdue and part paid are shown, and never stored',
  params: userPath,
  response: z.array(optionSchema),
});

// Bills: one row per invoice, with its schedule if it has one.

const SCHEDULE_KINDS = ['PERCENT', 'AMOUNT'] as const;
export const invoicePaymentFilters = {
  ...number,
  state: ['in'],
  overdue: ['in'],
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
  date: ['gte', 'lte', 'between'],
  dueDate: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  difference: ['isEmpty', 'isNotEmpty'],
  archived: ['in'],
} as const;
export const invoicePaymentSort = [
  'invoice.unixDate',
  'invoice.date',
  'invoice.invoiceNumber',
  'supplier',
  'currency',
  'total',
  'settled',
  'open',
  'unixDueDate',
  'state',
  'updatedAt',
] as const;

/** The schedule of one invoice. `id` is null while the invoice has none. */
export const invoicePaymentSchema = z.object({
  id: id.nullable(),
  invoiceId: id,
  invoice: z.object({
    id,
    invoiceNumber: z.string(),
    date: day,
    unixDate: z.int(),
    status: z.enum(INVOICE_STATUSES),
    archivedAt: instant.nullable(),
  }),
  supplier: supplierRef.nullable(),
  /** The earliest day of what is open; when all is paid, the last day. Null when no such day is known. */
  unixDueDate: z.int().nullable(),
  dueDate: day.nullable(),
  payments: z.array(paymentSchema),
  /** What it has of the deposits of its purchase orders, where something was paid on them; by their numbers. */
  deposits: z.array(
    z.object({
      purchaseOrder: z.object({ id, number: z.string() }),
      amount,
      base: amount.nullable(),
      isTyped: z.boolean().meta({ description: 'A person typed it; otherwise it is worked out' }),
    }),
  ),
  isConfirmed: z.boolean().meta({ description: 'All instalments are paid' }),
  /** The reference and the recipients of the newest payment. */
  paymentReference: z.string().nullable(),
  confirmationEmailToAddresses: z.array(z.string()),
  confirmationEmailCCAddresses: z.array(z.string()),
  state: z.enum(PAYMENT_STATES),
  isReconciled: z.boolean().meta({ description: 'All is paid, and together it is the total' }),
  isOverdue: z.boolean(),
  by: z.enum(SCHEDULE_KINDS).nullable().meta({ description: 'Whether its instalments have shares or typed amounts' }),
  currency: currencyCode,
  accountCurrency: currencyCode,
  total: amount.nullable(),
  settled: amount,
  open: amount,
  openInAccountCurrency: amount.nullable(),
  difference: amount.nullable().meta({ description: 'Total − payments; null without a schedule or a total' }),
  hasSwappedDigitsHint: z.boolean(),
  /** By how much all that is settled exceeds the total, if the total became smaller. */
  surplus: amount.nullable(),
  booked: amount.nullable().meta({ description: 'What the invoice is worth in account currency at its own rate' }),
  cost: amount.nullable().meta({ description: 'The same at the rate that converts its costs' }),
  costRate: z.string().nullable().meta({ description: 'The rate that converts its costs; null without a rate' }),
  exchangeDifference: amount.nullable(),
  fees: amount,
  can: z.object({
    schedule: maySchema,
    edit: maySchema,
    delete: maySchema,
    addRest: maySchema,
    takeSurplus: maySchema,
  }),
  version: version.nullable(),
});
export type InvoicePayment = z.infer<typeof invoicePaymentSchema>;

export const listInvoicePayments = endpoint({
  id: 'listInvoicePayments',
  method: 'GET',
  path: '/payments/{userId}/invoice-payments',
  access: 'read',
  flags: management,
  summary: 'Bills: one row per invoice with its schedule, one page at a time; also invoices without a schedule',
  description:
    'Credit notes and invoices in review are left out; archived ones unless the filter or a search asks for them. ' +
    `The values of \`state\` are ${PAYMENT_STATES.join(', ')}.`,
  params: userPath,
  query: listQuery({ sort: invoicePaymentSort, filters: invoicePaymentFilters }),
  response: page(invoicePaymentSchema),
});

export const invoicePaymentTotals = endpoint({
  id: 'getInvoicePaymentTotals',
  method: 'GET',
  path: '/payments/{userId}/invoice-payments/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count and sums of the filtered bills',
  params: userPath,
  query: filterQuery({ filters: invoicePaymentFilters }),
  response: z.object({
    count: z.int(),
    unscheduled: z.int(),
    currencies: z.array(
      z.object({ currency: currencyCode, count: z.int(), total: amount, settled: amount, open: amount }),
    ),
    accountCurrency: currencyCode,
    openInAccountCurrency: amount,
    withoutRate: z.int(),
  }),
});

const paymentIn = z.strictObject({
  id: id.optional().meta({ description: 'An instalment of this schedule that stays; absent: a new one' }),
  percent: z
    .preprocess(
      blankToNull,
      z
        .union([z.string().trim().max(10), z.number()])
        .transform((v) => String(v))
        .refine(
          (s) => /^\d{1,3}(\.\d{1,2})?$/.test(s) && Number(s) > 0 && Number(s) <= 100,
          sayInSchema('terms.percent'),
        )
        .nullable(),
    )
    .optional()
    .meta({ description: 'Share in per cent, up to 2 decimals' }),
  amount: z.preprocess(blankToNull, amountIn.nullable()).optional(),
  ...dueFields,
});
export type PaymentIn = z.output<typeof paymentIn>;

/** The instalments of a schedule as a person saves them, in their order. */
const instalments = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .min(1, sayInSchema('payment.count', { max: MAX_INSTALMENTS }))
    .max(MAX_INSTALMENTS, sayInSchema('payment.count', { max: MAX_INSTALMENTS }));
const scheduleFields = {
  by: z
    .enum(SCHEDULE_KINDS)
    .optional()
    .meta({ description: 'Which of `percent` and `amount` counts; absent: whichever the instalments have' }),
  payments: instalments(paymentIn),
};

export const createInvoicePayment = endpoint({
  id: 'createInvoicePayment',
  method: 'POST',
  path: '/payments/{userId}/invoice-payments',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Schedule the payments of an invoice: typed, or by the terms of its supplier',
  description: 'Either `payments`, which must add up to the total of the invoice, or `byTerms`.',
  params: userPath,
  body: z.strictObject({
    invoiceId: id,
    byTerms: z.literal(true).optional(),
    by: scheduleFields.by,
    payments: instalments(paymentIn.omit({ id: true })).optional(),
  }),
  response: invoicePaymentSchema,
  status: 201,
  errors: ['invoices.unknown', 'invoices.closed', 'payments.no_total', 'payments.scheduled'],
});

export const getInvoicePayment = endpoint({
  id: 'getInvoicePayment',
  method: 'GET',
  path: '/payments/{userId}/invoice-payments/{invoicePaymentId}',
  access: 'read',
  flags: management,
  summary: 'The schedule of an invoice',
  description: 'The id of an invoice is taken as well; `id` of the answer is null when the invoice has no schedule.',
  params: userAnd('invoicePaymentId'),
  response: invoicePaymentSchema,
  errors: ['payments.unknown'],
});

export const updateInvoicePayment = endpoint({
  id: 'updateInvoicePayment',
  method: 'PUT',
  path: '/payments/{userId}/invoice-payments/{invoicePaymentId}',
  access: 'write',
  flags: management,
  summary: 'Replace the instalments of a schedule; those of which something is settled stay',
  params: userAnd('invoicePaymentId'),
  body: z.strictObject({ ...scheduleFields, version: version.optional() }),
  response: invoicePaymentSchema,
  errors: ['payments.unknown', 'payments.no_total', 'invoices.closed', 'conflict_version'],
});

export const deleteInvoicePayment = endpoint({
  id: 'deleteInvoicePayment',
  method: 'DELETE',
  path: '/payments/{userId}/invoice-payments/{invoicePaymentId}',
  access: 'write',
  flags: management,
  summary: 'Delete a schedule of which nothing was settled',
  params: userAnd('invoicePaymentId'),
  errors: ['payments.unknown', 'payments.has_entries', 'invoices.closed', 'conflict_version'],
});

const ofSchedule = {
  method: 'POST',
  access: 'write',
  flags: management,
  idempotent: true,
  params: userAnd('invoicePaymentId'),
  body: z.strictObject({ version: version.optional() }),
  response: invoicePaymentSchema,
} as const;

export const addRestPayment = endpoint({
  ...ofSchedule,
  id: 'addRestPayment',
  path: '/payments/{userId}/invoice-payments/{invoicePaymentId}/rest',
  summary: 'Add one more instalment of what the total exceeds the schedule by, due on the invoice date',
  errors: ['payments.unknown', 'invoices.closed', 'conflict_version'],
});

export const takePaymentSurplus = endpoint({
  ...ofSchedule,
  id: 'takePaymentSurplus',
  path: '/payments/{userId}/invoice-payments/{invoicePaymentId}/surplus',
  summary: 'Keep as a credit by what all that is settled exceeds the total',
  errors: ['payments.unknown', 'payments.credit_used', 'invoices.closed', 'conflict_version'],
});

// Many bills at once.

const MOST_BILLS = 2000;
const dryRunQuery = z.strictObject({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .transform((s) => s === 'true')
    .meta({ description: 'true: answers what would be done, and stores nothing' }),
});
const billsBody = z.strictObject({
  invoiceIds: z.array(id).min(1).max(MOST_BILLS),
});
const billsAnswer = z.object({
  /** The operation to undo with POST /undo/{userId}/{operationId}; null after a dry run, and when nothing changed. */
  operationId: id.nullable(),
  counts: z.object({ selected: z.int(), change: z.int(), fail: z.int() }),
  /** The first 50 bills that change. */
  rows: z.array(
    z.object({
      invoiceId: id,
      invoiceNumber: z.string(),
      supplier: z.string(),
      currency: currencyCode,
      total: amount,
      payments: z.array(
        z.object({ percent: z.string().nullable(), amount, dueDate: day.nullable(), isEstimated: z.boolean() }),
      ),
      /** The day on which it counts as paid; null when it is only scheduled. */
      paidOn: day.nullable(),
    }),
  ),
  /** The first 100 bills that stay as they are, with the reason. */
  errors: z.array(z.object({ invoiceId: id, invoiceNumber: z.string(), message: z.string() })),
});
export type BulkBills = z.infer<typeof billsAnswer>;

export const scheduleByTerms = endpoint({
  id: 'scheduleByTerms',
  method: 'POST',
  path: '/payments/{userId}/schedules',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Schedule many invoices by the terms of their suppliers, or preview it',
  params: userPath,
  query: dryRunQuery,
  body: billsBody,
  response: billsAnswer,
});

export const settleBefore = endpoint({
  id: 'settleBefore',
  method: 'POST',
  path: '/payments/{userId}/settled-before',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Record that invoices were paid before payments were recorded here, or preview it',
  description:
    'Each gets a schedule if it has none, and assumed payments on the invoice date, at the latest today. They cause ' +
    'no exchange difference and no fee, and are undone like others.',
  params: userPath,
  query: dryRunQuery,
  body: billsBody,
  response: billsAnswer,
});

declare module '../live.ts' {
  interface Topics {
    readonly payments: true;
  }
}

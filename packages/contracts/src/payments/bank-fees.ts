import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, currencyCode, day, id, optionalText, userPath } from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// The fees that the bank took for payments. They are in no unit cost until an invoice is made of them.

/** The most fees that one invoice can name one by one, and the most lines that it can have. */
export const MAX_FEES = 2000;

const bankFeeFilters = {
  day: ['gte', 'lte', 'between'],
  supplier: ['in', 'notIn'],
  waiting: ['in'],
} as const;
const bankFeeSort = ['day', 'supplier', 'number', 'fee'] as const;

const ref = z.object({ id, number: z.string() });
const supplierRef = z.object({ id, companyName: z.string(), localName: z.string().nullable() });

const bankFeeSchema = z.object({
  id: id.meta({ description: 'The entry that had the fee' }),
  day,
  fee: amount,
  supplier: supplierRef,
  paymentId: id,
  /** The instalment that was paid. */
  invoice: ref.nullable(),
  purchaseOrder: ref.nullable(),
  position: z.int(),
  /** The invoice over whose goods the fee goes: the paid one, or the first of the paid purchase order. */
  goodsOf: ref.nullable().meta({ description: 'Null while the fee waits for the first invoice of its purchase order' }),
  isWaiting: z.boolean(),
});
export type BankFee = z.infer<typeof bankFeeSchema>;

export const listBankFees = endpoint({
  id: 'listBankFees',
  method: 'GET',
  path: '/payments/{userId}/bank-fees',
  access: 'read',
  flags: management,
  summary: 'Bank fees of which no invoice was made yet, one page at a time',
  description:
    'The fee of a purchase order waits until there is an invoice of it. The values of `waiting` are true and false.',
  params: userPath,
  query: listQuery({ sort: bankFeeSort, filters: bankFeeFilters }),
  response: page(bankFeeSchema),
});

export const bankFeeTotals = endpoint({
  id: 'getBankFeeTotals',
  method: 'GET',
  path: '/payments/{userId}/bank-fees/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count and sum of the filtered bank fees of which no invoice was made yet',
  params: userPath,
  query: filterQuery({ filters: bankFeeFilters }),
  response: z.object({
    count: z.int(),
    fees: amount,
    /** Those of which an invoice can be made, and those that wait. */
    ready: z.object({ count: z.int(), fees: amount }),
    waiting: z.object({ count: z.int(), fees: amount }),
    accountCurrency: currencyCode,
    /** The months of those that do not wait. */
    months: z.array(z.object({ month: z.string(), count: z.int(), fees: amount })),
  }),
});

const choice = {
  months: z
    .array(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, sayInSchema('month.form')))
    .min(1)
    .max(240)
    .optional()
    .meta({ description: 'yyyy-MM: only fees of these months. Default: all' }),
  feeIds: z.array(id).min(1).max(MAX_FEES).optional().meta({ description: 'Only these fees. Default: all' }),
};

const lineSchema = z.object({
  /** The invoice over whose goods the fees go. */
  invoice: ref,
  supplier: supplierRef.nullable(),
  amount,
  /** INVOICE: the orders of that invoice. LINES: what its lines go over. NONE: nothing, so the fees are unassigned. */
  goods: z.enum(['INVOICE', 'LINES', 'NONE']),
  /** How many orders or products these are. */
  goodsCount: z.int(),
  fees: z.array(bankFeeSchema),
});
export type BankFeeLine = z.infer<typeof lineSchema>;

const previewSchema = z.object({
  /** The supplier that stands for the bank, as it was chosen last. */
  supplier: supplierRef.nullable(),
  date: day.nullable().meta({ description: 'The day of the newest fee' }),
  currency: currencyCode,
  total: amount,
  lines: z.array(lineSchema),
});
export type BankFeePreview = z.infer<typeof previewSchema>;

export const previewBankFeeInvoice = endpoint({
  id: 'previewBankFeeInvoice',
  method: 'POST',
  path: '/payments/{userId}/bank-fees/invoice/preview',
  access: 'read',
  flags: management,
  summary: 'The lines that an invoice of the bank fees would have; stores nothing',
  params: userPath,
  body: z.strictObject(choice),
  response: previewSchema,
  errors: ['payments.fee_invoiced'],
});

export const createBankFeeInvoice = endpoint({
  id: 'createBankFeeInvoice',
  method: 'POST',
  path: '/payments/{userId}/bank-fees/invoice',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Make an invoice of the bank fees, which brings them into the unit costs',
  description:
    'One line for each invoice that was paid. The new invoice is paid by what the bank debited already, so that no ' +
    'further money leaves. Deleting it gives the fees back.',
  params: userPath,
  body: z.strictObject({
    ...choice,
    supplierId: id.optional().meta({
      description: 'The supplier that stands for the bank. It is remembered. Default: the one that was chosen last',
    }),
    invoiceNumber: optionalText(100).optional().meta({ description: 'Default: BANK-FEES and the day' }),
  }),
  response: z.object({
    invoice: ref,
    supplier: supplierRef,
    currency: currencyCode,
    total: amount,
    lineCount: z.int(),
  }),
  status: 201,
  errors: ['payments.fee_invoiced', 'payments.no_fees'],
});

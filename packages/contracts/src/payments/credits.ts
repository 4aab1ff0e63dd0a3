import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
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
  rateIn,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';

// Supplier credits: what a supplier owes the account in one currency. Not the credits of invoice lines.

export const CREDIT_SOURCES = ['CREDIT_NOTE', 'OVERPAYMENT', 'DEPOSIT'] as const;
export const creditFilters = {
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
  source: ['in'],
  left: ['isEmpty', 'isNotEmpty'],
  label: ['contains'],
} as const;
export const creditSort = ['createdAt', 'supplier', 'currency', 'source', 'amount', 'left', 'label'] as const;

const person = z.object({ id, name: z.string() });

const creditSchema = z.object({
  id,
  supplier: z.object({ id, companyName: z.string(), localName: z.string().nullable() }),
  source: z.enum(CREDIT_SOURCES),
  /** The number of the credit note or of the paid invoice. */
  label: z.string(),
  /** The credit note, or the invoice that was overpaid. */
  invoice: z.object({ id, number: z.string() }).nullable(),
  purchaseOrder: z.object({ id, number: z.string() }).nullable(),
  transferId: id.nullable(),
  currency: currencyCode,
  accountCurrency: currencyCode,
  amount,
  used: amount,
  left: amount,
  /** What the credit and what is left of it are worth in account currency; null without a rate. */
  base: amount.nullable(),
  leftBase: amount.nullable(),
  createdAt: instant,
  can: z.object({ use: maySchema, refund: maySchema }),
  version,
});
export type Credit = z.infer<typeof creditSchema>;

/** One use of a credit: on an instalment, or a refund. */
const creditUseSchema = z.object({
  id,
  day,
  amount,
  base: amount.nullable(),
  /** The instalment on which it was used; null for a refund. */
  payment: z
    .object({ id, number: z.string(), position: z.int(), invoiceId: id.nullable(), purchaseOrderId: id.nullable() })
    .nullable(),
  /** The money that a refund brought, in account currency. */
  received: amount.nullable(),
  exchangeDifference: amount.nullable().meta({ description: 'Of a refund: its part of the base − what it brought' }),
  recordedAt: instant,
  recordedBy: person.nullable(),
  reversedAt: instant.nullable(),
  reversedBy: person.nullable(),
  can: z.object({ takeBack: maySchema }),
});
export type CreditUse = z.infer<typeof creditUseSchema>;
const creditWithUses = creditSchema.extend({ uses: z.array(creditUseSchema) });
export type CreditWithUses = z.infer<typeof creditWithUses>;

export const listCredits = endpoint({
  id: 'listCredits',
  method: 'GET',
  path: '/payments/{userId}/credits',
  access: 'read',
  flags: management,
  summary: 'What suppliers owe the account: unapplied credit notes, overpayments and deposits, one page at a time',
  params: userPath,
  query: listQuery({ sort: creditSort, filters: creditFilters }),
  response: page(creditSchema),
});

export const creditTotals = endpoint({
  id: 'getCreditTotals',
  method: 'GET',
  path: '/payments/{userId}/credits/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count of the filtered credits, and what is left of them',
  params: userPath,
  query: filterQuery({ filters: creditFilters }),
  response: z.object({
    count: z.int(),
    currencies: z.array(z.object({ currency: currencyCode, count: z.int(), amount, left: amount })),
    accountCurrency: currencyCode,
    leftInAccountCurrency: amount,
    withoutRate: z.int(),
  }),
});

export const getCredit = endpoint({
  id: 'getCredit',
  method: 'GET',
  path: '/payments/{userId}/credits/{creditId}',
  access: 'read',
  flags: management,
  summary: 'One credit with its uses, also the ones that were taken back, newest first',
  params: userAnd('creditId'),
  response: creditWithUses,
  errors: ['payments.unknown'],
});

export const useCredit = endpoint({
  id: 'useCredit',
  method: 'POST',
  path: '/payments/{userId}/credits/{creditId}/use',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Use a credit on an open instalment of the same supplier and currency',
  params: userAnd('creditId'),
  body: z.strictObject({
    paymentId: id,
    amount: z
      .preprocess(blankToNull, amountIn.nullable())
      .optional()
      .meta({ description: 'Default: what is left of the credit, at most what is open' }),
    version: version.optional().meta({ description: 'Of the credit' }),
  }),
  response: creditWithUses,
  errors: ['payments.unknown', 'payments.paid', 'payments.ended', 'conflict_version'],
});

export const refundCredit = endpoint({
  id: 'refundCredit',
  method: 'POST',
  path: '/payments/{userId}/credits/{creditId}/refund',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Record that the supplier paid a credit back',
  params: userAnd('creditId'),
  body: z.strictObject({
    amount: z
      .preprocess(blankToNull, amountIn.nullable())
      .optional()
      .meta({ description: 'In the currency of the credit. Default: what is left' }),
    receivedOn: day.optional().meta({ description: "Default: today in the account's time zone; never later" }),
    receivedAmount: z
      .preprocess(blankToNull, amountIn.nullable())
      .optional()
      .meta({ description: 'What arrived, in `receivedCurrency`. Required unless the credit is in account currency' }),
    receivedCurrency: z.preprocess(blankToNull, currencyCode.nullable()).optional(),
    receivedRate: z.preprocess(blankToNull, rateIn.nullable()).optional(),
    version: version.optional(),
  }),
  response: creditWithUses,
  errors: ['payments.unknown', 'conflict_version'],
});

export const undoCreditUse = endpoint({
  id: 'undoCreditUse',
  method: 'POST',
  path: '/payments/{userId}/credits/uses/{useId}/undo',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Take back the use of a credit, or a refund',
  params: userAnd('useId'),
  response: creditWithUses,
  errors: ['payments.unknown', 'payments.unpaid'],
});

/** Where the amount of a credit note goes. */
const noteUses = z.object({
  invoiceId: id,
  currency: currencyCode,
  amount,
  uses: z.array(
    z.object({ paymentId: id, invoiceId: id, number: z.string(), position: z.int(), open: amount, amount }),
  ),
  /** What is left as a credit. */
  rest: amount,
});

export const previewCreditNote = endpoint({
  id: 'previewCreditNote',
  method: 'GET',
  path: '/payments/{userId}/credits/notes/{invoiceId}',
  access: 'read',
  flags: management,
  summary: 'On which instalments confirming a credit note would use its amount, and what is left; stores nothing',
  params: userAnd('invoiceId'),
  response: noteUses,
  errors: ['invoices.unknown', 'payments.no_total'],
});

export const takeUpCreditNotes = endpoint({
  id: 'takeUpCreditNotes',
  method: 'POST',
  path: '/payments/{userId}/credits/take-up',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Make credits of confirmed credit notes from before payments were recorded here',
  description:
    'Like confirming them now: their amounts are used on the open instalments of the invoices that they credit, ' +
    'unless `keepAsCredit`. Credit notes that are credits already stay as they are.',
  params: userPath,
  body: z.strictObject({ invoiceIds: z.array(id).min(1).max(500), keepAsCredit: z.boolean().optional() }),
  response: z.array(creditSchema),
  errors: ['payments.not_a_credit'],
});

declare module '../live.ts' {
  interface Topics {
    readonly credits: true;
  }
}

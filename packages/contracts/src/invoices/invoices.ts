import { INVOICE_KINDS, INVOICE_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { useSchema } from '../errors.ts';
import { invoiceHeaderFields, invoiceFilters, invoiceSchema, invoiceSort, ref } from './invoice-header.ts';
import { invoiceLineSchema, invoiceLineFields } from './invoice-lines.ts';
import { notificationBody, notificationSchema } from '../notifications/notifications.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  amount,
  amountIn,
  currencyCode,
  day,
  id,
  instant,
  optionSchema,
  plainText,
  quantityIn,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';

/**
 * The fields of a new invoice. An invoice is created from one of four sources: a supplier, a purchase order, an invoice
 * to credit, or a document. A credit note takes supplier, currency, rate and pairing from the credited invoice. An
 * invoice from a document begins in REVIEW, and its supplier may be set later.
 */
export const createInvoiceBody = z.strictObject({
  ...invoiceHeaderFields,
  kind: z.enum(INVOICE_KINDS).optional(),
  productIds: z
    .array(id)
    .max(500)
    .optional()
    .meta({ description: 'Each product becomes a factory line with quantity 0' }),
  creditsInvoiceId: id.optional().meta({ description: 'The invoice that the new credit note credits' }),
  creditLines: z
    .array(z.strictObject({ invoiceLineId: id, amount: amountIn.optional(), quantity: quantityIn.optional() }))
    .max(2000)
    .optional()
    .meta({
      description:
        'With creditsInvoiceId: the lines to credit, and how much of each, as amounts above 0; absent: what is left ' +
        'of every line. A quantity without an amount credits what these units cost. Negative lines, such as a ' +
        'discount, are credited in proportion to the others',
    }),
  documentId: id.optional(),
  purchaseOrderId: id.optional().meta({
    description:
      'The purchase order that is invoiced: the new invoice takes its supplier, currency, rate and shipping, and a ' +
      'factory line of what is left to be invoiced of each of its items',
  }),
  acceptedRate: z
    .strictObject({ rate: plainText(40), rateDate: day })
    .optional()
    .meta({ description: 'The proposed exchange rate, if the person accepts it; as in POST accept-rate' }),
});

export const invoiceBasicBody = z.strictObject({ ...invoiceHeaderFields, version: version.optional() });

/** Another invoice that may be the same bill, and the reasons to think so. */
const duplicateSchema = z.object({
  id,
  invoiceNumber: z.string(),
  supplierName: z.string().nullable(),
  date: day,
  total: amount.nullable(),
  currency: currencyCode,
  status: z.enum(INVOICE_STATUSES),
  /**
   * NUMBER: same supplier and number, compared by letters and digits. TOTAL: same supplier, currency and total within
   * 45 days. FILE: the same file, byte for byte.
   */
  reasons: z.array(z.enum(['NUMBER', 'TOTAL', 'FILE'])),
});

export type Duplicate = z.infer<typeof duplicateSchema>;

/**
 * RATE_FAR: the rate is more than 10 % off the last one known on its day; LOOKS_SWAPPED: it fits turned round. DAY_FAR:
 * the day is more than a year from today. SAME_NUMBER: another invoice of the supplier has the number, by letters and
 * digits. CREDIT_OVER: credits are more than the credited line. ALL_FACTORY: all lines are goods without a product,
 * although the invoice is paired with goods of another supplier.
 */
const INVOICE_WARNINGS = ['RATE_FAR', 'LOOKS_SWAPPED', 'DAY_FAR', 'SAME_NUMBER', 'CREDIT_OVER', 'ALL_FACTORY'] as const;

export const invoiceWithLinesSchema = invoiceSchema.extend({
  lines: z.array(invoiceLineSchema),
  /** Invoices whose lines this credit note credits. */
  credits: z.array(ref),
  /** Credit notes that credit lines of this invoice. */
  creditedBy: z.array(ref),
  duplicates: z.array(duplicateSchema),
  warnings: z
    .array(z.object({ code: z.enum(INVOICE_WARNINGS), message: z.string() }))
    .meta({ description: 'What to look at before the invoice is confirmed; warnings never refuse' }),
});

export type InvoiceWithLines = z.infer<typeof invoiceWithLinesSchema>;

export const listInvoices = endpoint({
  id: 'listInvoices',
  method: 'GET',
  path: '/invoices/{userId}',
  access: 'read',
  flags: management,
  summary: 'Supplier invoices, one page at a time',
  params: userPath,
  query: listQuery({ sort: invoiceSort, filters: invoiceFilters }),
  response: page(invoiceSchema),
});

export const invoiceTotals = endpoint({
  id: 'getInvoiceTotals',
  method: 'GET',
  path: '/invoices/{userId}/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count and sums, in account currency, of the filtered invoices',
  params: userPath,
  query: filterQuery({ filters: invoiceFilters }),
  response: z.object({ count: z.int(), total: amount, unassigned: amount, withoutRate: z.int() }),
});

export const createInvoice = endpoint({
  id: 'createInvoice',
  method: 'POST',
  path: '/invoices/{userId}',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Create an invoice for a supplier, from a purchase order or document, or as a credit note for an invoice',
  params: userPath,
  body: createInvoiceBody,
  response: invoiceWithLinesSchema,
  status: 201,
  errors: ['documents.unknown', 'purchasing.unknown', 'rates.typed'],
});

export const getInvoice = endpoint({
  id: 'getInvoice',
  method: 'GET',
  path: '/invoices/{userId}/{id}',
  access: 'read',
  flags: management,
  summary: 'One invoice with its lines',
  params: userAnd('id'),
  response: invoiceWithLinesSchema,
  errors: ['invoices.unknown'],
});

export const updateInvoiceBasic = endpoint({
  id: 'updateInvoiceBasic',
  method: 'PUT',
  path: '/invoices/{userId}/{id}/basic',
  access: 'write',
  flags: management,
  summary: 'Change the header of an invoice; its lines do not change',
  params: userAnd('id'),
  body: invoiceBasicBody,
  response: invoiceWithLinesSchema,
  errors: ['invoices.unknown', 'invoices.in_use', 'invoices.closed', 'conflict_version'],
});

/** A screen asks before it offers to delete an invoice. */
export const listInvoiceUses = endpoint({
  id: 'listInvoiceUses',
  method: 'GET',
  path: '/invoices/{userId}/{id}/uses',
  access: 'read',
  flags: management,
  summary: 'The other invoices that use this invoice or its orders, because of which it cannot be deleted',
  params: userAnd('id'),
  response: z.array(useSchema),
  errors: ['invoices.unknown'],
});

export const deleteInvoice = endpoint({
  id: 'deleteInvoice',
  method: 'DELETE',
  path: '/invoices/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete an invoice with its lines and orders, unless another invoice uses them or something was paid',
  params: userAnd('id'),
  errors: [
    'invoices.unknown',
    'invoices.in_use',
    'invoices.closed',
    'payments.has_entries',
    'payments.credit_used',
    'conflict_version',
  ],
});

/** One change in the history of an invoice: of its header, its lines or its documents. */
export const historyEntrySchema = z.object({
  id,
  at: instant,
  who: z.object({ id, name: z.string() }).nullable().meta({ description: 'Null: Quayside itself made the change' }),
  /** The kind of record and what happened to it, for example invoice.confirmed or invoice-line.changed. */
  action: z.string(),
  changes: z.array(
    z.object({
      /** The changed line; null when the header changed. */
      line: z.object({ id, position: z.int().nullable() }).nullable(),
      field: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const listInvoiceHistory = endpoint({
  id: 'listInvoiceHistory',
  method: 'GET',
  path: '/invoices/{userId}/{id}/history',
  access: 'read',
  flags: management,
  summary: 'History of an invoice: who changed what, newest first',
  params: userAnd('id'),
  query: listQuery({ sort: ['at'], filters: {} }).omit({ search: true }),
  response: page(historyEntrySchema),
  errors: ['invoices.unknown'],
});

/** Can also be called before an invoice exists, to warn a person who is entering the same bill a second time. */
export const findInvoiceDuplicates = endpoint({
  id: 'findInvoiceDuplicates',
  method: 'GET',
  path: '/invoices/{userId}/duplicates',
  access: 'read',
  flags: management,
  summary: 'Invoices that may be the same bill',
  params: userPath,
  query: z.strictObject({
    supplierId: id.optional(),
    invoiceNumber: z.string().max(100).optional(),
    date: day.optional(),
    currency: currencyCode.optional(),
    total: amountIn.optional(),
    documentId: id.optional(),
    exceptId: id.optional(),
  }),
  response: z.array(duplicateSchema),
});

export const postInvoiceNotification = endpoint({
  id: 'postInvoiceNotification',
  method: 'POST',
  path: '/invoices/{userId}/notification',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Send a notification about invoices to the members of the account',
  params: userPath,
  body: notificationBody,
  response: notificationSchema,
  status: 201,
});

export const listInvoiceCostTypes = endpoint({
  id: 'listInvoiceCostTypes',
  method: 'GET',
  path: '/invoices/{userId}/cost-types',
  access: 'read',
  summary: 'The 13 cost types of invoice lines',
  params: userPath,
  response: z.array(optionSchema),
});

const replaceInvoiceBody = z.strictObject({
  ...invoiceHeaderFields,
  version: version.optional(),
  lines: z.array(z.strictObject({ invoiceLineId: id.optional(), ...invoiceLineFields })).max(2000),
});

/** Lines with an id are updated, lines without one are created, and lines that are absent are deleted. */
export const replaceInvoice = endpoint({
  id: 'replaceInvoice',
  method: 'PUT',
  path: '/invoices/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Replace the header and all lines of an invoice, all or nothing',
  params: userAnd('id'),
  body: replaceInvoiceBody,
  response: invoiceWithLinesSchema,
  errors: ['invoices.unknown', 'invoices.closed', 'invoices.line_has_order', 'invoices.in_use', 'conflict_version'],
});

declare module '../live.ts' {
  interface Topics {
    readonly invoices: true;
  }
}

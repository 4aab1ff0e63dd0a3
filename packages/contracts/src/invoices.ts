import { INVOICE_KINDS, INVOICE_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { invoiceHeaderFields, invoiceFilters, invoiceSchema, invoiceSort, management, ref } from './invoice-header.ts';
import { invoiceLineSchema, invoiceLineFields } from './invoice-lines.ts';
import { notificationBody, notificationSchema } from './notifications.ts';
import { filterQuery, listQuery, page } from './paging.ts';
import {
  amount,
  amountIn,
  currencyCode,
  day,
  id,
  instant,
  optionSchema,
  quantityIn,
  userAnd,
  userPath,
  version,
} from './primitives.ts';

/**
 * What an invoice can start from: a supplier; an invoice that it credits (supplier, currency, rate and pairing are
 * taken from it); a document (the invoice is then in REVIEW, and its supplier may be given later). One of the three.
 */
export const createInvoiceBody = z.strictObject({
  ...invoiceHeaderFields,
  kind: z.enum(INVOICE_KINDS).optional(),
  productIds: z.array(id).max(500).optional().meta({ description: 'Each becomes a factory line of quantity 0' }),
  creditsInvoiceId: id.optional().meta({ description: 'The new invoice is a credit note about this one' }),
  creditLines: z
    .array(z.strictObject({ invoiceLineId: id, amount: amountIn.optional(), quantity: quantityIn.optional() }))
    .max(2000)
    .optional()
    .meta({
      description:
        'With creditsInvoiceId: which lines are credited, and how much as amounts above 0; absent: what is left of every line',
    }),
  documentId: id.optional(),
});

export const invoiceBasicBody = z.strictObject({ ...invoiceHeaderFields, version: version.optional() });

/** Another invoice that may be the same bill, and why it looks so. */
export const duplicateSchema = z.object({
  id,
  invoiceNumber: z.string(),
  supplierName: z.string().nullable(),
  date: day,
  total: amount.nullable(),
  currency: currencyCode,
  status: z.enum(INVOICE_STATUSES),
  /**
   * NUMBER: same supplier and number. TOTAL: same supplier, currency and total within 45 days. FILE: the same file,
   * byte for byte.
   */
  reasons: z.array(z.enum(['NUMBER', 'TOTAL', 'FILE'])),
});

export type Duplicate = z.infer<typeof duplicateSchema>;

export const invoiceWithLinesSchema = invoiceSchema.extend({
  lines: z.array(invoiceLineSchema),
  /** Invoices whose lines this credit note credits. */
  credits: z.array(ref),
  /** Credit notes about lines of this invoice. */
  creditedBy: z.array(ref),
  duplicates: z.array(duplicateSchema),
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
  summary: 'Exact count and sums, in account currency, of the invoices under a filter',
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
  summary: 'Start an invoice: of a supplier, from a document, or as the credit of another',
  params: userPath,
  body: createInvoiceBody,
  response: invoiceWithLinesSchema,
  status: 201,
  errors: ['documents.unknown'],
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
});

export const updateInvoiceBasic = endpoint({
  id: 'updateInvoiceBasic',
  method: 'PUT',
  path: '/invoices/{userId}/{id}/basic',
  access: 'write',
  flags: management,
  summary: 'Change the header of an invoice; its lines stay',
  params: userAnd('id'),
  body: invoiceBasicBody,
  response: invoiceWithLinesSchema,
  errors: ['invoices.in_use', 'invoices.closed', 'conflict_version'],
});

export const deleteInvoice = endpoint({
  id: 'deleteInvoice',
  method: 'DELETE',
  path: '/invoices/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete an invoice that nothing uses',
  params: userAnd('id'),
  errors: ['invoices.in_use', 'invoices.closed', 'conflict_version'],
});

/** Who changed what, newest first: the invoice itself, its lines and its documents. */
export const historyEntrySchema = z.object({
  id,
  at: instant,
  who: z.object({ id, name: z.string() }).nullable().meta({ description: 'Null: Quayside itself' }),
  /** Verb with its subject, for example invoice.confirmed, invoice-line.changed. */
  action: z.string(),
  changes: z.array(
    z.object({
      /** Null: the header. */
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
  summary: 'Who changed what on an invoice, newest first',
  params: userAnd('id'),
  query: listQuery({ sort: ['at'], filters: {} }),
  response: page(historyEntrySchema),
});

/** Asked before an invoice exists as well, so that a bill is not typed twice. */
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
  summary: 'Notify the members of the account about invoices',
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

/** Lines with an id are changed, without one added; lines that are absent are deleted. */
export const replaceInvoice = endpoint({
  id: 'replaceInvoice',
  method: 'PUT',
  path: '/invoices/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Replace the header and all lines of an invoice; all or nothing',
  params: userAnd('id'),
  body: replaceInvoiceBody,
  response: invoiceWithLinesSchema,
  errors: ['invoices.closed', 'invoices.line_has_order', 'invoices.in_use', 'conflict_version'],
});

declare module './live.ts' {
  interface Topics {
    readonly invoices: true;
  }
}

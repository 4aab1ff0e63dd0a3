import { CLOSE_REASONS, PURCHASE_ORDER_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { documentSchema } from '../documents/documents.ts';
import { endpoint } from '../endpoint.ts';
import { historyEntrySchema } from '../invoices/invoices.ts';
import { filterQuery, listQuery, page, searchParam } from '../paging.ts';
import { amount, currencyCode, day, id, instant, optionalLines, userAnd, userPath, version } from '../primitives.ts';
import { purchaseOrderItemFields, purchaseOrderItemSchema } from './purchase-order-items.ts';
import {
  MAX_ITEMS,
  orderInvoiceSchema,
  purchaseOrderFilters,
  purchaseOrderHeaderFields,
  purchaseOrderSchema,
  purchaseOrderSort,
  purchasing,
} from './purchase-order-header.ts';

const newItem = z.strictObject(purchaseOrderItemFields);
/** A new purchase order has no documents yet that could be sent with it. */
const { attachmentIds: _, ...newHeaderFields } = purchaseOrderHeaderFields;
const createBody = z.strictObject({ ...newHeaderFields, items: z.array(newItem).max(MAX_ITEMS).optional() });

/** Items with an id are updated, items without one are created, and items that are absent from the list are deleted. */
const putBody = z.strictObject({
  ...purchaseOrderHeaderFields,
  items: z
    .array(z.strictObject({ id: id.optional(), ...purchaseOrderItemFields }))
    .max(MAX_ITEMS)
    .optional()
    .meta({ description: 'All items in their order; absent: they stay as they are' }),
  version: version.optional(),
});

const patchBody = z.strictObject({
  ...purchaseOrderHeaderFields,
  status: z
    .enum(PURCHASE_ORDER_STATUSES)
    .optional()
    .meta({ description: 'OPEN opens a draft, or re-opens what is closed; CLOSED needs `closeReason`' }),
  closeReason: z
    .enum(CLOSE_REASONS)
    .optional()
    .meta({ description: 'SHORT, or CANCELLED, which needs that nothing was invoiced' }),
  closeWords: optionalLines(500).optional().meta({ description: 'Why; required to close by hand' }),
  archivedAt: instant.nullable().optional().meta({
    description: 'An instant archives a draft or what is closed, at the time of the server; null restores it',
  }),
  version: version.optional(),
});

const withItems = purchaseOrderSchema.extend({
  items: z.array(purchaseOrderItemSchema),
  /** All documents that belong to the purchase order, newest first, and those of them that are to be sent with it. */
  uploadedDocuments: z.array(documentSchema),
  attachments: z.array(documentSchema),
  /** The invoices and credit notes that name its items, by date. */
  invoices: z.array(orderInvoiceSchema),
});
export type PurchaseOrderWithItems = z.infer<typeof withItems>;

export const listPurchaseOrders = endpoint({
  id: 'listPurchaseOrders',
  method: 'GET',
  path: '/purchasing/{userId}',
  access: 'read',
  flags: purchasing,
  summary: 'Purchase orders, one page at a time',
  description: 'Archived ones are left out unless the filter asks for them.',
  params: userPath,
  query: listQuery({ sort: purchaseOrderSort, filters: purchaseOrderFilters }),
  response: page(purchaseOrderSchema),
});

const sumApart = z
  .object({ count: z.int(), total: amount })
  .meta({ description: 'Stand apart from all other sums; in account currency, of those with a rate' });

export const purchaseOrderTotals = endpoint({
  id: 'getPurchaseOrderTotals',
  method: 'GET',
  path: '/purchasing/{userId}/totals',
  access: 'read',
  flags: purchasing,
  summary: 'Exact count and sums of the filtered purchase orders',
  params: userPath,
  query: filterQuery({ filters: purchaseOrderFilters }),
  response: z.object({
    count: z.int().meta({ description: 'All purchase orders of the filter' }),
    /** The sums in each currency of what was ordered: without drafts and cancelled ones. */
    currencies: z.array(z.object({ currency: currencyCode, count: z.int(), total: amount, left: amount })),
    accountCurrency: currencyCode,
    total: amount,
    left: amount.meta({ description: 'What is left to be invoiced of the open ones' }),
    drafts: sumApart,
    cancelled: sumApart,
    withoutRate: z.int().meta({ description: 'Purchase orders without a rate: counted, not summed' }),
  }),
});

export const createPurchaseOrder = endpoint({
  id: 'createPurchaseOrder',
  method: 'POST',
  path: '/purchasing/{userId}',
  access: 'write',
  flags: purchasing,
  idempotent: true,
  summary: 'Create a draft of a purchase order',
  params: userPath,
  body: createBody,
  response: withItems,
  status: 201,
});

const listParam = <T extends z.ZodType>(item: T) =>
  z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(item).max(10).optional());
const summaryQuery = {
  search: searchParam,
  includePaired: z
    .enum(['true', 'false'])
    .default('false')
    .transform((s) => s === 'true')
    .meta({ description: 'false: leaves out purchase orders of which nothing is left to be invoiced' }),
};
const statusesParam = listParam(z.enum(PURCHASE_ORDER_STATUSES)).meta({ description: 'May be repeated; absent: all' });
const summarySchema = z.object({
  id,
  poNumber: z.string(),
  internalPoNumber: z.string(),
  supplierId: id.nullable(),
  supplierName: z.string().nullable(),
  status: z.enum(PURCHASE_ORDER_STATUSES),
  orderDate: day.nullable(),
  currency: currencyCode,
  total: amount,
  left: amount.meta({ description: 'What is left to be invoiced; nothing of a closed one' }),
  isPaired: z.boolean().meta({ description: 'Lines of invoices name its items' }),
});
export type PurchaseOrderSummary = z.infer<typeof summarySchema>;
const SUMMARIES = 'Purchase orders to choose from, newest first, at most 500; archived ones are left out';

export const listPurchaseOrderSummaries = endpoint({
  id: 'listPurchaseOrderSummaries',
  method: 'GET',
  path: '/purchasing/{userId}/summaries',
  access: 'read',
  summary: SUMMARIES,
  params: userPath,
  query: z.strictObject({ statuses: statusesParam, ...summaryQuery }),
  response: z.array(summarySchema),
});

export const listInvoicePurchaseOrderSummaries = endpoint({
  id: 'listInvoicePurchaseOrderSummaries',
  method: 'GET',
  path: '/invoices/{userId}/purchase-order-summaries',
  access: 'read',
  summary: `${SUMMARIES}, for an invoice`,
  params: userPath,
  query: z.strictObject({ purchaseOrderStatuses: statusesParam, ...summaryQuery }),
  response: z.array(summarySchema),
});

export const getInternalPoNumber = endpoint({
  id: 'getInternalPoNumber',
  method: 'GET',
  path: '/purchasing/{userId}/internal-po-number',
  access: 'read',
  flags: purchasing,
  summary: 'The next internal number, which is taken only when a purchase order is saved with it',
  params: userPath,
  response: z.object({ internalPoNumber: z.string() }),
});

export const getPurchaseOrder = endpoint({
  id: 'getPurchaseOrder',
  method: 'GET',
  path: '/purchasing/{userId}/{id}',
  access: 'read',
  flags: purchasing,
  summary: 'One purchase order with its items, documents and invoices',
  params: userAnd('id'),
  response: withItems,
  errors: ['purchasing.unknown'],
});

const CHANGE_ERRORS = [
  'purchasing.unknown',
  'purchasing.closed',
  'purchasing.in_use',
  'purchasing.number_taken',
  'purchasing.incomplete',
  'conflict_version',
] as const;

export const updatePurchaseOrder = endpoint({
  id: 'updatePurchaseOrder',
  method: 'PUT',
  path: '/purchasing/{userId}/{id}',
  access: 'write',
  flags: purchasing,
  summary: 'Change the header and replace the items of a purchase order, all or nothing',
  params: userAnd('id'),
  body: putBody,
  response: withItems,
  errors: CHANGE_ERRORS,
});

export const patchPurchaseOrder = endpoint({
  id: 'patchPurchaseOrder',
  method: 'PATCH',
  path: '/purchasing/{userId}/{id}',
  access: 'write',
  flags: purchasing,
  summary: 'Change the header of a purchase order; open, close, re-open, archive or restore it',
  params: userAnd('id'),
  body: patchBody,
  response: withItems,
  errors: [...CHANGE_ERRORS, 'purchasing.wrong_status'],
});

export const listPurchaseOrderHistory = endpoint({
  id: 'listPurchaseOrderHistory',
  method: 'GET',
  path: '/purchasing/{userId}/{id}/history',
  access: 'read',
  flags: purchasing,
  summary: 'History of a purchase order: who changed what, newest first',
  params: userAnd('id'),
  query: listQuery({ sort: ['at'], filters: {} }).omit({ search: true }),
  response: page(historyEntrySchema),
  errors: ['purchasing.unknown'],
});

export const uploadPurchaseOrderFile = endpoint({
  id: 'uploadPurchaseOrderFile',
  method: 'POST',
  path: '/purchasing/{userId}/{id}/files',
  access: 'write',
  flags: purchasing,
  idempotent: true,
  summary: 'Upload a file of a purchase order',
  params: userAnd('id'),
  upload: { field: 'file', maxBytes: 20 * 1024 * 1024, kinds: 'Pdf, Doc, Docx' },
  response: documentSchema,
  status: 201,
  errors: ['purchasing.unknown', 'wrong_file', 'too_large', 'documents.quota'],
});

export const listPurchaseOrderFiles = endpoint({
  id: 'listPurchaseOrderFiles',
  method: 'GET',
  path: '/purchasing/{userId}/{id}/files',
  access: 'read',
  flags: purchasing,
  summary: 'The files of a purchase order, newest first',
  params: userAnd('id'),
  response: z.array(documentSchema),
  errors: ['purchasing.unknown'],
});

export const deletePurchaseOrderFile = endpoint({
  id: 'deletePurchaseOrderFile',
  method: 'DELETE',
  path: '/purchasing/{userId}/{id}/files/{fileId}',
  access: 'write',
  flags: purchasing,
  summary: 'Delete a file of a purchase order; it can be restored for 30 days',
  description: 'A document that belongs to other records as well is only detached from this purchase order.',
  params: userAnd('id', 'fileId'),
  errors: ['purchasing.unknown', 'documents.unknown', 'conflict_version'],
});

declare module '../live.ts' {
  interface Topics {
    readonly 'purchase-orders': true;
  }
}

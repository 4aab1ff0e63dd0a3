import {
  BASES,
  COST_CATEGORIES,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  RATE_SOURCES,
  SCOPE_TYPES,
  SHIPPING_METHODS,
  UNASSIGNED_REASONS,
} from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filterQuery, listQuery, page } from './paging.ts';
import {
  blankToNull,
  amount,
  amountIn,
  currencyCode,
  day,
  id,
  instant,
  optionalText,
  optionSchema,
  quantityIn,
  rateIn,
  unitCost,
  userAnd,
  userPath,
  version,
} from './primitives.ts';

const management = [['isManagementSectionEnabled']] as const;

export const invoiceFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
  type: ['in', 'isEmpty'],
  date: ['gte', 'lte', 'between'],
  total: ['gte', 'lte', 'between'],
  unassigned: ['isEmpty', 'isNotEmpty'],
  archived: ['in'],
  invoiceNumber: ['contains'],
} as const;
const sort = ['invoiceNumber', 'date', 'supplier', 'status', 'currency', 'total', 'accountTotal', 'unassigned', 'updatedAt'] as const;

export const scopeItem = z.strictObject({ type: z.enum(SCOPE_TYPES), id });
const pairing = z.strictObject({ type: z.enum(['INVOICE', 'ORDER']), id });

/** Header of an invoice as it is typed. Absent fields stay, null clears. */
const header = {
  supplierId: id.optional(),
  invoiceNumber: optionalText(100).optional().meta({ description: 'Without one the date is used' }),
  date: day.optional(),
  unixDate: z.int().optional().meta({ description: 'Seconds, UTC midnight; the same day as `date`' }),
  currency: currencyCode.optional(),
  rate: z.preprocess(blankToNull, rateIn.nullable()).optional(),
  rateDate: day.nullable().optional(),
  total: z.preprocess(blankToNull, amountIn.nullable()).optional(),
  payReferenceNumber: optionalText(100).optional(),
  costType: z.enum(COST_CATEGORIES).nullable().optional().meta({ description: 'Category that new lines start with' }),
  type: z.enum(INVOICE_TYPES).nullable().optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional().meta({ description: 'How the goods of a freight invoice went; rates CHARGEABLE_WEIGHT' }),
  vesselVoyage: optionalText(200).optional(),
  etd: day.nullable().optional(),
  attention: optionalText(200).optional(),
  tracking: optionalText(200).optional(),
  billToCompany: optionalText(200).optional(),
  pairedWith: z
    .array(pairing)
    .max(200)
    .optional()
    .meta({ description: 'Orders or invoices whose goods this invoice is about; used by lines without product and scope' }),
};
export const createInvoiceBody = z.strictObject({ ...header, supplierId: id });
export const invoiceBasicBody = z.strictObject({ ...header, version: version.optional() });

const ref = z.object({ id, number: z.string() });
const documentSchema = z.object({ id, fileName: z.string(), contentType: z.string(), size: z.int(), uploadedAt: instant });

/** In the invoice's currency, and in account currency (null without a rate). */
const money2 = z.object({ document: amount, account: amount.nullable() });
const totalsSchema = z.object({
  /** Net amounts of the lines. */
  lines: money2,
  recoverableTax: money2,
  /** Tax that is part of the cost. */
  costTax: money2,
  /** total − (lines + tax). */
  difference: money2,
  total: money2,
  assigned: money2,
  unassigned: money2,
  excluded: money2,
});

const may = z.object({ allowed: z.boolean(), reason: z.string().nullable() });
export const invoiceSchema = z.object({
  id,
  invoiceNumber: z.string(),
  supplierContact: z.object({ id, companyName: z.string(), localName: z.string().nullable() }),
  date: day,
  unixDate: z.int(),
  currency: currencyCode,
  accountCurrency: currencyCode,
  rate: z.string().nullable(),
  rateDate: day.nullable(),
  rateSource: z.enum(RATE_SOURCES).nullable(),
  /** Frozen since the invoice was confirmed. */
  isRateFrozen: z.boolean(),
  total: amount.nullable().meta({ description: 'As typed from the document; null while it is not known' }),
  totals: totalsSchema,
  /** The difference is divisible by 9: are two digits swapped? */
  hasSwappedDigitsHint: z.boolean(),
  lineCount: z.int(),
  unassignedLineCount: z.int(),
  status: z.enum(INVOICE_STATUSES),
  payReferenceNumber: z.string().nullable(),
  costType: z.enum(COST_CATEGORIES).nullable(),
  type: z.enum(INVOICE_TYPES).nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  vesselVoyage: z.string().nullable(),
  etd: day.nullable(),
  attention: z.string().nullable(),
  tracking: z.string().nullable(),
  billToCompany: z.string().nullable(),
  pairedWith: z.array(z.object({ type: z.enum(['INVOICE', 'ORDER']), id, label: z.string() })),
  document: documentSchema.nullable(),
  /** What the next moves are, and why one is not possible yet. */
  can: z.object({ edit: may, confirm: may, close: may, reopen: may, delete: may }),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const invoiceLineSchema = z.object({
  invoiceLineId: id,
  position: z.int(),
  product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  sku: z.string().nullable(),
  name: z.string().nullable(),
  account: z.string().nullable(),
  internalReference: z.string().nullable(),
  costType: z.enum(COST_CATEGORIES),
  quantity: z.string(),
  amount,
  /** amount ÷ quantity; null when the quantity is 0. */
  unitPrice: unitCost.nullable(),
  taxAmount: amount,
  isTaxRecoverable: z.boolean(),
  isExcludedFromGeneralCostsData: z.boolean(),
  exclusionReason: z.string().nullable(),
  /** As chosen; null: the default of the cost type. */
  basis: z.enum(BASES).nullable(),
  /** The basis in force. OWN_ORDER: a factory line, to its own order. OWN_PRODUCT: to its product's orders by quantity. */
  effectiveBasis: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
  /** Weights were missing on the default basis, so the quantity was taken. */
  isBasisFallback: z.boolean(),
  /** As chosen; null: the default. */
  scope: z.array(z.object({ type: z.enum(SCOPE_TYPES), id, label: z.string() })).nullable(),
  manualShares: z.array(z.object({ layerId: id, amount })),
  /** The supplier order that this factory line is. */
  order: ref.nullable(),
  /** Amount with the tax that is part of the cost, converted once. */
  cost: money2,
  assigned: money2,
  unassigned: money2,
  unassignedReason: z.enum(UNASSIGNED_REASONS).nullable(),
  /** Products that lack what the basis needs. */
  lackingProducts: z.array(z.object({ id, sku: z.string() })),
  /** Over how many orders (or products) it is spread. */
  entryCount: z.int(),
  version,
});
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;
export const invoiceWithLinesSchema = invoiceSchema.extend({ lines: z.array(invoiceLineSchema) });
export type InvoiceWithLines = z.infer<typeof invoiceWithLinesSchema>;

export const listInvoices = endpoint({
  id: 'listInvoices',
  method: 'GET',
  path: '/invoices/{userId}',
  access: 'read',
  flags: management,
  summary: 'Supplier invoices, one page at a time',
  params: userPath,
  query: listQuery({ sort, filters: invoiceFilters }),
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
  summary: 'Start an invoice of a supplier',
  params: userPath,
  body: createInvoiceBody,
  response: invoiceWithLinesSchema,
  status: 201,
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
  errors: ['invoices.closed', 'conflict_version'],
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
const move = {
  method: 'POST',
  access: 'write',
  flags: management,
  idempotent: true,
  params: userAnd('id'),
  body: z.strictObject({ version: version.optional() }),
  response: invoiceWithLinesSchema,
} as const;
export const confirmInvoice = endpoint({
  ...move,
  id: 'confirmInvoice',
  path: '/invoices/{userId}/{id}/confirm',
  summary: 'WORKING to OPEN: the rate is frozen',
  errors: ['invoices.incomplete', 'invoices.wrong_status', 'conflict_version'],
});
export const closeInvoice = endpoint({
  ...move,
  id: 'closeInvoice',
  path: '/invoices/{userId}/{id}/close',
  summary: 'OPEN to CLOSED: nothing unassigned, no difference',
  errors: ['invoices.not_assigned', 'invoices.difference', 'invoices.wrong_status', 'conflict_version'],
});
export const reopenInvoice = endpoint({
  ...move,
  id: 'reopenInvoice',
  path: '/invoices/{userId}/{id}/reopen',
  summary: 'CLOSED back to OPEN',
  errors: ['invoices.wrong_status', 'conflict_version'],
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

const lineFields = {
  productId: id.nullable().optional(),
  name: optionalText(500).optional(),
  account: optionalText(100).optional(),
  internalReference: optionalText(100).optional(),
  costType: z.enum(COST_CATEGORIES).optional(),
  quantity: quantityIn.optional(),
  amount: amountIn.optional(),
  taxAmount: amountIn.optional(),
  isTaxRecoverable: z.boolean().optional(),
  isExcludedFromGeneralCostsData: z.boolean().optional(),
  exclusionReason: optionalText(500).optional(),
  basis: z.enum(BASES).nullable().optional(),
  scope: z.array(scopeItem).max(1000).nullable().optional(),
  manualShares: z
    .array(z.strictObject({ layerId: id, amount: amountIn }))
    .max(10_000)
    .optional(),
};
export const createLineBody = z.strictObject(lineFields);
export const patchLineBody = z.strictObject({ ...lineFields, version: version.optional() });
const lineAnswer = z.object({ line: invoiceLineSchema, invoice: invoiceSchema });

export const createInvoiceLine = endpoint({
  id: 'createInvoiceLine',
  method: 'POST',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Add a line at the end; quantity and amount default to 0',
  params: userAnd('invoiceId'),
  body: createLineBody,
  response: lineAnswer,
  status: 201,
  errors: ['invoices.closed', 'invoices.no_invoice'],
});
export const patchInvoiceLine = endpoint({
  id: 'patchInvoiceLine',
  method: 'PATCH',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}',
  access: 'write',
  flags: management,
  summary: 'Change a line; costs are right when it answers',
  params: userAnd('invoiceId', 'id'),
  body: patchLineBody,
  response: lineAnswer,
  errors: ['invoices.closed', 'conflict_version'],
});
export const deleteInvoiceLine = endpoint({
  id: 'deleteInvoiceLine',
  method: 'DELETE',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete a line that has no order',
  params: userAnd('invoiceId', 'id'),
  errors: ['invoices.line_has_order', 'invoices.closed', 'invoices.no_invoice', 'conflict_version'],
});
export const bulkPatchInvoiceLines = endpoint({
  id: 'bulkPatchInvoiceLines',
  method: 'PATCH',
  path: '/invoices/{userId}/invoice-lines',
  access: 'write',
  flags: management,
  summary: 'Change many lines at once; all of them or none',
  params: userPath,
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ invoiceLineId: id, ...lineFields, version: version.optional() }))
      .min(1)
      .max(500),
  }),
  response: z.object({ lines: z.array(invoiceLineSchema) }),
  errors: ['invoices.closed', 'conflict_version'],
});

export const allocationPreviewSchema = z.object({
  basis: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
  isBasisFallback: z.boolean(),
  currency: currencyCode,
  accountCurrency: currencyCode,
  cost: money2,
  assigned: money2,
  unassigned: money2,
  unassignedReason: z.enum(UNASSIGNED_REASONS).nullable(),
  lackingProducts: z.array(z.object({ id, sku: z.string() })),
  measure: z.enum(['UNITS', 'FACTORY_AMOUNT', 'GROSS_WEIGHT', 'VOLUME', 'EQUAL', 'AMOUNT']).nullable(),
  /** Shares over the orders in scope, largest first. */
  shares: z.array(
    z.object({
      layerId: id.nullable(),
      order: ref.nullable(),
      product: z.object({ id, sku: z.string(), name: z.string() }),
      units: z.int(),
      weight: z.string(),
      percent: z.string().meta({ description: 'Of the line, 4 decimals' }),
      document: amount,
      account: amount,
      perUnit: unitCost.nullable(),
      /** Account-currency cost per unit of this product now, and with this allocation. */
      landedBefore: unitCost.nullable(),
      landedAfter: unitCost.nullable(),
    }),
  ),
});
export type AllocationPreview = z.infer<typeof allocationPreviewSchema>;
export const previewAllocation = endpoint({
  id: 'previewAllocation',
  method: 'POST',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}/allocation/preview',
  access: 'read',
  flags: management,
  summary: 'What a basis or scope would do to the unit costs; stores nothing',
  params: userAnd('invoiceId', 'id'),
  body: z.strictObject({
    basis: z.enum(BASES).nullable().optional(),
    scope: z.array(scopeItem).max(1000).nullable().optional(),
    manualShares: z
      .array(z.strictObject({ layerId: id, amount: amountIn }))
      .max(10_000)
      .optional(),
  }),
  response: allocationPreviewSchema,
});
/** What a line's scope, or an invoice's pairing, can be chosen from. */
export const listScopeOptions = endpoint({
  id: 'listScopeOptions',
  method: 'GET',
  path: '/invoices/{userId}/{id}/scope-options',
  access: 'read',
  flags: management,
  summary: 'Invoices with orders, orders and products that a cost can be spread over',
  params: userAnd('id'),
  query: z.strictObject({ search: z.string().max(200).optional() }),
  response: z.array(z.object({ type: z.enum(SCOPE_TYPES), id, label: z.string(), detail: z.string() })),
});

const pdfUpload = { field: 'file', maxBytes: 20 * 1024 * 1024, kinds: 'Pdf, Doc, Docx' } as const;
export const uploadInvoice = endpoint({
  id: 'uploadInvoice',
  method: 'POST',
  path: '/invoices/{userId}/upload',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Upload a document that becomes an invoice in REVIEW',
  params: userPath,
  query: z.strictObject({ supplierId: id }),
  upload: pdfUpload,
  response: invoiceWithLinesSchema,
  status: 201,
  errors: ['wrong_file', 'too_large'],
});
export const replaceInvoiceUpload = endpoint({
  id: 'replaceInvoiceUpload',
  method: 'PUT',
  path: '/invoices/{userId}/{id}/upload',
  access: 'write',
  flags: management,
  summary: 'Attach the document of an invoice, or replace it',
  params: userAnd('id'),
  upload: pdfUpload,
  response: invoiceWithLinesSchema,
  errors: ['invoices.unknown', 'invoices.closed', 'wrong_file', 'too_large'],
});
export const getInvoiceDocument = endpoint({
  id: 'getInvoiceDocument',
  method: 'GET',
  path: '/invoices/{userId}/{id}/document',
  access: 'read',
  flags: management,
  summary: 'The document of an invoice',
  params: userAnd('id'),
  response: { binary: 'application/octet-stream' },
});

import {
  BASES,
  COST_CATEGORIES,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  RATE_SOURCES,
  SCOPE_TYPES,
  SHIPPING_METHODS,
  UNASSIGNED_REASONS,
} from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { notificationBody, notificationSchema } from './notifications.ts';
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
  kind: ['in'],
  date: ['gte', 'lte', 'between'],
  total: ['gte', 'lte', 'between'],
  unassigned: ['isEmpty', 'isNotEmpty'],
  archived: ['in'],
  invoiceNumber: ['contains'],
} as const;
export const invoiceSort = ['invoiceNumber', 'date', 'supplier', 'status', 'currency', 'total', 'accountTotal', 'unassigned', 'updatedAt'] as const;

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
/**
 * What an invoice can start from: a supplier; an invoice that it credits (supplier, currency, rate and pairing are
 * taken from it); a document (the invoice is then in REVIEW, and its supplier may be given later). One of the three.
 */
export const createInvoiceBody = z.strictObject({
  ...header,
  kind: z.enum(INVOICE_KINDS).optional(),
  productIds: z.array(id).max(500).optional().meta({ description: 'Each becomes a factory line of quantity 0' }),
  creditsInvoiceId: id.optional().meta({ description: 'The new invoice is a credit note about this one' }),
  creditLines: z
    .array(z.strictObject({ invoiceLineId: id, amount: amountIn.optional(), quantity: quantityIn.optional() }))
    .max(2000)
    .optional()
    .meta({ description: 'With creditsInvoiceId: which lines are credited, and how much as amounts above 0; absent: what is left of every line' }),
  documentId: id.optional(),
});
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
  kind: z.enum(INVOICE_KINDS),
  /** Null only while an uploaded document waits for its supplier. */
  supplierContact: z.object({ id, companyName: z.string(), localName: z.string().nullable() }).nullable(),
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
  /** The document in front; all of them: GET /documents/{userId}/entity/INVOICE/{id}. */
  document: documentSchema.nullable(),
  /** What the next moves are, and why one is not possible yet. */
  can: z.object({ edit: may, confirm: may, close: may, reopen: may, delete: may, archive: may }),
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
  /** The line that this line credits: its product, cost type, rate, factors, exclusion and kind of tax hold here too. */
  creditsLine: z.object({ invoiceId: id, invoiceNumber: z.string(), lineId: id, position: z.int() }).nullable(),
  /** What credit notes take off this line so far, as amounts above 0; null: nothing. */
  credited: z.object({ amount, taxAmount: amount, quantity: z.string() }).nullable(),
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
/** Another invoice that may be the same bill, and why it looks so. */
export const duplicateSchema = z.object({
  id,
  invoiceNumber: z.string(),
  supplierName: z.string().nullable(),
  date: day,
  total: amount.nullable(),
  currency: currencyCode,
  status: z.enum(INVOICE_STATUSES),
  /** NUMBER: same supplier and number. TOTAL: same supplier, currency and total within 45 days. FILE: the same file, byte for byte. */
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
export const archiveInvoice = endpoint({
  ...move,
  id: 'archiveInvoice',
  path: '/invoices/{userId}/{id}/archive',
  summary: 'Take a closed invoice out of the default lists; its costs go on counting',
  errors: ['invoices.wrong_status', 'conflict_version'],
});
export const unarchiveInvoice = endpoint({
  ...move,
  id: 'unarchiveInvoice',
  path: '/invoices/{userId}/{id}/unarchive',
  summary: 'Bring an archived invoice back into the lists',
  errors: ['conflict_version'],
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
  creditsLineId: id.nullable().optional().meta({ description: 'The line that this line credits' }),
  isExcludedFromGeneralCostsData: z.boolean().optional(),
  exclusionReason: optionalText(500).optional(),
  basis: z.enum(BASES).nullable().optional(),
  scope: z.array(scopeItem).max(1000).nullable().optional(),
  manualShares: z
    .array(z.strictObject({ layerId: id, amount: amountIn }))
    .max(10_000)
    .optional(),
};
const replaceInvoiceBody = z.strictObject({
  ...header,
  version: version.optional(),
  lines: z.array(z.strictObject({ invoiceLineId: id.optional(), ...lineFields })).max(2000),
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
  errors: ['invoices.in_use', 'invoices.closed', 'conflict_version'],
});
export const deleteInvoiceLine = endpoint({
  id: 'deleteInvoiceLine',
  method: 'DELETE',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete a line that has no order',
  params: userAnd('invoiceId', 'id'),
  errors: ['invoices.line_has_order', 'invoices.in_use', 'invoices.closed', 'invoices.no_invoice', 'conflict_version'],
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
  errors: ['invoices.in_use', 'invoices.closed', 'conflict_version'],
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

/** Fields of a line that a column can hold. */
export const LINE_COLUMNS = ['sku', 'name', 'costType', 'quantity', 'unitPrice', 'amount', 'taxAmount', 'account', 'internalReference'] as const;
export const lineImportBody = z.strictObject({
  text: z.string().max(900_000).optional().meta({ description: 'CSV, TSV or a block of cells as it is pasted' }),
  base64: z.string().max(900_000).optional().meta({ description: 'The bytes of a CSV or TSV file, in any of the usual encodings' }),
  columns: z
    .array(z.enum(LINE_COLUMNS).nullable())
    .max(200)
    .optional()
    .meta({ description: 'What each column holds; absent: found by the headings, or by content where there are none' }),
  hasHeadings: z.boolean().optional().meta({ description: 'Absent: found out' }),
  onlyValid: z.boolean().optional().meta({ description: 'Take the rows without errors; otherwise one error refuses all' }),
});
export const lineImportSchema = z.object({
  hasHeadings: z.boolean(),
  columns: z.array(z.object({ heading: z.string().nullable(), field: z.enum(LINE_COLUMNS).nullable(), samples: z.array(z.string()) })),
  rows: z
    .array(
      z.object({
        /** Row of the text, from 1, headings counted. */
        row: z.int(),
        line: z.object({
          product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
          name: z.string().nullable(),
          costType: z.enum(COST_CATEGORIES),
          quantity: z.string(),
          amount,
          taxAmount: amount,
        }),
        errors: z.array(z.object({ column: z.enum(LINE_COLUMNS).nullable(), value: z.string(), message: z.string() })),
      }),
    )
    .meta({ description: 'The first 500 rows, those with errors first' }),
  counts: z.object({ rows: z.int(), create: z.int(), fail: z.int() }),
  /** Sum of the rows without errors. */
  amount,
  /** What the lines of the invoice add up to with them, and the difference to its total. */
  after: z.object({ lines: amount, difference: amount }),
});
export type LineImport = z.infer<typeof lineImportSchema>;
const lineImport = { method: 'POST', flags: management, params: userAnd('id'), body: lineImportBody } as const;
/** Lines from a CSV file or a pasted block; a spreadsheet address comes with the link to Google Sheets. */
export const importInvoiceLines = endpoint({
  ...lineImport,
  id: 'importInvoiceLinesByUrl',
  path: '/invoices/{userId}/{id}/invoice-lines/import',
  access: 'write',
  idempotent: true,
  summary: 'Add lines from a CSV file or a block of cells',
  response: lineImportSchema.extend({ invoice: invoiceWithLinesSchema }),
  status: 201,
  errors: ['imports.unreadable', 'imports.has_errors', 'invoices.closed'],
});
export const importInvoiceLinesDryRun = endpoint({
  ...lineImport,
  id: 'importInvoiceLinesDryRun',
  path: '/invoices/{userId}/{id}/invoice-lines/import/dry-run',
  access: 'read',
  summary: 'What the import would add, and what is wrong with it; stores nothing',
  response: lineImportSchema,
  errors: ['imports.unreadable'],
});

/** An invoice that a document may belong to, with the words of the document that say so. */
export const matchCandidateSchema = z.object({
  invoice: z.object({
    id,
    invoiceNumber: z.string(),
    supplierName: z.string().nullable(),
    date: day,
    total: amount.nullable(),
    currency: currencyCode,
    status: z.enum(INVOICE_STATUSES),
    hasDocument: z.boolean(),
  }),
  /** What was found in the text, and where. */
  reasons: z.array(z.object({ kind: z.enum(['NUMBER', 'SUPPLIER', 'TOTAL', 'DATE', 'FILE']), text: z.string(), page: z.int().nullable() })),
  /** 0 to 100, only to sort by; never reason enough to attach anything by itself. */
  score: z.int(),
});
export type MatchCandidate = z.infer<typeof matchCandidateSchema>;
export const matchDocument = endpoint({
  id: 'matchDocument',
  method: 'GET',
  path: '/invoices/{userId}/matching/{documentId}',
  access: 'read',
  flags: management,
  summary: 'Invoices that a document may belong to, by its text, with the reasons',
  params: userAnd('documentId'),
  response: z.object({
    /** PENDING: the text is being read; ask again. NONE, FAILED: there is no text to go by. */
    textState: z.enum(['PENDING', 'READY', 'NONE', 'FAILED']),
    candidates: z.array(matchCandidateSchema),
    /** Suppliers whose name stands in the text. */
    suppliers: z.array(z.object({ id, companyName: z.string() })),
  }),
  errors: ['documents.unknown'],
});
export const attachInvoiceDocument = endpoint({
  id: 'attachInvoiceDocument',
  method: 'POST',
  path: '/invoices/{userId}/{id}/document',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Attach a document that is already here; it comes to the front unless another is there',
  params: userAnd('id'),
  body: z.strictObject({ documentId: id, inFront: z.boolean().optional(), version: version.optional() }),
  response: invoiceWithLinesSchema,
  errors: ['invoices.closed', 'documents.unknown', 'conflict_version'],
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
  query: z.strictObject({ supplierId: id.optional() }),
  upload: pdfUpload,
  response: invoiceWithLinesSchema,
  status: 201,
  errors: ['wrong_file', 'too_large', 'documents.quota'],
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
  errors: ['invoices.unknown', 'invoices.closed', 'wrong_file', 'too_large', 'documents.quota'],
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

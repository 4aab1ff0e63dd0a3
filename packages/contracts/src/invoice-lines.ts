import { BASES, COST_CATEGORIES, SCOPE_TYPES, UNASSIGNED_REASONS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { invoiceSchema, management, money2, ref } from './invoice-header.ts';
import {
  amount,
  amountIn,
  currencyCode,
  id,
  optionalText,
  quantityIn,
  unitCost,
  userAnd,
  userPath,
  version,
} from './primitives.ts';

export const scopeItem = z.strictObject({ type: z.enum(SCOPE_TYPES), id });

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
  /**
   * The line that this line credits: its product, cost type, rate, factors, exclusion and kind of tax hold here too.
   */
  creditsLine: z.object({ invoiceId: id, invoiceNumber: z.string(), lineId: id, position: z.int() }).nullable(),
  /** What credit notes take off this line so far, as amounts above 0; null: nothing. */
  credited: z.object({ amount, taxAmount: amount, quantity: z.string() }).nullable(),
  /** As chosen; null: the default of the cost type. */
  basis: z.enum(BASES).nullable(),
  /**
   * The basis in force. OWN_ORDER: a factory line, to its own order. OWN_PRODUCT: to its product's orders by quantity.
   */
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

export const invoiceLineFields = {
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

export const createLineBody = z.strictObject(invoiceLineFields);

export const patchLineBody = z.strictObject({ ...invoiceLineFields, version: version.optional() });

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
      .array(z.strictObject({ invoiceLineId: id, ...invoiceLineFields, version: version.optional() }))
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

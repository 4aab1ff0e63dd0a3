import { BASES, COST_CATEGORIES, SCOPE_TYPES, UNASSIGNED_REASONS } from '@quayside/domain/lists';
import { MATCHES } from '@quayside/domain/payables/match';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { invoiceSchema, money2, ref } from './invoice-header.ts';
import { orderRef, targetName } from '../order-ref.ts';
import {
  amount,
  amountIn,
  currencyCode,
  id,
  optionalLines,
  optionalText,
  quantityIn,
  unitCost,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';

/** How a line agrees with the item of a purchase order that it names. */
const matchSchema = z.object({
  /** One of the four about the price, or QUANTITY_OVER alone or beside it; or NO_ORDER alone. */
  matches: z.array(z.enum(MATCHES)).min(1),
  /** Its quantity × the price of the purchase order; null with NO_ORDER. */
  expectedAmount: amount.nullable(),
  percent: z
    .string()
    .nullable()
    .meta({ description: 'By how much the amount is above the expected one, in per cent with one decimal' }),
  /** What the supplier's tolerances allow. */
  tolerance: z
    .object({
      pricePercent: z.string(),
      priceAmount: amount.meta({ description: 'In the currency of the purchase order' }),
      quantityPercent: z.string(),
    })
    .nullable(),
  orderedQuantity: z.string().nullable(),
  invoicedQuantity: z.string().nullable().meta({ description: 'Of all lines that name the item, less their credits' }),
  /** Outside the tolerances, so that accepting it needs a reason. */
  needsReason: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why a person accepts it; null while nobody has' }),
});

export const scopeItem = z.strictObject({ type: z.enum(SCOPE_TYPES), id });
export const manualShare = z.strictObject({
  layerId: id.meta({ description: 'An order' }),
  packListId: id.nullable().optional().meta({ description: 'One of its pack lists; without it, the order as a whole' }),
  amount: amountIn,
});

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
  /** The price of one unit: amount ÷ quantity; null when the quantity is 0. */
  unitPrice: unitCost.nullable(),
  taxAmount: amount,
  isTaxRecoverable: z.boolean(),
  isExcludedFromGeneralCostsData: z.boolean(),
  exclusionReason: z.string().nullable(),
  /**
   * The line that this line credits. The product, cost type, rate, factors, exclusion and kind of tax of that line also
   * apply to this one.
   */
  creditsLine: z.object({ invoiceId: id, invoiceNumber: z.string(), lineId: id, position: z.int() }).nullable(),
  /** How much credit notes have reduced this line so far, as positive figures; null when nothing is credited. */
  credited: z.object({ amount, taxAmount: amount, quantity: z.string() }).nullable(),
  /** The basis that a person chose; null: the default of the cost type. */
  basis: z.enum(BASES).nullable(),
  /**
   * The basis that is applied. OWN_ORDER: a factory line, whose cost goes to its own order. OWN_PRODUCT: the cost goes
   * to the orders of the line's product by quantity.
   */
  effectiveBasis: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
  /** True when the default basis needs weights that are missing, so that the cost is allocated by quantity instead. */
  isBasisFallback: z.boolean(),
  /** The scope that a person chose; null: the default scope. */
  scope: z.array(z.object({ type: z.enum(SCOPE_TYPES), ...targetName })).nullable(),
  manualShares: z.array(z.object({ layerId: id, packListId: id.nullable(), amount })),
  /** The item of a purchase order that this line invoices, or whose invoiced line it credits. */
  purchaseOrderLine: z
    .object({
      id,
      position: z.int(),
      purchaseOrder: ref,
      quantity: z.string(),
      unitPrice: unitCost,
      currency: currencyCode,
    })
    .nullable(),
  /** How the line agrees with that item; null when there is nothing to hold it against. It blocks nothing. */
  match: matchSchema.nullable(),
  /** The supplier order that this factory line represents; null when it represents none. */
  order: orderRef.nullable(),
  /** The amount plus the tax that counts as a cost. */
  cost: money2,
  assigned: money2,
  unassigned: money2,
  unassignedReason: z.enum(UNASSIGNED_REASONS).nullable(),
  /** Products that lack a measure (weight or volume) that the basis needs. */
  lackingProducts: z.array(z.object({ id, sku: z.string() })),
  /** How many orders (or products) the cost is allocated to. */
  entryCount: z.int(),
  version,
});

export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

export const invoiceLineFields = {
  productId: id.nullable().optional(),
  name: optionalLines(500).optional(),
  account: optionalText(100).optional(),
  internalReference: optionalText(100).optional(),
  costType: z.enum(COST_CATEGORIES).optional(),
  quantity: quantityIn.optional(),
  amount: amountIn.optional(),
  taxAmount: amountIn.optional(),
  isTaxRecoverable: z.boolean().optional(),
  creditsLineId: id.nullable().optional().meta({ description: 'The line that this line credits' }),
  purchaseOrderLineId: id
    .nullable()
    .optional()
    .meta({ description: 'The item of a purchase order, of the supplier and in the currency of the invoice' }),
  matchReason: optionalLines(500).optional().meta({
    description: 'Why the line is accepted although it is off its purchase order; cleared when its figures change',
  }),
  isExcludedFromGeneralCostsData: z.boolean().optional(),
  exclusionReason: optionalLines(500).optional(),
  basis: z.enum(BASES).nullable().optional(),
  scope: z.array(scopeItem).max(1000).nullable().optional(),
  manualShares: z.array(manualShare).max(10_000).optional(),
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
  errors: ['invoices.unknown', 'invoices.closed', 'invoices.no_invoice'],
});

export const patchInvoiceLine = endpoint({
  id: 'patchInvoiceLine',
  method: 'PATCH',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}',
  access: 'write',
  flags: management,
  summary: 'Change a line; all costs are up to date when the call answers',
  params: userAnd('invoiceId', 'id'),
  body: patchLineBody,
  response: lineAnswer,
  errors: ['invoices.no_invoice', 'invoices.unknown', 'invoices.in_use', 'invoices.closed', 'conflict_version'],
});

export const deleteInvoiceLine = endpoint({
  id: 'deleteInvoiceLine',
  method: 'DELETE',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete a line that has no order',
  params: userAnd('invoiceId', 'id'),
  errors: [
    'invoices.unknown',
    'invoices.line_has_order',
    'invoices.in_use',
    'invoices.closed',
    'invoices.no_invoice',
    'conflict_version',
  ],
});

export const bulkPatchInvoiceLines = endpoint({
  id: 'bulkPatchInvoiceLines',
  method: 'PATCH',
  path: '/invoices/{userId}/invoice-lines',
  access: 'write',
  flags: management,
  summary: 'Change several lines at once, all or none',
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

import { BASES, SCOPE_TYPES, SHIPPING_METHODS, UNASSIGNED_REASONS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { money2 } from '../invoices/invoice-header.ts';
import { manualShare, scopeItem } from '../invoices/invoice-lines.ts';
import { lotChanges } from './lot-changes.ts';
import { orderRef, targetName } from '../order-ref.ts';
import { packListRef } from '../pack-list-ref.ts';
import { amount, currencyCode, id, unitCost, userAnd } from '../primitives.ts';
import { measure, ratedPlan } from './rated-plan.ts';

// What a person sees while choosing how the cost of a line is shared. The first screen does not need it.

const allocationPreviewSchema = z.object({
  basis: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
  isBasisFallback: z.boolean(),
  currency: currencyCode,
  accountCurrency: currencyCode,
  cost: money2,
  assigned: money2,
  unassigned: money2,
  unassignedReason: z.enum(UNASSIGNED_REASONS).nullable(),
  lackingProducts: z.array(z.object({ id, sku: z.string() })),
  measure: measure.nullable(),
  /** What each weight is divided by to be the measure. */
  weightScale: z.string(),
  /** The orders and pack lists without cartons, or without a duty rate in the destination of their plan; at most 50. */
  gaps: z.array(
    z.object({
      product: z.object({ id, sku: z.string() }),
      order: orderRef.nullable(),
      packList: packListRef.nullable(),
      country: z.string().nullable().meta({ description: 'The destination' }),
    }),
  ),
  /** How each plan in the scope was rated; empty where that does not matter. */
  ratedPlans: z.array(ratedPlan),
  /** The method whose volumetric factor applied, when the line is spread by chargeable weight. */
  chargeableMethod: z.enum(SHIPPING_METHODS).nullable(),
  /** The shares of the orders and pack lists in scope, largest first. */
  shares: z.array(
    z.object({
      layerId: id.nullable(),
      order: orderRef.nullable(),
      packList: packListRef.nullable(),
      product: z.object({ id, sku: z.string(), name: z.string() }),
      units: z.int(),
      weight: z.string(),
      percent: z.string().meta({ description: 'Percentage of the line, with 4 decimals' }),
      document: amount,
      account: amount,
      perUnit: unitCost.nullable(),
      /** The landed cost per unit of this product in account currency: now, and with this allocation. */
      landedBefore: unitCost.nullable(),
      landedAfter: unitCost.nullable(),
    }),
  ),
  lotChanges,
});

export type AllocationPreview = z.infer<typeof allocationPreviewSchema>;

export const previewAllocation = endpoint({
  id: 'previewAllocation',
  method: 'POST',
  path: '/invoices/{userId}/{invoiceId}/invoice-lines/{id}/allocation/preview',
  access: 'read',
  flags: management,
  summary: 'Preview of the unit costs with another basis or scope; stores nothing',
  params: userAnd('invoiceId', 'id'),
  body: z.strictObject({
    basis: z.enum(BASES).nullable().optional(),
    scope: z.array(scopeItem).max(1000).nullable().optional(),
    manualShares: z.array(manualShare).max(10_000).optional(),
  }),
  response: allocationPreviewSchema,
  errors: ['invoices.unknown'],
});

/** The records that a person can choose for the scope of a line or the pairing of an invoice. */
export const listScopeOptions = endpoint({
  id: 'listScopeOptions',
  method: 'GET',
  path: '/invoices/{userId}/{id}/scope-options',
  access: 'read',
  flags: management,
  summary:
    'Invoices with orders, orders, products, purchase orders, shipment plans, pack lists and cartons that bear a cost',
  description:
    'The scope of a line has no purchase orders; the pairing of an invoice has no products, pack lists and cartons.',
  params: userAnd('id'),
  query: z.strictObject({
    search: z.string().max(200).optional(),
    discontinued: z
      .enum(['true', 'false'])
      .default('false')
      .transform((s) => s === 'true')
      .meta({ description: 'Whether discontinued products are listed without being searched by their whole SKU' }),
  }),
  response: z.array(z.object({ type: z.enum([...SCOPE_TYPES, 'PURCHASE_ORDER']), ...targetName, detail: z.string() })),
  errors: ['invoices.unknown'],
});

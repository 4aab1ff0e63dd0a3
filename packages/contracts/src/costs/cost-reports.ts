import { BASES, COST_CATEGORIES, INVOICE_STATUSES, UNASSIGNED_REASONS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { lotChanges } from './lot-changes.ts';
import { notificationBody, notificationSchema } from '../notifications/notifications.ts';
import { orderRef } from '../order-ref.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, currencyCode, day, id, instant, unitCost, unknownCost, userAnd, userPath } from '../primitives.ts';

const invoiceRef = z.object({ id, number: z.string(), supplierName: z.string().nullable() });
const productRef = z.object({ id, sku: z.string(), name: z.string() });
const month = z.string().meta({ description: 'Month of the order, yyyy-MM' });

// ---------------------------------------------------------------- cost history
/**
 * The average cost of a unit from one day on, as known today: all costs of invoices dated up to that day, divided by
 * the units of orders dated up to that day. There is a point for every day on which an invoice changed the average.
 */
const costHistoryPointSchema = z.object({
  productId: id,
  date: day,
  /** The number of units ordered up to this day. */
  units: z.int(),
  factory: amount,
  inbound: amount,
  landed: amount,
  factoryPerUnit: unitCost.nullable(),
  inboundPerUnit: unitCost.nullable(),
  /** The cost of one unit: landed ÷ units; null while `units` is 0. */
  perUnit: unitCost.nullable(),
  /** The invoices of this day that changed the average, largest first, each with the amount that it added. */
  causes: z.array(z.object({ invoice: invoiceRef, costTypes: z.array(z.enum(COST_CATEGORIES)), amount })),
  /** The orders of this day, each with its own cost per unit, including costs that were added to the order later. */
  deliveries: z.array(
    z.object({
      order: orderRef,
      invoice: z.object({ id, number: z.string() }),
      units: z.int(),
      landed: amount,
      perUnit: unitCost.nullable(),
      /** Where its units are. The three amounts add up to `landed`. Null unless `split` is asked. */
      split: z
        .object({
          gone: z.object({
            units: z.int(),
            amount,
            byMonth: z.array(z.object({ month: z.string(), units: z.int(), amount })).meta({
              description: 'By the month in which the units went, less what came back',
            }),
          }),
          onHand: z.object({
            units: z.int(),
            amount: amount.nullable().meta({ description: 'Null under the moving average' }),
          }),
          notArrived: z.object({ units: z.int(), amount }).meta({ description: 'With what is not packed' }),
          unknownCost: unknownCost.meta({
            description: 'NO_RATE: the invoice of the order has no exchange rate, and its units no cost',
          }),
        })
        .nullable(),
    }),
  ),
});
export type CostHistoryPoint = z.infer<typeof costHistoryPointSchema>;
/** The number of points that the chart requests at once (business §9). */
export const COST_CHART_SIZE = 2000;
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max).optional();
const history = {
  method: 'GET',
  access: 'read',
  flags: management,
  params: userAnd('productId'),
  query: z.strictObject({
    pageSize: whole(1, 9999),
    pageNumber: whole(0, 1_000_000).meta({ description: 'Zero-based page number; the same as `page`' }),
    size: whole(1, 9999),
    page: whole(0, 1_000_000),
    offset: whole(0, 100_000_000),
    startDate: day.optional(),
    endDate: day.optional(),
    sort: z.enum(['date,asc', 'date,desc']).optional(),
    split: z
      .enum(['true', 'false'])
      .default('false')
      .transform((s) => s === 'true')
      .meta({ description: 'Whether each order is split into what is gone, by month, on hand and not arrived' }),
  }),
  response: page(costHistoryPointSchema),
} as const;
export const getProductCostHistory = endpoint({
  ...history,
  id: 'getProductCostHistory',
  path: '/reporting/{userId}/products/{productId}/cost-history',
  summary: 'Landed cost of a product from day to day, with the invoices behind each change',
});
/** The same call under the path that the specification gives. */
export const getProductCostHistoryAsWritten = endpoint({
  ...history,
  id: 'getProductCostHistoryAsWritten',
  path: '/reporting/{userId}/{productId}/cost-history',
  summary: 'The same call under the path in the specification',
});

// ---------------------------------------------------------------- restatements
export const restatementSort = ['date', 'product', 'change', 'order'] as const;
export const restatementFilters = { product: ['in'], invoice: ['in'], month: ['in'] } as const;
export const restatementBetween = {
  from: day
    .optional()
    .meta({ description: 'The day of the earlier state; default: the last day of the previous month' }),
  to: day.optional().meta({ description: 'The day of the later state; default: today' }),
};
const goneUnits = z.object({ change: amount, byMonth: z.array(z.object({ month, change: amount })) }).meta({
  description: 'What of the change fell on units that were sold or are gone, by the month in which they went',
});
/** An order whose known cost changed between the two days, with the invoices that caused the change. */
const restatementSchema = z.object({
  /** The order whose cost changed. Null: the change concerns costs of the product that belong to no order. */
  order: orderRef.nullable(),
  product: productRef,
  date: day.nullable(),
  month: month.nullable(),
  unitsBefore: z.int(),
  unitsAfter: z.int(),
  before: amount,
  after: amount,
  change: amount,
  perUnitBefore: unitCost.nullable(),
  perUnitAfter: unitCost.nullable(),
  gone: goneUnits,
  left: amount.meta({ description: 'The rest of the change: on units on hand, or that have not arrived' }),
  causes: z.array(
    z.object({
      invoice: invoiceRef.extend({ date: day }),
      costTypes: z.array(z.enum(COST_CATEGORIES)),
      change: amount,
      recordedAt: instant,
      recordedBy: z.object({ id, name: z.string() }).nullable(),
    }),
  ),
});
export type Restatement = z.infer<typeof restatementSchema>;
export const listRestatements = endpoint({
  id: 'listRestatements',
  method: 'GET',
  path: '/reporting/{userId}/restatements',
  access: 'read',
  flags: management,
  summary: 'Orders whose known cost changed between two days: before, after, and the invoices that changed it',
  params: userPath,
  query: listQuery({ sort: restatementSort, filters: restatementFilters, extra: restatementBetween }),
  response: page(restatementSchema),
});
export const restatementTotals = endpoint({
  id: 'getRestatementTotals',
  method: 'GET',
  path: '/reporting/{userId}/restatements/totals',
  access: 'read',
  flags: management,
  summary: 'Count and sums of the filtered restatements, by month and by invoice',
  params: userPath,
  query: filterQuery({ filters: restatementFilters, extra: restatementBetween }),
  response: z.object({
    from: day,
    to: day,
    count: z.int(),
    products: z.int(),
    before: amount,
    after: amount,
    change: amount,
    byMonth: z.array(z.object({ month: month.nullable(), orders: z.int(), change: amount })),
    gone: goneUnits,
    left: amount,
    moved: z.object({ change: amount, byMonth: z.array(z.object({ month, change: amount })) }).meta({
      description:
        'What else changed the cost of units that had left by the first day, by the month in which they went: ' +
        'movements, counts and receipts of earlier days that were recorded or reversed since, or another method of ' +
        'valuation. It is no part of `change`, and only a filter of products narrows it',
    }),
    byInvoice: z.array(z.object({ invoice: invoiceRef.extend({ date: day }), orders: z.int(), change: amount })),
  }),
});

// ---------------------------------------------------------------- reconciliation
const reconciled = {
  assigned: amount,
  unassigned: amount,
  excluded: amount,
  recoverableTax: amount,
  difference: amount,
  /** The sum of the typed totals. For an invoice without a typed total, the sum of its lines and tax is used. */
  total: amount,
  addsUp: z.boolean().meta({ description: 'assigned + unassigned + excluded + recoverableTax + difference = total' }),
};
const reconciliationSchema = z.object({
  currencies: z.array(z.object({ currency: currencyCode, invoices: z.int(), withoutTotal: z.int(), ...reconciled })),
  /**
   * The sum over all currencies in account currency. Invoices without a rate are left out, and `withoutRate` counts
   * them.
   */
  account: z.object({ currency: currencyCode, invoices: z.int(), withoutRate: z.int(), ...reconciled }),
  /** Sums over all products. `landed` should equal `account.assigned`; `equalsAssigned` says whether it does. */
  products: z.object({ factory: amount, inbound: amount, landed: amount, equalsAssigned: z.boolean() }),
  /** Stock from before, in account currency. It has no invoices, so it is in none of the sums above. */
  openingStock: z.object({ lots: z.int(), units: z.int(), landed: amount }),
  unassignedByReason: z.array(
    z.object({ reason: z.enum(UNASSIGNED_REASONS), currency: currencyCode, lines: z.int(), amount }),
  ),
  /** When the nightly check last verified all rules, and how many rules were broken. Null before the first check. */
  lastCheck: z.object({ at: instant, broken: z.int() }).nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
export const getReconciliation = endpoint({
  id: 'getReconciliation',
  method: 'GET',
  path: '/reporting/{userId}/reconciliation',
  access: 'read',
  flags: management,
  summary: 'Reconciliation: assigned + unassigned + excluded + tax + difference = invoices, per currency',
  params: userPath,
  response: reconciliationSchema,
});
export const RECONCILIATION_KINDS = ['UNASSIGNED', 'EXCLUDED', 'TAX', 'DIFFERENCE', 'NO_RATE'] as const;
export const reconciliationSort = ['date', 'kind', 'invoiceNumber', 'amount', 'supplier'] as const;
export const reconciliationFilters = { kind: ['in'], currency: ['in'], supplier: ['in'], reason: ['in'] } as const;
const reconciliationItemSchema = z.object({
  kind: z.enum(RECONCILIATION_KINDS),
  invoice: invoiceRef.extend({ date: day, status: z.enum(INVOICE_STATUSES) }),
  /** The line that the item concerns; null when the item concerns the invoice as a whole. */
  line: z.object({ id, position: z.int(), name: z.string().nullable(), costType: z.enum(COST_CATEGORIES) }).nullable(),
  currency: currencyCode,
  amount,
  accountAmount: amount.nullable(),
  reason: z.enum(UNASSIGNED_REASONS).nullable(),
  /** The reason that a person typed for excluding the line. */
  exclusionReason: z.string().nullable(),
});
export type ReconciliationItem = z.infer<typeof reconciliationItemSchema>;
export const listReconciliationItems = endpoint({
  id: 'listReconciliationItems',
  method: 'GET',
  path: '/reporting/{userId}/reconciliation/items',
  access: 'read',
  flags: management,
  summary:
    'Lines and invoices with an unassigned or excluded amount, recoverable tax or a difference, one page at a time',
  params: userPath,
  query: listQuery({ sort: reconciliationSort, filters: reconciliationFilters }),
  response: page(reconciliationItemSchema),
});

// ---------------------------------------------------------------- weights of existing orders
const unitMeasures = z.object({ weightGrams: z.string().nullable(), volumeCm3: z.string().nullable() });
/**
 * Orders copy weight and volume when they are created. This preview lists the orders whose copy differs from the
 * product's current values, and what updating them would change.
 */
const measuresPreviewSchema = z.object({
  product: productRef,
  now: unitMeasures,
  orders: z.array(
    z.object({
      order: orderRef,
      date: day,
      units: z.int(),
      copied: unitMeasures,
      invoice: z.object({ id, number: z.string() }),
    }),
  ),
  /** Invoice lines whose cost would be allocated again. */
  lines: z.array(
    z.object({
      invoice: invoiceRef.extend({ status: z.enum(INVOICE_STATUSES) }),
      line: z.object({ id, position: z.int(), name: z.string().nullable(), costType: z.enum(COST_CATEGORIES) }),
      basisBefore: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
      basisAfter: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
    }),
  ),
  /** Products whose landed cost would change. */
  products: z.array(
    z.object({
      product: productRef,
      landedBefore: unitCost.nullable(),
      landedAfter: unitCost.nullable(),
      change: amount,
    }),
  ),
  lotChanges,
});
export type MeasuresPreview = z.infer<typeof measuresPreviewSchema>;
export const previewMeasures = endpoint({
  id: 'previewMeasures',
  method: 'GET',
  path: '/reporting/{userId}/products/{id}/measures',
  access: 'read',
  flags: management,
  summary: 'Preview of updating orders to the current weight or volume of a product; stores nothing',
  params: userAnd('id'),
  query: z.strictObject({
    orderIds: z
      .preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(id).max(200).optional())
      .meta({
        description:
          'May be repeated. Lines and products are listed for these orders only; absent: for all orders that differ',
      }),
  }),
  response: measuresPreviewSchema,
});
export const applyMeasures = endpoint({
  id: 'applyMeasures',
  method: 'POST',
  path: '/reporting/{userId}/products/{id}/measures/apply',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Update existing orders to the current weight and volume of the product',
  params: userAnd('id'),
  body: z.strictObject({
    orderIds: z
      .array(id)
      .max(2000)
      .optional()
      .meta({ description: 'The orders to update; absent: all orders that differ' }),
  }),
  response: z.object({ operationId: id, orders: z.int(), lines: z.int() }),
});

// ---------------------------------------------------------------- others
export const postReportingNotification = endpoint({
  id: 'postReportingNotification',
  method: 'POST',
  path: '/reporting/{userId}/notification',
  access: 'write',
  idempotent: true,
  summary: 'Send a notification about reports to the members of the account',
  params: userPath,
  body: notificationBody,
  response: notificationSchema,
  status: 201,
});

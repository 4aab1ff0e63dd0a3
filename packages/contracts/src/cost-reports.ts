import { BASES, COST_CATEGORIES, INVOICE_STATUSES, UNASSIGNED_REASONS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { notificationBody, notificationSchema } from './notifications.ts';
import { filterQuery, listQuery, page } from './paging.ts';
import { amount, currencyCode, day, id, instant, unitCost, userAnd, userPath } from './primitives.ts';

const management = [['isManagementSectionEnabled']] as const;
const invoiceRef = z.object({ id, number: z.string(), supplierName: z.string().nullable() });
const productRef = z.object({ id, sku: z.string(), name: z.string() });
const orderRef = z.object({ id, number: z.string() });
const month = z.string().meta({ description: 'Month of the order, yyyy-MM' });

// ---------------------------------------------------------------- cost history
/**
 * What a unit cost on average from one day on, as now known: everything of invoices dated up to that day, over the
 * units of orders dated up to it. There is a point for every day on which an invoice moved it.
 */
export const costHistoryPointSchema = z.object({
  productId: id,
  date: day,
  /** Units ordered up to this day. */
  units: z.int(),
  factory: amount,
  inbound: amount,
  landed: amount,
  factoryPerUnit: unitCost.nullable(),
  inboundPerUnit: unitCost.nullable(),
  /** landed ÷ units; null while there are no units. */
  perUnit: unitCost.nullable(),
  /** The invoices of this day that are behind the step, largest first, with what they added. */
  causes: z.array(z.object({ invoice: invoiceRef, costTypes: z.array(z.enum(COST_CATEGORIES)), amount })),
  /** Orders of this day: what a unit of each costs by itself, with all that was spent on it since. */
  deliveries: z.array(
    z.object({
      order: orderRef,
      invoice: z.object({ id, number: z.string() }),
      units: z.int(),
      landed: amount,
      perUnit: unitCost.nullable(),
    }),
  ),
});
export type CostHistoryPoint = z.infer<typeof costHistoryPointSchema>;
/** Points that the chart asks for at once (business §9). */
export const COST_CHART_SIZE = 2000;
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max).optional();
const history = {
  method: 'GET',
  access: 'read',
  flags: management,
  params: userAnd('productId'),
  query: z.strictObject({
    pageSize: whole(1, 9999),
    pageNumber: whole(0, 1_000_000).meta({ description: 'Zero-based; the same as page' }),
    size: whole(1, 9999),
    page: whole(0, 1_000_000),
    offset: whole(0, 100_000_000),
    startDate: day.optional(),
    endDate: day.optional(),
    sort: z.enum(['date,asc', 'date,desc']).optional(),
  }),
  response: page(costHistoryPointSchema),
} as const;
export const getProductCostHistory = endpoint({
  ...history,
  id: 'getProductCostHistory',
  path: '/reporting/{userId}/products/{productId}/cost-history',
  summary: 'How the landed cost of a product moved, day by day, with the invoices behind each step',
});
/** The documents' own path. */
export const getProductCostHistoryAsWritten = endpoint({
  ...history,
  id: 'getProductCostHistoryAsWritten',
  path: '/reporting/{userId}/{productId}/cost-history',
  summary: 'The same under the path of the documents',
});

// ---------------------------------------------------------------- restatements
export const restatementSort = ['date', 'product', 'change', 'order'] as const;
export const restatementFilters = { product: ['in'], invoice: ['in'], month: ['in'] } as const;
export const restatementBetween = {
  from: day.optional().meta({ description: 'As known on this day; default: the last day of the month before' }),
  to: day.optional().meta({ description: 'Against as known on this day; default: today' }),
};
/** An order whose cost was known otherwise before, and the invoices that changed it. */
export const restatementSchema = z.object({
  /** Null: costs of the product without an order. */
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
  summary: 'Orders whose cost became known otherwise between two days: before, after, and by which invoice',
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
  summary: 'Count and sums of the restatements under a filter, by month and by invoice',
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
  /** The typed totals; where none is typed, lines and tax. */
  total: amount,
  addsUp: z.boolean().meta({ description: 'assigned + unassigned + excluded + recoverableTax + difference = total' }),
};
export const reconciliationSchema = z.object({
  currencies: z.array(z.object({ currency: currencyCode, invoices: z.int(), withoutTotal: z.int(), ...reconciled })),
  /** All of it in account currency; invoices without a rate are left out and counted. */
  account: z.object({ currency: currencyCode, invoices: z.int(), withoutRate: z.int(), ...reconciled }),
  /** Sum of all product totals; equals `account.assigned`. */
  products: z.object({ factory: amount, inbound: amount, landed: amount, equalsAssigned: z.boolean() }),
  unassignedByReason: z.array(
    z.object({ reason: z.enum(UNASSIGNED_REASONS), currency: currencyCode, lines: z.int(), amount }),
  ),
  /** When the nightly check last looked at every rule, and how many it found broken. Null: not yet. */
  lastCheck: z.object({ at: instant, broken: z.int() }).nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
export const getReconciliation = endpoint({
  id: 'getReconciliation',
  method: 'GET',
  path: '/reporting/{userId}/reconciliation',
  access: 'read',
  flags: management,
  summary: 'Assigned + unassigned + excluded + tax + difference = invoices, per currency',
  params: userPath,
  response: reconciliationSchema,
});
export const RECONCILIATION_KINDS = ['UNASSIGNED', 'EXCLUDED', 'TAX', 'DIFFERENCE', 'NO_RATE'] as const;
export const reconciliationSort = ['date', 'kind', 'invoiceNumber', 'amount', 'supplier'] as const;
export const reconciliationFilters = { kind: ['in'], currency: ['in'], supplier: ['in'], reason: ['in'] } as const;
export const reconciliationItemSchema = z.object({
  kind: z.enum(RECONCILIATION_KINDS),
  invoice: invoiceRef.extend({ date: day, status: z.enum(INVOICE_STATUSES) }),
  /** Null where the invoice as a whole is meant. */
  line: z.object({ id, position: z.int(), name: z.string().nullable(), costType: z.enum(COST_CATEGORIES) }).nullable(),
  currency: currencyCode,
  amount,
  accountAmount: amount.nullable(),
  reason: z.enum(UNASSIGNED_REASONS).nullable(),
  /** Why a person excluded it. */
  exclusionReason: z.string().nullable(),
});
export type ReconciliationItem = z.infer<typeof reconciliationItemSchema>;
export const listReconciliationItems = endpoint({
  id: 'listReconciliationItems',
  method: 'GET',
  path: '/reporting/{userId}/reconciliation/items',
  access: 'read',
  flags: management,
  summary: 'Every line and invoice that is not simply assigned, one page at a time',
  params: userPath,
  query: listQuery({ sort: reconciliationSort, filters: reconciliationFilters }),
  response: page(reconciliationItemSchema),
});

// ---------------------------------------------------------------- weights of orders that exist already
const unitMeasures = z.object({ weightGrams: z.string().nullable(), volumeCm3: z.string().nullable() });
/**
 * Orders copy weight and volume when they are made; this shows which have others than the product has now, and what
 * taking them over would do.
 */
export const measuresPreviewSchema = z.object({
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
  /** Invoice lines that would be spread anew. */
  lines: z.array(
    z.object({
      invoice: invoiceRef.extend({ status: z.enum(INVOICE_STATUSES) }),
      line: z.object({ id, position: z.int(), name: z.string().nullable(), costType: z.enum(COST_CATEGORIES) }),
      basisBefore: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
      basisAfter: z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']),
    }),
  ),
  /** Products whose landed cost would move. */
  products: z.array(
    z.object({
      product: productRef,
      landedBefore: unitCost.nullable(),
      landedAfter: unitCost.nullable(),
      change: amount,
    }),
  ),
});
export type MeasuresPreview = z.infer<typeof measuresPreviewSchema>;
export const previewMeasures = endpoint({
  id: 'previewMeasures',
  method: 'GET',
  path: '/reporting/{userId}/products/{id}/measures',
  access: 'read',
  flags: management,
  summary:
    'Orders with an older weight or volume of a product, and what taking over the new one would change; stores nothing',
  params: userAnd('id'),
  query: z.strictObject({
    orderIds: z
      .preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(id).max(200).optional())
      .meta({
        description: 'May repeat: lines and products are told for these orders alone; absent: for all that differ',
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
  summary: 'Give existing orders the weight and volume that the product has now',
  params: userAnd('id'),
  body: z.strictObject({
    orderIds: z.array(id).max(2000).optional().meta({ description: 'Absent: all orders that differ' }),
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
  summary: 'Notify the members of the account about reports',
  params: userPath,
  body: notificationBody,
  response: notificationSchema,
  status: 201,
});

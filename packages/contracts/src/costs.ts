import { BASES, COST_CATEGORIES, INVOICE_STATUSES, RATE_SOURCES, SHIPPING_METHODS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filterQuery, listQuery, page } from './paging.ts';
import { amount, currencyCode, day, id, instant, optionSchema, unitCost, userAnd, userPath } from './primitives.ts';

const management = [['isManagementSectionEnabled']] as const;
export const costFilters = {
  costType: ['in', 'notIn'],
  supplier: ['in', 'notIn'],
  product: ['in'],
  invoice: ['in'],
  date: ['gte', 'lte', 'between'],
  excluded: ['in'],
  provisional: ['in'],
  invoiceNumber: ['contains'],
} as const;
export const costSort = ['date', 'product', 'costType', 'invoiceNumber', 'amount', 'recordedAt'] as const;
const anyBasis = z.enum([...BASES, 'OWN_ORDER', 'OWN_PRODUCT']);
const measure = z.enum(['UNITS', 'FACTORY_AMOUNT', 'GROSS_WEIGHT', 'VOLUME', 'EQUAL', 'AMOUNT']);

/** The share of one invoice line that one supplier order (or product) carries. */
export const costEntrySchema = z.object({
  id,
  product: z.object({ id, sku: z.string(), name: z.string() }),
  invoice: z.object({
    id,
    number: z.string(),
    date: day,
    status: z.enum(INVOICE_STATUSES),
    currency: currencyCode,
    supplierName: z.string(),
  }),
  lineId: id,
  linePosition: z.int(),
  lineName: z.string().nullable(),
  costType: z.enum(COST_CATEGORIES),
  /** Null: an entry without order, which joins the product's average. */
  order: z.object({ id, number: z.string() }).nullable(),
  /** Units of the order. */
  quantity: z.int(),
  amount: amount.meta({ description: 'Account currency' }),
  documentAmount: amount,
  perUnit: unitCost.nullable(),
  basis: anyBasis,
  isProvisional: z.boolean(),
  isExcluded: z.boolean(),
  recordedAt: instant,
});
export type CostEntry = z.infer<typeof costEntrySchema>;

export const listReportingCostTypes = endpoint({
  id: 'listReportingCostTypes',
  method: 'GET',
  path: '/reporting/{userId}/cost-types',
  access: 'read',
  summary: 'The 14 cost types of the account',
  params: userPath,
  response: z.array(optionSchema),
});
export const listCosts = endpoint({
  id: 'listCosts',
  method: 'GET',
  path: '/reporting/{userId}/costs',
  access: 'read',
  flags: management,
  summary: 'Assigned costs, one page at a time',
  params: userPath,
  query: listQuery({ sort: costSort, filters: costFilters }),
  response: page(costEntrySchema),
});
export const costTotals = endpoint({
  id: 'getCostTotals',
  method: 'GET',
  path: '/reporting/{userId}/costs/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count and sum of the assigned costs under a filter',
  params: userPath,
  query: filterQuery({ filters: costFilters }),
  response: z.object({ count: z.int(), amount, excludedAmount: amount }),
});
export const listProductCosts = endpoint({
  id: 'listProductCosts',
  method: 'GET',
  path: '/reporting/{userId}/costs/{productId}',
  access: 'read',
  flags: management,
  summary: 'Assigned costs of one product',
  params: userAnd('productId'),
  query: listQuery({ sort: costSort, filters: costFilters }),
  response: page(costEntrySchema),
});

/** One cost entry with all that is needed to work it out again with pencil and paper. */
export const explainEntrySchema = z.object({
  id,
  invoice: z.object({
    id,
    number: z.string(),
    date: day,
    status: z.enum(INVOICE_STATUSES),
    currency: currencyCode,
    supplierName: z.string(),
    hasDocument: z.boolean(),
  }),
  line: z.object({ id, position: z.int(), name: z.string().nullable() }),
  costType: z.enum(COST_CATEGORIES),
  basis: anyBasis,
  isBasisFallback: z.boolean(),
  measure: measure.nullable(),
  /** Whose tariff rated the chargeable weight. */
  chargeableMethod: z.enum(SHIPPING_METHODS).nullable(),
  /**
   * weight ÷ weightTotal is the share. Units; minor units of account currency; micrograms; cubic millimetres; 1; minor
   * units of the line.
   */
  weight: z.string(),
  weightTotal: z.string(),
  /** Amount with the tax that is part of the cost, in the invoice's currency, that was shared. */
  lineDocumentAmount: amount,
  /** Null where the invoice is in account currency. */
  rate: z.object({ value: z.string(), date: day.nullable(), source: z.enum(RATE_SOURCES) }).nullable(),
  /** The line in account currency, converted once. */
  lineAmount: amount,
  /** lineAmount × weight ÷ weightTotal before rounding, up to 8 decimals. */
  exactAmount: z.string(),
  /**
   * Minor units that the rounding gave to this share: 0, or 1 (−1 on a negative line); of a credit, after less before.
   */
  roundingUnit: z.int(),
  /**
   * A credit is the difference of two workings-out of the credited line: what is left with it, less what was left
   * before it. amount = floor(after × weight ÷ weightTotal) − floor(before × weight ÷ weightTotal) + roundingUnit.
   */
  creditOf: z
    .object({
      invoice: z.object({ id, number: z.string() }),
      line: z.object({ id, position: z.int() }),
      /** What was left of the credited line before and with this credit, in the document's and in account currency. */
      before: z.object({ document: amount, account: amount }),
      after: z.object({ document: amount, account: amount }),
    })
    .nullable(),
  amount,
  documentAmount: amount,
  perUnit: unitCost.nullable(),
  isProvisional: z.boolean(),
  isExcluded: z.boolean(),
  recordedAt: instant,
});
export type ExplainEntry = z.infer<typeof explainEntrySchema>;
const history = z.object({
  id,
  invoiceNumber: z.string(),
  linePosition: z.int(),
  costType: z.enum(COST_CATEGORIES),
  amount,
  recordedAt: instant,
  supersededAt: instant,
});
/** One component of a bundle, with what a unit of it costs. */
export const bundlePartSchema = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  quantity: z.int(),
  isBundle: z.boolean(),
  /** Null: not known, and then the bundle is not either. */
  landedPerUnit: unitCost.nullable(),
  /** quantity × landedPerUnit, shown to 6 decimals; the bundle adds the exact quotients. */
  amount: unitCost.nullable(),
});
export const explainSchema = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  /**
   * Entries recorded by the end of this day in the account's time zone and not superseded by then; null: as now known.
   */
  asKnownOn: day.nullable(),
  /** Only orders dated by this day, as now known; null: all. */
  datedBy: day.nullable(),
  /**
   * The product is a bundle: its cost is that of its components, and the figures below are what was booked on the
   * bundle itself.
   */
  bundle: z.object({ landedPerUnit: unitCost.nullable(), parts: z.array(bundlePartSchema) }).nullable(),
  currency: currencyCode,
  units: z.int(),
  factory: amount,
  inbound: amount,
  landed: amount,
  factoryPerUnit: unitCost.nullable(),
  inboundPerUnit: unitCost.nullable(),
  landedPerUnit: unitCost.nullable(),
  byCategory: z.array(z.object({ costType: z.enum(COST_CATEGORIES), amount, perUnit: unitCost.nullable() })),
  isProvisional: z.boolean(),
  layers: z.array(
    z.object({
      id,
      number: z.string(),
      date: day,
      units: z.int(),
      invoice: z.object({ id, number: z.string() }),
      factory: amount,
      inbound: amount,
      landed: amount,
      perUnit: unitCost.nullable(),
      unitWeightGrams: z.string().nullable(),
      unitVolumeCm3: z.string().nullable(),
      entries: z.array(explainEntrySchema),
      history: z.array(history),
    }),
  ),
  /** Costs of the product without an order. */
  layerless: z.object({ amount, entries: z.array(explainEntrySchema), history: z.array(history) }),
  /** For every invoice that plays a part: its entries and what is left of it add up to its total. */
  documents: z.array(
    z.object({
      id,
      number: z.string(),
      currency: currencyCode,
      assigned: amount,
      unassigned: amount,
      excluded: amount,
      recoverableTax: amount,
      difference: amount,
      total: amount,
      addsUp: z.boolean(),
    }),
  ),
  /** Working all entries out again from this tree gives the stored figures. */
  replays: z.boolean(),
});
export type Explain = z.infer<typeof explainSchema>;
export const explainProduct = endpoint({
  id: 'explainProduct',
  method: 'GET',
  path: '/reporting/{userId}/products/{id}/explain',
  access: 'read',
  flags: management,
  summary: 'Where every cent of a unit cost came from',
  params: userAnd('id'),
  query: z.strictObject({ asKnownOn: day.optional(), datedBy: day.optional() }),
  response: explainSchema,
});

declare module './live.ts' {
  interface Topics {
    readonly costs: true;
  }
}

import { BASES, COST_CATEGORIES, INVOICE_STATUSES, RATE_SOURCES, SHIPPING_METHODS } from '@quayside/domain/lists';
import { CUSTOMS_VALUES } from '@quayside/domain/shipments/duty';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { orderRef } from '../order-ref.ts';
import { packListRef } from '../pack-list-ref.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  amount,
  currencyCode,
  day,
  id,
  instant,
  optionSchema,
  unitCost,
  unknownCost,
  userAnd,
  userPath,
} from '../primitives.ts';
import { measure, ratedPlan } from './rated-plan.ts';
import { rateTyped } from '../invoices/invoice-header.ts';

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

/** The share of the cost of one invoice line that one supplier order (or one product) carries. */
const costEntrySchema = z.object({
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
  /** The order that carries the share. Null: the entry belongs to no order and counts only in the product's average. */
  order: orderRef.nullable(),
  /** The part of the order that carries the share. Null: the order as a whole. */
  packList: packListRef.nullable(),
  /** The number of units in the pack list, or in the order. */
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
  summary: 'Exact count and sum of the filtered assigned costs',
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

/** An amount in the document's currency and in account currency. */
const shownAmount = z.object({ document: amount, account: amount });
/** One cost entry with everything needed to recalculate it with pencil and paper. */
const explainEntrySchema = z.object({
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
  /** The shipping method whose volumetric factor was used for the chargeable weight. */
  chargeableMethod: z.enum(SHIPPING_METHODS).nullable(),
  /**
   * The share of this entry is weight ÷ weightTotal. Each divided by `weightScale` is a measure, and `measure` decides
   * its unit: units of the order, minor units of account currency, micrograms, cubic millimetres, cartons, minor units
   * of duty, 1 for each order, or minor units of the line's currency.
   */
  weight: z.string(),
  weightTotal: z.string(),
  weightScale: z.string(),
  /** The part of the order that carries the share. Null: the order as a whole. */
  packList: packListRef.nullable(),
  /** How each plan in the scope of the line was rated; empty where that did not matter. */
  ratedPlans: z.array(ratedPlan),
  /** What the entry of a line by duty was computed from, in account currency. */
  duty: z
    .object({
      goods: amount,
      shipping: amount,
      insurance: amount,
      customsValue: amount.meta({ description: 'The goods, and on CIF freight and insurance' }),
      chargedOn: z.enum(CUSTOMS_VALUES),
      percent: z.string(),
    })
    .nullable(),
  /** The amount that was shared, in the invoice's currency: the line's amount plus the tax that counts as a cost. */
  lineDocumentAmount: amount,
  /** The rate that converted the line; null when the invoice is in account currency. */
  rate: z
    .object({ value: z.string(), typed: rateTyped.nullable(), date: day.nullable(), source: z.enum(RATE_SOURCES) })
    .nullable(),
  /** The line's cost in account currency. */
  lineAmount: amount,
  /**
   * The part of lineDocumentAmount and of lineAmount that is tax which counts as a cost; null when there is none. The
   * tax and the rest are converted separately, each rounded once.
   */
  lineTax: shownAmount.nullable(),
  /** The share before rounding: lineAmount × weight ÷ weightTotal, up to 8 decimals. */
  exactAmount: z.string(),
  /**
   * The minor units that rounding added to this share: 0, or 1 (−1 on a negative line). For a credit: the rounding unit
   * of the share after the credit, minus that of the share before it.
   */
  roundingUnit: z.int(),
  /**
   * Set for an entry of a credit, which is the difference of two shares of the credited line: the share of the
   * remaining amount after the credit, minus the share of the remaining amount before the credit. amount = floor(after
   * × weight ÷ weightTotal) − floor(before × weight ÷ weightTotal) + roundingUnit.
   */
  creditOf: z
    .object({
      invoice: z.object({ id, number: z.string() }),
      line: z.object({ id, position: z.int() }),
      /**
       * The remaining amount of the credited line before and after this credit, in the document's currency and in
       * account currency. `tax` is the part of it that is tax which counts as a cost.
       */
      before: shownAmount.extend({ tax: shownAmount.nullable() }),
      after: shownAmount.extend({ tax: shownAmount.nullable() }),
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
/** How the rate follows that converts the costs of an invoice under PAID_RATE. */
const paidRateSchema = z.object({
  invoice: z.object({ id, number: z.string() }),
  currency: currencyCode,
  /** The sum of the bases, with what is open at the invoice's own rate, divided by the sum of the amounts. */
  costRate: z.string().meta({ description: '10 significant digits' }),
  ownRate: z.string(),
  /** What left for it: payments, and the parts of deposits and overpayments that were used on it, in order of day. */
  payments: z.array(
    z.object({
      kind: z.enum(['PAYMENT', 'DEPOSIT', 'OVERPAYMENT']),
      day,
      amount,
      base: amount.meta({ description: 'Account currency' }),
      rate: z.string().nullable(),
    }),
  ),
  creditNotes: amount.meta({ description: 'Settled by credit notes, which are left out of the rate' }),
  open: amount,
  openWorth: z.string().meta({ description: 'What is open at the own rate of the invoice, not rounded' }),
  /** The two sums whose quotient is the rate. */
  total: amount,
  worth: z.string().meta({ description: 'Account currency, not rounded' }),
});
export type PaidRate = z.infer<typeof paidRateSchema>;

const history = z.object({
  id,
  invoiceNumber: z.string(),
  linePosition: z.int(),
  costType: z.enum(COST_CATEGORIES),
  amount,
  recordedAt: instant,
  supersededAt: instant,
});
/** One component of a bundle, with the cost of one unit of it. */
const bundlePartSchema = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  quantity: z.int(),
  isBundle: z.boolean(),
  /** The landed cost of one unit; null when it is unknown. The cost of the bundle is then unknown too. */
  landedPerUnit: unitCost.nullable(),
  /**
   * The cost of all units of this part: quantity × landedPerUnit with 6 decimals, for display. The cost of the bundle
   * is the sum of the exact values.
   */
  amount: unitCost.nullable(),
});
/** What units of an order cost in account currency. */
const lotFigures = {
  units: z.int(),
  factory: amount,
  inbound: amount,
  landed: amount,
  perUnit: unitCost.nullable(),
};
/** Where the units of a lot are, and what they cost. The three costs add up to that of the lot and what joined it. */
const lotStock = z.object({
  receivedOn: day.nullable().meta({ description: 'The day of its first receipt' }),
  received: z.int().meta({ description: 'With what was lost on the way, which is gone as well' }),
  lostOnTheWay: z.int(),
  joined: amount.meta({ description: 'Costs without an order that are part of it, beyond what its order bears' }),
  gone: z.int().meta({ description: 'What left, less what came back' }),
  goneCost: amount.nullable().meta({ description: 'Null of what a count found, and under the moving average' }),
  onHand: z.int(),
  onHandCost: amount.nullable().meta({ description: 'Null of what a count found, and under the moving average' }),
  notArrived: z.int(),
  notArrivedCost: amount.nullable().meta({ description: 'Null of what a count found' }),
});
const explainSchema = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  /**
   * When set, the answer contains only entries that were recorded by the end of this day in the account's time zone and
   * not yet superseded then. Null: as known today.
   */
  asKnownOn: day.nullable(),
  /** When set, the answer contains only orders dated up to this day, as known today. Null: all orders. */
  datedBy: day.nullable(),
  /**
   * Set when the product is a bundle: its cost is the sum of its components, and the figures below are only the costs
   * booked on the bundle itself.
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
      linePosition: z.int().meta({ description: 'The line of the invoice that is this order' }),
      factory: amount,
      inbound: amount,
      landed: amount,
      perUnit: unitCost.nullable(),
      /**
       * Its pack lists as lots: own costs, and their part of what the order bears as a whole. As known on an earlier
       * day only those of which something had arrived, because no history of the others is kept.
       */
      packLists: z.array(
        packListRef.extend({
          ...lotFigures,
          unknownCost,
          stock: lotStock.nullable().meta({ description: 'Null while nothing of it has arrived' }),
        }),
      ),
      /**
       * What is left with its unpacked units; null while nothing is packed. As known on an earlier day: with the units
       * of all other pack lists.
       */
      unpacked: z.object(lotFigures).nullable(),
      unitWeightGrams: z.string().nullable(),
      unitVolumeCm3: z.string().nullable(),
      entries: z.array(explainEntrySchema),
      history: z.array(history),
    }),
  ),
  /** Costs of the product that belong to no order. */
  layerless: z.object({ amount, entries: z.array(explainEntrySchema), history: z.array(history) }),
  /**
   * Lots of the product without an order, which have no entries and count in no average: opening stock, and what a
   * count found, whose cost is not known.
   */
  otherLots: z.array(
    z.object({
      id,
      kind: z.enum(['OPENING', 'COUNT']),
      units: z.int(),
      landed: amount.nullable(),
      perUnit: unitCost.nullable(),
      stock: lotStock,
    }),
  ),
  /** How many units are sold without cost: no lot has given them yet. */
  waiting: z.int(),
  valuedBy: z.enum(['FIFO', 'AVERAGE']).meta({ description: 'How what leaves stock is valued' }),
  /**
   * Every invoice with an entry in this answer. Its assigned, unassigned and excluded amounts, recoverable tax and
   * difference add up to its total.
   */
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
  /** How the rates that come from payments follow, by invoice; empty for an explanation of the past. */
  paidRates: z.array(paidRateSchema),
  /** True when recalculating all entries from this tree gives the stored figures. */
  replays: z.boolean(),
});
export type Explain = z.infer<typeof explainSchema>;
export const explainProduct = endpoint({
  id: 'explainProduct',
  method: 'GET',
  path: '/reporting/{userId}/products/{id}/explain',
  access: 'read',
  flags: management,
  summary: 'Explain a unit cost to the last cent',
  params: userAnd('id'),
  query: z.strictObject({ asKnownOn: day.optional(), datedBy: day.optional() }),
  response: explainSchema,
});

declare module '../live.ts' {
  interface Topics {
    readonly costs: true;
  }
}

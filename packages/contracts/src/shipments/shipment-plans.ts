import { RATE_SOURCES, SHIPPING_METHODS } from '@quayside/domain/lists';
import {
  ADDRESS_TYPES,
  CALCULATE_BY,
  CONTAINER_TYPES,
  GOODS_TIMELINE_OPTIONS,
  LABEL_OWNERS,
  SHIPMENT_STATUSES,
} from '@quayside/domain/shipments/option-lists';
import { z } from 'zod';
import { documentSchema } from '../documents/documents.ts';
import { chosenRateSchema } from '../freight/freight-rate-refs.ts';
import { endpoint } from '../endpoint.ts';
import { historyEntrySchema } from '../invoices/invoices.ts';
import { shipmentStatuses } from './orders.ts';
import { costedPackListSchema, packListIds, shipping } from './pack-lists.ts';
import { filterQuery, listQuery, page, searchParam } from '../paging.ts';
import {
  amount,
  amountIn,
  blankToNull,
  countryCode,
  currencyCode,
  day,
  id,
  instant,
  maySchema,
  optionalLines,
  optionalText,
  rateIn,
  unitPriceIn,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';

// Shipment plans: which pack lists travel together, how, when and for how much.

export const planFilters = {
  status: ['in', 'notIn'],
  shippingMethod: ['in', 'isEmpty', 'isNotEmpty'],
  carrier: ['in', 'isEmpty', 'isNotEmpty'],
  country: ['in'],
  estimatedShipDate: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  eta: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  sent: ['isEmpty', 'isNotEmpty'],
  late: ['in'],
  missing: ['isEmpty', 'isNotEmpty'],
  archived: ['in'],
} as const;
export const planSort = [
  'number',
  'status',
  'estimatedReadyDate',
  'estimatedShipDate',
  'eta',
  'estimatedDeliveryDate',
  'units',
  'received',
  'cartons',
  'volume',
  'weight',
  'updatedAt',
] as const;

const typedDay = z.preprocess(blankToNull, day.nullable()).optional();

const days = {
  estimatedReadyDate: day.nullable(),
  readyOn: day.nullable(),
  cutOff: day.nullable(),
  estimatedShipDate: day.nullable().meta({ description: 'The estimated day of departure (ETD)' }),
  shippedOn: day.nullable(),
  eta: day.nullable().meta({ description: 'The estimated day of arrival' }),
  arrivedOn: day.nullable(),
  estimatedDeliveryDate: day.nullable(),
  deliveredOn: day.nullable(),
};

/** Why the chargeable weight or the estimated cost is unknown, with the products that lack a measure. */
const lacking = z.object({
  reason: z.string(),
  products: z.array(z.object({ productId: id, sku: z.string() })),
});

const shipmentPlanSchema = z.object({
  id,
  number: z.string().meta({ examples: ['SP-0001'] }),
  name: z.string().nullable().meta({ description: 'Words of the account, for example "Spring, by sea"' }),
  status: z.enum(SHIPMENT_STATUSES),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  ...days,
  isLate: z.boolean().meta({ description: 'OPEN, and its day of departure has passed' }),
  goodsTimeline: z.enum(GOODS_TIMELINE_OPTIONS).nullable(),
  fromAddressType: z.enum(ADDRESS_TYPES).nullable(),
  fromCountry: z.string().nullable(),
  fromAddress: z.string().nullable(),
  toAddressType: z.enum(ADDRESS_TYPES).nullable(),
  country: z.string().nullable().meta({ description: 'Of the destination' }),
  address: z.string().nullable().meta({ description: 'Of the destination' }),
  labelOwner: z.enum(LABEL_OWNERS).nullable().meta({ description: 'Who labels the cartons of a plan to Amazon' }),
  containerType: z.enum(CONTAINER_TYPES).nullable(),
  freightRateId: id.nullable(),
  /** The freight rate that was chosen; the estimated cost goes by it. */
  freightRate: chosenRateSchema.nullable(),
  calculateBy: z.enum(CALCULATE_BY).nullable(),
  shippingRateOrContainerEstimate: z
    .string()
    .nullable()
    .meta({ description: 'In `currency`: the price of 1 kg of chargeable weight, or the estimate for the container' }),
  currency: currencyCode,
  accountCurrency: currencyCode,
  rate: z.string().nullable().meta({ description: 'Account currency for 1 of `currency`' }),
  rateDate: day.nullable(),
  rateSource: z.enum(RATE_SOURCES).nullable(),
  chargeableWeight: z.string().nullable().meta({ description: 'Kilograms; null while it is unknown' }),
  estimatedCost: amount.nullable().meta({ description: 'In `estimatedCostCurrency`' }),
  estimatedCostCurrency: currencyCode.meta({ description: 'That of the chosen freight rate, otherwise `currency`' }),
  estimatedCostInAccountCurrency: amount.nullable().meta({ description: 'Converted once; null without a rate' }),
  lacking: lacking.nullable(),
  isHazardousGoods: z.boolean(),
  jobNumber: z.string().nullable(),
  carrierContactId: id.nullable(),
  /** The forwarder or carrier, one of the suppliers. */
  carrierContact: z.object({ id, companyName: z.string(), email: z.string().nullable() }).nullable(),
  trackingNumber: z.string().nullable(),
  warehouseReference: z.string().nullable(),
  notes: z.string().nullable(),
  shippedDespite: z
    .string()
    .nullable()
    .meta({ description: 'Why it left for an Amazon address although pre-flight found errors' }),
  packListCount: z.int(),
  units: z.int(),
  cartons: z.int(),
  weight: z.string().nullable().meta({ description: 'Gross kilograms; null while one is unknown' }),
  volume: z.string().nullable().meta({ description: 'Cubic metres; null while one is unknown' }),
  receivedUnits: z.int(),
  missingUnits: z.int().meta({ description: 'From RECEIVED on: neither arrived nor decided' }),
  outUnits: z.int().meta({ description: 'While IN_TRANSIT: what has not arrived' }),
  isReceivedByHand: z.boolean().meta({ description: 'A person called it received although something was missing' }),
  closedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  /** The last mail with its CSV that did not fail. */
  sentAt: instant.nullable(),
  isChangedSinceSent: z.boolean(),
  /** Whether each action is allowed now, and the reason when it is not. */
  can: z.object({
    edit: maySchema,
    changePackLists: maySchema,
    ship: maySchema,
    receive: maySchema,
    callReceived: maySchema.meta({ description: 'Become RECEIVED although something is missing' }),
    close: maySchema,
    stepBack: maySchema,
  }),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type ShipmentPlan = z.infer<typeof shipmentPlanSchema>;
const withPackLists = shipmentPlanSchema.extend({
  packLists: z.array(costedPackListSchema),
  uploadedDocuments: z.array(documentSchema),
});
export type ShipmentPlanWithPackLists = z.infer<typeof withPackLists>;

export const listShipmentPlans = endpoint({
  id: 'listShipmentPlans',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans',
  access: 'read',
  flags: shipping,
  summary: 'Shipment plans, one page at a time, newest first',
  params: userPath,
  query: listQuery({ sort: planSort, filters: planFilters, extra: { shipmentStatuses } }),
  response: page(shipmentPlanSchema),
});

export const shipmentPlanTotals = endpoint({
  id: 'getShipmentPlanTotals',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count and sums of the filtered shipment plans',
  params: userPath,
  query: filterQuery({ filters: planFilters, extra: { shipmentStatuses } }),
  response: z.object({
    count: z.int(),
    packLists: z.int(),
    units: z.int(),
    received: z.int(),
    missing: z.int().meta({ description: 'Of plans that are RECEIVED' }),
    cartons: z.int(),
    weight: z.string().meta({ description: 'Gross kilograms, of plans of which it is known' }),
    volume: z.string().meta({ description: 'Cubic metres, of plans of which it is known' }),
    withoutWeight: z.int(),
    withoutVolume: z.int(),
    accountCurrency: currencyCode,
    estimatedCost: amount.meta({ description: 'In account currency' }),
    withoutCost: z.int().meta({ description: 'Plans without an estimate or without a rate: counted, not summed' }),
  }),
});

export const listShipmentPlanSummary = endpoint({
  id: 'listShipmentPlanSummary',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/summary',
  access: 'read',
  flags: shipping,
  summary: 'Shipment plans to choose from, newest first, at most 500',
  params: userPath,
  query: z.strictObject({
    shipmentStatuses,
    search: searchParam,
    includePaired: z
      .enum(['true', 'false'])
      .default('false')
      .transform((s) => s === 'true')
      .meta({ description: 'false: leaves out plans that an invoice is paired with' }),
  }),
  response: z.array(
    z.object({
      id,
      number: z.string(),
      name: z.string().nullable(),
      status: z.enum(SHIPMENT_STATUSES),
      shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
      estimatedShipDate: day.nullable(),
      shippedOn: day.nullable(),
      eta: day.nullable(),
      country: z.string().nullable(),
      packListCount: z.int(),
      units: z.int(),
      cartons: z.int(),
      isPaired: z.boolean(),
    }),
  ),
});

export const getShipmentPlan = endpoint({
  id: 'getShipmentPlan',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/{shipmentPlanId}',
  access: 'read',
  flags: shipping,
  summary: 'One shipment plan with its pack lists and documents',
  params: userAnd('shipmentPlanId'),
  response: withPackLists,
  errors: ['shipments.unknown_plan'],
});

const typedCountry = z.preprocess(blankToNull, countryCode.nullable()).optional();
const patchBody = z.strictObject({
  name: optionalText(100).optional(),
  status: z
    .enum(SHIPMENT_STATUSES)
    .optional()
    .meta({
      description:
        'IN_TRANSIT needs `shippedOn`; RECEIVED leaves what has not arrived as missing; CLOSED needs everything ' +
        'decided. One step back until it is CLOSED: to IN_TRANSIT while something is missing, to OPEN without receipts',
    }),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  estimatedReadyDate: typedDay,
  readyOn: typedDay,
  cutOff: typedDay,
  estimatedShipDate: typedDay,
  shippedOn: typedDay.meta({ description: 'On an OPEN plan: it has left and is IN_TRANSIT' }),
  eta: typedDay,
  arrivedOn: typedDay,
  estimatedDeliveryDate: typedDay,
  deliveredOn: typedDay,
  correctionReason: optionalLines(500)
    .optional()
    .meta({ description: 'Required to change or clear a day that happened, and to go one step back' }),
  shippedDespite: optionalLines(500).optional().meta({
    description: 'Required while pre-flight finds errors: to ship a plan to an Amazon address, or to change it to one',
  }),
  goodsTimeline: z.enum(GOODS_TIMELINE_OPTIONS).nullable().optional(),
  fromAddressType: z.enum(ADDRESS_TYPES).nullable().optional(),
  fromCountry: typedCountry,
  fromAddress: optionalLines(1000).optional(),
  toAddressType: z.enum(ADDRESS_TYPES).nullable().optional(),
  country: typedCountry,
  address: optionalLines(1000).optional(),
  labelOwner: z
    .enum(LABEL_OWNERS)
    .nullable()
    .optional()
    .meta({ description: 'In the United States pre-flight finds an error while Amazon is to label' }),
  containerType: z.enum(CONTAINER_TYPES).nullable().optional(),
  freightRateId: id
    .nullable()
    .optional()
    .meta({ description: 'Also one that is not valid on the day; the answer says so' }),
  calculateBy: z.enum(CALCULATE_BY).nullable().optional(),
  shippingRateOrContainerEstimate: z
    .preprocess(blankToNull, z.union([unitPriceIn, amountIn]).nullable())
    .optional()
    .meta({ description: 'Needs `calculateBy`: a price with up to 6 decimals, or an amount' }),
  currency: currencyCode.optional(),
  rate: z.preprocess(blankToNull, rateIn.nullable()).optional(),
  rateDate: typedDay,
  rateSource: z.enum(['manual', 'feed']).optional(),
  isHazardousGoods: z.boolean().optional(),
  jobNumber: optionalText(100).optional(),
  carrierContactId: id.nullable().optional(),
  trackingNumber: optionalText(100).optional(),
  warehouseReference: optionalText(100).optional(),
  notes: optionalLines(5000).optional(),
  version: version.optional(),
});

export const patchShipmentPlan = endpoint({
  id: 'patchShipmentPlan',
  method: 'PATCH',
  path: '/orders/{userId}/orders/shipmentplans/{shipmentPlanId}',
  aliases: ['/orders/{userId}/shipmentplans/{shipmentPlanId}'],
  access: 'write',
  flags: shipping,
  summary: 'Change a shipment plan; mark it as shipped, received or closed, or take it one step back',
  description: 'The payments that follow its days move in the same transaction; paid ones stay.',
  params: userAnd('shipmentPlanId'),
  body: patchBody,
  response: withPackLists,
  errors: ['shipments.unknown_plan', 'shipments.wrong_status', 'shipments.in_use', 'conflict_version'],
});

export const addShipmentPlanPackLists = endpoint({
  id: 'addShipmentPlanPackLists',
  method: 'POST',
  path: '/orders/{userId}/shipmentplans/packlists',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Put pack lists into a plan, or make a plan of them',
  description:
    'Without `shipmentPlanId` a plan with the next number is made. A pack list brings its whole carton row, and ' +
    'leaves the OPEN plan that it was in.',
  params: userPath,
  body: z.strictObject({ shipmentPlanId: id.nullable().optional(), packListIds, version: version.optional() }),
  response: z.object({
    plan: withPackLists,
    operationId: id,
    /** Pack lists that came along, because they are in the same cartons. */
    alongPackListIds: z.array(id),
    /** OPEN plans that are gone, because they lost their last pack list. */
    removedPlanIds: z.array(id),
  }),
  errors: ['shipments.unknown_plan', 'shipments.unknown_pack_list', 'shipments.locked', 'conflict_version'],
});

export const removeShipmentPlanPackLists = endpoint({
  id: 'removeShipmentPlanPackLists',
  method: 'POST',
  path: '/orders/{userId}/shipmentplans/remove-packlists',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Take pack lists out of an OPEN plan; without its last one the plan goes',
  params: userPath,
  body: z.strictObject({ shipmentPlanId: id, packListIds, version: version.optional() }),
  response: z.object({
    plan: withPackLists.nullable().meta({ description: 'Null: it lost its last pack list and is gone' }),
    operationId: id,
    alongPackListIds: z.array(id),
  }),
  errors: ['shipments.unknown_plan', 'shipments.unknown_pack_list', 'shipments.locked', 'conflict_version'],
});

const option = <T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.object({ value: z.enum(values), label: z.string() }));

export const listGoodsTimelineOptions = endpoint({
  id: 'listGoodsTimelineOptions',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/goods-timeline-options',
  access: 'read',
  flags: shipping,
  summary: 'When the goods of a plan are ready',
  params: userPath,
  response: option(GOODS_TIMELINE_OPTIONS),
});

export const listCalculateByOptions = endpoint({
  id: 'listCalculateByOptions',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/calculate-by-options',
  access: 'read',
  flags: shipping,
  summary: 'How the estimated cost of a plan is worked out',
  params: userPath,
  response: option(CALCULATE_BY),
});

export const listAddressTypes = endpoint({
  id: 'listAddressTypes',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/address-types',
  access: 'read',
  flags: shipping,
  summary: 'Kinds of origins and destinations',
  params: userPath,
  response: option(ADDRESS_TYPES),
});

export const listContainerTypes = endpoint({
  id: 'listContainerTypes',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/container-types',
  access: 'read',
  flags: shipping,
  summary: 'Types of containers, with what each holds',
  params: userPath,
  response: z.array(
    z.object({
      value: z.enum(CONTAINER_TYPES),
      label: z.string(),
      usableVolume: z.string().nullable().meta({ description: 'Cubic metres that people fill; null for LCL' }),
      payload: z.string().nullable().meta({ description: 'Kilograms; null for LCL' }),
      source: z.string().nullable().meta({ description: 'Null: the account says so itself' }),
    }),
  ),
});

const CSV = { binary: 'text/csv' } as const;
const WHAT =
  'UTF-8 with a byte order mark, a row for each pack list; ' +
  'cells that a spreadsheet would run as a formula are escaped.';

export const getShipmentPlanCsv = endpoint({
  id: 'getShipmentPlanCsv',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/{id}/csv',
  access: 'read',
  flags: shipping,
  summary: 'The CSV of a plan as it is now; stores nothing',
  description: WHAT,
  params: userAnd('id'),
  response: CSV,
  errors: ['shipments.unknown_plan'],
});

export const getShipmentPlanCsvDocument = endpoint({
  id: 'getShipmentPlanCsvDocument',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/{id}/csv/document',
  access: 'write',
  changesData: true,
  flags: shipping,
  summary: 'Keep the CSV of a plan as a document, again only when it differs from the one that is kept',
  description: WHAT,
  params: userAnd('id'),
  response: documentSchema,
  errors: ['shipments.unknown_plan', 'documents.quota', 'documents.unknown', 'conflict_version'],
});

export const getShipmentPlanEmail = endpoint({
  id: 'getShipmentPlanEmail',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/{id}/email',
  access: 'read',
  flags: shipping,
  summary: 'A proposed mail for the forwarder of a plan',
  params: userAnd('id'),
  response: z.object({
    to: z.array(z.string()),
    subject: z.string(),
    body: z.string().meta({ description: 'HTML' }),
    /** The documents that are attached at first: the kept CSV, if it is what the plan says now. */
    attachments: z.array(documentSchema),
  }),
  errors: ['shipments.unknown_plan'],
});

export const listShipmentPlanHistory = endpoint({
  id: 'listShipmentPlanHistory',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/{shipmentPlanId}/history',
  access: 'read',
  flags: shipping,
  summary: 'History of a shipment plan: who changed what, newest first',
  params: userAnd('shipmentPlanId'),
  query: listQuery({ sort: ['at'], filters: {} }).omit({ search: true }),
  response: page(historyEntrySchema),
  errors: ['shipments.unknown_plan'],
});

declare module '../live.ts' {
  interface Topics {
    readonly 'shipment-plans': true;
  }
}

import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { z } from 'zod';
import { endpoint, type EndpointSpec } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import {
  amount,
  blankToNull,
  currencyCode,
  day,
  id,
  maySchema,
  unitCost,
  unknownCost,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';

// Pack lists: the parts into which an order is split for packing and shipping.

/** The section of the account that orders, cartons and shipment plans belong to. */
export const shipping = [
  ['isOrdersAndShippingEnabled', 'isManagementSectionEnabled'],
] as const satisfies EndpointSpec['flags'];

/** The most records that one call can name. */
export const MAX_IDS = 2000;
export const packListIds = z
  .array(id)
  .min(1)
  .max(MAX_IDS)
  .meta({ description: `Ids of pack lists, at most ${MAX_IDS}` });

/** Whole units, at least 1. */
const units = z.int().min(1).max(999_999_999).meta({ description: 'Whole units, at least 1' });

export const packListSchema = z.object({
  packListId: id,
  number: z.string().meta({ examples: ['PL-0001'] }),
  orderId: id,
  orderNumber: z.string(),
  invoiceId: id,
  invoiceNumber: z.string(),
  linePosition: z.int(),
  productId: id,
  sku: z.string(),
  productName: z.string(),
  quantity: z.int().meta({ description: 'Units, without what went back to the supplier by a credit note' }),
  receivedQuantity: z.int().meta({ description: 'Of these, units that arrived' }),
  missingQuantity: z.int().meta({ description: 'Neither arrived nor decided' }),
  /** The row of identical cartons that it is in. */
  cartonId: id.nullable(),
  cartonNumber: z.string().nullable(),
  cartonCount: z.int().nullable(),
  unitsPerCarton: z.int().nullable(),
  shipmentPlanId: id.nullable(),
  shipmentPlanNumber: z.string().nullable(),
  status: z
    .enum(SHIPMENT_STATUSES)
    .meta({ description: 'That of its plan; without one OPEN until all of it has arrived' }),
  estimatedReadyDate: day.nullable(),
  weight: z
    .string()
    .nullable()
    .meta({ description: 'Gross kilograms: as measured of its cartons, otherwise by product; null is unknown' }),
  volume: z
    .string()
    .nullable()
    .meta({ description: 'Cubic metres: of its cartons, otherwise by product; null is unknown' }),
  isMeasured: z.boolean().meta({ description: 'Weight or volume are those of its cartons' }),
  can: z.object({ change: maySchema }),
  version,
});
export type PackList = z.infer<typeof packListSchema>;

/** What units of an order cost, in account currency (stock §2). */
export const lotCost = z.object({
  currency: currencyCode,
  factory: amount,
  inbound: amount,
  landed: amount,
  perUnit: unitCost.nullable(),
});
/** A pack list of one order or plan. Lists of many do not work its cost out. */
export const costedPackListSchema = packListSchema.extend({
  cost: lotCost.nullable().meta({
    description: 'Its own costs, and by units its part of what its order bears; null while it is not known',
  }),
  unknownCost,
});
export type CostedPackList = z.infer<typeof costedPackListSchema>;

export const packListFilters = {
  status: ['in', 'notIn'],
  plan: ['in', 'isEmpty', 'isNotEmpty'],
  carton: ['in', 'isEmpty', 'isNotEmpty'],
  order: ['in'],
  product: ['in'],
  supplier: ['in'],
} as const;
const packListSort = ['number', 'sku', 'quantity', 'estimatedReadyDate', 'order'] as const;

export const listPackLists = endpoint({
  id: 'listPackLists',
  method: 'GET',
  path: '/orders/{userId}/packlists',
  access: 'read',
  flags: shipping,
  summary: 'Pack lists of all orders, one page at a time',
  params: userPath,
  query: listQuery({ sort: packListSort, filters: packListFilters }),
  response: page(packListSchema),
});

const readyDate = z.preprocess(blankToNull, day.nullable()).optional();
const PACK_ERRORS = ['shipments.unknown_order', 'shipments.locked', 'conflict_version'] as const;

export const createPackList = endpoint({
  id: 'createPackList',
  method: 'POST',
  path: '/orders/{userId}/{orderId}/packlist',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Pack a part of an order',
  params: userAnd('orderId'),
  body: z.strictObject({
    quantity: units,
    estimatedReadyDate: readyDate,
    shipmentPlanId: id.nullable().optional().meta({ description: 'An OPEN plan that it joins' }),
  }),
  response: packListSchema,
  status: 201,
  errors: [...PACK_ERRORS, 'shipments.unknown_plan'],
});

export const patchPackList = endpoint({
  id: 'patchPackList',
  method: 'PATCH',
  path: '/orders/{userId}/{orderId}/packlist/{packListId}',
  access: 'write',
  flags: shipping,
  summary: 'Change a pack list',
  description: 'In a carton its units divide evenly over the cartons of the row.',
  params: userAnd('orderId', 'packListId'),
  body: z.strictObject({ quantity: units.optional(), estimatedReadyDate: readyDate, version: version.optional() }),
  response: packListSchema,
  errors: [...PACK_ERRORS, 'shipments.unknown_pack_list'],
});

const removed = z.object({
  operationId: id.meta({ description: 'For POST /undo/{userId}/{operationId}, within 10 minutes' }),
  removed: z.int(),
});

export const deletePackList = endpoint({
  id: 'deletePackList',
  method: 'DELETE',
  path: '/orders/{userId}/{orderId}/packlist/{packListId}',
  access: 'write',
  flags: shipping,
  summary: 'Remove a pack list; its units are unpacked again',
  description: 'It leaves its carton row and its plan; a row or an OPEN plan that is empty then goes, too.',
  params: userAnd('orderId', 'packListId'),
  response: removed,
  errors: [...PACK_ERRORS, 'shipments.unknown_pack_list'],
});

export const deletePackLists = endpoint({
  id: 'deletePackLists',
  method: 'POST',
  path: '/orders/{userId}/{orderId}/packlist/delete-multiple',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Remove several pack lists of an order, all or none',
  params: userAnd('orderId'),
  body: z.strictObject({ packListIds }),
  response: removed,
  errors: [...PACK_ERRORS, 'shipments.unknown_pack_list'],
});

declare module '../live.ts' {
  interface Topics {
    readonly orders: true;
  }
}

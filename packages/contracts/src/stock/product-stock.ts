import { STOCK_METHODS } from '@quayside/domain/stock/methods';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { listQuery, page } from '../paging.ts';
import { amount, day, id, unitCost, unknownCost, userAnd } from '../primitives.ts';
import { place } from './receipts.ts';

// The stock of one product: its lots, its orders that arrived, and how many units each place had over time.

const ofProduct = userAnd('productId');

const lotSchema = z.object({
  id,
  kind: z.enum(['PACK_LIST', 'OPENING', 'COUNT']).meta({ description: 'COUNT: units that a count found' }),
  packListNumber: z.string().nullable(),
  orderId: id.nullable(),
  orderNumber: z.string().nullable(),
  purchaseOrderNumber: z.string().nullable(),
  invoiceId: id.nullable(),
  shipmentPlanId: id.nullable(),
  shipmentPlanNumber: z.string().nullable(),
  planStatus: z.enum(SHIPMENT_STATUSES).nullable(),
  receivedOn: z.string().nullable().meta({ description: 'The day of its first receipt' }),
  expectedOn: z.string().nullable().meta({ description: 'When the shipment plan should arrive' }),
  units: z.int().meta({ description: 'The units that its cost is shared over' }),
  received: z.int(),
  taken: z.int(),
  onHand: z.int(),
  notArrived: z.int(),
  unitCost: unitCost.nullable().meta({ description: 'Landed; null when it is not known, and without units' }),
  cost: amount.nullable().meta({ description: 'Landed cost of all its units; null when it is not known' }),
  unknownCost,
  value: amount
    .nullable()
    .meta({ description: 'Landed cost of what is on hand; null by the moving average, which values no single lot' }),
  factoryValue: amount.nullable(),
  notArrivedValue: amount.nullable().meta({ description: 'Landed cost of what has not arrived; in no value' }),
  basis: z.enum(['ACTUAL', 'EXPECTED']).nullable().meta({
    description: 'EXPECTED: it has not arrived, or an invoice of its costs is not confirmed. Null without a cost',
  }),
});
export type ProductLot = z.infer<typeof lotSchema>;

const looseCostSchema = z.object({
  invoiceId: id,
  invoiceNumber: z.string(),
  day: z.string().meta({ description: 'The date of its invoice' }),
  amount,
  lotId: id.nullable().meta({ description: 'The lot that it is part of, first in, first out' }),
  isWaiting: z.boolean().meta({ description: 'It is in no value: nothing has arrived since' }),
});

const atPlace = z.object({ place, units: z.int().meta({ description: 'Below 0 while more left than had arrived' }) });

export const getProductInventory = endpoint({
  id: 'getProductInventory',
  method: 'GET',
  path: '/reporting/{userId}/{productId}/inventory',
  aliases: ['/reporting/{userId}/products/{productId}/inventory'],
  access: 'read',
  flags: management,
  summary: 'The lots of a product, in the order in which they give units, with its stock by place',
  params: ofProduct,
  query: listQuery({
    sort: ['receivedOn', 'units', 'onHand'],
    filters: { onHand: ['isNotEmpty'], kind: ['in'] },
  }),
  response: page(lotSchema).extend({
    stock: z.object({
      onOrder: z.int(),
      packed: z.int(),
      inTransit: z.int(),
      missing: z.int(),
      onHand: z.int(),
      waiting: z.int(),
      unknown: z.int().meta({ description: 'Of those on hand, units whose cost is not known; they are in no value' }),
      value: amount,
      factoryValue: amount,
      valuePerUnit: unitCost.nullable(),
    }),
    method: z.enum(STOCK_METHODS),
    places: z.array(atPlace),
    /** Costs that no order of the product bears, the latest first. */
    looseCosts: z.array(looseCostSchema),
  }),
});

const receivedOrderSchema = z.object({
  orderId: id,
  orderNumber: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  invoiceId: id,
  invoiceNumber: z.string(),
  supplierName: z.string().nullable(),
  date: z.string(),
  units: z.int(),
  received: z.int(),
  missing: z.int(),
  firstReceivedOn: z.string(),
  lastReceivedOn: z.string(),
  receipts: z.int(),
  places: z.array(place),
});
export type ReceivedOrder = z.infer<typeof receivedOrderSchema>;

export const getProductReceivedOrders = endpoint({
  id: 'getProductReceivedOrders',
  method: 'GET',
  path: '/reporting/{userId}/{productId}/received-orders',
  aliases: ['/reporting/{userId}/products/{productId}/received-orders'],
  access: 'read',
  flags: management,
  summary: 'The orders of a product of which units arrived, the last arrival first',
  params: ofProduct,
  query: listQuery({
    sort: ['lastReceivedOn', 'firstReceivedOn', 'date', 'received'],
    filters: { place: ['in'], received: ['between'] },
  }),
  response: page(receivedOrderSchema),
});

export const getStockBalances = endpoint({
  id: 'getStockBalances',
  method: 'GET',
  path: '/stock/{userId}/products/{productId}/balances',
  access: 'read',
  flags: shipping,
  summary: 'How many units of a product each place had, at the end of each day with a change',
  description: 'Units that are sold without cost have left their place, so it may be below 0.',
  params: ofProduct,
  query: z.strictObject({
    startDate: day.optional(),
    endDate: day.optional(),
  }),
  response: z.object({
    places: z.array(place),
    points: z.array(z.object({ day: z.string(), places: z.array(atPlace) })).meta({
      description: 'Each has every place that had stock; with `startDate` the first is what was there before',
    }),
  }),
});

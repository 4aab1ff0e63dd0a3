import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { CUSTOMER_ORDER_STATUSES } from '@quayside/domain/stock/order-report';
import { FULFILMENTS } from '@quayside/domain/stock/sale-places';
import { INVOICE_STATUSES, SHIPPING_METHODS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { historyEntrySchema } from '../invoices/invoices.ts';
import { costedPackListSchema, lotCost, MAX_IDS, shipping } from './pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { blankToNull, day, id, maySchema, optionalLines, unknownCostOfSome, userAnd, userPath } from '../primitives.ts';
import { place } from '../stock/receipts.ts';

// Supplier orders, as people pack and ship them. They are created and removed with the lines of factory invoices.
// Customer orders, which are imported from the report of a marketplace, are in the same calls behind `kind`.

export const ORDER_KINDS = ['SUPPLIER', 'CUSTOMER'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
export const orderKind = z.enum(ORDER_KINDS).default('SUPPLIER').meta({
  description: 'Orders of the account from suppliers, or orders of customers, which can only be read',
});

const statusesParam = <T extends z.ZodType>(item: T) =>
  z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(item).max(10).optional());
export const shipmentStatuses = statusesParam(z.enum(SHIPMENT_STATUSES)).meta({
  description: 'May be repeated; absent: all',
});

export const orderFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn'],
  product: ['in'],
  shippingMethod: ['in', 'isEmpty', 'isNotEmpty'],
  date: ['gte', 'lte', 'between'],
  readyOn: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  unpacked: ['isEmpty', 'isNotEmpty'],
  missing: ['isEmpty', 'isNotEmpty'],
  plan: ['in'],
  channel: ['in', 'notIn'],
  unknownSku: ['isNotEmpty'],
  waiting: ['isNotEmpty'],
} as const;
/** The filters of supplier orders, and of customer orders. Each refuses those of the other. */
export const FILTERS_OF_KIND = {
  SUPPLIER: ['status', 'supplier', 'product', 'shippingMethod', 'date', 'readyOn', 'unpacked', 'missing', 'plan'],
  CUSTOMER: ['status', 'product', 'date', 'channel', 'unknownSku', 'waiting'],
} as const satisfies Readonly<Record<OrderKind, readonly (keyof typeof orderFilters)[]>>;
export const orderSort = [
  'number',
  'date',
  'sku',
  'supplier',
  'invoiceNumber',
  'quantity',
  'packed',
  'shipped',
  'received',
  'unpacked',
  'readyOn',
  'status',
  'channel',
] as const;
/** The sort fields of customer orders. */
export const CUSTOMER_ORDER_SORT = ['number', 'date', 'quantity', 'status', 'channel'] as const;

export const supplierOrder = z.object({
  kind: z.literal('SUPPLIER'),
  orderId: id,
  number: z.string().meta({ examples: ['SO-000001'] }),
  status: z
    .enum(SHIPMENT_STATUSES)
    .meta({ description: 'That of its least advanced pack list; OPEN while a unit is unpacked' }),
  invoiceId: id,
  invoiceNumber: z.string(),
  invoiceStatus: z.enum(INVOICE_STATUSES),
  invoiceLineId: id,
  linePosition: z.int(),
  date: day.meta({ description: 'The date of the invoice' }),
  supplierId: id.nullable(),
  supplierName: z.string().nullable(),
  purchaseOrderId: id.nullable(),
  poNumber: z.string().nullable(),
  productId: id,
  sku: z.string(),
  productName: z.string(),
  thumbnail: z.string().nullable(),
  quantity: z.int().meta({ description: 'Units: invoiced, less what is credited' }),
  packedQuantity: z.int(),
  shippedQuantity: z.int().meta({ description: 'Packed units whose plan has left' }),
  receivedQuantity: z.int(),
  missingQuantity: z.int().meta({ description: 'Shipped in plans that are received, and neither arrived nor decided' }),
  unpackedQuantity: z.int(),
  packListCount: z.int(),
  unitsPerCase: z.int().nullable().meta({ description: 'Of the case packaging of the product' }),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  readyOn: day.nullable(),
  expectedOn: day
    .nullable()
    .meta({ description: 'The day of the order, with the lead time of the supplier if it is known' }),
  notes: z.string().nullable(),
  can: z.object({ pack: maySchema, delete: maySchema }),
  version: z.int().min(0).meta({ description: '0 while nothing was noted or packed' }),
});
export type Order = z.infer<typeof supplierOrder>;
export const orderWithPackLists = supplierOrder.extend({
  packLists: z.array(costedPackListSchema),
  unpackedCost: lotCost.nullable().meta({ description: 'What its unpacked units cost; null while nothing is packed' }),
});
export type OrderWithPackLists = z.infer<typeof orderWithPackLists>;

const customerOrderLine = z.object({
  id,
  sku: z.string(),
  productId: id.nullable().meta({ description: 'Null: no product has this SKU yet' }),
  productName: z.string().nullable(),
  status: z.enum(CUSTOMER_ORDER_STATUSES),
  fulfilment: z.enum(FULFILMENTS).meta({ description: 'Who shipped: the marketplace, or the account' }),
  place: place
    .nullable()
    .meta({ description: 'The place that its sale left; null: nothing left, or it is to be chosen' }),
  quantity: z.int(),
  shipped: z.int().meta({ description: 'Of these, units that were shipped: they left stock' }),
  returned: z.int().meta({ description: 'Of these, units that came back' }),
  waiting: z.int().meta({ description: 'Of these, units that no lot has given yet: sold without cost' }),
  currency: z.string().nullable(),
  price: z.string().nullable().meta({ description: 'Of all units of the line' }),
  cost: z.string().nullable().meta({
    description: 'What its units cost, less what came back, in the currency of the account; null: nothing is known',
  }),
  unknownCost: unknownCostOfSome,
});
export const customerOrder = z.object({
  kind: z.literal('CUSTOMER'),
  orderId: id,
  number: z.string().meta({ description: 'The id that the marketplace gave it' }),
  date: day.meta({ description: 'The day of the purchase in the time zone of the account' }),
  channel: z.string().meta({ description: 'A sales channel of the list, or what the report names where it is none' }),
  status: z.enum(CUSTOMER_ORDER_STATUSES),
  quantity: z.int(),
  waiting: z.int(),
  cost: z.string().nullable(),
  unknownCost: unknownCostOfSome,
  lines: z.array(customerOrderLine),
});
export type CustomerOrder = z.infer<typeof customerOrder>;
/** Whether an order is one from a supplier, with all that an answer says about it. */
export const isSupplierOrder = <O extends { readonly kind: 'SUPPLIER' }>(order: O | CustomerOrder): order is O =>
  order.kind === 'SUPPLIER';
const anyOrder = z.discriminatedUnion('kind', [supplierOrder, customerOrder]);

export const listOrders = endpoint({
  id: 'listOrders',
  method: 'GET',
  path: '/orders/{userId}',
  access: 'read',
  flags: shipping,
  summary: 'Orders from suppliers, or orders of customers (`kind`), one page at a time, newest first',
  params: userPath,
  query: listQuery({
    sort: orderSort,
    filters: orderFilters,
    extra: { kind: orderKind, orderStatuses: shipmentStatuses },
  }),
  response: page(anyOrder),
});

export const supplierTotals = z.object({
  kind: z.literal('SUPPLIER'),
  count: z.int(),
  quantity: z.int(),
  packed: z.int(),
  shipped: z.int(),
  received: z.int(),
  missing: z.int(),
  unpacked: z.int(),
});
export const customerTotals = z.object({
  kind: z.literal('CUSTOMER'),
  count: z.int(),
  quantity: z.int(),
  shipped: z.int().meta({ description: 'Units that left stock' }),
  waiting: z.int(),
  unknownSkus: z.int().meta({ description: 'Lines whose SKU no product has' }),
  cost: z.string(),
  withoutRate: z.int().meta({
    description: 'Units that left, less those that came back, whose invoice has no exchange rate: not in the cost',
  }),
});

export const orderTotals = endpoint({
  id: 'getOrderTotals',
  method: 'GET',
  path: '/orders/{userId}/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count and sums of the filtered orders',
  params: userPath,
  query: filterQuery({ filters: orderFilters, extra: { kind: orderKind, orderStatuses: shipmentStatuses } }),
  response: z.discriminatedUnion('kind', [supplierTotals, customerTotals]),
});

export const getOrderStats = endpoint({
  id: 'getOrderStats',
  method: 'GET',
  path: '/orders/{userId}/stats',
  access: 'read',
  flags: shipping,
  summary: 'How many orders have each status, and the units of all orders',
  params: userPath,
  response: z.object({
    total: z.int(),
    open: z.int(),
    inTransit: z.int(),
    received: z.int(),
    closed: z.int(),
    units: z.int(),
    unpacked: z.int().meta({ description: 'Units that are not packed' }),
  }),
});

export const getOrder = endpoint({
  id: 'getOrder',
  method: 'GET',
  path: '/orders/{userId}/{orderId}',
  access: 'read',
  flags: shipping,
  summary: 'One order: of a supplier with its pack lists, of a customer with its lines',
  params: userAnd('orderId'),
  response: z.discriminatedUnion('kind', [orderWithPackLists, customerOrder]),
  errors: ['shipments.unknown_order'],
});

export const listOrderHistory = endpoint({
  id: 'listOrderHistory',
  method: 'GET',
  path: '/orders/{userId}/{orderId}/history',
  access: 'read',
  flags: shipping,
  summary: 'History of an order: who packed and changed what, and which plans its pack lists joined, newest first',
  params: userAnd('orderId'),
  query: listQuery({ sort: ['at'], filters: {} }).omit({ search: true }),
  response: page(historyEntrySchema),
  errors: ['shipments.unknown_order'],
});

export const patchOrder = endpoint({
  id: 'patchOrder',
  method: 'PATCH',
  path: '/orders/{userId}/{orderId}',
  access: 'write',
  flags: shipping,
  summary: 'Note the ready day, words and the shipping method of an order',
  description: 'The shipping method decides how a cost by chargeable weight is shared, in closed invoices, too.',
  params: userAnd('orderId'),
  body: z.strictObject({
    readyOn: z.preprocess(blankToNull, day.nullable()).optional(),
    notes: optionalLines(2000).optional(),
    shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
    version: z.int().min(0).optional(),
  }),
  response: orderWithPackLists,
  errors: ['shipments.unknown_order', 'conflict_version'],
});

export const deleteOrder = endpoint({
  id: 'deleteOrder',
  method: 'DELETE',
  path: '/orders/{userId}/{orderId}',
  access: 'write',
  flags: shipping,
  summary: 'Set the quantity of the line of an order to 0; the amount of the line is then unassigned',
  params: userAnd('orderId'),
  errors: ['shipments.unknown_order', 'shipments.in_use', 'invoices.closed'],
});

/** A row of identical cartons that packing by case makes. */
const packedRow = z.object({ count: z.int(), unitsPerCarton: z.int() });

export const packByCase = endpoint({
  id: 'packByCase',
  method: 'POST',
  path: '/orders/{userId}/pack-by-case',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Pack what is unpacked of orders in cartons of the case packaging of their products',
  description:
    'Whole cases share a pack list and a carton row; the last part-carton has its own. All orders or none. With ' +
    '`preview: true` nothing is stored.',
  params: userPath,
  body: z.strictObject({
    orders: z
      .array(
        z.strictObject({
          orderId: id,
          unitsPerCase: z.int().min(1).max(1_000_000).optional().meta({ description: 'Absent: that of the product' }),
        }),
      )
      .min(1)
      .max(MAX_IDS),
    cartonTypeId: id.nullable().optional().meta({
      description: "Absent: a type with the measures of the product's case, which is made when there is none",
    }),
    preview: z.boolean().default(false),
  }),
  response: z.object({
    operationId: id.nullable().meta({ description: 'For POST /undo/{userId}/{operationId}; null in a preview' }),
    orders: z.array(
      z.object({
        orderId: id,
        number: z.string(),
        sku: z.string(),
        quantity: z.int().meta({ description: 'Units that are packed now' }),
        rows: z.array(packedRow),
      }),
    ),
    packLists: z.int(),
    cartons: z.int(),
  }),
  errors: ['shipments.unknown_order', 'shipments.unknown_carton_type'],
});

export const createTestProductOrder = endpoint({
  id: 'createTestProductOrder',
  method: 'POST',
  path: '/orders/{userId}/test-product',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Create a product, an invoice line and an order to try things out, in the demo account only',
  params: userPath,
  response: orderWithPackLists,
  status: 201,
});

import { PLACES } from '@quayside/domain/stock/places';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { boolParam } from '../imports.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { blankToNull, day, id, instant, maySchema, optionalLines, userAnd, userPath } from '../primitives.ts';

// Receipts: units of pack lists that arrived, on a day and at a place. Nothing of them is changed, only reversed.

export const place = z.enum(PLACES).meta({ description: 'WAREHOUSE, or the warehouse of a sales channel' });
const quantity = z.int().min(1).max(999_999_999);

const receiptSchema = z.object({
  id,
  packListId: id.nullable(),
  packListNumber: z.string().nullable(),
  orderId: id.nullable(),
  orderNumber: z.string().nullable(),
  shipmentPlanId: id.nullable(),
  shipmentPlanNumber: z.string().nullable(),
  productId: id,
  sku: z.string(),
  productName: z.string(),
  day,
  place,
  quantity: z.int(),
  surplus: z.int().meta({ description: 'Of these, units beyond what was packed' }),
  surplusReason: z.string().nullable(),
  found: z.int().meta({ description: 'Of these, units that had been decided as missing' }),
  credited: z.int().meta({ description: 'Of these, units that went back to the supplier by a credit note' }),
  isOpening: z.boolean().meta({ description: 'Stock from before, without an order' }),
  createdAt: instant,
  createdBy: z.string().nullable(),
  reversedAt: instant.nullable(),
  can: z.object({ reverse: maySchema }),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const receiptFilters = {
  order: ['in'],
  plan: ['in'],
  product: ['in'],
  place: ['in', 'notIn'],
  day: ['gte', 'lte', 'between'],
  surplus: ['isNotEmpty'],
  reversed: ['isEmpty', 'isNotEmpty'],
} as const;

export const receiptSort = ['day', 'sku', 'quantity', 'place'] as const;

export const listReceipts = endpoint({
  id: 'listReceipts',
  method: 'GET',
  path: '/stock/{userId}/receipts',
  access: 'read',
  flags: shipping,
  summary: 'Receipts, one page at a time, newest first',
  params: userPath,
  query: listQuery({ sort: receiptSort, filters: receiptFilters }),
  response: page(receiptSchema),
});

export const receiptTotals = endpoint({
  id: 'getReceiptTotals',
  method: 'GET',
  path: '/stock/{userId}/receipts/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count and sums of the filtered receipts; reversed ones are counted apart',
  params: userPath,
  query: filterQuery({ filters: receiptFilters }),
  response: z.object({ count: z.int(), units: z.int(), surplus: z.int(), found: z.int(), reversed: z.int() }),
});

/** How many arrivals are recorded at once: the orders of an account that begins with its stock. */
export const MAX_ARRIVALS = 5000;
const arrivalRow = z
  .strictObject({
    packListId: id.optional(),
    orderId: id
      .optional()
      .meta({ description: 'For units that no plan carries: what is unpacked becomes a pack list' }),
    quantity: quantity.optional().meta({ description: 'Units; everything that has not arrived yet if absent' }),
    day: day.optional().meta({ description: 'Instead of the day of all' }),
    place: place.optional().meta({ description: 'Instead of the place of all' }),
    reason: z.preprocess(blankToNull, optionalLines(500)).optional().meta({
      description: 'Why more arrived than was packed; needed above the tolerance of the supplier',
    }),
  })
  .meta({ description: 'Names a pack list or an order' });

export const receiveGoods = endpoint({
  id: 'receiveGoods',
  method: 'POST',
  path: '/stock/{userId}/receipts',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Record that units arrived, all or none',
  description:
    'Units of a shipment plan can arrive once it has left. More than was packed is surplus: within the quantity ' +
    'tolerance of the supplier at once, above it with a reason. With `preview` nothing is stored.',
  params: userPath,
  body: z.strictObject({
    day,
    place,
    rows: z.array(arrivalRow).min(1).max(MAX_ARRIVALS),
    preview: z.boolean().default(false),
  }),
  response: z.object({
    operationId: id.nullable().meta({ description: 'For the undo call, within 10 minutes; null for a preview' }),
    receipts: z.int(),
    units: z.int(),
    surplus: z.int(),
    found: z.int(),
    /** What each row came to, in the order of the request. */
    rows: z.array(
      z.object({
        orderId: id,
        orderNumber: z.string(),
        packListId: id.nullable().meta({ description: 'Null in a preview for a pack list that would be made' }),
        sku: z.string(),
        day,
        place,
        quantity: z.int(),
        surplus: z.int(),
        found: z.int(),
        missing: z.int().meta({ description: 'Units of the pack list that have not arrived then' }),
      }),
    ),
  }),
  status: 201,
  errors: ['shipments.unknown_order', 'shipments.unknown_pack_list', 'shipments.wrong_status'],
});

export const reverseReceipt = endpoint({
  id: 'reverseReceipt',
  method: 'DELETE',
  path: '/stock/{userId}/receipts/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Reverse a receipt',
  description:
    'Refused once its units were used, with the uses and with what a replay would do. With `replay` the uses take ' +
    'their units from other lots, or wait as sold without cost.',
  params: userAnd('id'),
  query: z.strictObject({
    replay: boolParam.meta({ description: 'true: also when its units were used' }),
  }),
  response: z.object({
    reversed: z.int(),
    operationId: id.meta({ description: 'For the undo call, within 10 minutes' }),
  }),
  errors: ['stock.unknown_receipt', 'stock.in_use', 'shipments.wrong_status'],
});

declare module '../live.ts' {
  interface Topics {
    readonly stock: true;
  }
}

import { TAKING_CAUSES } from '@quayside/domain/stock/events';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_IDS, shipping } from './pack-lists.ts';
import { listQuery, page } from './paging.ts';
import { blankToNull, day, id, instant, maySchema, optionalText, userAnd, userPath } from './primitives.ts';
import { place } from './receipts.ts';

// What leaves stock, comes back, changes places, and what was counted. Nothing of it is changed, only reversed.

const quantity = z.int().min(1).max(999_999_999);
const words = z.preprocess(blankToNull, optionalText(500)).optional();

export const MOVEMENT_KINDS = ['TAKING', 'RETURN', 'MOVE', 'COUNT'] as const;

export const stockMovementSchema = z.object({
  id,
  kind: z.enum(MOVEMENT_KINDS),
  cause: z.enum(TAKING_CAUSES).nullable().meta({ description: 'Why units left; null for what did not leave' }),
  productId: id,
  sku: z.string(),
  productName: z.string(),
  day,
  place,
  toPlace: place.nullable(),
  quantity: z.int().meta({ description: 'Units; of a count what was counted' }),
  difference: z.int().nullable().meta({ description: 'Of a count: what was counted less what should have been there' }),
  waiting: z.int().meta({ description: 'Of these, units that no lot has given yet: sold without cost' }),
  cost: z.string().nullable().meta({ description: 'What the units cost; null while nothing of it is known' }),
  words: z.string().nullable(),
  ofId: id.nullable().meta({ description: 'The sale of a return' }),
  customerOrderNumber: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  reversedAt: instant.nullable(),
  can: z.object({ reverse: maySchema }),
});
export type StockMovement = z.infer<typeof stockMovementSchema>;

export const movementFilters = {
  kind: ['in', 'notIn'],
  cause: ['in', 'notIn'],
  product: ['in'],
  place: ['in', 'notIn'],
  day: ['gte', 'lte', 'between'],
  waiting: ['isNotEmpty'],
  reversed: ['isEmpty', 'isNotEmpty'],
} as const;

export const listStockMovements = endpoint({
  id: 'listStockMovements',
  method: 'GET',
  path: '/stock/{userId}/movements',
  access: 'read',
  flags: shipping,
  summary: 'What left stock, came back, changed places or was counted, one page at a time, newest first',
  params: userPath,
  query: listQuery({ sort: ['day', 'sku', 'quantity'], filters: movementFilters }),
  response: page(stockMovementSchema),
});

const recorded = z.object({
  operationId: id.meta({ description: 'For the undo call, within 10 minutes' }),
  ids: z.array(id).meta({ description: 'In the order of the request' }),
});

export const recordStockMovements = endpoint({
  id: 'recordStockMovements',
  method: 'POST',
  path: '/stock/{userId}/movements',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Record what left stock, came back or changed places, all or none',
  params: userPath,
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          productId: id,
          kind: z.enum(['TAKING', 'RETURN', 'MOVE']).default('TAKING'),
          cause: z
            .enum(TAKING_CAUSES)
            .optional()
            .meta({ description: 'Of a TAKING; COUNT comes from counts. All but SOLD ask for words' }),
          day,
          place,
          toPlace: place.optional().meta({ description: 'Of a MOVE' }),
          ofId: id.optional().meta({ description: 'Of a RETURN: the sale' }),
          quantity,
          words,
        }),
      )
      .min(1)
      .max(MAX_IDS),
  }),
  response: recorded,
  status: 201,
  errors: ['stock.unknown_movement'],
});

export const reverseStockMovement = endpoint({
  id: 'reverseStockMovement',
  method: 'DELETE',
  path: '/stock/{userId}/movements/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Reverse a movement or a count; a sale only without returns',
  params: userAnd('id'),
  response: z.object({ reversed: z.int() }),
  errors: ['stock.unknown_movement', 'stock.in_use'],
});

export const postInventoryBalanceUpdates = endpoint({
  id: 'postInventoryBalanceUpdates',
  method: 'POST',
  path: '/reporting/{userId}/inventory-balance-updates',
  access: 'write',
  flags: [['isPoAndInventoryEnabled']],
  idempotent: true,
  summary: 'Record what was counted, all or none',
  description: 'A count says how many units there are on a day at a place. The difference is derived, never typed.',
  params: userPath,
  body: z.strictObject({
    updates: z
      .array(
        z.strictObject({
          productId: id,
          quantity: z.int().min(0).max(999_999_999),
          date: day.optional().meta({ description: 'Today if absent' }),
          channel: place.optional().meta({ description: 'WAREHOUSE if absent' }),
          words,
        }),
      )
      .min(1)
      .max(MAX_IDS),
  }),
  response: recorded.extend({
    /** What each count found, in the order of the request. */
    counts: z.array(z.object({ id, productId: id, quantity: z.int(), difference: z.int() })),
  }),
  status: 201,
});

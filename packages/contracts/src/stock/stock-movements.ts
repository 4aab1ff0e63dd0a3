import { COUNT_REPORTS } from '@quayside/domain/stock/count-reports';
import { TAKING_CAUSES } from '@quayside/domain/stock/events';
import { z } from 'zod';
import { fileChoices, fileReading } from '../imports.ts';
import { endpoint } from '../endpoint.ts';
import { MAX_IDS, shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  amount,
  blankToNull,
  day,
  id,
  instant,
  maySchema,
  optionalLines,
  unknownCostOfSome,
  plainText,
  userAnd,
  userPath,
} from '../primitives.ts';
import { cartonChoice, cartonRows, columnDays, columnNumbers, dayOrder, decimalMark } from '../number-columns.ts';
import { place } from './receipts.ts';

// What leaves stock, comes back, changes places, and what was counted. Nothing of it is changed, only reversed.

const quantity = z.int().min(1).max(999_999_999);
const words = z.preprocess(blankToNull, optionalLines(500)).optional();

export const MOVEMENT_KINDS = ['TAKING', 'RETURN', 'MOVE', 'COUNT'] as const;

const stockMovementSchema = z.object({
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
  unknownCost: unknownCostOfSome,
  words: z.string().nullable(),
  ofId: id.nullable().meta({ description: 'The sale of a return' }),
  customerOrderNumber: z.string().nullable(),
  soldAs: z.object({ id, sku: z.string() }).nullable().meta({ description: 'The bundle of whose sale this is a part' }),
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

export const movementSort = ['day', 'sku', 'quantity'] as const;

export const listStockMovements = endpoint({
  id: 'listStockMovements',
  method: 'GET',
  path: '/stock/{userId}/movements',
  access: 'read',
  flags: shipping,
  summary: 'What left stock, came back, changed places or was counted, one page at a time, newest first',
  params: userPath,
  query: listQuery({ sort: movementSort, filters: movementFilters }),
  response: page(stockMovementSchema),
});

export const getStockMovementTotals = endpoint({
  id: 'getStockMovementTotals',
  method: 'GET',
  path: '/stock/{userId}/movements/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count and sums of the filtered movements and counts',
  params: userPath,
  query: filterQuery({ filters: movementFilters }),
  response: z.object({
    count: z.int(),
    out: z.int().meta({ description: 'Units that left stock' }),
    back: z.int().meta({ description: 'Units that came back from sales' }),
    counts: z.int(),
    difference: z.int().meta({ description: 'What the counts found beyond what should have been there' }),
    waiting: z.int(),
    cost: amount.meta({ description: 'What left, less what came back; without units of unknown cost' }),
    withoutRate: z.int().meta({
      description: 'Units that left, less those that came back, whose invoice has no exchange rate: not in the cost',
    }),
  }),
});

const recorded = z.object({
  operationId: id.nullable().meta({ description: 'For the undo call, within 10 minutes; null for a preview' }),
  ids: z.array(id).meta({
    description: 'In the order of the request; of a bundle one for each product in it; empty for a preview',
  }),
  warnings: z
    .array(z.object({ row: z.int(), message: z.string() }))
    .meta({ description: 'Rows that move more than their place has. They are recorded nevertheless' }),
});

export const recordStockMovements = endpoint({
  id: 'recordStockMovements',
  method: 'POST',
  path: '/stock/{userId}/movements',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Record what left stock, came back or changed places, all or none',
  description:
    'A bundle has no stock of its own: its row stands for what is in it. A bundle comes back from its sale with all ' +
    'of its parts; `ofId` is then any of these.',
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
    preview: z.boolean().default(false).meta({ description: 'true: answers the warnings, and stores nothing' }),
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

/** What a count found. Its id leads nowhere while it is a preview. */
const countedSchema = z.object({
  id,
  productId: id,
  sku: z.string(),
  day,
  place,
  quantity: z.int(),
  difference: z.int().meta({ description: 'What was counted less what should have been there' }),
  cost: z.string().nullable().meta({ description: 'What the missing units cost; null when nothing is missing' }),
});

export const postInventoryBalanceUpdates = endpoint({
  id: 'postInventoryBalanceUpdates',
  method: 'POST',
  path: '/reporting/{userId}/inventory-balance-updates',
  access: 'write',
  flags: [['isPoAndInventoryEnabled']],
  idempotent: true,
  summary: 'Record what was counted, all or none',
  description:
    'A count says how many units there are on a day at a place. The difference is derived, never typed. A product is ' +
    'counted once on a day at a place.',
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
    preview: z
      .boolean()
      .default(false)
      .meta({ description: 'true: answers what the counts would find, and stores nothing' }),
  }),
  response: z.object({
    operationId: id.nullable().meta({ description: 'For the undo call, within 30 days; null for a preview' }),
    ids: z.array(id).meta({ description: 'In the order of the request; empty for a preview' }),
    /** What each count found, in the order of the request. */
    counts: z.array(countedSchema),
  }),
  status: 201,
});

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
const countImportQuery = z.strictObject({
  dryRun: flag.meta({ description: 'true: answers what the counts would find, and stores nothing' }),
  onlyValid: flag.meta({ description: 'true: records the rows without errors; otherwise one error refuses all' }),
  day: day.optional().meta({ description: 'Of rows without a day; today if absent' }),
  place: place.optional().meta({
    description: 'Of rows without a place; WAREHOUSE if absent. A report of Amazon needs one at Amazon',
  }),
  duplicates: z
    .enum(['REFUSE', 'SUM'])
    .default('REFUSE')
    .meta({ description: 'Rows of one SKU, day and place: refused, or added up as counts of several shelves' }),
  decimalMark: decimalMark.optional().meta({
    description: 'Absent: decided by the counted units themselves, and refused where they can be read in two ways',
  }),
  dayOrder: dayOrder.optional().meta({
    description: 'Absent: decided by each column itself, and refused where a day can be read in two ways',
  }),
  cartons: cartonChoice,
});
const countImportSchema = z.object({
  reading: fileReading.optional().meta({ description: 'Of a file: how it was read' }),
  isDryRun: z.boolean(),
  report: z
    .enum(COUNT_REPORTS)
    .nullable()
    .meta({ description: 'The inventory report of Amazon that the table is; null: any other table' }),
  needsPlace: z.boolean().meta({
    description: 'Whether a place at Amazon must be named, because the report says none. Until then sample is empty',
  }),
  counts: z.object({ rows: z.int(), valid: z.int(), fail: z.int(), different: z.int() }),
  columns: z.array(
    z.object({
      heading: z.string(),
      field: z.string().nullable().meta({ description: 'The field that it fills; null: it is not read' }),
      numbers: columnNumbers.nullable().meta({ description: 'How its numbers are read; null: it has none' }),
      days: columnDays.nullable().meta({ description: 'How its days are read; null: it has none' }),
    }),
  ),
  duplicates: z
    .object({
      counts: z.int().meta({ description: 'Counts of which the table has several rows: one SKU, day and place' }),
      summed: z.boolean().meta({ description: 'Whether these rows were added up; otherwise each of them is an error' }),
      proposed: z
        .enum(['SUM'])
        .nullable()
        .meta({ description: 'SUM: the table has a row per condition, as inventory files of Amazon have' }),
    })
    .meta({ description: 'Rows that count the same' }),
  cartons: cartonRows,
  /** The first 200 counts, those with a difference first. */
  sample: z.array(
    countedSchema.omit({ id: true }).extend({
      row: z.int(),
      rows: z.array(z.int()).meta({ description: 'All rows that were added up to this count' }),
    }),
  ),
  /** The first 200 errors. */
  errors: z.array(z.object({ row: z.int(), column: z.string().nullable(), value: z.string(), message: z.string() })),
  operationId: id
    .nullable()
    .meta({ description: 'The operation that takes the import back; null: nothing was stored' }),
});
export type CountImport = z.infer<typeof countImportSchema>;
/** The most rows of a table of counts. */
export const MAX_COUNT_ROWS = 5000;
const MAX_PASTED = 1_000_000;
const MAX_FILE_BYTES = 5_000_000;

export const pasteStockCounts = endpoint({
  id: 'pasteStockCounts',
  method: 'POST',
  path: '/stock/{userId}/counts/pasted',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import counts from pasted cells, with headings in the first row',
  params: userPath,
  query: countImportQuery,
  body: z.strictObject({ text: plainText(MAX_PASTED) }),
  response: countImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors'],
});

export const uploadStockCounts = endpoint({
  id: 'uploadStockCounts',
  method: 'POST',
  path: '/stock/{userId}/counts/file',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import counts from a CSV or XLSX file',
  params: userPath,
  query: countImportQuery.extend(fileChoices),
  upload: { field: 'file', maxBytes: MAX_FILE_BYTES, kinds: 'CSV or XLSX' },
  response: countImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});

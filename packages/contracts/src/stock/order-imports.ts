import { SALE_SOURCES } from '@quayside/domain/stock/sale-places';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { boolParam, cellError, fileChoices, fileReading } from '../imports.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { listQuery, page } from '../paging.ts';
import { day, id, instant, userAnd, userPath } from '../primitives.ts';
import { place } from './receipts.ts';

// Imports of customer orders from Amazon's report of all orders, and the SKUs in them that no product has.

/** The maximum number of rows of a report. */
export const MAX_ORDER_ROWS = 200_000;
const MAX_ORDER_BYTES = 100 * 1024 * 1024;
const ORDER_IMPORT_STATES = [
  'PENDING',
  'CHECKING',
  'CHECKED',
  'IMPORTING',
  'IMPORTED',
  'REFUSED',
  'FAILED',
  'CANCELLED',
  'UNDOING',
  'UNDONE',
] as const;

/** A SKU in customer orders that no product has as its SKU or as one of its other SKUs. */
const unknownSku = z.object({
  sku: z.string(),
  lines: z.int(),
  units: z.int().meta({ description: 'Of these lines, units that were shipped' }),
});

const orderImportSchema = z.object({
  id,
  state: z.enum(ORDER_IMPORT_STATES),
  fileName: z.string(),
  isDryRun: z.boolean(),
  encoding: z.string().nullable().meta({ description: 'Null until the file has been examined' }),
  reading: fileReading.optional().meta({ description: 'Absent in imports of an earlier release' }),
  isMixed: z
    .boolean()
    .meta({ description: 'Whether parts of the file have another encoding, so that some letters are wrong' }),
  counts: z.object({
    rows: z.int(),
    lines: z.int().meta({ description: 'Orders and SKUs: the rows of each are summed' }),
    create: z.int(),
    update: z.int(),
    same: z.int().meta({ description: 'Lines that are known with the same content' }),
    older: z.int().meta({ description: 'Lines of which a later state is known' }),
    fail: z.int().meta({ description: 'Rows with an error, and lines that could not replace what is known' }),
  }),
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  errors: z.array(cellError).meta({ description: 'The first 1,000 errors; row 1 is the header' }),
  errorCount: z.int(),
  hasErrorFile: z.boolean().meta({ description: 'Whether refused rows are kept, for `errors.csv`' }),
  unknownSkus: z.array(unknownSku).meta({ description: 'The first 100 by units; taken in once a product has the SKU' }),
  unknownSkuCount: z.int(),
  salePlaces: z
    .array(
      z.object({
        source: z.enum(SALE_SOURCES),
        channel: z.string().nullable().meta({ description: 'Of CHANNEL: the sales channel, as the report names it' }),
        place: place.nullable().meta({ description: 'Null: the sales wait until the place is chosen' }),
        lines: z.int(),
        units: z.int(),
      }),
    )
    .meta({ description: 'The places that what was shipped leaves, as they are chosen now' }),
  sameFileAs: z.object({ importId: id, createdAt: instant }).nullable(),
  failure: z.string().nullable(),
  undo: z
    .object({ at: instant, removed: z.int(), restored: z.int(), kept: z.int() })
    .nullable()
    .meta({ description: '`kept`: lines that a later import changed, or of which units came back' }),
  canUndo: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type OrderImport = z.infer<typeof orderImportSchema>;

export const createOrderImport = endpoint({
  id: 'createOrderImport',
  method: 'POST',
  path: '/stock/{userId}/order-imports',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: "Import customer orders from Amazon's report of all orders",
  description:
    'Tab-separated, in UTF-8 or Windows-1252; columns are found by name. At most 200,000 rows. The rows of an order ' +
    'and SKU are one line; a later state of a line replaces it, and its sale with it. Names and addresses are not ' +
    'read, and the file is deleted after it was read. A small file is imported before the call answers; a large one ' +
    'in the background, with its progress on the live stream (topic `order-imports`). With `dryRun` nothing is ' +
    'stored, and `start` imports the checked file.',
  params: userPath,
  query: z.strictObject({ dryRun: boolParam, ...fileChoices }),
  upload: { field: 'file', maxBytes: MAX_ORDER_BYTES, kinds: "Amazon's report of all orders" },
  response: orderImportSchema,
  status: 201,
  errors: ['imports.unreadable', 'wrong_file', 'too_large'],
});

export const listOrderImports = endpoint({
  id: 'listOrderImports',
  method: 'GET',
  path: '/stock/{userId}/order-imports',
  access: 'read',
  flags: shipping,
  summary: 'Imports of customer orders, newest first, without their errors',
  params: userPath,
  query: listQuery({ sort: ['createdAt'], filters: { state: ['in'] } }),
  response: page(orderImportSchema),
});

export const getOrderImport = endpoint({
  id: 'getOrderImport',
  method: 'GET',
  path: '/stock/{userId}/order-imports/{importId}',
  access: 'read',
  flags: shipping,
  summary: 'One import of customer orders with its errors',
  params: userAnd('importId'),
  response: orderImportSchema,
});

export const getOrderImportErrorFile = endpoint({
  id: 'getOrderImportErrorFile',
  method: 'GET',
  path: '/stock/{userId}/order-imports/{importId}/errors.csv',
  access: 'read',
  flags: shipping,
  summary: 'The rows that were refused, with a column of reasons, to correct and import again',
  description: 'Only the columns that are read. Kept for 30 days after the import.',
  params: userAnd('importId'),
  response: { binary: 'text/csv' },
});

export const startOrderImport = endpoint({
  id: 'startOrderImport',
  method: 'POST',
  path: '/stock/{userId}/order-imports/{importId}/start',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import the valid rows of a checked report',
  params: userAnd('importId'),
  response: orderImportSchema,
  errors: ['imports.wrong_state'],
});

export const cancelOrderImport = endpoint({
  id: 'cancelOrderImport',
  method: 'POST',
  path: '/stock/{userId}/order-imports/{importId}/cancel',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Cancel an import of which nothing is stored yet',
  params: userAnd('importId'),
  response: orderImportSchema,
  errors: ['imports.wrong_state'],
});

export const undoOrderImport = endpoint({
  id: 'undoOrderImport',
  method: 'POST',
  path: '/stock/{userId}/order-imports/{importId}/undo',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Undo an import of customer orders: take back its lines and their sales',
  description: 'Lines that a later import changed, or of which units came back, stay as they are.',
  params: userAnd('importId'),
  response: orderImportSchema,
  errors: ['imports.wrong_state'],
});

const unknownSkuRow = unknownSku.extend({ firstDay: day, lastDay: day });
export type UnknownSku = z.infer<typeof unknownSkuRow>;

export const listUnknownSkus = endpoint({
  id: 'listUnknownSkus',
  method: 'GET',
  path: '/stock/{userId}/unknown-skus',
  access: 'read',
  flags: shipping,
  summary: 'SKUs in customer orders that no product has, the most sold first',
  params: userPath,
  query: listQuery({ sort: ['sku', 'lines', 'units', 'lastDay'], filters: {} }),
  response: page(unknownSkuRow),
});

declare module '../live.ts' {
  interface Topics {
    readonly 'order-imports': true;
  }
}

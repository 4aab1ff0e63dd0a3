import { z } from 'zod';
import { fileChoices } from '../imports.ts';
import { endpoint } from '../endpoint.ts';
import { MAX_PASTED_RATES, MAX_RATE_FILE_BYTES } from '../freight/freight-rates.ts';
import { MAX_IDS, shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { day, id, instant, maySchema, plainText, userPath } from '../primitives.ts';
import { cartonChoice } from '../number-columns.ts';
import { rateImportQuery, rateImportSchema } from '../freight/rate-tables.ts';
import { place } from './receipts.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// Opening stock: units from before, with what they cost, without an order and without an invoice.

/** How many decimals it may have, and how large it may be, is a rule of opening stock. */
const unitCost = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^-?\d+(\.\d+)?$/.test(s), sayInSchema('price.form'))
  .meta({ description: 'In the currency of the account, with at most 6 decimals' });

export const openingRow = z.strictObject({
  productId: id,
  quantity: z.int().min(1).max(999_999_999),
  unitCost,
  day,
  place: place.default('WAREHOUSE'),
});

const openingStockSchema = z.object({
  id,
  lotId: id,
  productId: id,
  sku: z.string(),
  productName: z.string(),
  day,
  place,
  quantity: z.int(),
  unitCost: z.string().meta({ description: 'As the total makes it' }),
  cost: z.string().meta({ description: 'Units by unit cost, rounded once' }),
  onHand: z.int().meta({ description: 'Units that were not taken yet' }),
  createdAt: instant,
  createdBy: z.string().nullable(),
  can: z.object({ reverse: maySchema }),
});
export type OpeningStock = z.infer<typeof openingStockSchema>;

export const openingStockFilters = {
  product: ['in'],
  place: ['in', 'notIn'],
  day: ['gte', 'lte', 'between'],
} as const;
export const openingStockSort = ['day', 'sku', 'quantity', 'cost', 'place'] as const;

export const listOpeningStock = endpoint({
  id: 'listOpeningStock',
  method: 'GET',
  path: '/stock/{userId}/opening',
  access: 'read',
  flags: shipping,
  summary: 'Opening stock, one page at a time, newest first',
  description: 'DELETE /stock/{userId}/receipts/{id} takes one back; once its units were used, with `replay`.',
  params: userPath,
  query: listQuery({ sort: openingStockSort, filters: openingStockFilters }),
  response: page(openingStockSchema),
});

export const openingStockTotals = endpoint({
  id: 'getOpeningStockTotals',
  method: 'GET',
  path: '/stock/{userId}/opening/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count, units and cost of the filtered opening stock',
  params: userPath,
  query: filterQuery({ filters: openingStockFilters }),
  response: z.object({ count: z.int(), quantity: z.int(), cost: z.string(), onHand: z.int() }),
});

export const createOpeningStock = endpoint({
  id: 'createOpeningStock',
  method: 'POST',
  path: '/stock/{userId}/opening',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Record opening stock, all rows or none: units, unit cost, day and place per product',
  description: 'The units count as received on that day. They belong to no order and to no invoice.',
  params: userPath,
  body: z.strictObject({
    rows: z.array(openingRow).min(1, sayInSchema('field.some_product')).max(MAX_IDS),
  }),
  response: z.object({
    operationId: id.meta({ description: 'For the undo call, within 10 minutes' }),
    ids: z.array(id).meta({ description: 'In the order of the request' }),
  }),
  status: 201,
});

export const pasteOpeningStock = endpoint({
  id: 'pasteOpeningStock',
  method: 'POST',
  path: '/stock/{userId}/opening/paste',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import opening stock from cells that were copied from a spreadsheet',
  params: userPath,
  query: z.strictObject({ ...rateImportQuery, cartons: cartonChoice }),
  body: z.strictObject({ text: plainText(MAX_PASTED_RATES) }),
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors'],
});

export const uploadOpeningStock = endpoint({
  id: 'uploadOpeningStock',
  method: 'POST',
  path: '/stock/{userId}/opening/file',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import opening stock from CSV or XLSX: SKU, units, unit cost, day, place',
  description:
    'The file is not kept. A row is known again by SKU, day and place: one with other units or another unit cost ' +
    'changes what is recorded, and what left stock follows; rows that the file lacks stay. `operationId` is for the ' +
    'undo call, within 30 days.',
  params: userPath,
  query: z.strictObject({ ...rateImportQuery, ...fileChoices, cartons: cartonChoice }),
  upload: { field: 'file', maxBytes: MAX_RATE_FILE_BYTES, kinds: 'CSV or XLSX' },
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});

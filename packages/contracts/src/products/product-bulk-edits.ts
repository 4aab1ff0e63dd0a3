import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { hsCode } from './hs-code.ts';
import { filterBody, searchParam } from '../paging.ts';
import { blankToNull, countryCode, id, optionalText, requiredText, userPath } from '../primitives.ts';
import { catalogRowSchema, productFilters } from './product-lists.ts';
import { productPatchBody } from './products.ts';
import { sayInSchema } from '../texts/catalogue.ts';

/** Products by their ids, or all products that match a search and filter. */
export const productSelection = z.union([
  z.strictObject({
    ids: z.array(id, sayInSchema('field.some_product')).min(1, sayInSchema('field.some_product')).max(10_000),
  }),
  z.strictObject({
    search: searchParam,
    filter: filterBody(productFilters),
  }),
]);
export type ProductSelection = z.input<typeof productSelection>;
const words = z.array(requiredText(50)).max(50).optional();
/**
 * What a bulk edit changes in each product. An absent field keeps its value. The status NO_CHANGE also keeps the
 * status.
 */
export const bulkChanges = z.strictObject({
  status: z.enum([...PRODUCT_STATUSES, 'NO_CHANGE']).optional(),
  brand: optionalText(100).optional(),
  reBrand: optionalText(100).optional(),
  group: optionalText(100).optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  countryOfOrigin: z.preprocess(blankToNull, countryCode.nullable()).optional(),
  hsCode: z.preprocess(blankToNull, hsCode.nullable()).optional(),
  supplierLeadTime: z
    .int(sayInSchema('day.whole'))
    .min(0, sayInSchema('day.min', { min: 0 }))
    .max(3650, sayInSchema('day.max', { max: 3650 }))
    .nullable()
    .optional(),
  addTags: words,
  removeTags: words,
  addChannels: z.array(z.enum(SALES_CHANNELS)).optional(),
  removeChannels: z.array(z.enum(SALES_CHANNELS)).optional(),
  addSupplierIds: z.array(id).max(20).optional(),
  removeSupplierIds: z.array(id).max(20).optional(),
  archived: z.boolean().optional(),
});
export type BulkChanges = z.input<typeof bulkChanges>;
const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
const bulkEditSchema = z.object({
  /** The operation to undo with POST /undo/{userId}/{operationId}. Null after a dry run, and when nothing changed. */
  operationId: id.nullable(),
  counts: z.object({ selected: z.int(), change: z.int(), same: z.int(), fail: z.int() }),
  /** The first 50 products that change. */
  rows: z.array(z.object({ id, sku: z.string(), name: z.string(), changes: z.array(fieldChange) })),
  /** The first 100 errors. Products with an error are not changed. */
  errors: z.array(z.object({ id, sku: z.string(), field: z.string(), message: z.string() })),
});
export type BulkEdit = z.infer<typeof bulkEditSchema>;
export const bulkEditProducts = endpoint({
  id: 'bulkEditProducts',
  method: 'POST',
  path: '/products/{userId}/bulk-edit',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Make the same changes to many products, or preview them',
  params: userPath,
  query: z.strictObject({
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .transform((s) => s === 'true'),
  }),
  body: z.strictObject({ selection: productSelection, changes: bulkChanges }),
  response: bulkEditSchema,
});
/** The maximum number of rows in one paste or fill-down. */
export const MAX_PATCH_ROWS = 2000;
export const patchProductRows = endpoint({
  id: 'patchProductRows',
  method: 'PATCH',
  path: '/products/{userId}/rows',
  access: 'write',
  flags: management,
  summary: 'Change several products individually, all or none',
  description:
    'Errors name the row, for example `rows.3.weight`. If any row has a stale version, the answer is 409 with ' +
    '`rows.3.version`.',
  params: userPath,
  body: z.strictObject({
    rows: z.array(productPatchBody.extend({ id })).min(1, sayInSchema('field.some_product')).max(MAX_PATCH_ROWS),
  }),
  response: z.object({ operationId: id.nullable(), rows: z.array(catalogRowSchema) }),
  errors: ['products.sku_taken', 'conflict_version'],
});

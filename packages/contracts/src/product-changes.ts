import {
  CHANGELOG_SOURCES,
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { notificationBody, notificationSchema } from './notifications.ts';
import { filterChip, isFilterOf, listQuery, page, searchParam } from './paging.ts';
import {
  blankToNull,
  countryCode,
  currencyCode,
  id,
  instant,
  optionalText,
  optionSchema,
  requiredText,
  unitPriceIn,
  userAnd,
  userPath,
  version,
} from './primitives.ts';
import { catalogRowSchema, PRODUCT_GAPS, productFilters, productPatchBody, productSchema } from './products.ts';
import { sayInSchema } from './texts/catalogue.ts';

// What is done to products beside editing one: changelog and revert, variants, suppliers, pictures, many rows at once.

const management = [['isManagementSectionEnabled']] as const;

// ---- changelog ------------------------------------------------------------------------------------------------
/** What measures of products are in. */
export const MEASURE_UNITS = [...DIMENSION_UNITS, ...WEIGHT_UNITS] as const;
export const changelogEntrySchema = z.object({
  id,
  productId: id,
  source: z.enum(CHANGELOG_SOURCES),
  field: z.string(),
  /** As a person reads it; null: nothing. */
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  /** What the measure was in then; null: it is none. */
  oldUnit: z.enum(MEASURE_UNITS).nullable(),
  newUnit: z.enum(MEASURE_UNITS).nullable(),
  changedBy: z.object({ id, name: z.string() }).nullable(),
  changedAt: instant,
  /** The old value can be put back by one press. */
  canRevert: z.boolean(),
  /** The field still has the value that this change gave it. */
  isCurrent: z.boolean(),
});
export type ChangelogEntry = z.infer<typeof changelogEntrySchema>;
export const changelogFilters = { source: ['in'], field: ['in'], changedAt: ['gte', 'lte', 'between'] } as const;
export const listChangelogSources = endpoint({
  id: 'listChangelogSources',
  method: 'GET',
  path: '/products/{userId}/changelog-sources',
  access: 'read',
  flags: management,
  summary: 'Where changes of products come from',
  params: userPath,
  response: z.array(optionSchema),
});
export const getProductChangelog = endpoint({
  id: 'getProductChangelog',
  method: 'GET',
  path: '/products/{userId}/{productId}/changelog',
  access: 'read',
  flags: management,
  summary: 'What changed on a product, newest first',
  params: userAnd('productId'),
  query: listQuery({ sort: ['changedAt'], filters: changelogFilters }),
  response: page(changelogEntrySchema),
});
export const revertProductChange = endpoint({
  id: 'revertProductChange',
  method: 'POST',
  path: '/products/{userId}/{productId}/changelog/{entryId}/revert',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Give one field the value back that it had before this change',
  params: userAnd('productId', 'entryId'),
  body: z.strictObject({
    overwrite: z.boolean().default(false).meta({ description: 'Also where the field was changed again since' }),
  }),
  response: productSchema,
  errors: ['products.changed_since', 'products.cannot_revert', 'products.sku_taken'],
});

// ---- variants -------------------------------------------------------------------------------------------------
export const listProductVariants = endpoint({
  id: 'listProductVariants',
  method: 'GET',
  path: '/products/{userId}/{productId}/variants',
  access: 'read',
  flags: management,
  summary: 'The variants of a product, by SKU',
  params: userAnd('productId'),
  response: z.array(catalogRowSchema),
});
export const getNewVariant = endpoint({
  id: 'getNewVariant',
  method: 'GET',
  path: '/products/{userId}/{productId}/variants/new',
  access: 'read',
  flags: management,
  summary: 'A variant that is not stored yet: a copy of the product with a free SKU',
  params: userAnd('productId'),
  response: productSchema.omit({ id: true, version: true, createdAt: true, updatedAt: true }),
});

// ---- suppliers of a product -----------------------------------------------------------------------------------
export const productSuppliersBody = z.strictObject({
  suppliers: z
    .array(
      z.strictObject({
        supplierId: id,
        price: z.preprocess(blankToNull, unitPriceIn.nullable()).optional(),
        currency: z.preprocess(blankToNull, currencyCode.nullable()).optional(),
        minimumOrder: z
          .int(sayInSchema('units.whole'))
          .min(1, sayInSchema('field.min', { min: 1 }))
          .max(100_000_000)
          .nullable()
          .optional(),
        leadTime: z
          .int(sayInSchema('day.whole'))
          .min(0, sayInSchema('day.min', { min: 0 }))
          .max(3650, sayInSchema('day.max', { max: 3650 }))
          .nullable()
          .optional(),
        supplierSku: optionalText(100).optional(),
      }),
      sayInSchema('field.supplier_required'),
    )
    .min(1, sayInSchema('field.supplier_required'))
    .max(20),
  version: version.optional(),
});
export const replaceProductSuppliers = endpoint({
  id: 'replaceProductSuppliers',
  method: 'PUT',
  path: '/products/{userId}/{id}/suppliers',
  access: 'write',
  flags: management,
  summary: 'Who supplies a product and at which terms; the first one is the usual one',
  params: userAnd('id'),
  body: productSuppliersBody,
  response: productSchema,
  errors: ['conflict_version'],
});

// ---- pictures -------------------------------------------------------------------------------------------------
export const putProductPicture = endpoint({
  id: 'putProductPicture',
  method: 'PUT',
  path: '/products/{userId}/{id}/picture',
  access: 'write',
  flags: management,
  summary: 'Give a product its picture',
  params: userAnd('id'),
  upload: { field: 'file', maxBytes: 5 * 1024 * 1024, kinds: 'PNG, JPEG, WebP or GIF' },
  response: productSchema,
  errors: ['wrong_file', 'too_large'],
});
export const getProductPicture = endpoint({
  id: 'getProductPicture',
  method: 'GET',
  path: '/products/{userId}/{id}/picture',
  access: 'read',
  flags: management,
  summary: 'The picture of a product',
  params: userAnd('id'),
  query: z.strictObject({
    v: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The `picture` that the product shows: under it the answer never changes and may be kept' }),
  }),
  response: { binary: 'image/*' },
});
export const deleteProductPicture = endpoint({
  id: 'deleteProductPicture',
  method: 'DELETE',
  path: '/products/{userId}/{id}/picture',
  access: 'write',
  flags: management,
  summary: 'Take the picture of a product away',
  params: userAnd('id'),
  response: productSchema,
});

// ---- many at once ---------------------------------------------------------------------------------------------
/** Products by id, or all that a search and filter find. */
export const productSelection = z.union([
  z.strictObject({
    ids: z.array(id, sayInSchema('field.some_product')).min(1, sayInSchema('field.some_product')).max(10_000),
  }),
  z.strictObject({
    search: searchParam,
    filter: z
      .array(filterChip)
      .max(30)
      .default([])
      .refine((chips) => isFilterOf(chips, productFilters), sayInSchema('list.filter')),
  }),
]);
export type ProductSelection = z.input<typeof productSelection>;
const words = z.array(requiredText(50)).max(50).optional();
/**
 * What a bulk edit does to each product; what is absent stays. NO_CHANGE is another way of leaving the status alone.
 */
export const bulkChanges = z.strictObject({
  status: z.enum([...PRODUCT_STATUSES, 'NO_CHANGE']).optional(),
  brand: optionalText(100).optional(),
  reBrand: optionalText(100).optional(),
  group: optionalText(100).optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  countryOfOrigin: z.preprocess(blankToNull, countryCode.nullable()).optional(),
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
export const bulkEditSchema = z.object({
  /** Takes it back through POST /undo/{userId}/{operationId}; null after a dry run and where nothing changed. */
  operationId: id.nullable(),
  counts: z.object({ selected: z.int(), change: z.int(), same: z.int(), fail: z.int() }),
  /** The first 50 that change. */
  rows: z.array(z.object({ id, sku: z.string(), name: z.string(), changes: z.array(fieldChange) })),
  /** The first 100 that cannot; they stay as they are. */
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
  summary: 'Change many products alike, or see what would change',
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
/** Rows of one paste or fill-down. */
export const MAX_PATCH_ROWS = 2000;
export const patchProductRows = endpoint({
  id: 'patchProductRows',
  method: 'PATCH',
  path: '/products/{userId}/rows',
  access: 'write',
  flags: management,
  summary: 'Change several products, each in its own way: all of them or none',
  description: 'Errors name the row: `rows.3.weight`. A stale version of any row answers 409 with `rows.3.version`.',
  params: userPath,
  body: z.strictObject({
    rows: z.array(productPatchBody.extend({ id })).min(1).max(MAX_PATCH_ROWS),
  }),
  response: z.object({ operationId: id.nullable(), rows: z.array(catalogRowSchema) }),
  errors: ['products.sku_taken', 'conflict_version'],
});

// ---- what is missing ------------------------------------------------------------------------------------------
export const completenessSchema = z.object({
  products: z.int(),
  gaps: z.array(
    z.object({
      gap: z.enum(PRODUCT_GAPS),
      products: z.int(),
      /** Cost lines that cannot be spread because of it, and the invoices that they stand on (the first 5). */
      blockedLines: z.int(),
      blockedInvoices: z.array(z.object({ id, number: z.string() })),
    }),
  ),
});
export type Completeness = z.infer<typeof completenessSchema>;
export const getProductCompleteness = endpoint({
  id: 'getProductCompleteness',
  method: 'GET',
  path: '/products/{userId}/completeness',
  access: 'read',
  flags: management,
  summary: 'How many products lack what, and which invoices wait for it',
  params: userPath,
  response: completenessSchema,
});

// ---- lists and messages ---------------------------------------------------------------------------------------
export const listProductTags = endpoint({
  id: 'listProductTags',
  method: 'GET',
  path: '/products/{userId}/tags',
  access: 'read',
  flags: management,
  summary: 'Tags in use',
  params: userPath,
  response: z.array(optionSchema),
});
export const listProductGroups = endpoint({
  id: 'listProductGroups',
  method: 'GET',
  path: '/products/{userId}/groups',
  access: 'read',
  flags: management,
  summary: 'Groups in use',
  params: userPath,
  response: z.array(optionSchema),
});
export const postProductNotification = endpoint({
  id: 'postProductNotification',
  method: 'POST',
  path: '/products/{userId}/notification',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Notify the members of the account about products',
  params: userPath,
  body: notificationBody,
  response: notificationSchema,
  status: 201,
});

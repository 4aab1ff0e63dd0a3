import { DIMENSION_UNITS, PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS, WEIGHT_UNITS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filterQuery, listQuery, page } from './paging.ts';
import {
  blankToNull,
  amount,
  countryCode,
  id,
  instant,
  measureIn,
  optionalText,
  optionSchema,
  requiredText,
  unitCost,
  userAnd,
  userPath,
  version,
} from './primitives.ts';

const management = [['isManagementSectionEnabled']] as const;
export const productFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn', 'isEmpty'],
  brand: ['in', 'notIn', 'isEmpty'],
  channel: ['in', 'isEmpty'],
  archived: ['in'],
  name: ['contains'],
  sku: ['contains'],
  group: ['in', 'isEmpty'],
  landedCostPerUnit: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  missing: ['in'],
} as const;
/** Values of the filter `missing`: what keeps a product from being costed by weight or volume. */
export const PRODUCT_GAPS = ['WEIGHT', 'VOLUME', 'SUPPLIER', 'COST'] as const;
export const productSort = [
  'name',
  'sku',
  'status',
  'brand',
  'factoryCostPerUnit',
  'inboundCostPerUnit',
  'landedCostPerUnit',
  'unitsOrdered',
  'lastCostUpdateDate',
  'updatedAt',
  'createdAt',
] as const;

const measure = z.preprocess(blankToNull, measureIn.nullable()).optional();
const webAddress = z
  .preprocess(
    blankToNull,
    z
      .url({ protocol: /^https$/, error: 'Please enter a valid URL' })
      .max(2000)
      .nullable(),
  )
  .optional();

const editable = {
  name: requiredText(500),
  sku: requiredText(100),
  supplierIds: z.array(id, 'At least one supplier is required').min(1, 'At least one supplier is required').max(20),
  skuAlias: z.array(requiredText(100)).max(50).optional(),
  asin: optionalText(20).optional(),
  fnsku: optionalText(20).optional(),
  brand: optionalText(100).optional(),
  reBrand: optionalText(100).optional().meta({ description: 'Name that the goods are relabelled with' }),
  group: optionalText(100).optional(),
  tags: z.array(requiredText(50)).max(50).optional(),
  notes: optionalText(2000).optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  channel: z.array(z.enum(SALES_CHANNELS)).max(SALES_CHANNELS.length).optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  countryOfOrigin: z.preprocess(blankToNull, countryCode.nullable()).optional(),
  length: measure,
  width: measure,
  height: measure,
  dimensionUnit: z.enum(DIMENSION_UNITS).optional(),
  weight: measure.meta({ description: 'Net weight of a unit' }),
  packagingWeight: measure.meta({ description: 'Weight of the packaging of a unit' }),
  shippingWeight: measure.meta({ description: 'Weight of a unit as shipped; wins over weight + packaging' }),
  weightUnit: z.enum(WEIGHT_UNITS).optional(),
  thumbnail: webAddress,
  supplierLeadTime: z.int('Whole days').min(0, '0 days or more').max(3650, 'At most 3650 days').nullable().optional().meta({ description: 'Days' }),
};
export const productBody = z.strictObject({ ...editable, version: version.optional() });
export const productPatchBody = z.strictObject({
  ...(Object.fromEntries(Object.entries(editable).map(([k, v]) => [k, (v as z.ZodType).optional()])) as {
    [K in keyof typeof editable]: z.ZodOptional<(typeof editable)[K]>;
  }),
  archivedAt: instant.nullable().optional(),
  version: version.optional(),
});

/** Cost figures of a product in account currency. Unit costs are averages over all batches; null: not known. */
const costFields = {
  factoryCostTotal: amount,
  inboundCostTotal: amount,
  landedCostTotal: amount,
  factoryCostPerUnit: unitCost.nullable(),
  inboundCostPerUnit: unitCost.nullable(),
  landedCostPerUnit: unitCost.nullable(),
  /** The same as landedCostPerUnit, under the documents' name. */
  costPerUnit: unitCost.nullable(),
  /** Amount per cost category. */
  costByCategory: z.record(z.string(), amount),
  costEntryCount: z.int(),
  unitsOrdered: z.int(),
  /** Some of it comes from an invoice that is not confirmed yet. */
  isProvisional: z.boolean(),
  /** Made of other products: its unit costs are the sums of theirs. */
  isBundle: z.boolean(),
  lastCostUpdateDate: instant.nullable(),
};
const supplierRef = z.object({ id, companyName: z.string(), localName: z.string().nullable() });

/** Row of the product lists. */
export const catalogRowSchema = z.object({
  id,
  name: z.string(),
  sku: z.string(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  brand: z.string().nullable(),
  group: z.string().nullable(),
  status: z.enum(PRODUCT_STATUSES),
  channel: z.array(z.enum(SALES_CHANNELS)),
  supplier: z.array(supplierRef),
  thumbnail: z.string().nullable(),
  hasWeight: z.boolean(),
  hasVolume: z.boolean(),
  ...costFields,
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type CatalogRow = z.infer<typeof catalogRowSchema>;

export const productSchema = catalogRowSchema.extend({
  skuAlias: z.array(z.string()),
  reBrand: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  countryOfOrigin: z.string().nullable(),
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  /** Longest side + 2 × (sum of the other two), in the dimension unit. */
  lengthAndGirth: z.string().nullable(),
  dimensionUnit: z.enum(DIMENSION_UNITS),
  weight: z.string().nullable(),
  packagingWeight: z.string().nullable(),
  shippingWeight: z.string().nullable(),
  weightUnit: z.enum(WEIGHT_UNITS),
  supplierLeadTime: z.int().nullable(),
});
export type Product = z.infer<typeof productSchema>;

const query = listQuery({ sort: productSort, filters: productFilters, extra: { sku: z.string().max(100).optional() } });
const listSpec = { method: 'GET', access: 'read', flags: management, params: userPath, query, response: page(catalogRowSchema) } as const;

export const listProducts = endpoint({
  ...listSpec,
  id: 'listProducts',
  path: '/products/{userId}',
  summary: 'Products, one page at a time',
  description:
    '`sku` finds one exactly, upper and lower case alike, also an archived one. Otherwise archived products are left out unless the filter asks for them.',
});
export const productCatalog = endpoint({
  ...listSpec,
  id: 'getProductCatalog',
  path: '/reporting/{userId}/product-catalog',
  summary: 'The product grid: products with their unit costs',
});
export const reportingProducts = endpoint({
  ...listSpec,
  id: 'listReportingProducts',
  path: '/reporting/{userId}/products',
  summary: 'Products with their unit costs',
});
export const productTotals = endpoint({
  id: 'getProductCatalogTotals',
  method: 'GET',
  path: '/reporting/{userId}/product-catalog/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count and sums of the products under a filter',
  params: userPath,
  query: filterQuery({ filters: productFilters, extra: { sku: z.string().max(100).optional() } }),
  response: z.object({ count: z.int(), unitsOrdered: z.int(), factoryCostTotal: amount, inboundCostTotal: amount, landedCostTotal: amount }),
});
export const getProduct = endpoint({
  id: 'getProduct',
  method: 'GET',
  path: '/products/{userId}/{id}',
  access: 'read',
  flags: management,
  summary: 'One product',
  params: userAnd('id'),
  response: productSchema,
});
export const reportingProduct = endpoint({
  id: 'getReportingProduct',
  method: 'GET',
  path: '/reporting/{userId}/products/{id}',
  access: 'read',
  flags: management,
  summary: 'One product with its unit costs',
  params: userAnd('id'),
  response: productSchema,
});
export const createProduct = endpoint({
  id: 'createProduct',
  method: 'POST',
  path: '/products/{userId}',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Add a product',
  params: userPath,
  body: productBody,
  response: productSchema,
  status: 201,
  errors: ['products.sku_taken', 'products.supplier_required'],
});
export const replaceProduct = endpoint({
  id: 'replaceProduct',
  method: 'PUT',
  path: '/products/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Change a product; absent fields stay, null clears',
  params: userAnd('id'),
  body: productBody,
  response: productSchema,
  errors: ['products.sku_taken', 'conflict_version'],
});
export const patchProduct = endpoint({
  id: 'patchProduct',
  method: 'PATCH',
  path: '/products/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Change some fields of a product, or archive it',
  params: userAnd('id'),
  body: productPatchBody,
  response: productSchema,
  errors: ['products.sku_taken', 'conflict_version'],
});
export const deleteProduct = endpoint({
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/products/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete a product that nothing uses',
  params: userAnd('id'),
  errors: ['products.in_use', 'conflict_version'],
});

const options = z.array(optionSchema);
const bundlePart = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  quantity: z.int(),
  isBundle: z.boolean(),
  landedCostPerUnit: unitCost.nullable(),
});
export const bundleSchema = z.object({ parts: z.array(bundlePart), landedCostPerUnit: unitCost.nullable(), version });
export type Bundle = z.infer<typeof bundleSchema>;
export const getProductBundle = endpoint({
  id: 'getProductBundle',
  method: 'GET',
  path: '/products/{userId}/{id}/bundle',
  access: 'read',
  flags: management,
  summary: 'What a bundle is made of; no parts where the product is none',
  params: userAnd('id'),
  response: bundleSchema,
});
export const replaceProductBundle = endpoint({
  id: 'replaceProductBundle',
  method: 'PUT',
  path: '/products/{userId}/{id}/bundle',
  access: 'write',
  flags: management,
  summary: 'Say what a bundle is made of; its cost follows at once',
  params: userAnd('id'),
  body: z.strictObject({
    parts: z.array(z.strictObject({ productId: id, quantity: z.int().min(1, '1 or more').max(1_000_000) })).max(200),
    version: version.optional(),
  }),
  response: bundleSchema,
  errors: ['products.bundle_loop', 'conflict_version'],
});
export const listProductShippingMethods = endpoint({
  id: 'listProductShippingMethods',
  method: 'GET',
  path: '/products/{userId}/shipping-methods',
  access: 'read',
  summary: 'Shipping methods',
  params: userPath,
  response: options,
});
export const listProductCountries = endpoint({
  id: 'listProductCountries',
  method: 'GET',
  path: '/products/{userId}/countries',
  access: 'read',
  summary: 'Countries',
  params: userPath,
  response: options,
});
export const listDimensionUnits = endpoint({
  id: 'listDimensionUnits',
  method: 'GET',
  path: '/products/{userId}/dimension-units',
  access: 'read',
  summary: 'Units of length',
  params: userPath,
  response: options,
});
export const listWeightUnits = endpoint({
  id: 'listWeightUnits',
  method: 'GET',
  path: '/products/{userId}/weight-units',
  access: 'read',
  summary: 'Units of weight',
  params: userPath,
  response: options,
});
export const listBrands = endpoint({
  id: 'listBrands',
  method: 'GET',
  path: '/brands/{userId}',
  access: 'read',
  summary: 'Brands in use',
  params: userPath,
  response: options,
});

/** What became of one import, or would become of it (dry run). */
export const productImportSchema = z.object({
  id,
  state: z.enum(['CHECKED', 'IMPORTED', 'REFUSED']).meta({ description: 'CHECKED: dry run; REFUSED: rows have errors, nothing was stored' }),
  kind: z.enum(['CSV', 'TSV', 'AMAZON_LISTINGS']),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gbk', 'shift_jis']),
  fileName: z.string(),
  fileSha256: z.string(),
  isDryRun: z.boolean(),
  mode: z.enum(['ALL_OR_NOTHING', 'VALID_ROWS']),
  counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), skip: z.int(), fail: z.int() }),
  /** Columns of the file: the field that each one fills, null where it is not used. */
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  /** The first 1,000; row 1 is the header. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() })),
  errorCount: z.int(),
  /** The first 20 rows as they were understood. */
  sample: z.array(z.object({ row: z.int(), action: z.enum(['CREATE', 'UPDATE', 'SKIP', 'FAIL']), sku: z.string(), name: z.string() })),
  /** The same file was imported before. */
  sameFileAs: z.object({ importId: id, createdAt: instant }).nullable(),
  createdAt: instant,
});
export type ProductImport = z.infer<typeof productImportSchema>;

const boolParam = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
export const createProductImport = endpoint({
  id: 'createProductImport',
  method: 'POST',
  path: '/products/{userId}/imports',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: "Import products from CSV, TSV or Amazon's listings report",
  description:
    'The kind is found by content. Products are matched by SKU. Up to 10,000 rows, answered at once. Unless `mode=VALID_ROWS`, one wrong row keeps all rows out.',
  params: userPath,
  query: z.strictObject({ dryRun: boolParam, mode: z.enum(['ALL_OR_NOTHING', 'VALID_ROWS']).default('ALL_OR_NOTHING') }),
  upload: { field: 'file', maxBytes: 50 * 1024 * 1024, kinds: "CSV, TSV or Amazon's listings report" },
  response: productImportSchema,
  status: 201,
  errors: ['imports.unreadable', 'wrong_file', 'too_large'],
});
export const getProductImport = endpoint({
  id: 'getProductImport',
  method: 'GET',
  path: '/products/{userId}/imports/{importId}',
  access: 'read',
  flags: management,
  summary: 'One import and its errors',
  params: userAnd('importId'),
  response: productImportSchema,
});
export const uploadProductCsv = endpoint({
  id: 'uploadProductCsv',
  method: 'POST',
  path: '/products/{userId}/csv',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Import products from our CSV',
  params: userPath,
  upload: { field: 'file', maxBytes: 50 * 1024 * 1024, kinds: 'CSV' },
  response: productImportSchema,
  status: 201,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});
export const getProductCsvTemplate = endpoint({
  id: 'getProductCsvTemplate',
  method: 'GET',
  path: '/products/{userId}/csv-template',
  access: 'read',
  flags: management,
  summary: 'The CSV template with one example row',
  params: userPath,
  response: { binary: 'text/csv' },
});

import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
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
import { sayInSchema } from './texts/catalogue.ts';

const management = [['isManagementSectionEnabled']] as const;
export const productFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn', 'isEmpty'],
  brand: ['in', 'notIn', 'isEmpty'],
  channel: ['in', 'isEmpty'],
  tag: ['in', 'isEmpty'],
  parent: ['in', 'isEmpty', 'isNotEmpty'],
  shippingMethod: ['in', 'isEmpty'],
  countryOfOrigin: ['in', 'isEmpty'],
  /** Made or changed by this import. */
  import: ['in'],
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
const pieces = z
  .int(sayInSchema('units.whole'))
  .min(1, sayInSchema('field.min', { min: 1 }))
  .max(1_000_000)
  .nullable()
  .optional();
const box = { length: measure, width: measure, height: measure, weight: measure };
const webAddress = z
  .preprocess(
    blankToNull,
    z
      .url({ protocol: /^https$/, error: sayInSchema('field.url') })
      .max(2000)
      .nullable(),
  )
  .optional();

const editable = {
  name: requiredText(500),
  sku: requiredText(100),
  supplierIds: z
    .array(id, sayInSchema('field.supplier_required'))
    .min(1, sayInSchema('field.supplier_required'))
    .max(20),
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
  /** A variant names the product that it is a variant of; that one is none itself. */
  parentId: id.nullable().optional(),
  // In the product's own units; an absent part stays, null clears it, null for the whole clears all.
  productPackaging: z
    .strictObject({ ...box, units: pieces })
    .nullable()
    .optional()
    .meta({ description: 'The packed unit: its size, its gross weight, and how many pieces are in it' }),
  casePackaging: z
    .strictObject({ ...box, unitsPerCase: pieces })
    .nullable()
    .optional()
    .meta({ description: 'The case: its size, its gross weight, and how many units are in it' }),
  supplierLeadTime: z
    .int(sayInSchema('day.whole'))
    .min(0, sayInSchema('day.min', { min: 0 }))
    .max(3650, sayInSchema('day.max', { max: 3650 }))
    .nullable()
    .optional()
    .meta({ description: 'Days' }),
};
export const productBody = z.strictObject({ ...editable, version: version.optional() });
/** Absent suppliers stay, as every absent field does. */
const productPutBody = productBody.extend({ supplierIds: editable.supplierIds.optional() });
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
const packagingOut = {
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  weight: z.string().nullable(),
};
const variantRef = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  landedCostPerUnit: unitCost.nullable(),
});
/** What a product costs at one of its suppliers, as agreed there. */
export const supplierTermsSchema = supplierRef.extend({
  /** The same as `id`, under the name that `replaceProductSuppliers` takes. */
  supplierId: id,
  /** Of one unit, in `currency`, up to 6 decimals. */
  price: z.string().nullable(),
  currency: z.string().nullable(),
  minimumOrder: z.int().nullable().meta({ description: 'Units' }),
  leadTime: z.int().nullable().meta({ description: 'Days; null: that of the supplier' }),
  supplierSku: z.string().nullable().meta({ description: "The supplier's own item number" }),
});
export type SupplierTerms = z.infer<typeof supplierTermsSchema>;

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
  thumbnail: z
    .string()
    .nullable()
    .meta({ description: 'Address of a picture elsewhere; it is never loaded from there' }),
  /** Changes with the picture of our own; null: there is none. */
  picture: z.string().nullable(),
  tags: z.array(z.string()),
  parentId: id.nullable(),
  variantCount: z.int(),
  hasWeight: z.boolean(),
  hasVolume: z.boolean(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  countryOfOrigin: z.string().nullable(),
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  dimensionUnit: z.enum(DIMENSION_UNITS),
  weight: z.string().nullable(),
  packagingWeight: z.string().nullable(),
  shippingWeight: z.string().nullable(),
  weightUnit: z.enum(WEIGHT_UNITS),
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
  notes: z.string().nullable(),
  /** Longest side + 2 × (sum of the other two), in the dimension unit. */
  lengthAndGirth: z.string().nullable(),
  supplierLeadTime: z.int().nullable(),
  productPackaging: z.object({ ...packagingOut, units: z.int().nullable() }),
  casePackaging: z.object({ ...packagingOut, unitsPerCase: z.int().nullable() }),
  suppliers: z.array(supplierTermsSchema),
  parent: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  variants: z.array(variantRef),
  stats: z.object({
    invoiceCount: z.int(),
    orderCount: z.int(),
    firstOrderDate: z.string().nullable(),
    lastOrderDate: z.string().nullable(),
  }),
});
export type Product = z.infer<typeof productSchema>;

const query = listQuery({ sort: productSort, filters: productFilters, extra: { sku: z.string().max(100).optional() } });
/** A list of products may take its time (business §9). */
export const PRODUCT_LIST_TIMEOUT_MS = 120_000;
const listSpec = {
  method: 'GET',
  access: 'read',
  flags: management,
  params: userPath,
  query,
  response: page(catalogRowSchema),
  timeoutMs: PRODUCT_LIST_TIMEOUT_MS,
} as const;

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
  response: z.object({
    count: z.int(),
    unitsOrdered: z.int(),
    factoryCostTotal: amount,
    inboundCostTotal: amount,
    landedCostTotal: amount,
  }),
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
  errors: ['products.sku_taken', 'products.supplier_required', 'products.not_a_parent'],
});
export const replaceProduct = endpoint({
  id: 'replaceProduct',
  method: 'PUT',
  path: '/products/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Change a product; absent fields stay, null clears',
  params: userAnd('id'),
  body: productPutBody,
  response: productSchema,
  errors: ['products.sku_taken', 'products.not_a_parent', 'conflict_version'],
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
  errors: ['products.sku_taken', 'products.not_a_parent', 'conflict_version'],
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
  /** The same as `product.id`, under the name that `replaceProductBundle` takes. */
  productId: id,
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
export const bundleBody = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        productId: id,
        quantity: z
          .int()
          .min(1, sayInSchema('field.min', { min: 1 }))
          .max(1_000_000),
      }),
    )
    .max(200),
  version: version.optional(),
});
export const replaceProductBundle = endpoint({
  id: 'replaceProductBundle',
  method: 'PUT',
  path: '/products/{userId}/{id}/bundle',
  access: 'write',
  flags: management,
  summary: 'Say what a bundle is made of; its cost follows at once',
  params: userAnd('id'),
  body: bundleBody,
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

declare module './live.ts' {
  interface Topics {
    readonly products: true;
  }
}

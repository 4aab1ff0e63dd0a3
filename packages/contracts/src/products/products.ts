import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { hsCode } from './hs-code.ts';
import {
  barcode,
  blankToNull,
  countryCode,
  id,
  instant,
  measureIn,
  optionalLines,
  optionalCode,
  optionalText,
  requiredCode,
  requiredText,
  unitCost,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';
import { catalogRowSchema, supplierRef } from './product-lists.ts';

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
  sku: requiredCode(100),
  supplierIds: z
    .array(id, sayInSchema('field.supplier_required'))
    .min(1, sayInSchema('field.supplier_required'))
    .max(20),
  skuAlias: z.array(requiredCode(100)).max(50).optional(),
  asin: optionalCode(20).optional(),
  fnsku: optionalCode(20).optional(),
  barcode: z.preprocess(blankToNull, barcode.nullable()).optional(),
  brand: optionalText(100).optional(),
  reBrand: optionalText(100).optional().meta({ description: 'Brand name under which the goods are relabelled' }),
  group: optionalText(100).optional(),
  tags: z.array(requiredText(50)).max(50).optional(),
  notes: optionalLines(2000).optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  channel: z.array(z.enum(SALES_CHANNELS)).max(SALES_CHANNELS.length).optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  countryOfOrigin: z.preprocess(blankToNull, countryCode.nullable()).optional(),
  hsCode: z.preprocess(blankToNull, hsCode.nullable()).optional(),
  length: measure,
  width: measure,
  height: measure,
  dimensionUnit: z.enum(DIMENSION_UNITS).optional(),
  weight: measure.meta({ description: 'Net weight of a unit' }),
  packagingWeight: measure.meta({ description: 'Weight of the packaging of a unit' }),
  shippingWeight: measure.meta({
    description: 'Weight of a unit as shipped; takes precedence over weight + packaging',
  }),
  weightUnit: z.enum(WEIGHT_UNITS).optional(),
  thumbnail: webAddress,
  /** The product that this one is a variant of. A variant cannot have variants itself. */
  parentId: id.nullable().optional(),
  // Sizes and weights are in the product's own units. An absent field keeps its value, null clears it, and null in
  // place of the whole object clears all of its fields.
  productPackaging: z
    .strictObject({ ...box, units: pieces })
    .nullable()
    .optional()
    .meta({ description: 'The packed unit: its size, gross weight and number of pieces' }),
  casePackaging: z
    .strictObject({ ...box, unitsPerCase: pieces })
    .nullable()
    .optional()
    .meta({ description: 'The case: its size, gross weight and number of units' }),
  supplierLeadTime: z
    .int(sayInSchema('day.whole'))
    .min(0, sayInSchema('day.min', { min: 0 }))
    .max(3650, sayInSchema('day.max', { max: 3650 }))
    .nullable()
    .optional()
    .meta({ description: 'Lead time in days' }),
};
const newProductBody = z.strictObject(editable);
export const productBody = newProductBody.extend({ version: version.optional() });
/** In a PUT, suppliers are optional: like every absent field, absent suppliers keep their value. */
const productPutBody = productBody.extend({ supplierIds: editable.supplierIds.optional() });
export const productPatchBody = z.strictObject({
  ...(Object.fromEntries(Object.entries(editable).map(([k, v]) => [k, (v as z.ZodType).optional()])) as {
    [K in keyof typeof editable]: z.ZodOptional<(typeof editable)[K]>;
  }),
  archivedAt: instant.nullable().optional(),
  version: version.optional(),
});
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
/** The terms that are agreed with one supplier of the product. */
const supplierTermsSchema = supplierRef.extend({
  /** The same as `id`, under the name that `replaceProductSuppliers` takes. */
  supplierId: id,
  /** The price of one unit in `currency`, with up to 6 decimals. */
  price: z.string().nullable(),
  currency: z.string().nullable(),
  minimumOrder: z.int().nullable().meta({ description: 'Minimum order in units' }),
  leadTime: z.int().nullable().meta({ description: 'Lead time in days; null: that of the supplier' }),
  supplierSku: z.string().nullable().meta({ description: "The supplier's own item number" }),
});
export type SupplierTerms = z.infer<typeof supplierTermsSchema>;

export const productSchema = catalogRowSchema.extend({
  skuAlias: z.array(z.string()),
  reBrand: z.string().nullable(),
  notes: z.string().nullable(),
  /** The longest side + 2 × (sum of the other two), in the dimension unit. */
  lengthAndGirth: z.string().nullable(),
  supplierLeadTime: z.int().nullable(),
  productPackaging: z.object({ ...packagingOut, units: z.int().nullable() }),
  casePackaging: z.object({ ...packagingOut, unitsPerCase: z.int().nullable() }),
  suppliers: z.array(supplierTermsSchema),
  parent: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  variants: z.array(variantRef),
  /** Other products with the same barcode, most likely by mistake; the first five. */
  sameBarcode: z.array(z.object({ id, sku: z.string(), name: z.string() })),
  stats: z.object({
    invoiceCount: z.int(),
    orderCount: z.int(),
    firstOrderDate: z.string().nullable(),
    lastOrderDate: z.string().nullable(),
  }),
});
export type Product = z.infer<typeof productSchema>;
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
  body: newProductBody,
  response: productSchema,
  status: 201,
  errors: ['products.sku_taken', 'products.not_a_parent'],
});
export const replaceProduct = endpoint({
  id: 'replaceProduct',
  method: 'PUT',
  path: '/products/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Change a product; absent fields keep their value, null clears',
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

declare module '../live.ts' {
  interface Topics {
    readonly products: true;
  }
}

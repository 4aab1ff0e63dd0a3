import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import { codeIdentity } from '@quayside/domain/written-text';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, id, instant, unitCost, userPath, version } from '../primitives.ts';
import { CODE_KINDS } from './product-codes.ts';

export const productFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn', 'isEmpty'],
  brand: ['in', 'notIn', 'isEmpty'],
  channel: ['in', 'isEmpty'],
  tag: ['in', 'isEmpty'],
  parent: ['in', 'isEmpty', 'isNotEmpty'],
  shippingMethod: ['in', 'isEmpty'],
  countryOfOrigin: ['in', 'isEmpty'],
  hsCode: ['contains', 'isEmpty', 'isNotEmpty'],
  /** Products that this import created or changed. */
  import: ['in'],
  archived: ['in'],
  name: ['contains'],
  sku: ['contains'],
  group: ['in', 'isEmpty'],
  landedCostPerUnit: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  missing: ['in'],
} as const;
/** The values of the filter `missing`: the data that a product lacks. */
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

/** The costs of a product in account currency. A unit cost is the average over all its orders; null means unknown. */
const costFields = {
  factoryCostTotal: amount,
  inboundCostTotal: amount,
  landedCostTotal: amount,
  factoryCostPerUnit: unitCost.nullable(),
  inboundCostPerUnit: unitCost.nullable(),
  landedCostPerUnit: unitCost.nullable(),
  /** The same as landedCostPerUnit, under the name that the specification uses. */
  costPerUnit: unitCost.nullable(),
  /** The costs by cost category. */
  costByCategory: z.record(z.string(), amount),
  costEntryCount: z.int(),
  unitsOrdered: z.int(),
  /** True when part of the cost comes from an invoice that is not confirmed yet. */
  isProvisional: z.boolean(),
  /** True when the product consists of other products. Its unit costs are then the sums of theirs. */
  isBundle: z.boolean(),
  lastCostUpdateDate: instant.nullable(),
};
export const supplierRef = z.object({ id, companyName: z.string(), localName: z.string().nullable() });

/** A row of the product lists. */
export const catalogRowSchema = z.object({
  id,
  name: z.string(),
  sku: z.string(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  barcode: z.string().nullable().meta({ description: 'EAN, UPC or GTIN, as its digits' }),
  brand: z.string().nullable(),
  group: z.string().nullable(),
  status: z.enum(PRODUCT_STATUSES),
  channel: z.array(z.enum(SALES_CHANNELS)),
  supplier: z.array(supplierRef),
  thumbnail: z.string().nullable().meta({ description: 'URL of an external picture; it is stored but never loaded' }),
  /** A key that changes whenever another picture of the product is uploaded; null when the product has no picture. */
  picture: z.string().nullable(),
  tags: z.array(z.string()),
  parentId: id.nullable(),
  parentSku: z.string().nullable().meta({ description: 'The SKU of the product that it is a variant of' }),
  variantCount: z.int(),
  hasWeight: z.boolean(),
  hasVolume: z.boolean(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  countryOfOrigin: z.string().nullable(),
  hsCode: z.string().nullable(),
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  dimensionUnit: z.enum(DIMENSION_UNITS),
  weight: z.string().nullable(),
  packagingWeight: z.string().nullable(),
  shippingWeight: z.string().nullable(),
  weightUnit: z.enum(WEIGHT_UNITS),
  ...costFields,
  onOrder: z.int().meta({ description: 'Units of orders that are neither shipped nor received' }),
  inTransit: z.int().meta({ description: 'Units that left with a shipment plan and have not arrived' }),
  totalStockValue: amount.meta({ description: 'Landed cost of what is on hand, without units of unknown cost' }),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type CatalogRow = z.infer<typeof catalogRowSchema>;

const extra = { sku: z.string().max(100).overwrite(codeIdentity).optional() };
const query = listQuery({ sort: productSort, filters: productFilters, extra });
const isTrue = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
/** Whether the products are offered in a picker, and what the picker wants. */
const pickerQuery = {
  picker: isTrue,
  discontinued: isTrue.meta({ description: 'Whether a picker lists discontinued products too' }),
  supplierId: id.optional().meta({
    description: 'For a picker: the supplier whose item numbers come before those of other suppliers',
  }),
};
/** Lists of products have a longer timeout than other calls (business §9). */
const PRODUCT_LIST_TIMEOUT_MS = 120_000;
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
  query: listQuery({ sort: productSort, filters: productFilters, extra: { ...extra, ...pickerQuery } }),
  response: page(
    catalogRowSchema.extend({
      matchedBy: z
        .enum(CODE_KINDS)
        .optional()
        .meta({
          description:
            'In a picker: what the search is for this product, if it is a whole code of it. If several rows have it, ' +
            'only a person can choose among them',
        }),
    }),
  ),
  description:
    '`sku` finds the product with exactly this SKU, ignoring case, even if it is archived. Otherwise archived ' +
    'products are left out unless the filter asks for them. With `picker`, discontinued products are left out too, ' +
    'unless `discontinued` or a filter of the status asks for them, the search is a whole code of theirs, or nothing ' +
    'else matches it. ' +
    'Products of which the search is a whole code come first.',
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
  summary: 'Exact count and sums of the filtered products',
  params: userPath,
  query: filterQuery({
    filters: productFilters,
    extra: { sku: z.string().max(100).overwrite(codeIdentity).optional() },
  }),
  response: z.object({
    count: z.int(),
    unitsOrdered: z.int(),
    factoryCostTotal: amount,
    inboundCostTotal: amount,
    landedCostTotal: amount,
  }),
});

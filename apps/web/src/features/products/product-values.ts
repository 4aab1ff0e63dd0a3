import type { CatalogRow, PRODUCT_GAPS } from '@quayside/contracts/products/product-lists';
import type { Product } from '@quayside/contracts/products/products';
import type { DimensionUnit, ProductStatus, SalesChannel, ShippingMethod, WeightUnit } from '@quayside/domain/lists';
import { paths, type ProductTab } from '../../lib/paths.ts';

/** The form values. This is a type and not an interface, so that its fields can be indexed by name. */
export type ProductValues = {
  name: string;
  sku: string;
  status: ProductStatus;
  brand: string;
  reBrand: string;
  group: string;
  parentId: string | null;
  supplierIds: string[];
  supplierLeadTime: number | null;
  shippingMethod: ShippingMethod | null;
  countryOfOrigin: string | null;
  hsCode: string;
  asin: string;
  fnsku: string;
  barcode: string;
  skuAlias: string[];
  channel: SalesChannel[];
  length: string;
  width: string;
  height: string;
  dimensionUnit: DimensionUnit;
  weight: string;
  packagingWeight: string;
  shippingWeight: string;
  weightUnit: WeightUnit;
  tags: string[];
  thumbnail: string;
  notes: string;
  version: number | undefined;
};
export type ProductField = Exclude<keyof ProductValues, 'version'>;

const TEXTS = [
  'name',
  'sku',
  'brand',
  'reBrand',
  'group',
  'asin',
  'fnsku',
  'barcode',
  'hsCode',
  'length',
  'width',
  'height',
  'weight',
  'packagingWeight',
  'shippingWeight',
  'thumbnail',
  'notes',
] as const;

/** A stored product, or a variant that is not stored yet. */
export type ProductDraft = Omit<Product, 'id' | 'version' | 'createdAt' | 'updatedAt'> & { readonly version?: number };

/** The form values of a stored product, or empty values for a new product. */
export function valuesOf(product?: ProductDraft): ProductValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, product?.[name] ?? ''])) as Record<
    (typeof TEXTS)[number],
    string
  >;
  return {
    ...texts,
    status: product?.status ?? 'ACTIVE',
    parentId: product?.parentId ?? null,
    supplierIds: product?.supplier.map(({ id }) => id) ?? [],
    supplierLeadTime: product?.supplierLeadTime ?? null,
    shippingMethod: product?.shippingMethod ?? null,
    countryOfOrigin: product?.countryOfOrigin ?? null,
    skuAlias: product?.skuAlias ?? [],
    channel: product?.channel ?? [],
    dimensionUnit: product?.dimensionUnit ?? 'CM',
    weightUnit: product?.weightUnit ?? 'GR',
    tags: product?.tags ?? [],
    version: product?.version,
  };
}

/** The cards of the form, each with its fields. */
export const SECTIONS = {
  identity: ['name', 'sku', 'status', 'brand', 'reBrand', 'group', 'parentId'],
  sourcing: ['supplierIds', 'supplierLeadTime', 'shippingMethod', 'countryOfOrigin', 'hsCode'],
  marketplaces: ['asin', 'fnsku', 'barcode', 'skuAlias', 'channel'],
  measures: ['length', 'width', 'height', 'dimensionUnit', 'weight', 'packagingWeight', 'shippingWeight', 'weightUnit'],
  more: ['tags', 'thumbnail', 'notes'],
} as const satisfies Record<string, readonly ProductField[]>;
export const FIELDS: readonly ProductField[] = Object.values(SECTIONS).flat();

type Gap = (typeof PRODUCT_GAPS)[number];
/** The kinds of data that a product lacks for a complete unit cost. */
export function gapsOf(row: Pick<CatalogRow, 'hasWeight' | 'hasVolume' | 'supplier' | 'landedCostPerUnit'>): Gap[] {
  const missing: Record<Gap, boolean> = {
    WEIGHT: !row.hasWeight,
    VOLUME: !row.hasVolume,
    SUPPLIER: row.supplier.length === 0,
    COST: row.landedCostPerUnit === null,
  };
  return (Object.keys(missing) as Gap[]).filter((gap) => missing[gap]);
}

/**
 * SKUs that cannot be part of a URL, because they are paths of other screens or because browsers remove dot segments.
 */
const NOT_IN_URL = new Set(['add', 'import', '.', '..']);
/** The path of a product's page. It contains the SKU or, if the SKU cannot be part of a URL, the id. */
export const productHref = ({ id, sku }: { id: string; sku: string }, tab?: ProductTab): string =>
  paths.product(NOT_IN_URL.has(sku.toLowerCase()) ? id : sku, tab);

import type { Product } from '@quayside/contracts/products/products';
import type { DimensionUnit, ProductStatus, SalesChannel, ShippingMethod, WeightUnit } from '@quayside/domain/lists';
import { LIMIT } from '@quayside/domain/money/money';
import { unitVolumeMm3, unitWeightUg } from '@quayside/domain/products/measures';

/** All fields of a product that a person or an imported file can write. */
export interface ProductState {
  readonly name: string;
  readonly sku: string;
  readonly skuAlias: readonly string[];
  readonly asin: string | null;
  readonly fnsku: string | null;
  readonly barcode: string | null;
  readonly brand: string | null;
  readonly reBrand: string | null;
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly status: ProductStatus;
  readonly channel: readonly SalesChannel[];
  readonly shippingMethod: ShippingMethod | null;
  readonly countryOfOrigin: string | null;
  readonly hsCode: string | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly dimensionUnit: DimensionUnit;
  readonly weight: string | null;
  readonly packagingWeight: string | null;
  readonly shippingWeight: string | null;
  readonly weightUnit: WeightUnit;
  readonly thumbnail: string | null;
  readonly supplierLeadTime: number | null;
  readonly parentId: string | null;
  // Each measure of a packaging is a field of its own, because it has its own column, changelog rows and revert.
  readonly 'productPackaging.length': string | null;
  readonly 'productPackaging.width': string | null;
  readonly 'productPackaging.height': string | null;
  readonly 'productPackaging.weight': string | null;
  readonly 'productPackaging.units': number | null;
  readonly 'casePackaging.length': string | null;
  readonly 'casePackaging.width': string | null;
  readonly 'casePackaging.height': string | null;
  readonly 'casePackaging.weight': string | null;
  readonly 'casePackaging.unitsPerCase': number | null;
  readonly supplierIds: readonly string[];
  readonly archivedAt: string | null;
}
/** The fields to write. Absent fields stay as they are. */
export type ProductChanges = { readonly [K in keyof ProductState]?: ProductState[K] | undefined };

/** A new product, before any values are entered. */
export const NEW_PRODUCT: ProductState = {
  name: '',
  sku: '',
  skuAlias: [],
  asin: null,
  fnsku: null,
  barcode: null,
  brand: null,
  reBrand: null,
  group: null,
  tags: [],
  notes: null,
  status: 'ACTIVE',
  channel: [],
  shippingMethod: null,
  countryOfOrigin: null,
  hsCode: null,
  length: null,
  width: null,
  height: null,
  dimensionUnit: 'CM',
  weight: null,
  packagingWeight: null,
  shippingWeight: null,
  weightUnit: 'GR',
  thumbnail: null,
  supplierLeadTime: null,
  parentId: null,
  'productPackaging.length': null,
  'productPackaging.width': null,
  'productPackaging.height': null,
  'productPackaging.weight': null,
  'productPackaging.units': null,
  'casePackaging.length': null,
  'casePackaging.width': null,
  'casePackaging.height': null,
  'casePackaging.weight': null,
  'casePackaging.unitsPerCase': null,
  supplierIds: [],
  archivedAt: null,
};
/** All fields, in the order of the form. */
export const FIELDS = Object.keys(NEW_PRODUCT) as readonly (keyof ProductState)[];
const MEASURE = /^(productPackaging\.|casePackaging\.)?(length|width|height|weight|packagingWeight|shippingWeight)$/;
const MEASURES: ReadonlySet<string> = new Set(FIELDS.filter((field) => MEASURE.test(field)));
const PACKAGINGS = ['productPackaging', 'casePackaging'] as const;
type Packaging = (typeof PACKAGINGS)[number];

type Nested = {
  readonly [P in Packaging]?: Readonly<Record<string, string | number | null | undefined>> | null | undefined;
};
/** Converts the nested packagings of a request body to flat fields. Null for a packaging clears all of its fields. */
export function changesOf<B extends Nested>({
  productPackaging,
  casePackaging,
  ...plain
}: B): Omit<B, Packaging> & ProductChanges {
  const parts = Object.entries({ productPackaging, casePackaging }).flatMap(
    ([packaging, given]): [string, unknown][] => {
      if (given === undefined) return [];
      if (given !== null) return Object.entries(given).map(([part, value]) => [`${packaging}.${part}`, value]);
      return FIELDS.filter((field) => field.startsWith(`${packaging}.`)).map((field) => [field, null]);
    },
  );
  return { ...plain, ...Object.fromEntries(parts) };
}

/** Converts the flat fields of a packaging to the nested object of the API. */
export function packagingOf(state: ProductState, packaging: 'productPackaging'): Product['productPackaging'];
export function packagingOf(state: ProductState, packaging: 'casePackaging'): Product['casePackaging'];
export function packagingOf(state: ProductState, packaging: Packaging): object {
  return Object.fromEntries(PARTS[packaging].map(([field, part]) => [part, state[field]]));
}
const partsOf = (packaging: Packaging) =>
  FIELDS.flatMap((field) =>
    field.startsWith(`${packaging}.`) ? [[field, field.slice(packaging.length + 1)] as const] : [],
  );
// This value is computed only once, because an import needs it for every row.
const PARTS = { productPackaging: partsOf('productPackaging'), casePackaging: partsOf('casePackaging') };

/** Removes leading and trailing zeros, so that '012.50' becomes '12.5'. */
export const plainDecimal = (text: string): string =>
  (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^0+(?=\d)/, '');

/** Applies changes to a product. Removes duplicates from lists, and superfluous zeros from measures. */
export function withChanges(before: ProductState, changes: ProductChanges): ProductState {
  const after: Record<string, unknown> = { ...before };
  for (const field of FIELDS) {
    const value = changes[field];
    if (value === undefined) continue;
    if (Array.isArray(value)) after[field] = [...new Set(value)];
    else after[field] = typeof value === 'string' && MEASURES.has(field) ? plainDecimal(value) : value;
  }
  return after as unknown as ProductState;
}

/** The names of the fields that differ, in the order of the form. */
export const changedFields = (before: ProductState, after: ProductState): (keyof ProductState)[] =>
  FIELDS.filter((field) =>
    Array.isArray(before[field])
      ? JSON.stringify(before[field]) !== JSON.stringify(after[field])
      : before[field] !== after[field],
  );

/**
 * The terms of a supplier for a product, as stored. The price is a string with the number of millionths of the
 * currency's main unit.
 */
export interface Terms {
  readonly supplierId: string;
  readonly priceMicros: string | null;
  readonly currency: string | null;
  readonly minimumOrder: number | null;
  readonly leadTime: number | null;
  readonly supplierSku: string | null;
}
export const noTerms = (supplierId: string): Terms => ({
  supplierId,
  priceMicros: null,
  currency: null,
  minimumOrder: null,
  leadTime: null,
  supplierSku: null,
});
/** The terms after a change of suppliers. Suppliers that remain keep their terms; new ones have none. */
export const termsAfter = (before: readonly Terms[], supplierIds: readonly string[]): Terms[] =>
  supplierIds.map((id) => before.find((t) => t.supplierId === id) ?? noTerms(id));

/** The value of a field as text for the changelog; null if the field is empty. */
export function loggedValue(state: ProductState, field: keyof ProductState): string | null {
  const value = state[field];
  if (Array.isArray(value)) return value.join(', ') || null;
  return value === null ? null : String(value);
}

interface UnitMeasures {
  readonly weightUg: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly tooLarge: 'weight' | 'length' | undefined;
}
// A cache of measures. For each row of an import, they are computed during validation and needed again for the write.
const known = new WeakMap<ProductState, UnitMeasures>();

/**
 * Computes the weight and volume that a new order copies from the product. Throws if one of them is not usable for
 * sharing costs.
 */
export function measuresOf(state: ProductState): UnitMeasures {
  const found = known.get(state) ?? workOutMeasures(state);
  known.set(state, found);
  return found;
}

function workOutMeasures(state: ProductState): UnitMeasures {
  const { weightUnit, weight, packagingWeight, shippingWeight, dimensionUnit, length, width, height } = state;
  const casePackaging = state['casePackaging.unitsPerCase'] === null ? null : packagingOf(state, 'casePackaging');
  const weightUg = unitWeightUg({ weightUnit, weight, packagingWeight, shippingWeight, casePackaging });
  const volumeMm3 = unitVolumeMm3({ dimensionUnit, length, width, height, casePackaging });
  return {
    weightUg,
    volumeMm3,
    tooLarge:
      weightUg !== null && weightUg >= LIMIT
        ? 'weight'
        : volumeMm3 !== null && volumeMm3 >= LIMIT
          ? 'length'
          : undefined,
  };
}

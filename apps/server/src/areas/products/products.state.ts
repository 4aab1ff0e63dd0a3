import type { DimensionUnit, ProductStatus, SalesChannel, ShippingMethod, WeightUnit } from '@quayside/domain/lists';
import { LIMIT } from '@quayside/domain/money/money';
import { unitVolumeMm3, unitWeightUg } from '@quayside/domain/products/measures';

/** Everything of a product that a person or a file can write. */
export interface ProductState {
  readonly name: string;
  readonly sku: string;
  readonly skuAlias: readonly string[];
  readonly asin: string | null;
  readonly fnsku: string | null;
  readonly brand: string | null;
  readonly reBrand: string | null;
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly status: ProductStatus;
  readonly channel: readonly SalesChannel[];
  readonly shippingMethod: ShippingMethod | null;
  readonly countryOfOrigin: string | null;
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
  readonly supplierIds: readonly string[];
  readonly archivedAt: string | null;
}
/** Fields to write; an absent one stays as it is. */
export type ProductChanges = { readonly [K in keyof ProductState]?: ProductState[K] | undefined };

/** What a product is before anything is said about it. */
export const NEW_PRODUCT: ProductState = {
  name: '',
  sku: '',
  skuAlias: [],
  asin: null,
  fnsku: null,
  brand: null,
  reBrand: null,
  group: null,
  tags: [],
  notes: null,
  status: 'ACTIVE',
  channel: [],
  shippingMethod: null,
  countryOfOrigin: null,
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
  supplierIds: [],
  archivedAt: null,
};
const FIELDS = Object.keys(NEW_PRODUCT) as (keyof ProductState)[];
const MEASURES: ReadonlySet<string> = new Set(['length', 'width', 'height', 'weight', 'packagingWeight', 'shippingWeight']);

/** A decimal text without zeros that say nothing: '012.50' is '12.5'. */
export const plainDecimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^0+(?=\d)/, '');

/** The product with the changes; lists lose what they say twice, measures their idle zeros. */
export function withChanges(before: ProductState, changes: ProductChanges): ProductState {
  const given = FIELDS.flatMap((field): [string, unknown][] => {
    const value = changes[field];
    if (value === undefined) return [];
    if (Array.isArray(value)) return [[field, [...new Set(value)]]];
    return [[field, MEASURES.has(field) && typeof value === 'string' ? plainDecimal(value) : value]];
  });
  return { ...before, ...Object.fromEntries(given) };
}

/** The fields in which two states differ, in the order of the form. */
export const changedFields = (before: ProductState, after: ProductState): (keyof ProductState)[] =>
  FIELDS.filter((field) => (Array.isArray(before[field]) ? JSON.stringify(before[field]) !== JSON.stringify(after[field]) : before[field] !== after[field]));

/** How the changelog writes a value; null where there is none. */
export function loggedValue(state: ProductState, field: keyof ProductState, supplierName: (id: string) => string): string | null {
  const value = state[field];
  if (field === 'supplierIds') return state.supplierIds.map(supplierName).join(', ') || null;
  if (Array.isArray(value)) return value.join(', ') || null;
  return value === null ? null : String(value);
}

/** What a new cost layer copies; a measure that no amount could be shared by is refused at its field. */
export function measuresOf(state: ProductState): { weightUg: bigint | null; volumeMm3: bigint | null; tooLarge: 'weight' | 'length' | undefined } {
  const weightUg = unitWeightUg(state);
  const volumeMm3 = unitVolumeMm3(state);
  return { weightUg, volumeMm3, tooLarge: weightUg !== null && weightUg >= LIMIT ? 'weight' : volumeMm3 !== null && volumeMm3 >= LIMIT ? 'length' : undefined };
}

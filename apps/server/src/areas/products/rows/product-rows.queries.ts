import type { DimensionUnit, SalesChannel, WeightUnit } from '@quayside/domain/lists';
import { type Selectable, sql } from 'kysely';
import type { DB } from '../../../db/types.gen.ts';
import { measuresOf, plainDecimal, type ProductState } from './products.state.ts';

const decimal = (text: string | null): string | null => (text === null ? null : plainDecimal(text));

type MeasureColumn =
  | 'length'
  | 'width'
  | 'height'
  | 'dimension_unit'
  | 'weight'
  | 'packaging_weight'
  | 'shipping_weight'
  | 'weight_unit';
/** The size and weights of one unit of a product, in the product's own units of length and weight. */
export const toMeasures = (r: Pick<Selectable<DB['product']>, MeasureColumn>) => ({
  length: decimal(r.length),
  width: decimal(r.width),
  height: decimal(r.height),
  dimensionUnit: r.dimension_unit as DimensionUnit,
  weight: decimal(r.weight),
  packagingWeight: decimal(r.packaging_weight),
  shippingWeight: decimal(r.shipping_weight),
  weightUnit: r.weight_unit as WeightUnit,
});

/** Converts a table row to the state of a product. */
export function toState(r: Selectable<DB['product']>, supplierIds: readonly string[]): ProductState {
  return {
    name: r.name,
    sku: r.sku,
    skuAlias: r.sku_alias,
    asin: r.asin,
    fnsku: r.fnsku,
    barcode: r.barcode,
    brand: r.brand,
    reBrand: r.re_brand,
    group: r.product_group,
    tags: r.tags,
    notes: r.notes,
    status: r.status,
    channel: r.channel as SalesChannel[],
    shippingMethod: r.shipping_method,
    countryOfOrigin: r.country_of_origin,
    hsCode: r.hs_code,
    ...toMeasures(r),
    thumbnail: r.thumbnail,
    supplierLeadTime: r.supplier_lead_time,
    parentId: r.parent_id,
    'productPackaging.length': decimal(r.pack_length),
    'productPackaging.width': decimal(r.pack_width),
    'productPackaging.height': decimal(r.pack_height),
    'productPackaging.weight': decimal(r.pack_weight),
    'productPackaging.units': r.pack_units,
    'casePackaging.length': decimal(r.case_length),
    'casePackaging.width': decimal(r.case_width),
    'casePackaging.height': decimal(r.case_height),
    'casePackaging.weight': decimal(r.case_weight),
    'casePackaging.unitsPerCase': r.case_units,
    supplierIds,
    archivedAt: r.archived_at?.toISOString() ?? null,
  };
}

/**
 * The columns that are written, with their types. All rows are sent as one JSON parameter, so that writing 10,000
 * products takes few statements.
 */
const COLUMNS = {
  name: 'text',
  sku: 'text',
  sku_alias: 'text[]',
  asin: 'text',
  fnsku: 'text',
  barcode: 'text',
  brand: 'text',
  re_brand: 'text',
  product_group: 'text',
  tags: 'text[]',
  notes: 'text',
  status: 'text',
  channel: 'text[]',
  shipping_method: 'text',
  country_of_origin: 'text',
  hs_code: 'text',
  length: 'numeric',
  width: 'numeric',
  height: 'numeric',
  dimension_unit: 'text',
  weight: 'numeric',
  packaging_weight: 'numeric',
  shipping_weight: 'numeric',
  weight_unit: 'text',
  unit_weight_ug: 'bigint',
  unit_volume_mm3: 'bigint',
  thumbnail: 'text',
  supplier_lead_time: 'integer',
  parent_id: 'uuid',
  pack_length: 'numeric',
  pack_width: 'numeric',
  pack_height: 'numeric',
  pack_weight: 'numeric',
  pack_units: 'integer',
  case_length: 'numeric',
  case_width: 'numeric',
  case_height: 'numeric',
  case_weight: 'numeric',
  case_units: 'integer',
  archived_at: 'timestamptz',
} as const;
type Column = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];
/** The column list for `json_to_recordset`: the id and these columns, with their types. */
export const recordOf = (names: readonly Column[]) =>
  sql.raw(['id uuid', ...names.map((name) => `${name} ${COLUMNS[name]}`)].join(', '));

/**
 * Converts products to one parameter for `json_to_recordset`. Nulls are omitted, because most values of a row are null
 * and PostgreSQL would have to parse every key.
 */
export const toRecords = (products: Products): string => JSON.stringify(filledRows(products));

/**
 * Like `toRecords`, but only for those columns in which one of the products has a value. This halves the time to insert
 * new products.
 */
export function toNewRecords(products: Products): { records: string; names: readonly Column[] } {
  const rows = filledRows(products);
  return {
    records: JSON.stringify(rows),
    names: COLUMN_NAMES.filter((name) => rows.some((row) => row[name] !== undefined)),
  };
}

type Products = readonly { readonly id: string; readonly state: ProductState }[];
const filledRows = (products: Products) => products.map(({ id, state }) => withoutNulls(toRow(id, state)));
function withoutNulls(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (row[name] === null) row[name] = undefined;
  return row;
}

/** Converts a product to the values of its columns. */
function toRow(id: string, s: ProductState): Record<Column | 'id', unknown> {
  const { weightUg, volumeMm3 } = measuresOf(s);
  return {
    id,
    name: s.name,
    sku: s.sku,
    sku_alias: s.skuAlias,
    asin: s.asin,
    fnsku: s.fnsku,
    barcode: s.barcode,
    brand: s.brand,
    re_brand: s.reBrand,
    product_group: s.group,
    tags: s.tags,
    notes: s.notes,
    status: s.status,
    channel: s.channel,
    shipping_method: s.shippingMethod,
    country_of_origin: s.countryOfOrigin,
    hs_code: s.hsCode,
    length: s.length,
    width: s.width,
    height: s.height,
    dimension_unit: s.dimensionUnit,
    weight: s.weight,
    packaging_weight: s.packagingWeight,
    shipping_weight: s.shippingWeight,
    weight_unit: s.weightUnit,
    unit_weight_ug: weightUg?.toString() ?? null,
    unit_volume_mm3: volumeMm3?.toString() ?? null,
    thumbnail: s.thumbnail,
    supplier_lead_time: s.supplierLeadTime,
    parent_id: s.parentId,
    pack_length: s['productPackaging.length'],
    pack_width: s['productPackaging.width'],
    pack_height: s['productPackaging.height'],
    pack_weight: s['productPackaging.weight'],
    pack_units: s['productPackaging.units'],
    case_length: s['casePackaging.length'],
    case_width: s['casePackaging.width'],
    case_height: s['casePackaging.height'],
    case_weight: s['casePackaging.weight'],
    case_units: s['casePackaging.unitsPerCase'],
    archived_at: s.archivedAt,
  };
}

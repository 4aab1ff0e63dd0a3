import type { UnitKind } from '@quayside/domain/products/units';

/**
 * The fields of a product that people and imported files can fill. An import offers them in this order.
 * `parent` is given as the SKU of the parent; price and currency are those of the supplier that the row names, or of
 * the usual one. `list`: the field can be edited in the product list; `page`: only on the page of the product.
 */
const FILLED = {
  sku: 'list',
  name: 'list',
  asin: 'list',
  fnsku: 'list',
  barcode: 'list',
  skuAlias: 'page',
  parent: 'page',
  brand: 'list',
  reBrand: 'page',
  group: 'list',
  tags: 'list',
  notes: 'page',
  status: 'list',
  channel: 'list',
  supplier: 'page',
  supplierPrice: 'page',
  supplierCurrency: 'page',
  supplierLeadTime: 'page',
  shippingMethod: 'list',
  countryOfOrigin: 'list',
  hsCode: 'list',
  length: 'list',
  width: 'list',
  height: 'list',
  dimensionUnit: 'list',
  weight: 'list',
  packagingWeight: 'list',
  shippingWeight: 'list',
  weightUnit: 'list',
  'productPackaging.length': 'page',
  'productPackaging.width': 'page',
  'productPackaging.height': 'page',
  'productPackaging.weight': 'page',
  'productPackaging.units': 'page',
  'casePackaging.length': 'page',
  'casePackaging.width': 'page',
  'casePackaging.height': 'page',
  'casePackaging.weight': 'page',
  'casePackaging.unitsPerCase': 'page',
  thumbnail: 'page',
} as const;

type Filled = typeof FILLED;
/** The fields that a column of an imported file can fill. */
export type ImportField = keyof Filled;
/** The fields that the product list edits in its cells. */
export type ListField = { [F in ImportField]: Filled[F] extends 'list' ? F : never }[ImportField];

export const IMPORT_FIELDS = Object.keys(FILLED) as ImportField[];

/** The field of a product that contains the unit of its weights, or of its lengths. */
export const UNIT_FIELD = { WEIGHT: 'weightUnit', LENGTH: 'dimensionUnit' } as const satisfies Readonly<
  Record<UnitKind, ImportField>
>;

/** Whether a field is a weight or a length; undefined for all others. */
export const kindOfMeasure = (field: string): UnitKind | undefined =>
  /weight$/i.test(field) ? 'WEIGHT' : /(^|\.)(length|width|height)$/.test(field) ? 'LENGTH' : undefined;

/** Whether the cells of a field are numbers, which can be written with a decimal point or a decimal comma. */
export const isNumberField = (field: string): boolean =>
  kindOfMeasure(field) !== undefined || field === 'supplierPrice';

/** The fields with a closed list of values. A person can say which value a word of a file means. */
export const VALUE_FIELDS = [
  'status',
  'shippingMethod',
  'channel',
  'countryOfOrigin',
  'dimensionUnit',
  'weightUnit',
] as const satisfies readonly ImportField[];
export type ValueField = (typeof VALUE_FIELDS)[number];

const COUNTRY_IN_NAME: Readonly<Record<string, string>> = { USA: 'US' };
/** The English word for a value of a closed list: `Top seller` for TOP_SELLER, `Amazon US` for AMAZON_USA. */
export function wordOfValue(field: ValueField, value: string): string {
  if (value === 'WALLMART') return 'Walmart';
  const [first = '', ...others] = value.split('_');
  const rest =
    field === 'channel' ? others.map((one) => COUNTRY_IN_NAME[one] ?? one) : others.map((one) => one.toLowerCase());
  return [first.slice(0, 1) + first.slice(1).toLowerCase(), ...rest].join(' ');
}

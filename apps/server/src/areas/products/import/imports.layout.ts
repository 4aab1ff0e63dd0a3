import { say, type Text } from '@quayside/contracts/texts/catalogue';
import {
  type ImportField,
  isNumberField,
  kindOfMeasure,
  UNIT_FIELD,
} from '@quayside/contracts/products/product-fields';
import type { ProductImport, ValueMapping } from '@quayside/contracts/products/product-imports';
import { type ColumnUnit, unitOfColumn, type WrittenUnit } from '@quayside/domain/products/units';
import { shown } from '../../../tables/cells.ts';
import {
  columnsForOne,
  expand,
  headerNames,
  headingTexts,
  kindOfTable,
  type Marking,
  numbersOf,
} from '../../../tables/import-columns.ts';
import type { OpenTable } from '../../../tables/open-table.ts';
import type { ChosenUnits, MappedLayout } from '../../imports/public.ts';
import { guessFields, isField } from './imports.fields.ts';

type ImportKind = NonNullable<ProductImport['kind']>;
type Mapping = ProductImport['mapping'];

/**
 * How to read the columns of a file, as determined from its header. It is stored with the import, so that another
 * process reads the file in the same way.
 */
export interface Layout extends MappedLayout {
  readonly kind: ImportKind;
  readonly fields: readonly (ImportField | null)[];
  /**
   * In Amazon's listings report, the index of the column which tells what kind of id product-id contains; -1 if there
   * is no such column.
   */
  readonly idType: number;
  /** What words of the file mean, as a person chose. Absent in earlier releases. */
  readonly values?: readonly ValueMapping[];
}
/** The first column with values whose unit only a person can tell; -1 if there is none. */
export const columnWithoutUnit = ({ units }: Pick<Layout, 'units'>, samples: readonly (readonly string[])[]): number =>
  units?.findIndex((column, i) => column?.from === 'OPEN' && (samples[i] ?? []).length > 0) ?? -1;

/** The error message for a column of measures whose unit nothing names. */
export const unitOpen = ({ names }: Pick<Layout, 'names'>, column: number): Text =>
  say('imports.unit_open', { column: shown(names[column] || String(column + 1)) });

/** The units of the columns: as a person chose for this column, as the heading says, or as the rows say. */
function unitsOf(
  names: readonly string[],
  { units }: OpenTable,
  fields: readonly (ImportField | null)[],
  chosen: ChosenUnits,
): (ColumnUnit | null)[] {
  const [each, all] = isUnitPerColumn(chosen) ? [chosen, {}] : [[], chosen ?? {}];
  return fields.map((field, i) => {
    const kind = field === null ? undefined : kindOfMeasure(field);
    if (kind === undefined) return null;
    return unitOfColumn(names[i] ?? '', kind, {
      chosen: each[i] ?? null,
      hasUnitColumn: fields.includes(UNIT_FIELD[kind]),
      cells: units[i],
      fallback: all[kind] ?? null,
    });
  });
}
const isUnitPerColumn = (chosen: ChosenUnits): chosen is readonly (WrittenUnit | null)[] => Array.isArray(chosen);

/**
 * The columns of Amazon's listings report, with those of Amazon Japan, which has headings of its own. Its fulfilment
 * channel is not imported, because it names a region of warehouses and not a marketplace.
 */
const AMAZON: ReadonlyMap<string, ImportField> = new Map([
  ['seller-sku', 'sku'],
  ['出品者sku', 'sku'],
  ['item-name', 'name'],
  ['商品名', 'name'],
  ['asin1', 'asin'],
  ['asin 1', 'asin'],
  ['product-id', 'asin'],
  ['商品id', 'asin'],
  ['status', 'status'],
  ['ステータス', 'status'],
]);
const ID_TYPES = ['product-id-type', '商品idタイプ'];
const isAmazonHeader = (lower: readonly string[]): boolean =>
  (lower.includes('seller-sku') && lower.includes('item-name')) ||
  (lower.includes('出品者sku') && lower.includes('商品名') && lower.some((name) => ID_TYPES.includes(name)));
/** Whether a table has the columns of Amazon's listings report. */
export const isAmazonTable = (table: OpenTable): boolean =>
  isAmazonHeader(headerNames(table).map((name) => name.toLowerCase()));
/** Whether the heading is that of Amazon's product-id, which replaces a missing ASIN. */
export const isProductId = (name: string): boolean => ['product-id', '商品id'].includes(name.toLowerCase());

/** Whether this row can be the header of a table of products, which must have a SKU column. */
export const hasSku = (cells: readonly string[]): boolean => {
  const lower = headingTexts(cells).map((name) => name.toLowerCase());
  return isAmazonHeader(lower) || guessFields(lower).includes('sku');
};

/** How many of these headings are known. */
export const countKnown = (cells: readonly string[]): number => {
  const names = headingTexts(cells);
  const lower = names.map((name) => name.toLowerCase());
  const fields = isAmazonHeader(lower) ? lower.map((name) => AMAZON.get(name)) : guessFields(names);
  return fields.filter((field) => field).length;
};

/**
 * Assigns fields to columns: as a person has chosen for this file or for an earlier file with the same header, or
 * otherwise by the headings. Decides how the numbers of each column are read.
 */
export function layoutOf(
  table: OpenTable,
  chosen: { readonly fields: readonly (string | null)[]; readonly mapping: Mapping } | undefined,
  marks: Marking,
  units: ChosenUnits,
): Layout {
  const names = headerNames(table);
  const lower = names.map((name) => name.toLowerCase());
  const isAmazon = isAmazonHeader(lower);
  const fields = chosen
    ? spread(names, chosen.fields)
    : isAmazon
      ? lower.map((name) => AMAZON.get(name) ?? null)
      : guessFields(names);
  return {
    kind: isAmazon ? 'AMAZON_LISTINGS' : kindOfTable(table),
    encoding: table.encoding,
    isMixed: table.isMixed,
    sheet: table.sheet,
    reading: table.reading,
    delimiter: table.delimiter,
    names,
    fields,
    mapping: chosen?.mapping ?? 'GUESSED',
    idType: isAmazon ? lower.findIndex((name) => ID_TYPES.includes(name)) : -1,
    numbers: numbersOf(table, fields, isNumberField, marks),
    units: unitsOf(names, table, fields, units),
    needed: isAmazon ? fields.findLastIndex((f) => f !== null) + 1 : names.length,
  };
}

/** The error message for columns whose headings name the same field, of which only a person can choose one. */
export function sameField({ names, fields, kind }: Pick<Layout, 'names' | 'fields' | 'kind'>): Text | null {
  const twice = twiceIn(fields, kind === 'AMAZON_LISTINGS');
  return twice === undefined ? null : columnsForOne(names.filter((_, i) => fields[i] === twice));
}

/** The error message for a table without a SKU column. */
export const noSku = (names: readonly string[]): Text => say('imports.no_sku', { columns: shown(names.join(', ')) });

/**
 * The first field that is assigned to two columns. In Amazon's report this is allowed for the ASIN, because product-id
 * replaces a missing one.
 */
export const twiceIn = (fields: readonly (string | null)[], isAmazon: boolean): string | undefined =>
  fields.find((field, i) => field !== null && fields.indexOf(field) !== i && !(isAmazon && field === 'asin')) ??
  undefined;

const spread = (names: readonly string[], fields: readonly (string | null)[]): (ImportField | null)[] =>
  expand(names, fields).map((field) => (field !== null && isField(field) ? field : null));

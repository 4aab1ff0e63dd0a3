import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { createHash } from 'node:crypto';
import type { ImportField, ProductImport } from '@quayside/contracts/product-imports';
import { MAX_COLUMNS, shown, storable } from '../../tables/cells.ts';
import type { Encoding } from '../../tables/decode.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { guessFields, isField } from './imports.fields.ts';

export type ImportKind = NonNullable<ProductImport['kind']>;
export type Mapping = ProductImport['mapping'];

/**
 * How to read a file, derived from its header. Stored with the import, so that another process reads the file the same
 * way.
 */
export interface Layout {
  readonly kind: ImportKind;
  readonly encoding: Encoding | null;
  readonly sheet: string | null;
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly fields: readonly (ImportField | null)[];
  readonly mapping: Mapping;
  /** Index of the column that says what kind of id product-id is, in Amazon's report; -1: none. */
  readonly idType: number;
  /** The number of cells in a complete row. */
  readonly needed: number;
}

/** Heading of the column that the error file adds. Imports ignore it, also when they compare headers. */
export const ERROR_COLUMN = 'Import error';
const isErrorColumn = (name: string) => name.toLowerCase() === ERROR_COLUMN.toLowerCase();

/**
 * Columns of Amazon's listings report. Its fulfilment channel names a region of warehouses, not a marketplace, so
 * channels stay unchanged.
 */
const AMAZON: ReadonlyMap<string, ImportField> = new Map([
  ['seller-sku', 'sku'],
  ['item-name', 'name'],
  ['asin1', 'asin'],
  ['product-id', 'asin'],
  ['status', 'status'],
]);
const isAmazonHeader = (lower: readonly string[]) => lower.includes('seller-sku') && lower.includes('item-name');
const namesOf = (cells: readonly string[]) => cells.map((name) => storable(name.replaceAll('\ufeff', '').trim()));

/** Whether this row can be the header of a table of products: it has a SKU column. */
export const hasSku = (cells: readonly string[]): boolean => {
  const lower = namesOf(cells).map((name) => name.toLowerCase());
  return isAmazonHeader(lower) || guessFields(lower).includes('sku');
};

/** The same for all files with the same header. */
export const headerHash = (names: readonly string[]): string =>
  createHash('sha256')
    .update(
      names
        .filter((name) => !isErrorColumn(name))
        .map((name) => name.toLowerCase())
        .join('\0'),
    )
    .digest('hex');

/** The headings of a table; refuses a table with too many columns. */
export function headerNames(table: OpenTable): string[] {
  const names = namesOf(table.header.cells);
  if (names.length > MAX_COLUMNS)
    throw new UnreadableTable(say('imports.max_columns', { columns: names.length, max: MAX_COLUMNS }));
  return names;
}

/** Assigns fields to columns: as a person chose for this file or one with the same header, or else by the headings. */
export function layoutOf(
  table: OpenTable,
  chosen: { readonly fields: readonly (string | null)[]; readonly mapping: Mapping } | undefined,
): Layout {
  const names = headerNames(table);
  const lower = names.map((name) => name.toLowerCase());
  const isAmazon = isAmazonHeader(lower);
  const fields = chosen
    ? spread(names, chosen.fields)
    : isAmazon
      ? lower.map((name) => AMAZON.get(name) ?? null)
      : guessFields(lower);
  const twice = twiceIn(fields, isAmazon);
  if (twice) throw new UnreadableTable(say('imports.name_twice', { column: twice }));
  return {
    kind: isAmazon ? 'AMAZON_LISTINGS' : table.isWorkbook ? 'XLSX' : table.delimiter === '\t' ? 'TSV' : 'CSV',
    encoding: table.encoding,
    sheet: table.sheet,
    delimiter: table.delimiter,
    names,
    fields,
    mapping: chosen?.mapping ?? 'GUESSED',
    idType: isAmazon ? lower.indexOf('product-id-type') : -1,
    needed: isAmazon ? fields.findLastIndex((f) => f !== null) + 1 : names.length,
  };
}

/** The error for a table without a SKU column. */
export const noSku = (names: readonly string[]): Text => say('imports.no_sku', { columns: shown(names.join(', ')) });

/** The first field that two columns fill. In Amazon's report, product-id replaces a missing ASIN. */
export const twiceIn = (fields: readonly (string | null)[], isAmazon: boolean): string | undefined =>
  fields.find((field, i) => field !== null && fields.indexOf(field) !== i && !(isAmazon && field === 'asin')) ??
  undefined;

/** Applies a choice that was stored without the error column to a table that has it. */
function spread(names: readonly string[], fields: readonly (string | null)[]): (ImportField | null)[] {
  if (fields.length === names.length) return fields.map((f) => (f !== null && isField(f) ? f : null));
  let i = 0;
  return names.map((name) => {
    const field = isErrorColumn(name) ? null : fields[i++];
    return field !== undefined && field !== null && isField(field) ? field : null;
  });
}

/** The choice as it is stored: without the error column. */
export const remember = (names: readonly string[], fields: readonly (string | null)[]): (string | null)[] =>
  fields.filter((_, i) => !isErrorColumn(names[i] ?? ''));

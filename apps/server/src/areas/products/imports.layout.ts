import { createHash } from 'node:crypto';
import type { ImportField, ProductImport } from '@quayside/contracts/product-imports';
import { MAX_COLUMNS, shown, storable } from '../../tables/cells.ts';
import type { Encoding } from '../../tables/decode.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { guessFields, isField } from './imports.fields.ts';

export type ImportKind = NonNullable<ProductImport['kind']>;
export type Mapping = ProductImport['mapping'];

/** How a file is read, once its header is understood. Kept with the import, so that whoever goes on reads it alike. */
export interface Layout {
  readonly kind: ImportKind;
  readonly encoding: Encoding | null;
  readonly sheet: string | null;
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly fields: readonly (ImportField | null)[];
  readonly mapping: Mapping;
  /** Where Amazon's report says what kind of id product-id is; -1: nowhere. */
  readonly idType: number;
  /** Cells that a whole row has. */
  readonly needed: number;
}

/** Heading of the column that the error file adds; it is never read, and does not make a header another one. */
export const ERROR_COLUMN = 'Import error';
const isErrorColumn = (name: string) => name.toLowerCase() === ERROR_COLUMN.toLowerCase();

/** Columns of Amazon's listings report. Its fulfilment channel names a region of warehouses, not a marketplace, so channels stay as they are. */
const AMAZON: ReadonlyMap<string, ImportField> = new Map([
  ['seller-sku', 'sku'],
  ['item-name', 'name'],
  ['asin1', 'asin'],
  ['product-id', 'asin'],
  ['status', 'status'],
]);
const isAmazonHeader = (lower: readonly string[]) => lower.includes('seller-sku') && lower.includes('item-name');
const namesOf = (cells: readonly string[]) => cells.map((name) => storable(name.replaceAll('\ufeff', '').trim()));

/** Whether a header has a column for the SKU, so that a table of products can begin with it. */
export const hasSku = (cells: readonly string[]): boolean => {
  const lower = namesOf(cells).map((name) => name.toLowerCase());
  return isAmazonHeader(lower) || guessFields(lower).includes('sku');
};

/** By what files with the same header know each other. */
export const headerHash = (names: readonly string[]): string =>
  createHash('sha256')
    .update(
      names
        .filter((name) => !isErrorColumn(name))
        .map((name) => name.toLowerCase())
        .join('\0'),
    )
    .digest('hex');

/** The names over the columns; a table that is too wide for one is refused. */
export function headerNames(table: OpenTable): string[] {
  const names = namesOf(table.header.cells);
  if (names.length > MAX_COLUMNS) throw new UnreadableTable(`The file has ${names.length} columns, at most ${MAX_COLUMNS} are read.`);
  return names;
}

/** Understands the header: by what a person chose for this file or one like it, or else by the names. */
export function layoutOf(table: OpenTable, chosen: { readonly fields: readonly (string | null)[]; readonly mapping: Mapping } | undefined): Layout {
  const names = headerNames(table);
  const lower = names.map((name) => name.toLowerCase());
  const isAmazon = isAmazonHeader(lower);
  const fields = chosen ? spread(names, chosen.fields) : isAmazon ? lower.map((name) => AMAZON.get(name) ?? null) : guessFields(lower);
  const twice = twiceIn(fields, isAmazon);
  if (twice) throw new UnreadableTable(`The column ${twice} is there twice.`);
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

/** Said where nothing tells the products apart. */
export const noSku = (names: readonly string[]): string => `There is no column sku. The columns are: ${shown(names.join(', '))}`;

/** The first field that two columns fill. In Amazon's report the product's id stands in for a missing ASIN. */
export const twiceIn = (fields: readonly (string | null)[], isAmazon: boolean): string | undefined =>
  fields.find((field, i) => field !== null && fields.indexOf(field) !== i && !(isAmazon && field === 'asin')) ?? undefined;

/** What was chosen for the columns without that of the errors, laid over the columns with it. */
function spread(names: readonly string[], fields: readonly (string | null)[]): (ImportField | null)[] {
  if (fields.length === names.length) return fields.map((f) => (f !== null && isField(f) ? f : null));
  let i = 0;
  return names.map((name) => {
    const field = isErrorColumn(name) ? null : fields[i++];
    return field !== undefined && field !== null && isField(field) ? field : null;
  });
}

/** What is remembered of a choice: without the column of the errors. */
export const remember = (names: readonly string[], fields: readonly (string | null)[]): (string | null)[] =>
  fields.filter((_, i) => !isErrorColumn(names[i] ?? ''));

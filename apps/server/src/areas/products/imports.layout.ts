import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { createHash } from 'node:crypto';
import { type ImportField, isNumberField, kindOfMeasure, UNIT_FIELD } from '@quayside/contracts/product-fields';
import type { ProductImport, ValueMapping } from '@quayside/contracts/product-imports';
import { MAX_COLUMNS, shown, storable } from '../../tables/cells.ts';
import type { Encoding } from '../../tables/decode.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { type DecimalMark, decideReading, noEvidence, type NumberReading } from '@quayside/domain/money/number-text';
import { type ColumnUnit, type UnitKind, unitOfColumn, type WrittenUnit } from '@quayside/domain/products/units';
import type { Marks } from './decimal-marks.ts';
import { guessFields, isField } from './imports.fields.ts';

type ImportKind = NonNullable<ProductImport['kind']>;
type Mapping = ProductImport['mapping'];

/**
 * How to read the columns of a file, as determined from its header. It is stored with the import, so that another
 * process reads the file in the same way.
 */
export interface Layout {
  readonly kind: ImportKind;
  readonly encoding: Encoding | null;
  readonly sheet: string | null;
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly fields: readonly (ImportField | null)[];
  readonly mapping: Mapping;
  /**
   * In Amazon's listings report, the index of the column which tells what kind of id product-id contains; -1 if there
   * is no such column.
   */
  readonly idType: number;
  /** The number of cells that a complete row must have. */
  readonly needed: number;
  /** How the numbers of each column are read; null for columns without numbers. Absent in earlier releases. */
  readonly numbers?: readonly (ColumnNumbers | null)[];
  /**
   * The unit of each column; null for columns without measures. Absent in earlier releases, which read every measure in
   * the unit of the product.
   */
  readonly units?: readonly (ColumnUnit | null)[];
  /** What words of the file mean, as a person chose. Absent in earlier releases. */
  readonly values?: readonly ValueMapping[];
}
type ColumnNumbers = NonNullable<ProductImport['columns'][number]['numbers']>;
/**
 * The units that a person chose: one for each column, or those of all weights and lengths of the file whose columns
 * name none.
 */
export type ChosenUnits =
  | readonly (WrittenUnit | null)[]
  | { readonly [K in UnitKind]?: WrittenUnit | undefined }
  | null;
/** The decimal marks that a person chose: one for the whole file, or one for each column. */
export type ChosenMarks = DecimalMark | readonly (DecimalMark | null)[] | null;

interface Marking {
  readonly chosen: ChosenMarks;
  /** What a person chose for earlier files with these headings. */
  readonly remembered: Marks;
}

/** How the numbers of a column are read. */
export const readingIn = ({ numbers }: Pick<Layout, 'numbers'>, column: number): NumberReading =>
  numbers?.[column]?.reading ?? 'EACH';

/** The first column whose reading only a person can decide; -1 if there is none. */
export const openColumn = ({ numbers }: Pick<Layout, 'numbers'>): number =>
  numbers?.findIndex((column) => column?.reading === 'OPEN') ?? -1;

/** The error message for a column of numbers that can be read in two ways. */
export const numberOpen = ({ names, numbers }: Pick<Layout, 'names' | 'numbers'>, column: number): Text =>
  say('imports.number_open', {
    column: shown(names[column] || String(column + 1)),
    cell: numbers?.[column]?.ambiguous ?? '',
  });

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

function numbersOf(
  { marks }: OpenTable,
  fields: readonly (ImportField | null)[],
  { chosen, remembered }: Marking,
): (ColumnNumbers | null)[] {
  return fields.map((field, i) => {
    if (field === null || !isNumberField(field)) return null;
    const evidence = marks[i] ?? noEvidence();
    const mark = typeof chosen === 'string' ? chosen : (chosen?.[i] ?? null);
    return {
      ...decideReading(evidence, { chosen: mark, remembered: remembered[i] ?? null }),
      ambiguous: evidence.open === undefined ? null : shown(evidence.open),
    };
  });
}

/**
 * The heading of the column in the error file that explains the errors of a row. Imports ignore this column, even when
 * they compare headers.
 */
export const ERROR_COLUMN = 'Import error';
const isErrorColumn = (name: string) => name.toLowerCase() === ERROR_COLUMN.toLowerCase();

/**
 * The columns of Amazon's listings report. Its fulfilment channel is not imported, because it names a region of
 * warehouses and not a marketplace.
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

/** Whether this row can be the header of a table of products, which must have a SKU column. */
export const hasSku = (cells: readonly string[]): boolean => {
  const lower = namesOf(cells).map((name) => name.toLowerCase());
  return isAmazonHeader(lower) || guessFields(lower).includes('sku');
};

/** A hash that is the same for all files with the same headings. */
export const headerHash = (names: readonly string[]): string =>
  createHash('sha256')
    .update(
      names
        .filter((name) => !isErrorColumn(name))
        .map((name) => name.toLowerCase())
        .join('\0'),
    )
    .digest('hex');

/** The headings of a table. Throws if the table has too many columns. */
export function headerNames(table: OpenTable): string[] {
  const names = namesOf(table.header.cells);
  if (names.length > MAX_COLUMNS)
    throw new UnreadableTable(say('imports.max_columns', { columns: names.length, max: MAX_COLUMNS }));
  return names;
}

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
    numbers: numbersOf(table, fields, marks),
    units: unitsOf(names, table, fields, units),
    needed: isAmazon ? fields.findLastIndex((f) => f !== null) + 1 : names.length,
  };
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

/** Expands a stored choice for each column to the columns of a table that also has the error column. */
export function expand<T>(names: readonly string[], stored: readonly (T | null)[]): (T | null)[] {
  if (stored.length === names.length) return [...stored];
  let i = 0;
  return names.map((name) => (isErrorColumn(name) ? null : (stored[i++] ?? null)));
}

/** A choice for each column as it is stored, without the error column. */
export const remember = <T>(names: readonly string[], chosen: readonly (T | null)[]): (T | null)[] =>
  chosen.filter((_, i) => !isErrorColumn(names[i] ?? ''));

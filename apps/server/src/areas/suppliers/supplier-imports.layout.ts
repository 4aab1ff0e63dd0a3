import type { FileReading } from '@quayside/contracts/imports';
import type { SupplierImportField } from '@quayside/contracts/supplier-fields';
import type { SupplierImport, SupplierValueMapping } from '@quayside/contracts/supplier-imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { shown } from '../../tables/cells.ts';
import type { Encoding } from '../../tables/decode.ts';
import {
  type ChosenMarks,
  type ColumnNumbers,
  columnsForOne,
  expand,
  headerNames,
  headingTexts,
  kindOfTable,
  type Marks,
  numberOpen,
  numbersOf,
  openColumn,
} from '../../tables/import-columns.ts';
import type { FileChoice, OpenTable } from '../../tables/open-table.ts';
import { guessSupplierFields, hasIdentity, isDays, isSupplierField } from './supplier-imports.fields.ts';

/** How to read the columns of a file. */
export interface SupplierLayout {
  readonly kind: SupplierImport['kind'];
  readonly encoding: Encoding | null;
  /** Whether parts of the file have another encoding. Absent in imports of an earlier release. */
  readonly isMixed?: boolean;
  readonly sheet: string | null;
  /** How the file was read. Absent in imports of an earlier release. */
  readonly reading?: FileReading;
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly fields: readonly (SupplierImportField | null)[];
  readonly mapping: SupplierImport['mapping'];
  /** The number of cells that a complete row must have. */
  readonly needed: number;
  /** How the numbers of each column are read; null for columns without numbers. */
  readonly numbers: readonly (ColumnNumbers | null)[];
  readonly values: readonly SupplierValueMapping[];
}

/** What a person chose for a file, or for an earlier one with the same headings. */
export interface SupplierChoices {
  /** The field of each column; null: as the headings say. */
  readonly fields: readonly (string | null)[] | null;
  readonly decimalMarks: ChosenMarks;
  /** The decimal marks for earlier files with the same headings. Absent in imports of earlier releases. */
  readonly earlierMarks?: Marks;
  readonly values: readonly SupplierValueMapping[];
  /** The sheet and the encoding. Absent in imports of earlier releases. */
  readonly file?: FileChoice;
}

/** How many of these headings are known. */
export const countKnown = (cells: readonly string[]): number =>
  guessSupplierFields(headingTexts(cells)).filter((field) => field !== null).length;

/** Whether this row can be the header of a table of suppliers. */
export const isSupplierHeader = (cells: readonly string[]): boolean =>
  hasIdentity(guessSupplierFields(headingTexts(cells)));

/** The first field that is assigned to two columns. */
export const twiceIn = (fields: readonly (string | null)[]): string | undefined =>
  fields.find((field, i) => field !== null && fields.indexOf(field) !== i) ?? undefined;

/** Assigns fields to columns: as a person has chosen, or otherwise by the headings. */
export function supplierLayoutOf(
  table: OpenTable,
  { fields: chosen, decimalMarks, earlierMarks = [], values }: SupplierChoices,
  mapping: SupplierImport['mapping'],
): SupplierLayout {
  const names = headerNames(table);
  const fields = chosen
    ? expand(names, chosen).map((field) => (field !== null && isSupplierField(field) ? field : null))
    : guessSupplierFields(names);
  return {
    kind: kindOfTable(table),
    encoding: table.encoding,
    isMixed: table.isMixed,
    sheet: table.sheet,
    reading: table.reading,
    delimiter: table.delimiter,
    names,
    fields,
    mapping,
    needed: names.length,
    numbers: numbersOf(table, fields, isDays, { chosen: decimalMarks, remembered: expand(names, earlierMarks) }),
    values,
  };
}

/** What a person must tell before the rows can be checked; null if nothing is open. */
export function openQuestion(layout: SupplierLayout): Text | null {
  if (!hasIdentity(layout.fields)) return say('imports.no_company_name', { columns: shown(layout.names.join(', ')) });
  const twice = twiceIn(layout.fields);
  if (twice !== undefined) return columnsForOne(layout.names.filter((_, i) => layout.fields[i] === twice));
  const number = openColumn(layout);
  return number >= 0 ? numberOpen(layout, number) : null;
}

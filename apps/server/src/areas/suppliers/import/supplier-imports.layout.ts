import type { SupplierImportField } from '@quayside/contracts/suppliers/supplier-fields';
import type { SupplierImport, SupplierValueMapping } from '@quayside/contracts/suppliers/supplier-imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { shown } from '../../../tables/cells.ts';
import {
  type ColumnNumbers,
  columnsForOne,
  headerNames,
  headingTexts,
  kindOfTable,
  numberOpen,
  numbersOf,
  openColumn,
} from '../../../tables/import-columns.ts';
import type { OpenTable } from '../../../tables/open-table.ts';
import type { MappedLayout, Mapping } from '../../imports/public.ts';
import { guessSupplierFields, hasIdentity, isDays, isSupplierField } from './supplier-imports.fields.ts';

/** How to read the columns of a file. */
export interface SupplierLayout extends MappedLayout {
  readonly kind: SupplierImport['kind'];
  readonly fields: readonly (SupplierImportField | null)[];
  readonly numbers: readonly (ColumnNumbers | null)[];
  readonly values: readonly SupplierValueMapping[];
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
  { fields: chosen, mapping, marks, values }: Pick<Mapping, 'fields' | 'mapping' | 'marks' | 'values'>,
): SupplierLayout {
  const names = headerNames(table);
  const fields = chosen
    ? chosen.map((field) => (field !== null && isSupplierField(field) ? field : null))
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
    numbers: numbersOf(table, fields, isDays, marks),
    values: values as SupplierValueMapping[],
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

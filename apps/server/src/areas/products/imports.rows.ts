import type { ImportField, ProductImport } from '@quayside/contracts/product-imports';
import { MAX_CELL, shown, storable, withoutApostrophe } from '../../tables/cells.ts';
import type { FileRow } from '../../tables/open-table.ts';
import { readCell } from './imports.fields.ts';
import type { Layout } from './imports.layout.ts';
import type { ProductChanges } from './products.state.ts';

export type CellError = ProductImport['errors'][number];

/** What the cells of a row say, as it is kept until the import is stored. */
export interface Given {
  readonly values: ProductChanges;
  /** The supplier cell: one company name, or several with semicolons between. */
  readonly suppliers?: string;
  /** SKU of the product that this one is a variant of. */
  readonly parent?: string;
}
/** One row as it was understood. */
export interface ReadRow {
  readonly row: number;
  readonly given: Given;
  readonly errors: readonly CellError[];
}

/** Understands one row: every cell that cannot be taken is named with its column, its text and the reason. An empty cell says nothing. */
export function readRow(layout: Layout, { row, cells, unfinished }: FileRow): ReadRow {
  const { names, fields } = layout;
  const errors: CellError[] = [];
  const wrong = new Set<ImportField>();
  const fail = (column: number, value: string, reason: string) => {
    const field = fields[column];
    if (field) wrong.add(field);
    errors.push({ row, column: shown(names[column] ?? String(column + 1)), value: shown(value), reason });
  };
  checkLength(layout, cells, unfinished, fail);
  const values: Record<string, unknown> = {};
  const others: { suppliers?: string; parent?: string } = {};
  for (const [i, field] of fields.entries()) {
    const raw = cells[i] ?? '';
    if (raw.length > MAX_CELL) fail(i, raw, 'The cell is longer than 32 KB');
    if (raw === '' || raw.length > MAX_CELL || field === null) continue;
    const text = cellText(layout, i, cells);
    if (text === '') continue;
    if (field === 'supplier') others.suppliers = storable(text);
    else if (field === 'parent') others.parent = storable(text);
    else if (values[field] === undefined) {
      const read = readCell(field, text, layout.delimiter);
      if (read.reason !== undefined) fail(i, withoutApostrophe(raw), read.reason);
      else values[field] = read.value;
    }
  }
  if (values['sku'] === undefined && !wrong.has('sku')) fail(fields.indexOf('sku'), '', 'Every row needs a SKU');
  return { row, given: { values, ...others }, errors };
}

function checkLength(
  { names, delimiter, needed }: Layout,
  cells: readonly string[],
  unfinished: number | undefined,
  fail: (column: number, value: string, reason: string) => void,
): void {
  if (unfinished !== undefined && cells.length < Math.min(unfinished, needed))
    fail(cells.length, cells.at(-1) ?? '', `The row ends after ${cells.length} of ${names.length} cells: the file was cut off here`);
  if (cells.length <= names.length) return;
  const extra = cells.findIndex((cell, i) => i >= names.length && cell.trim() !== '');
  if (extra >= 0)
    fail(extra, cells[extra] ?? '', `The row has ${cells.length} cells, the header ${names.length}: a cell with "${delimiter}" must stand in quotes`);
}

const AMAZON_STATUS: Readonly<Record<string, string>> = { active: 'ACTIVE', inactive: 'INACTIVE', incomplete: 'UNDER_REVIEW' };
const PRODUCT_ID_IS_ASIN = '1';

function cellText({ kind, names, fields, idType }: Layout, i: number, cells: readonly string[]): string {
  const text = withoutApostrophe((cells[i] ?? '').trim()).trim();
  if (kind !== 'AMAZON_LISTINGS') return text;
  // product-id stands in for a missing asin1, where it is an ASIN at all.
  if (names[i]?.toLowerCase() === 'product-id') return cells[idType]?.trim() === PRODUCT_ID_IS_ASIN ? text : '';
  return fields[i] === 'status' ? (AMAZON_STATUS[text.toLowerCase()] ?? text) : text;
}

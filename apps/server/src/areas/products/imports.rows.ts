import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ImportField, ProductImport } from '@quayside/contracts/product-imports';
import { MAX_CELL, shown, storable, withoutApostrophe } from '../../tables/cells.ts';
import type { FileRow } from '../../tables/open-table.ts';
import { readCell } from './imports.fields.ts';
import type { Layout } from './imports.layout.ts';
import type { ProductChanges } from './products.state.ts';

/** An invalid cell, before the reason is worded. */
export interface CellError extends Omit<ProductImport['errors'][number], 'reason'> {
  readonly reason: Text;
}

/** The parsed values of a row, stored until the import. */
export interface Given {
  readonly values: ProductChanges;
  /** The supplier cell: company names separated by semicolons. */
  readonly suppliers?: string;
  /** SKU of the product that this one is a variant of. */
  readonly parent?: string;
}
/** One parsed row. */
export interface ReadRow {
  readonly row: number;
  readonly given: Given;
  readonly errors: readonly CellError[];
}

/** Parses one row. Each invalid cell is reported with its column, text and reason. An empty cell means no change. */
export function readRow(layout: Layout, { row, cells, unfinished }: FileRow): ReadRow {
  const { names, fields } = layout;
  const errors: CellError[] = [];
  const wrong = new Set<ImportField>();
  const fail = (column: number, value: string, reason: Text) => {
    const field = fields[column];
    if (field) wrong.add(field);
    errors.push({ row, column: shown(names[column] ?? String(column + 1)), value: shown(value), reason });
  };
  checkLength(layout, cells, unfinished, fail);
  const values: Record<string, unknown> = {};
  const others: { suppliers?: string; parent?: string } = {};
  for (const [i, field] of fields.entries()) {
    const raw = cells[i] ?? '';
    if (raw.length > MAX_CELL) fail(i, raw, say('cell.too_long'));
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
  if (values['sku'] === undefined && !wrong.has('sku')) fail(fields.indexOf('sku'), '', say('rows.needs_sku'));
  return { row, given: { values, ...others }, errors };
}

function checkLength(
  { names, delimiter, needed }: Layout,
  cells: readonly string[],
  unfinished: number | undefined,
  fail: (column: number, value: string, reason: Text) => void,
): void {
  if (unfinished !== undefined && cells.length < Math.min(unfinished, needed))
    fail(cells.length, cells.at(-1) ?? '', say('rows.cut_off', { cells: cells.length, columns: names.length }));
  if (cells.length <= names.length) return;
  const extra = cells.findIndex((cell, i) => i >= names.length && cell.trim() !== '');
  if (extra >= 0)
    fail(extra, cells[extra] ?? '', say('rows.cells', { cells: cells.length, columns: names.length, delimiter }));
}

const AMAZON_STATUS: Readonly<Record<string, string>> = {
  active: 'ACTIVE',
  inactive: 'INACTIVE',
  incomplete: 'UNDER_REVIEW',
};
const PRODUCT_ID_IS_ASIN = '1';

function cellText({ kind, names, fields, idType }: Layout, i: number, cells: readonly string[]): string {
  const text = withoutApostrophe((cells[i] ?? '').trim()).trim();
  if (kind !== 'AMAZON_LISTINGS') return text;
  // product-id replaces a missing asin1, if it is an ASIN.
  if (names[i]?.toLowerCase() === 'product-id') return cells[idType]?.trim() === PRODUCT_ID_IS_ASIN ? text : '';
  return fields[i] === 'status' ? (AMAZON_STATUS[text.toLowerCase()] ?? text) : text;
}

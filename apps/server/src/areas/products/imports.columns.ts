import { type ProductImport } from '@quayside/contracts/product-imports';
import { productBody } from '@quayside/contracts/products';
import { countryOptions, isCountry } from '@quayside/domain/products/countries';
import { MAX_CELL, MAX_COLUMNS, shown, withoutApostrophe } from '../../tables/cells.ts';
import { type Table, type TableRow, UnreadableTable } from '../../tables/table.ts';
import type { ProductChanges } from './products.state.ts';

export type ImportKind = ProductImport['kind'];
export type CellError = ProductImport['errors'][number];

/** One row as it was understood. */
export interface ReadRow {
  readonly row: number;
  readonly changes: ProductChanges;
  /** Company name of the supplier cell; undefined when the cell is empty. */
  readonly supplier: string | undefined;
  readonly errors: readonly CellError[];
}
export interface ReadFile {
  readonly kind: ImportKind;
  readonly columns: ProductImport['columns'];
  readonly rows: readonly ReadRow[];
}

/** The columns of our template, in its order. */
export const TEMPLATE_COLUMNS = [
  'sku',
  'name',
  'asin',
  'fnsku',
  'brand',
  'supplier',
  'status',
  'channel',
  'countryOfOrigin',
  'length',
  'width',
  'height',
  'dimensionUnit',
  'weight',
  'weightUnit',
  'supplierLeadTime',
  'notes',
] as const;
const FIELDS = [...TEMPLATE_COLUMNS, 'packagingWeight', 'shippingWeight', 'shippingMethod', 'tags', 'group'] as const;
/** A field that a column can fill. */
export type Field = (typeof FIELDS)[number];

const plain = (name: string) => name.toLowerCase().replace(/[\s_\ufeff-]+/g, '');
const BY_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [plain(field), field]));
/** Columns of Amazon's listings report. Its fulfilment channel names a region of warehouses, not a marketplace, so channels stay as they are. */
const AMAZON: ReadonlyMap<string, Field> = new Map([
  ['seller-sku', 'sku'],
  ['item-name', 'name'],
  ['asin1', 'asin'],
  ['product-id', 'asin'],
  ['status', 'status'],
]);
const AMAZON_STATUS: Readonly<Record<string, string>> = { active: 'ACTIVE', inactive: 'INACTIVE', incomplete: 'UNDER_REVIEW' };
const PRODUCT_ID_IS_ASIN = '1';

const UNITS: Readonly<Record<string, string>> = {
  G: 'GR',
  GRAM: 'GR',
  GRAMS: 'GR',
  OUNCE: 'OZ',
  OUNCES: 'OZ',
  INCH: 'IN',
  INCHES: 'IN',
  CENTIMETRE: 'CM',
  CENTIMETRES: 'CM',
  CENTIMETER: 'CM',
  CENTIMETERS: 'CM',
};
const COUNTRIES: ReadonlyMap<string, string> = new Map(countryOptions().map((c) => [c.label.toLowerCase(), c.value]));
const word = (text: string) => text.toUpperCase().replace(/[\s-]+/g, '_');
const unit = (text: string) => UNITS[word(text)] ?? word(text);
const list = (text: string, separators: RegExp) =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
/** What a cell says, in the form that the field of the contract takes. */
const PREPARE: Partial<Record<Field, (text: string) => unknown>> = {
  status: word,
  shippingMethod: word,
  dimensionUnit: unit,
  weightUnit: unit,
  channel: (text) => list(text, /[;|,]/).map(word),
  tags: (text) => list(text, /[;|,]/),
  supplierLeadTime: (text) => (/^\d{1,6}$/.test(text) ? Number(text) : text),
  countryOfOrigin: (text) => COUNTRIES.get(text.toLowerCase()) ?? text.toUpperCase(),
};
const MEASURES: ReadonlySet<string> = new Set(['length', 'width', 'height', 'weight', 'packagingWeight', 'shippingWeight']);

/** Understands the header, then every row. */
export function readColumns(table: Table): ReadFile {
  const names = table.header.cells.map((name) => name.replaceAll('\ufeff', ''));
  if (names.length > MAX_COLUMNS) throw new UnreadableTable(`The file has ${names.length} columns, at most ${MAX_COLUMNS} are read.`);
  const lower = names.map((name) => name.toLowerCase());
  const isAmazon = lower.includes('seller-sku') && lower.includes('item-name');
  const fields = lower.map((name) => (isAmazon ? AMAZON.get(name) : BY_NAME.get(plain(name))));
  if (!fields.includes('sku')) throw new UnreadableTable(`There is no column sku. The columns are: ${shown(names.join(', '))}`);
  const twice = isAmazon ? undefined : fields.find((field, i) => field !== undefined && fields.indexOf(field) !== i);
  if (twice) throw new UnreadableTable(`The column ${twice} is there twice.`);
  const reader = {
    table,
    names,
    fields,
    cutRow: cutOffRow(table, isAmazon ? fields.findLastIndex((f) => f !== undefined) + 1 : names.length),
    idType: isAmazon ? lower.indexOf('product-id-type') : -1,
    isAmazon,
  };
  return {
    kind: isAmazon ? 'AMAZON_LISTINGS' : table.delimiter === '\t' ? 'TSV' : 'CSV',
    columns: names.map((name, i) => ({ name: shown(name), field: fields[i] ?? null, samples: [] })),
    rows: table.rows.map((row) => readRow(reader, row)),
  };
}

interface Reader {
  readonly table: Table;
  readonly names: readonly string[];
  readonly fields: readonly (Field | undefined)[];
  readonly cutRow: number | undefined;
  /** Where the report says what kind of id product-id is. */
  readonly idType: number;
  readonly isAmazon: boolean;
}

/** A last row without a line end that is shorter than all others was cut off. Whole files may leave out empty cells at the end of a row. */
function cutOffRow({ rows, endsWithNewline }: Table, needed: number): number | undefined {
  const last = rows.at(-1);
  if (!last || endsWithNewline) return undefined;
  const usual = rows.slice(0, -1).reduce((least, r) => Math.min(least, r.cells.length), Number.POSITIVE_INFINITY);
  return last.cells.length < Math.min(usual, needed) ? last.row : undefined;
}

function readRow(reader: Reader, { row, cells }: TableRow): ReadRow {
  const { names, fields, table } = reader;
  const errors: CellError[] = [];
  const fail = (column: number, value: string, reason: string) =>
    errors.push({ row, column: shown(names[column] ?? String(column + 1)), value: shown(value), reason });
  if (row === reader.cutRow) fail(cells.length, cells.at(-1) ?? '', `The row ends after ${cells.length} of ${names.length} cells: the file was cut off here`);
  const extra = cells.findIndex((cell, i) => i >= names.length && cell.trim() !== '');
  if (extra >= 0)
    fail(extra, cells[extra] ?? '', `The row has ${cells.length} cells, the header ${names.length}: a cell with "${table.delimiter}" must stand in quotes`);
  const changes: Record<string, unknown> = {};
  let supplier: string | undefined;
  for (const [i, field] of fields.entries()) {
    const raw = cells[i] ?? '';
    if (raw.length > MAX_CELL) fail(i, raw, 'The cell is longer than 32 KB');
    else if (field !== undefined) {
      const text = cellText(reader, i, cells);
      if (text === '') continue;
      if (field === 'supplier') supplier = text;
      else if (changes[field] === undefined) {
        const read = readCell(field, text, table.delimiter);
        if (read.reason !== undefined) fail(i, raw, read.reason);
        else changes[field] = read.value;
      }
    }
  }
  if (changes['sku'] === undefined && !errors.some((e) => fields[names.indexOf(e.column)] === 'sku')) fail(fields.indexOf('sku'), '', 'Every row needs a SKU');
  return { row, changes, supplier, errors };
}

function cellText({ isAmazon, names, fields, idType }: Reader, i: number, cells: readonly string[]): string {
  const text = withoutApostrophe((cells[i] ?? '').trim()).trim();
  if (!isAmazon) return text;
  // product-id stands in for a missing asin1, where it is an ASIN at all.
  if (names[i]?.toLowerCase() === 'product-id') return cells[idType]?.trim() === PRODUCT_ID_IS_ASIN ? text : '';
  return fields[i] === 'status' ? (AMAZON_STATUS[text.toLowerCase()] ?? text) : text;
}

/** A cell as the value of its field, checked by the field's own schema of the contract. */
function readCell(field: Exclude<Field, 'supplier'>, text: string, delimiter: string): { value?: unknown; reason?: string } {
  // Where semicolons separate cells, a comma is the decimal sign.
  const prepared = MEASURES.has(field) && delimiter === ';' && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : (PREPARE[field]?.(text) ?? text);
  if (field === 'countryOfOrigin' && !(typeof prepared === 'string' && isCountry(prepared)))
    return { reason: 'Write the code or the English name of a country' };
  const parsed = productBody.shape[field].safeParse(prepared);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { reason: issue?.code === 'invalid_value' ? `Use one of ${issue.values.join(', ')}` : (issue?.message ?? 'This cannot be read') };
  }
  return { value: parsed.data };
}

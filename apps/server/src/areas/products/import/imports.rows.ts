import { say } from '@quayside/contracts/texts/catalogue';
import { EVERY_WRONG } from '@quayside/contracts/imports';
import type { ImportField } from '@quayside/contracts/products/product-fields';
import { isNoNumber } from '@quayside/domain/money/number-text';
import { readCode } from '@quayside/domain/products/code-text';
import { codeIdentity } from '@quayside/domain/written-text';
import { MAX_CELL, shown, storable, withoutApostrophe } from '../../../tables/cells.ts';
import { codeText } from '../../../tables/code-cells.ts';
import { checkRowLength } from '../../../tables/import-columns.ts';
import type { FileRow } from '../../../tables/open-table.ts';
import type { CellError } from '../../imports/public.ts';
import { codeForm, holdsNumbers, isMeasureField, lostCodeIn, readCell } from './imports.fields.ts';
import { isProductId, type Layout } from './imports.layout.ts';
import { type FailCell, type MeasureCell, readMeasures } from './imports.measures.ts';
import { type GivenPrice, type PriceCell, readPrice } from './imports.prices.ts';
import type { ProductChanges } from '../rows/products.state.ts';

/** The values that were parsed from a row. They are saved until the import is stored. */
export interface Given {
  readonly values: ProductChanges;
  /** The text of the supplier cell: company names separated by semicolons. */
  readonly suppliers?: string;
  /** The company names of the suppliers that the cell means, if a person chose what words mean. */
  readonly supplierNames?: string;
  /** The SKU of the parent, if this product is a variant. */
  readonly parent?: string;
  /** The price of the supplier. */
  readonly price?: GivenPrice;
}
/** One parsed row. */
export interface ReadRow {
  readonly row: number;
  readonly given: Given;
  readonly errors: readonly CellError[];
}

/**
 * Parses one row. Reports each invalid cell with its column, its text and the reason. An empty cell means that the
 * field does not change.
 */
export function readRow(layout: Layout, fileRow: FileRow): ReadRow {
  const { row, cells, exact, stored } = fileRow;
  const { names, fields } = layout;
  const errors: CellError[] = [];
  const wrong = new Set<ImportField>();
  const fail: FailCell = (column, value, reason) => {
    const field = fields[column];
    if (field) wrong.add(field);
    errors.push({ row, column: shown(names[column] ?? String(column + 1)), value: shown(value), reason });
  };
  checkRowLength(layout, fileRow, fail);
  if (fileRow.fault) return { row, given: { values: {} }, errors };
  const values: Record<string, unknown> = {};
  const others: { suppliers?: string; parent?: string } = {};
  const measures: MeasureCell[] = [];
  const prices: PriceCell[] = [];
  for (const [i, field] of fields.entries()) {
    const raw = cells[i] ?? '';
    const known = stored?.get(i);
    if (field !== null && known?.as === 'NO_VALUE') fail(i, '', say('rows.no_value'));
    if (raw.length > MAX_CELL) fail(i, raw, say('cell.too_long'));
    if (raw === '' || raw.length > MAX_CELL || field === null) continue;
    const text = cellText(layout, i, fileRow);
    if (text === '' || (holdsNumbers(field) && isNoNumber(text))) continue;
    const lost = lostCodeIn(field, text, known);
    if (lost) {
      if (!isEmptyIfWrong(layout, field)) fail(i, withoutApostrophe(raw), lost);
      continue;
    }
    if (field === 'supplier') others.suppliers = storable(text);
    else if (field === 'parent') others.parent = codeIdentity(storable(text));
    else if (field === 'supplierPrice' || field === 'supplierCurrency') prices.push({ column: i, field, raw, text });
    else if (isMeasureField(field)) measures.push({ column: i, field, raw, text });
    else if (values[field] === undefined) {
      const read = readCell(field, text);
      if (read.reason === undefined) values[field] = read.value;
      else if (!isEmptyIfWrong(layout, field)) fail(i, withoutApostrophe(raw), read.reason);
    }
  }
  if (measures.length > 0) Object.assign(values, readMeasures(layout, measures, exact, fail));
  const price = prices.length > 0 ? readPrice(layout, prices, exact, fail) : undefined;
  if (values['sku'] === undefined && !wrong.has('sku')) fail(fields.indexOf('sku'), '', say('rows.needs_sku'));
  return { row, given: { values, ...others, ...(price && { price }) }, errors };
}

/** Whether a person chose that the wrong cells of a field count as empty. */
const isEmptyIfWrong = ({ values = [] }: Layout, field: ImportField): boolean =>
  values.some((one) => one.field === field && one.from === EVERY_WRONG && one.to === null);

const AMAZON_STATUS: ReadonlyMap<string, string> = new Map([
  ['active', 'ACTIVE'],
  ['inactive', 'INACTIVE'],
  ['incomplete', 'UNDER_REVIEW'],
]);
const PRODUCT_ID_IS_ASIN = '1';

function cellText({ kind, names, fields, idType, values = [] }: Layout, i: number, row: FileRow): string {
  const form = fields[i] ? codeForm(fields[i]) : undefined;
  const cell = (form ? codeText(row, i) : (row.cells[i] ?? '')).trim();
  const written = withoutApostrophe(cell).trim();
  // What the name of a supplier means is looked up later, because a cell may contain several names.
  const meant = values.find(
    ({ field, from }) => field !== 'supplier' && field === fields[i] && from.toLowerCase() === written.toLowerCase(),
  );
  // An apostrophe of an export says that all that follows belongs to the code.
  const isCode = form !== undefined && written === cell;
  const text = meant ? (meant.to ?? '') : isCode ? readCode(written) : written;
  if (kind !== 'AMAZON_LISTINGS') return text;
  // In Amazon's report, product-id replaces a missing asin1, provided that it contains an ASIN.
  if (isProductId(names[i] ?? '')) return row.cells[idType]?.trim() === PRODUCT_ID_IS_ASIN ? text : '';
  return fields[i] === 'status' ? (AMAZON_STATUS.get(text.toLowerCase()) ?? text) : text;
}

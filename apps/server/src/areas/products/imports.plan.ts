import type { ImportField } from '@quayside/contracts/product-imports';
import type { ProductStatus } from '@quayside/domain/lists';
import { shown } from '../../tables/cells.ts';
import { listText, listWords, NAME_SEPARATORS } from '../../tables/lists.ts';
import type { Layout } from './imports.layout.ts';
import type { CellError, Given, ReadRow } from './imports.rows.ts';
import type { StoredProduct } from './products.queries.ts';
import { isReservedSku, RESERVED_SKU } from './products.rules.ts';
import { changedFields, loggedValue, measuresOf, NEW_PRODUCT, type ProductChanges, type ProductState, withChanges } from './products.state.ts';

/** A product that others can be variants of. */
export interface Parent {
  readonly id: string;
  readonly sku: string;
}
/** What the account has that some rows speak of. */
export interface Known {
  /** By the key of the SKU. */
  readonly products: ReadonlyMap<string, StoredProduct>;
  /** Ids per company name as the file writes it. */
  readonly suppliers: ReadonlyMap<string, readonly string[]>;
  /** Company names of the suppliers that the products have, by id. */
  readonly supplierNames: ReadonlyMap<string, string>;
  /** Products by their SKU as the file writes it in the column of the parent. */
  readonly parents: ReadonlyMap<string, Parent>;
  /** SKUs of the parents that the products have, by id. */
  readonly parentSkus: ReadonlyMap<string, string>;
}
/** A field that a row changes, in words. */
export type Change = readonly [field: string, before: string | null, after: string | null];
/** What becomes of one row. */
export interface PlannedRow {
  readonly row: number;
  readonly action: 'CREATE' | 'UPDATE' | 'SKIP' | 'FAIL';
  readonly key: string | undefined;
  readonly given: Given;
  readonly before: StoredProduct | undefined;
  readonly state: ProductState;
  /** Of the product that is there; what a new one gets is what its row gives. */
  readonly changes: readonly Change[];
  readonly errors: readonly CellError[];
}

/** Statuses that Amazon's report may change; the others are a person's own words about the product. */
const LISTING_STATUSES: ReadonlySet<ProductStatus> = new Set<ProductStatus>(['ACTIVE', 'INACTIVE', 'UNDER_REVIEW']);

/**
 * Decides about one row; nothing is stored here. `key` is that of its SKU, `first` the row that has the same SKU already.
 * What a parent must be is looked at when all rows are known.
 */
export function planRow(layout: Pick<Layout, 'kind' | 'names' | 'fields'>, read: ReadRow, known: Known, key: string | undefined, first?: number): PlannedRow {
  const before = key === undefined ? undefined : known.products.get(key);
  const errors = [...read.errors];
  const fail = (field: ImportField, value: string, reason: string) =>
    errors.push({ row: read.row, column: columnOf(layout, field), value: shown(value), reason });
  const supplierIds = suppliersOf(read.given, known, before, fail);
  const parentId = read.given.parent === undefined ? undefined : known.parents.get(read.given.parent)?.id;
  const changes: ProductChanges = { ...read.given.values, ...(supplierIds && { supplierIds }), ...(parentId !== undefined && { parentId }) };
  const state = before ? withChanges(before.state, updatesOf(layout, changes, before.state)) : withChanges(NEW_PRODUCT, changes);
  if (first !== undefined) fail('sku', state.sku, `The same SKU as in row ${first}`);
  if (isReservedSku(state.sku)) fail('sku', state.sku, RESERVED_SKU);
  if (state.name === '' && !errors.some((e) => e.column === columnOf(layout, 'name'))) fail('name', '', 'A new product needs a name');
  const { tooLarge } = measuresOf(state);
  if (tooLarge) fail(tooLarge, state[tooLarge] ?? '', 'This number is too large');
  const changed = errors.length > 0 || !before ? [] : changesInWords(read.given, known, before.state, state);
  const action = errors.length > 0 ? 'FAIL' : !before ? 'CREATE' : changed.length > 0 ? 'UPDATE' : 'SKIP';
  return { row: read.row, action, key, given: read.given, before, state, changes: changed, errors };
}

/** The heading that fills a field, as errors name it. */
export const columnOf = ({ names, fields }: Pick<Layout, 'names' | 'fields'>, field: ImportField): string => shown(names[fields.indexOf(field)] ?? field);

/** The SKU found the product and keeps the spelling that it has. */
function updatesOf({ kind }: Pick<Layout, 'kind'>, changes: ProductChanges, before: ProductState): ProductChanges {
  const keepsStatus = kind === 'AMAZON_LISTINGS' && !LISTING_STATUSES.has(before.status);
  return { ...changes, sku: undefined, ...(keepsStatus && { status: undefined }) };
}

/** Ids for the supplier cell; undefined where it is empty, wrong, or says what the product has already. */
function suppliersOf(
  { suppliers: cell }: Given,
  known: Known,
  before: StoredProduct | undefined,
  fail: (field: ImportField, value: string, reason: string) => void,
): string[] | undefined {
  if (cell === undefined) return undefined;
  const has = before?.state.supplierIds ?? [];
  // The very words of an export: also where two suppliers have one name.
  if (
    has.length > 0 &&
    listText(
      has.map((id) => known.supplierNames.get(id) ?? ''),
      NAME_SEPARATORS,
    ) === cell
  )
    return undefined;
  const ids: string[] = [];
  for (const name of namesIn(cell, known.suppliers)) {
    const [id, ...others] = known.suppliers.get(name) ?? [];
    const held = [id, ...others].find((candidate) => candidate !== undefined && has.includes(candidate));
    if (id === undefined) fail('supplier', name, 'No supplier has this company name');
    else if (others.length > 0 && held === undefined) fail('supplier', name, 'More than one supplier has this company name');
    else ids.push(held ?? id);
  }
  const [only] = ids;
  if (ids.length === 0 || (ids.length === 1 && only !== undefined && has.includes(only))) return undefined;
  return ids;
}

/** The company names of a cell. A name may hold a semicolon itself. */
export const namesIn = (cell: string, suppliers: ReadonlyMap<string, readonly string[]>): string[] =>
  suppliers.has(cell) ? [cell] : listWords(cell, NAME_SEPARATORS);

/** What a new product gets, field by field, as a person reads it: the words of the file for supplier and parent. */
export function creationInWords({ values, suppliers, parent }: Given): Change[] {
  const state = withChanges(NEW_PRODUCT, values);
  const fields = changedFields(NEW_PRODUCT, state).map((field): Change => [field, null, loggedValue(state, field)]);
  const others: Change[] = [
    ...(suppliers === undefined ? [] : [['supplier', null, suppliers] as const]),
    ...(parent === undefined ? [] : [['parent', null, parent] as const]),
  ];
  return [...fields, ...others];
}

/** What differs, field by field, as a person reads it. */
function changesInWords(given: Given, known: Known, from: ProductState, after: ProductState): Change[] {
  const names = (state: ProductState) => listText(state.supplierIds.map((id) => known.supplierNames.get(id) ?? id)) || null;
  const sku = (state: ProductState) => (state.parentId === null ? null : (known.parentSkus.get(state.parentId) ?? null));
  const changes = changedFields(from, after).flatMap((field): Change[] => {
    if (field === 'supplierIds') return [['supplier', names(from), names(after)]];
    if (field === 'parentId') return [];
    return [[field, loggedValue(from, field), loggedValue(after, field)]];
  });
  // The parent may be a row further down, without an id yet.
  const isMoved = given.parent !== undefined && (known.parents.get(given.parent)?.id ?? null) !== from.parentId;
  const isSaid = given.parent !== undefined && (isMoved || !known.parents.has(given.parent));
  return isSaid ? [...changes, ['parent', sku(from), given.parent ?? null]] : changes;
}

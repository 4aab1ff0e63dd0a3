import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ImportField } from '@quayside/contracts/product-imports';
import type { ProductStatus } from '@quayside/domain/lists';
import { shown } from '../../tables/cells.ts';
import { listText, listWords, NAME_SEPARATORS } from '../../tables/lists.ts';
import type { Layout } from './imports.layout.ts';
import type { CellError, Given, ReadRow } from './imports.rows.ts';
import type { StoredProduct } from './products.queries.ts';
import { isReservedSku, RESERVED_SKU } from './products.rules.ts';
import {
  changedFields,
  loggedValue,
  measuresOf,
  NEW_PRODUCT,
  type ProductChanges,
  type ProductState,
  withChanges,
} from './products.state.ts';

/** A product that may have variants. */
export interface Parent {
  readonly id: string;
  readonly sku: string;
}
/** The account data that a batch of rows refers to. */
export interface Known {
  /** By SKU key (see `skuKeys`). */
  readonly products: ReadonlyMap<string, StoredProduct>;
  /** Supplier ids by company name, as the file spells it. */
  readonly suppliers: ReadonlyMap<string, readonly string[]>;
  /** Company names of the products' current suppliers, by id. */
  readonly supplierNames: ReadonlyMap<string, string>;
  /** Possible parents, by SKU as the file's parent column spells it. */
  readonly parents: ReadonlyMap<string, Parent>;
  /** SKUs of the products' current parents, by id. */
  readonly parentSkus: ReadonlyMap<string, string>;
}
/** A field that a row changes, as text. */
export type Change = readonly [field: string, before: string | null, after: string | null];
/** What a row will do. */
export interface PlannedRow {
  readonly row: number;
  readonly action: 'CREATE' | 'UPDATE' | 'SKIP' | 'FAIL';
  readonly key: string | undefined;
  readonly given: Given;
  readonly before: StoredProduct | undefined;
  readonly state: ProductState;
  /** Changes of an existing product; for a new one, the row's own values. */
  readonly changes: readonly Change[];
  readonly errors: readonly CellError[];
}

/** Statuses that Amazon's report may change; a person chose the others. */
const LISTING_STATUSES: ReadonlySet<ProductStatus> = new Set<ProductStatus>(['ACTIVE', 'INACTIVE', 'UNDER_REVIEW']);

/**
 * Decides what one row will do, without storing anything. `key` is its SKU key, `first` the earlier row with the same
 * SKU. Parents are checked later, when all rows are known.
 */
export function planRow(
  layout: Pick<Layout, 'kind' | 'names' | 'fields'>,
  read: ReadRow,
  known: Known,
  key: string | undefined,
  first?: number,
): PlannedRow {
  const before = key === undefined ? undefined : known.products.get(key);
  const errors = [...read.errors];
  const fail = (field: ImportField, value: string, reason: Text) =>
    errors.push({ row: read.row, column: columnOf(layout, field), value: shown(value), reason });
  const supplierIds = suppliersOf(read.given, known, before, fail);
  const parentId = read.given.parent === undefined ? undefined : known.parents.get(read.given.parent)?.id;
  const changes: ProductChanges = {
    ...read.given.values,
    ...(supplierIds && { supplierIds }),
    ...(parentId !== undefined && { parentId }),
  };
  const state = before
    ? withChanges(before.state, updatesOf(layout, changes, before.state))
    : withChanges(NEW_PRODUCT, changes);
  if (first !== undefined) fail('sku', state.sku, say('rows.same_sku', { row: first }));
  if (isReservedSku(state.sku)) fail('sku', state.sku, RESERVED_SKU);
  if (state.name === '' && !errors.some((e) => e.column === columnOf(layout, 'name')))
    fail('name', '', say('rows.needs_name'));
  const { tooLarge } = measuresOf(state);
  if (tooLarge) fail(tooLarge, state[tooLarge] ?? '', say('amount.too_large'));
  const changed = errors.length > 0 || !before ? [] : changesInWords(read.given, known, before.state, state);
  const action = errors.length > 0 ? 'FAIL' : !before ? 'CREATE' : changed.length > 0 ? 'UPDATE' : 'SKIP';
  return { row: read.row, action, key, given: read.given, before, state, changes: changed, errors };
}

/** The heading of the column that fills a field, for error messages. */
export const columnOf = ({ names, fields }: Pick<Layout, 'names' | 'fields'>, field: ImportField): string =>
  shown(names[fields.indexOf(field)] ?? field);

/** Excludes the SKU: it identified the product, whose spelling stays. */
function updatesOf({ kind }: Pick<Layout, 'kind'>, changes: ProductChanges, before: ProductState): ProductChanges {
  const keepsStatus = kind === 'AMAZON_LISTINGS' && !LISTING_STATUSES.has(before.status);
  return { ...changes, sku: undefined, ...(keepsStatus && { status: undefined }) };
}

/** Supplier ids for the cell; undefined if it is empty, invalid, or already true of the product. */
function suppliersOf(
  { suppliers: cell }: Given,
  known: Known,
  before: StoredProduct | undefined,
  fail: (field: ImportField, value: string, reason: Text) => void,
): string[] | undefined {
  if (cell === undefined) return undefined;
  const has = before?.state.supplierIds ?? [];
  // The text equals the export of the current suppliers, so nothing changes, even if two suppliers share a name.
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
    if (id === undefined) fail('supplier', name, say('rows.supplier_unknown'));
    else if (others.length > 0 && held === undefined) fail('supplier', name, say('rows.supplier_ambiguous'));
    else ids.push(held ?? id);
  }
  const [only] = ids;
  if (ids.length === 0 || (ids.length === 1 && only !== undefined && has.includes(only))) return undefined;
  return ids;
}

/** Splits a cell into company names. A name may itself contain a semicolon. */
export const namesIn = (cell: string, suppliers: ReadonlyMap<string, readonly string[]>): string[] =>
  suppliers.has(cell) ? [cell] : listWords(cell, NAME_SEPARATORS);

/** A new product's values, field by field as text; supplier and parent as the file spells them. */
export function creationInWords({ values, suppliers, parent }: Given): Change[] {
  const state = withChanges(NEW_PRODUCT, values);
  const fields = changedFields(NEW_PRODUCT, state).map((field): Change => [field, null, loggedValue(state, field)]);
  const others: Change[] = [
    ...(suppliers === undefined ? [] : [['supplier', null, suppliers] as const]),
    ...(parent === undefined ? [] : [['parent', null, parent] as const]),
  ];
  return [...fields, ...others];
}

/** The differences, field by field as text. */
function changesInWords(given: Given, known: Known, from: ProductState, after: ProductState): Change[] {
  const names = (state: ProductState) =>
    listText(state.supplierIds.map((id) => known.supplierNames.get(id) ?? id)) || null;
  const sku = (state: ProductState) =>
    state.parentId === null ? null : (known.parentSkus.get(state.parentId) ?? null);
  const changes = changedFields(from, after).flatMap((field): Change[] => {
    if (field === 'supplierIds') return [['supplier', names(from), names(after)]];
    if (field === 'parentId') return [];
    return [[field, loggedValue(from, field), loggedValue(after, field)]];
  });
  // The parent may be a later row that has no id yet.
  const isMoved = given.parent !== undefined && (known.parents.get(given.parent)?.id ?? null) !== from.parentId;
  const isSaid = given.parent !== undefined && (isMoved || !known.parents.has(given.parent));
  return isSaid ? [...changes, ['parent', sku(from), given.parent ?? null]] : changes;
}

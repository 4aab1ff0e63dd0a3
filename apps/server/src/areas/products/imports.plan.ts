import type { ProductStatus } from '@quayside/domain/lists';
import { type CellError, type Field, type ReadFile, type ReadRow } from './imports.columns.ts';
import { shown } from '../../tables/cells.ts';
import type { StoredProduct } from './products.queries.ts';
import { isReservedSku, RESERVED_SKU } from './products.rules.ts';
import { changedFields, measuresOf, NEW_PRODUCT, type ProductChanges, type ProductState, withChanges } from './products.state.ts';

/** What becomes of one row. */
export interface PlannedRow {
  readonly row: number;
  readonly action: 'CREATE' | 'UPDATE' | 'SKIP' | 'FAIL';
  readonly before: StoredProduct | undefined;
  readonly state: ProductState;
  readonly errors: readonly CellError[];
}
/** What the account has that the file speaks of. */
export interface Known {
  /** Key of a row's SKU, undefined where it has none. */
  readonly keyOf: ReadonlyMap<ReadRow, string>;
  readonly products: ReadonlyMap<string, StoredProduct>;
  /** Ids per company name as the file writes it. */
  readonly suppliers: ReadonlyMap<string, readonly string[]>;
}

/** Statuses that Amazon's report may change; the others are a person's own words about the product. */
const LISTING_STATUSES: ReadonlySet<ProductStatus> = new Set<ProductStatus>(['ACTIVE', 'INACTIVE', 'UNDER_REVIEW']);

/** Decides row by row; nothing is stored here. */
export function planImport(file: ReadFile, known: Known): PlannedRow[] {
  const firstRow = new Map<string, number>();
  return file.rows.map((read) => {
    const key = known.keyOf.get(read);
    const first = key === undefined ? undefined : firstRow.get(key);
    if (key !== undefined && first === undefined) firstRow.set(key, read.row);
    return planRow(file, read, known, key === undefined ? undefined : known.products.get(key), first);
  });
}

function planRow(file: ReadFile, read: ReadRow, known: Known, before: StoredProduct | undefined, first: number | undefined): PlannedRow {
  const errors = [...read.errors];
  const columnOf = (field: Field) => file.columns.find((column) => column.field === field)?.name ?? field;
  const fail = (field: Field, value: string, reason: string) => errors.push({ row: read.row, column: columnOf(field), value: shown(value), reason });
  const supplierIds = suppliersOf(read, known, before, fail);
  const changes: ProductChanges = { ...read.changes, ...(supplierIds && { supplierIds }) };
  const state = before ? withChanges(before.state, updatesOf(file, changes, before.state)) : withChanges(NEW_PRODUCT, changes);
  if (first !== undefined) fail('sku', state.sku, `The same SKU as in row ${first}`);
  if (isReservedSku(state.sku)) fail('sku', state.sku, RESERVED_SKU);
  if (state.name === '' && !errors.some((e) => e.column === columnOf('name'))) fail('name', '', 'A new product needs a name');
  const { tooLarge } = measuresOf(state);
  if (tooLarge) fail(tooLarge, state[tooLarge] ?? '', 'This number is too large');
  const action = errors.length > 0 ? 'FAIL' : !before ? 'CREATE' : changedFields(before.state, state).length > 0 ? 'UPDATE' : 'SKIP';
  return { row: read.row, action, before, state, errors };
}

/** The SKU found the product and keeps the spelling that it has. */
function updatesOf({ kind }: ReadFile, changes: ProductChanges, before: ProductState): ProductChanges {
  const keepsStatus = kind === 'AMAZON_LISTINGS' && !LISTING_STATUSES.has(before.status);
  return { ...changes, sku: undefined, ...(keepsStatus && { status: undefined }) };
}

/** Ids for the supplier cell; undefined where it is empty, wrong, or names a supplier that the product has already. */
function suppliersOf(
  { supplier }: ReadRow,
  known: Known,
  before: StoredProduct | undefined,
  fail: (field: Field, value: string, reason: string) => void,
): string[] | undefined {
  if (supplier === undefined) return undefined;
  const [id, ...others] = known.suppliers.get(supplier) ?? [];
  if (id === undefined) fail('supplier', supplier, 'No supplier has this company name');
  else if (others.length > 0) fail('supplier', supplier, 'More than one supplier has this company name');
  else if (!before?.state.supplierIds.includes(id)) return [id];
  return undefined;
}

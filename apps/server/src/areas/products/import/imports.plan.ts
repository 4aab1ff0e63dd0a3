import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ImportField } from '@quayside/contracts/products/product-fields';
import type { ProductStatus } from '@quayside/domain/lists';
import { mayBeIn } from '@quayside/domain/money/written-currency';
import { shown } from '../../../tables/cells.ts';
import { listText, listWords, NAME_SEPARATORS } from '../../../tables/lists.ts';
import type { StoredUnit } from '@quayside/domain/products/units';
import type { Layout } from './imports.layout.ts';
import { inUnitsOfProduct, unitOfField, unstorableMeasure } from './imports.measures.ts';
import type { CellError } from '../../imports/public.ts';
import type { Given, ReadRow } from './imports.rows.ts';
import { currencyOfPrice, type GivenPrice, priceInWords, withPrice } from './imports.prices.ts';
import type { StoredProduct } from '../rows/product-locks.queries.ts';
import { isReservedSku, RESERVED_SKU } from '../edit/products.rules.ts';
import {
  changedFields,
  loggedValue,
  measuresOf,
  NEW_PRODUCT,
  type ProductChanges,
  type ProductState,
  type Terms,
  withChanges,
} from '../rows/products.state.ts';

/** A product that may have variants. */
interface Parent {
  readonly id: string;
  readonly sku: string;
}
/** The data of the account that a batch of rows refers to. */
export interface Known {
  /** Products by SKU key (see `skuKeys`). */
  readonly products: ReadonlyMap<string, StoredProduct>;
  /** The ids of suppliers by company name, spelled as in the file. */
  readonly suppliers: ReadonlyMap<string, readonly string[]>;
  /** The company names of the products' current suppliers, by supplier id. */
  readonly supplierNames: ReadonlyMap<string, string>;
  /** The currencies of these suppliers and of those that the file names, by supplier id. */
  readonly supplierCurrencies: ReadonlyMap<string, string | null>;
  /** Products that could be parents, by SKU, spelled as in the parent column of the file. */
  readonly parents: ReadonlyMap<string, Parent>;
  /** The SKUs of the products' current parents, by id of the parent. */
  readonly parentSkus: ReadonlyMap<string, string>;
}
/** A field that a row changes, as text; for a measure with its unit before and after. */
export type Change = readonly [
  field: string,
  before: string | null,
  after: string | null,
  unitBefore?: StoredUnit | null,
  unitAfter?: StoredUnit | null,
];
/** What a row will do. */
export interface PlannedRow {
  readonly row: number;
  readonly action: 'CREATE' | 'UPDATE' | 'SKIP' | 'FAIL';
  readonly key: string | undefined;
  readonly given: Given;
  readonly before: StoredProduct | undefined;
  readonly state: ProductState;
  /** The terms of all suppliers of the product, if the row gives one of them another price. */
  readonly terms?: readonly Terms[] | undefined;
  /** The changes of an existing product; for a new product, the values from the row. */
  readonly changes: readonly Change[];
  readonly errors: readonly CellError[];
}

/** The statuses that Amazon's report may change. All other statuses were chosen by a person. */
const LISTING_STATUSES: ReadonlySet<ProductStatus> = new Set<ProductStatus>(['ACTIVE', 'INACTIVE', 'UNDER_REVIEW']);

/**
 * Decides what one row will do, without storing anything. `key` is the SKU key of the row, and `first` is the number of
 * an earlier row with the same SKU. Parents are checked later, when all rows have been read.
 */
export function planRow(
  layout: Pick<Layout, 'kind' | 'names' | 'fields' | 'values'>,
  read: ReadRow,
  known: Known,
  key: string | undefined,
  first?: number,
): PlannedRow {
  const before = key === undefined ? undefined : known.products.get(key);
  const errors = [...read.errors];
  const fail = (field: ImportField, value: string, reason: Text) =>
    errors.push({ row: read.row, column: columnOf(layout, field), value: shown(value), reason });
  const { named, supplierIds } = suppliersOf(read.given, known, before, fail);
  const parentId = read.given.parent === undefined ? undefined : known.parents.get(read.given.parent)?.id;
  const values = before ? inUnitsOfProduct(read.given.values, before.state) : read.given.values;
  const changes: ProductChanges = {
    ...values,
    ...(supplierIds && { supplierIds }),
    ...(parentId !== undefined && { parentId }),
  };
  const state = before
    ? withChanges(before.state, updatesOf(layout, changes, before.state))
    : withChanges(NEW_PRODUCT, changes);
  if (first !== undefined) fail('sku', state.sku, say('rows.same_sku', { row: first }));
  if (isReservedSku(state.sku)) fail('sku', state.sku, RESERVED_SKU);
  // Which of several products a code means is not known yet, so the row is not one of a new product.
  const isUndecided = read.errors.some(({ reason }) => reason.code === 'rows.code_several');
  if (state.name === '' && !isUndecided && !errors.some((e) => e.column === columnOf(layout, 'name')))
    fail('name', '', say('rows.needs_name'));
  const unstorable = unstorableMeasure(values);
  const tooLarge = unstorable ?? measuresOf(state).tooLarge;
  if (tooLarge) fail(tooLarge, String(state[tooLarge] ?? ''), say('amount.too_large'));
  const isRefused = errors.some((e) => e.column === columnOf(layout, 'supplier'));
  const priced = pricedTerms(read.given.price, { before, state, named, isRefused }, known, fail);
  const isMapped = read.given.suppliers !== undefined && layout.values?.some(({ field }) => field === 'supplier');
  const given: Given = {
    ...read.given,
    ...(priced && { price: priced.price }),
    ...(isMapped && { supplierNames: namesOf(state.supplierIds, known) }),
  };
  const changed =
    errors.length > 0 || !before
      ? []
      : [...changesInWords(read.given, known, before.state, state), ...(priced ? priced.changes : [])];
  const action = errors.length > 0 ? 'FAIL' : !before ? 'CREATE' : changed.length > 0 ? 'UPDATE' : 'SKIP';
  return { row: read.row, action, key, given, before, state, terms: priced?.terms, changes: changed, errors };
}

/** The product of a row with a price, and the suppliers that the row names. */
interface Priced {
  readonly before: StoredProduct | undefined;
  readonly state: ProductState;
  readonly named: readonly string[];
  /** Whether the cell of the supplier has an error. */
  readonly isRefused: boolean;
}

/**
 * The terms after a row gave a supplier another price: the first one that the row names, or else the usual one of the
 * product. Undefined if the row gives no price, or one without a supplier or a currency, which is an error.
 */
function pricedTerms(
  price: GivenPrice | undefined,
  { before, state, named, isRefused }: Priced,
  known: Known,
  fail: (field: ImportField, value: string, reason: Text) => void,
): { terms: readonly Terms[]; price: GivenPrice; changes: Change[] } | undefined {
  if (price === undefined) return undefined;
  const shownPrice = priceInWords({ priceMicros: price.micros, currency: price.currency }) ?? '';
  const [supplierId] = [...named, ...state.supplierIds];
  if (supplierId === undefined) {
    // If the row names a supplier that is not known, the cell of the supplier already has the error.
    if (!isRefused) fail('supplierPrice', shownPrice, say('rows.price_needs_supplier'));
    return undefined;
  }
  const old = before?.terms ?? [];
  const currency = currencyOfPrice(price, old, supplierId, known.supplierCurrencies);
  if (currency === undefined) {
    fail('supplierPrice', shownPrice, say('rows.price_needs_currency'));
    return undefined;
  }
  if (price.sign && !mayBeIn(price.sign, currency)) {
    fail('supplierPrice', shownPrice, say('rows.price_other_currency', { sign: price.sign.name, currency }));
    return undefined;
  }
  const terms = withPrice(old, state, supplierId, { priceMicros: price.micros, currency });
  const [from, to] = [old, terms].map((all) => priceInWords(all.find((t) => t.supplierId === supplierId)));
  const changes: Change[] = from === to ? [] : [['supplierPrice', from ?? null, to ?? null]];
  return { terms, price: { micros: price.micros, currency }, changes };
}

const namesOf = (ids: readonly string[], { supplierNames }: Known): string =>
  listText(
    ids.map((id) => supplierNames.get(id) ?? ''),
    NAME_SEPARATORS,
  );

/** The heading of the column that contains a field, for error messages. */
export const columnOf = ({ names, fields }: Pick<Layout, 'names' | 'fields'>, field: ImportField): string =>
  shown(names[fields.indexOf(field)] ?? field);

/**
 * The changes of an existing product. The SKU never changes, not even in its spelling, because it only identifies the
 * product. Amazon's report does not change a status that a person has chosen.
 */
function updatesOf({ kind }: Pick<Layout, 'kind'>, changes: ProductChanges, before: ProductState): ProductChanges {
  const keepsStatus = kind === 'AMAZON_LISTINGS' && !LISTING_STATUSES.has(before.status);
  return { ...changes, sku: undefined, ...(keepsStatus && { status: undefined }) };
}

/**
 * The ids of the suppliers that a cell names. `supplierIds` is what they change; undefined if the cell is empty or
 * invalid, or if it names the current suppliers of the product.
 */
function suppliersOf(
  { suppliers: cell }: Given,
  known: Known,
  before: StoredProduct | undefined,
  fail: (field: ImportField, value: string, reason: Text) => void,
): { readonly named: readonly string[]; readonly supplierIds?: string[] } {
  if (cell === undefined) return { named: [] };
  const has = before?.state.supplierIds ?? [];
  // If the text is what an export writes for the current suppliers, nothing changes, even if two suppliers have the
  // same name.
  if (has.length > 0 && namesOf(has, known) === cell) return { named: has };
  const ids: string[] = [];
  for (const name of namesIn(cell, known.suppliers)) {
    const found = known.suppliers.get(name);
    // A person chose that this name counts as empty.
    if (found?.length === 0) continue;
    const [id, ...others] = found ?? [];
    const held = [id, ...others].find((candidate) => candidate !== undefined && has.includes(candidate));
    if (id === undefined) fail('supplier', name, say('rows.supplier_unknown'));
    else if (others.length > 0 && held === undefined) fail('supplier', name, say('rows.supplier_ambiguous'));
    else ids.push(held ?? id);
  }
  const [only] = ids;
  if (ids.length === 0 || (ids.length === 1 && only !== undefined && has.includes(only))) return { named: ids };
  return { named: ids, supplierIds: ids };
}

/**
 * Splits a cell into company names. A cell with a semicolon can also be one name, because names can contain semicolons.
 */
const namesIn = (cell: string, suppliers: ReadonlyMap<string, readonly string[]>): string[] =>
  suppliers.has(cell) ? [cell] : listWords(cell, NAME_SEPARATORS);

/** The values of a new product as text, field by field. Supplier and parent are spelled as in the file, unless a person
 * chose what the supplier means. */
export function creationInWords({ values, suppliers, supplierNames = suppliers, parent, price }: Given): Change[] {
  const state = withChanges(NEW_PRODUCT, values);
  const fields = changedFields(NEW_PRODUCT, state).map(
    (field): Change => [field, null, loggedValue(state, field), null, unitOfField(state, field)],
  );
  const others: Change[] = [
    ...(supplierNames ? [['supplier', null, supplierNames] as const] : []),
    ...(parent === undefined ? [] : [['parent', null, parent] as const]),
    ...(price === undefined
      ? []
      : [['supplierPrice', null, priceInWords({ priceMicros: price.micros, currency: price.currency })] as const]),
  ];
  return [...fields, ...others];
}

/** The changes of a product as text, field by field. */
function changesInWords(given: Given, known: Known, from: ProductState, after: ProductState): Change[] {
  const names = (state: ProductState) =>
    listText(state.supplierIds.map((id) => known.supplierNames.get(id) ?? id)) || null;
  const sku = (state: ProductState) =>
    state.parentId === null ? null : (known.parentSkus.get(state.parentId) ?? null);
  const changes = changedFields(from, after).flatMap((field): Change[] => {
    if (field === 'supplierIds') return [['supplier', names(from), names(after)]];
    if (field === 'parentId') return [];
    const logged = [field, loggedValue(from, field), loggedValue(after, field)] as const;
    const unit = unitOfField(after, field);
    return [unit === null ? logged : [...logged, unitOfField(from, field), unit]];
  });
  // The parent may be a later row of the file, which has no id yet.
  const isMoved = given.parent !== undefined && (known.parents.get(given.parent)?.id ?? null) !== from.parentId;
  const isSaid = given.parent !== undefined && (isMoved || !known.parents.has(given.parent));
  return isSaid ? [...changes, ['parent', sku(from), given.parent ?? null]] : changes;
}

import { say } from '@quayside/contracts/texts/catalogue';
import { isDeepStrictEqual } from 'node:util';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { Use } from '@quayside/contracts/errors';
import type {
  createProduct as createSpec,
  patchProduct as patchSpec,
  Product,
} from '@quayside/contracts/products/products';
import type { ChangelogSource } from '@quayside/domain/lists';
import type { Work } from '../../../db/tx.ts';
import type { DomainEvent } from '../../../events/catalog.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { problemsOf, refuse } from './products.checks.ts';
import { type ChangeRow, insertChangelog } from '../rows/changelog.queries.ts';
import { announceHsCodes, reportHsCodes } from './hs-codes.ts';
import { insertProducts, releaseSkus, removeProduct, updateProducts } from '../rows/products.queries.ts';
import { lockProduct, type StoredProduct } from '../rows/product-locks.queries.ts';
import { saveTerms } from '../rows/terms.queries.ts';
import {
  changedFields,
  changesOf,
  loggedValue,
  NEW_PRODUCT,
  type ProductChanges,
  type ProductState,
  type Terms,
  termsAfter,
  withChanges,
} from '../rows/products.state.ts';
import { termsInWords } from '../rows/products.prices.ts';
import { findProductView, hasVariants, listProductUses } from '../lists/product-page.views.ts';

type ProductBody = BodyOut<typeof createSpec>;
const ONLY_IN_BUNDLES = say('products.in_bundle');
const HAS_VARIANTS = say('products.variants_left');
const HAS_DUTY_RATES = say('products.duty_rates_left');

type ProductPatchBody = BodyOut<typeof patchSpec>;

/** One product of the account. Throws 404 if it does not exist. */
export async function getProduct(w: Work, id: string): Promise<Product> {
  const product = await findProductView(w, id);
  if (!product) throw notFound();
  return product;
}

export async function createProduct(w: Work, body: ProductBody): Promise<Product> {
  const changes = changesOf(body);
  const state = withChanges(NEW_PRODUCT, changes);
  const id = w.newId();
  refuse((await problemsOf(w, [{ id, state, changes }]))[0]);
  await insertProducts(w, 'USER', [{ id, state }]);
  await react(w, 'product.codes-changed', {});
  await record(
    w,
    {
      action: 'product.created',
      subjectIds: [id],
      details: { name: state.sku, changes: [{ field: 'sku', from: null, to: state.sku }] },
    },
    changed('products', [id], 1),
    ...parentsChanged(state),
    ...suppliersChanged(state.supplierIds),
  );
  return getProduct(w, id);
}

/** Changes the fields that the body contains. Null clears a field, and absent fields stay as they are. */
export async function updateProduct(w: Work, id: string, { version, ...body }: ProductPatchBody): Promise<Product> {
  await announceHsCodes(w, body.hsCode !== undefined);
  const before = await lockCurrent(w, id, version);
  await changeProduct(w, before, toChanges(body));
  return getProduct(w, id);
}

/** Converts a request body to changes of product fields. */
export function toChanges({ archivedAt, ...body }: Omit<ProductPatchBody, 'version'>): ProductChanges {
  return {
    ...changesOf(body),
    archivedAt: typeof archivedAt === 'string' ? new Date(archivedAt).toISOString() : archivedAt,
  };
}

/**
 * Every change that a person makes to a single product goes through this function. It validates the change, stores it
 * with its changelog and audit rows, and notifies open tabs.
 */
export async function changeProduct(
  w: Work,
  before: StoredProduct,
  changes: ProductChanges,
  terms?: readonly Terms[],
): Promise<void> {
  const { id } = before;
  const state = withChanges(before.state, changes);
  const move: Move = { before, state, ...(terms && { terms }) };
  const fields = changedFieldsOf(move);
  if (fields.length === 0) return;
  refuse((await problemsOf(w, [{ id, before: before.state, state, changes }]))[0]);
  await saveChanges(w, 'USER', [move]);
  const moved = fields.includes('supplierIds')
    ? suppliersChanged([...before.state.supplierIds, ...state.supplierIds])
    : [];
  const family = fields.includes('parentId') ? parentsChanged(before.state, state) : [];
  await record(
    w,
    { action: actionOf(fields, state), subjectIds: [id], details: { fields } },
    changed('products', [id], before.version + 1),
    ...family,
    ...moved,
  );
}

export async function deleteProduct(w: Work, id: string, version: number | undefined): Promise<void> {
  const { state } = await lockCurrent(w, id, version);
  const uses = await listProductUses(w, id);
  if (uses.length > 0) {
    const isOf = (type: Use['type']) => uses.every((use) => use.type === type);
    throw new AppError('products.in_use', {
      uses,
      ...(isOf('PRODUCT') && { message: (await hasVariants(w, id)) ? HAS_VARIANTS : ONLY_IN_BUNDLES }),
      ...(isOf('DUTY_RATE') && { message: HAS_DUTY_RATES }),
    });
  }
  await removeProduct(w, id);
  await record(
    w,
    {
      action: 'product.deleted',
      subjectIds: [id],
      details: {
        name: state.sku,
        changes: [
          { field: 'sku', from: state.sku, to: null },
          { field: 'name', from: state.name, to: null },
        ],
      },
    },
    changed('products', [id]),
    ...parentsChanged(state),
    ...suppliersChanged(state.supplierIds),
  );
}

/** A product with its state before and after a change. */
export interface Move {
  readonly before: StoredProduct;
  readonly state: ProductState;
  /** The terms of all suppliers of the product, in order. If absent, suppliers that remain keep their terms. */
  readonly terms?: readonly Terms[];
}

/**
 * Saves changed products and their changelog rows. The number of statements hardly depends on the number of products.
 * Unchanged products are skipped; the others are returned.
 */
export async function saveChanges(
  w: Work,
  source: ChangelogSource,
  products: readonly Move[],
): Promise<readonly Move[]> {
  const moves = products.map((p) => ({ ...p, fields: changedFieldsOf(p) })).filter((p) => p.fields.length > 0);
  if (moves.length === 0) return [];
  const idsWith = (field: keyof ProductState) => moves.filter((m) => m.fields.includes(field)).map((m) => m.before.id);
  const suppliersOf = new Set(idsWith('supplierIds'));
  const renamed = idsWith('sku');
  // Products may swap their SKUs, so all renamed products get a temporary SKU first.
  if (renamed.length > 1) await releaseSkus(w, renamed);
  await updateProducts(
    w,
    moves.map((m) => ({ id: m.before.id, state: m.state })),
    suppliersOf,
  );
  await saveTerms(
    w,
    moves.flatMap((m) => (m.terms && suppliersOf.has(m.before.id) ? [{ id: m.before.id, terms: m.terms }] : [])),
  );
  await insertChangelog(w, source, await toChangeRows(w, moves));
  await reportHsCodes(w, moves);
  if (renamed.length > 0 || idsWith('skuAlias').length > 0) await react(w, 'product.codes-changed', {});
  return moves;
}

/** The names of the fields that change. They include `supplierIds` if only the terms of suppliers change. */
export function changedFieldsOf({ before, state, terms }: Move): (keyof ProductState)[] {
  const fields = changedFields(before.state, state);
  return !terms || fields.includes('supplierIds') || isDeepStrictEqual(before.terms, terms)
    ? fields
    : [...fields, 'supplierIds'];
}

/** The changelog rows for these changes. */
export async function toChangeRows(w: Work, moves: readonly Move[]): Promise<ChangeRow[]> {
  const ofSuppliers = moves.filter((m) => changedFieldsOf(m).includes('supplierIds'));
  const names = await suppliersByIds(
    w,
    ofSuppliers.flatMap((m) => [...m.before.state.supplierIds, ...m.state.supplierIds]),
  );
  return moves.flatMap((m) =>
    changedFieldsOf(m).map((field) => changeRow(m, field, (id) => names.get(id)?.companyName ?? id)),
  );
}

function changeRow(m: Move, field: keyof ProductState, nameOf: (id: string) => string): ChangeRow {
  const { before, state } = m;
  const productId = before.id;
  if (field !== 'supplierIds') {
    const [oldValue, newValue] = [loggedValue(before.state, field), loggedValue(state, field)];
    return { productId, field, oldValue, newValue, oldData: before.state[field], newData: state[field] };
  }
  const terms = m.terms ?? termsAfter(before.terms, state.supplierIds);
  const inWords = (all: readonly Terms[]) => all.map((t) => termsInWords(t, nameOf(t.supplierId))).join(', ') || null;
  return {
    productId,
    field: 'supplier',
    oldValue: inWords(before.terms),
    newValue: inWords(terms),
    oldData: before.terms,
    newData: terms,
  };
}

/**
 * The supplier list shows how many products each supplier has. When a product changes its suppliers, clients must
 * therefore fetch these suppliers again.
 */
export const suppliersChanged = (ids: readonly string[]): DomainEvent[] =>
  ids.length === 0 ? [] : [changed('suppliers', [...new Set(ids)])];

/** The page of a parent shows its variants. When a product changes, clients must therefore fetch its parent again. */
function parentsChanged(...states: readonly ProductState[]): DomainEvent[] {
  const parents = states.flatMap((state) => state.parentId ?? []);
  return parents.length === 0 ? [] : [changed('products', parents)];
}

/**
 * Locks the product that a call changes. Throws 404 if it does not exist, and 409 if its version differs from the given
 * one.
 */
export async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<StoredProduct> {
  const product = await lockProduct(w, id);
  if (!product) throw notFound();
  if (version !== undefined && version !== product.version)
    throw new AppError('conflict_version', { current: await getProduct(w, id) });
  return product;
}

function actionOf(
  fields: readonly string[],
  state: ProductState,
): 'product.changed' | 'product.archived' | 'product.brought-back' {
  if (fields.length === 1 && fields[0] === 'archivedAt')
    return state.archivedAt === null ? 'product.brought-back' : 'product.archived';
  return 'product.changed';
}

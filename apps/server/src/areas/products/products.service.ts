import type { BodyOut } from '@quayside/contracts/endpoint';
import type { FieldError } from '@quayside/contracts/errors';
import type { createProduct as createSpec, patchProduct as patchSpec, Product } from '@quayside/contracts/products';
import type { ChangelogSource } from '@quayside/domain/lists';
import { isCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../db/tx.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { suppliersByIds } from '../suppliers/public.ts';
import { type ChangeRow, insertChangelog, insertProducts, lockProduct, removeProduct, type StoredProduct, updateProducts } from './products.queries.ts';
import { isReservedSku, RESERVED_SKU } from './products.rules.ts';
import { changedFields, loggedValue, measuresOf, NEW_PRODUCT, type ProductChanges, type ProductState, withChanges } from './products.state.ts';
import { findProductView, listProductUses } from './products.views.ts';

export type ProductBody = BodyOut<typeof createSpec>;
const ONLY_IN_BUNDLES = 'This product is part of a bundle. Take it out there first, or archive it.';

export type ProductPatchBody = BodyOut<typeof patchSpec>;

/** One product of the account, or 404. */
export async function getProduct(w: Work, id: string): Promise<Product> {
  const product = await findProductView(w, id);
  if (!product) throw notFound();
  return product;
}

export async function createProduct(w: Work, body: ProductBody): Promise<Product> {
  const { version: _, ...changes } = body;
  const state = withChanges(NEW_PRODUCT, changes);
  await check(w, state, changes);
  const id = w.newId();
  await insertProducts(w, [{ id, state }]);
  await insertChangelog(w, 'USER', [creation(id, state)]);
  await record(
    w,
    { action: 'product.created', subjectType: 'product', subjectIds: [id], details: { sku: state.sku } },
    changed('products', [id], 1),
    ...suppliersMoved(state.supplierIds),
  );
  return getProduct(w, id);
}

/** Changes the fields that are there; null clears, absent stays. */
export async function updateProduct(w: Work, id: string, { version, ...body }: ProductPatchBody): Promise<Product> {
  const before = await lockCurrent(w, id, version);
  const changes: ProductChanges = typeof body.archivedAt === 'string' ? { ...body, archivedAt: new Date(body.archivedAt).toISOString() } : body;
  const state = withChanges(before.state, changes);
  const fields = changedFields(before.state, state);
  if (fields.length === 0) return getProduct(w, id);
  await check(w, state, changes);
  await saveChanges(w, 'USER', [{ before, state }]);
  const moved = fields.includes('supplierIds') ? suppliersMoved([...before.state.supplierIds, ...state.supplierIds]) : [];
  await record(
    w,
    { action: actionOf(fields, state), subjectType: 'product', subjectIds: [id], details: { fields } },
    changed('products', [id], before.version + 1),
    ...moved,
  );
  return getProduct(w, id);
}

export async function deleteProduct(w: Work, id: string, version: number | undefined): Promise<void> {
  const { state } = await lockCurrent(w, id, version);
  const uses = await listProductUses(w, id);
  if (uses.length > 0) throw new AppError('products.in_use', { uses, ...(uses.every((use) => use.type === 'PRODUCT') && { message: ONLY_IN_BUNDLES }) });
  await removeProduct(w, id);
  await record(
    w,
    { action: 'product.deleted', subjectType: 'product', subjectIds: [id], details: { sku: state.sku, name: state.name } },
    changed('products', [id]),
    ...suppliersMoved(state.supplierIds),
  );
}

/** Writes changed products with their changelog, many as fast as one. Leaves out what did not change. */
export async function saveChanges(
  w: Work,
  source: ChangelogSource,
  products: readonly { readonly before: StoredProduct; readonly state: ProductState }[],
): Promise<void> {
  const moves = products.map((p) => ({ ...p, fields: changedFields(p.before.state, p.state) })).filter((p) => p.fields.length > 0);
  const suppliersOf = new Set(moves.filter((m) => m.fields.includes('supplierIds')).map((m) => m.before.id));
  const names = await suppliersByIds(
    w,
    moves.filter((m) => suppliersOf.has(m.before.id)).flatMap((m) => [...m.before.state.supplierIds, ...m.state.supplierIds]),
  );
  const nameOf = (id: string) => names.get(id)?.companyName ?? id;
  await updateProducts(
    w,
    moves.map((m) => ({ id: m.before.id, state: m.state })),
    suppliersOf,
  );
  await insertChangelog(
    w,
    source,
    moves.flatMap((m) =>
      m.fields.map(
        (field): ChangeRow => ({
          productId: m.before.id,
          field: field === 'supplierIds' ? 'supplier' : field,
          oldValue: loggedValue(m.before.state, field, nameOf),
          newValue: loggedValue(m.state, field, nameOf),
        }),
      ),
    ),
  );
}

/** The one changelog row of a new product: its SKU, from nothing. */
export const creation = (productId: string, state: ProductState): ChangeRow => ({ productId, field: 'sku', oldValue: null, newValue: state.sku });

/** Suppliers show how many products they have. */
export const suppliersMoved = (ids: readonly string[]): DomainEvent[] => (ids.length === 0 ? [] : [changed('suppliers', [...new Set(ids)])]);

async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<StoredProduct> {
  const product = await lockProduct(w, id);
  if (!product) throw notFound();
  if (version !== undefined && version !== product.version) throw new AppError('conflict_version', { current: await getProduct(w, id) });
  return product;
}

/** What only the product as a whole, or the account, can tell. All that is wrong at once. */
async function check(w: Work, state: ProductState, changes: ProductChanges): Promise<void> {
  const errors: FieldError[] = [];
  if (isReservedSku(state.sku)) errors.push({ field: 'sku', message: RESERVED_SKU });
  if (typeof changes.countryOfOrigin === 'string' && !isCountry(changes.countryOfOrigin))
    errors.push({ field: 'countryOfOrigin', message: 'Choose a country' });
  const { tooLarge } = measuresOf(state);
  if (tooLarge) errors.push({ field: tooLarge, message: 'This number is too large' });
  if (changes.supplierIds !== undefined) {
    const known = await suppliersByIds(w, state.supplierIds);
    if (state.supplierIds.some((id) => !known.has(id))) errors.push({ field: 'supplierIds', message: 'Choose a supplier' });
  }
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

function actionOf(fields: readonly string[], state: ProductState): string {
  if (fields.length === 1 && fields[0] === 'archivedAt') return state.archivedAt === null ? 'product.brought-back' : 'product.archived';
  return 'product.changed';
}

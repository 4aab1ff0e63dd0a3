import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type { ChangelogEntry, getProductChangelog } from '@quayside/contracts/products/product-changelog';
import type { Work } from '../../../db/tx.ts';
import { envelope } from '../../../db/paging.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import { personNames } from '../../accounts/public.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { findComponents } from '../rows/bundles.queries.ts';
import { replaceParts } from '../bundles/bundles.service.ts';
import {
  type Current,
  isCurrent,
  isThere,
  type LoggedChange,
  PICTURE_GONE,
  type Revert,
  revertOf,
} from '../rows/changelog.rules.ts';
import { findLogged, listLogged, type LoggedRow } from './changelog.views.ts';
import { findPicture, listFormerPictures } from '../rows/pictures.queries.ts';
import { putBackPicture } from '../pictures/pictures.service.ts';
import { lockProducts, type StoredProduct } from '../rows/product-locks.queries.ts';
import { findProductRefs } from '../rows/product-refs.queries.ts';
import { changeProduct, getProduct, lockCurrent } from '../edit/products.service.ts';

/** The changes of a product, newest first. Each says whether it can be reverted, or why not. */
export async function listChangelog(
  w: Work,
  productId: string,
  q: QueryOut<typeof getProductChangelog>,
): Promise<Page<ChangelogEntry>> {
  const product = (await lockProducts(w, [productId], 'peek')).get(productId);
  if (!product) throw notFound();
  const { rows, count, window } = await listLogged(w, productId, q);
  const current = await currentOf(w, product, rows);
  const ways = rows.map(revertOf);
  const obstacleTo = await findObstacles(
    w,
    productId,
    ways.flatMap((way) => (way && 'revert' in way && !isThere(way.revert, current) ? [way.revert] : [])),
  );
  const names = await personNames(
    w,
    rows.map((r) => r.changedBy),
  );
  const toEntry = (r: LoggedRow, i: number): ChangelogEntry => {
    const way = ways[i];
    const revert = way && 'revert' in way && !isThere(way.revert, current) ? way.revert : undefined;
    const reason = way && 'reason' in way ? way.reason : revert && obstacleTo(revert);
    return {
      id: r.id,
      productId,
      source: r.source,
      field: r.field,
      oldValue: r.oldValue,
      newValue: r.newValue,
      oldUnit: r.oldUnit,
      newUnit: r.newUnit,
      changedBy: r.changedBy === null ? null : { id: r.changedBy, name: names.get(r.changedBy) ?? '' },
      changedAt: r.changedAt.toISOString(),
      canRevert: revert !== undefined && reason === undefined,
      noRevert: reason ? wordsOf(reason, w.scope.language) : null,
      isCurrent: isCurrent(r, current),
    };
  };
  return envelope(rows.map(toEntry), count, window);
}

/** What the product has now, as far as these changes concern it. */
async function currentOf(w: Work, product: StoredProduct, changes: readonly LoggedChange[]): Promise<Current> {
  const has = (field: string) => changes.some((change) => change.field === field);
  return {
    state: product.state,
    terms: product.terms,
    parts: has('bundle') ? await findComponents(w, product.id) : [],
    pictureSha256: has('picture') ? ((await findPicture(w, product.id))?.sha256 ?? null) : null,
  };
}

/** Finds out why these values can no longer be restored: something that they need was deleted. */
async function findObstacles(
  w: Work,
  productId: string,
  reverts: readonly Revert[],
): Promise<(revert: Revert) => Text | undefined> {
  const suppliers = await suppliersByIds(
    w,
    reverts.flatMap((r) => (r.kind === 'SUPPLIERS' ? r.terms.map((t) => t.supplierId) : [])),
  );
  const products = await findProductRefs(
    w,
    reverts.flatMap((r) => (r.kind === 'PARTS' ? r.parts.map((part) => part.productId) : [])),
  );
  const pictures = reverts.some((r) => r.kind === 'PICTURE') ? await listFormerPictures(w, productId) : new Set();
  return (revert) => {
    if (revert.kind === 'SUPPLIERS')
      return revert.terms.every((t) => suppliers.has(t.supplierId)) ? undefined : say('products.suppliers_gone');
    if (revert.kind === 'PICTURE')
      return revert.sha256 === null || pictures.has(revert.sha256) ? undefined : PICTURE_GONE;
    if (revert.kind === 'FIELDS') return undefined;
    const gone = revert.parts.filter((part) => !products.has(part.productId));
    const skus = gone.map((part) => part.sku).join(', ');
    return gone.length === 0 ? undefined : say('products.parts_gone', { count: gone.length, skus });
  };
}

/** The field of a change. */
export async function fieldOfChange(w: Work, productId: string, entryId: string): Promise<string> {
  const change = await findLogged(w, productId, entryId);
  if (!change) throw notFound();
  return change.field;
}

/**
 * Restores the value that a field had before a change. This is stored as an ordinary change by the person. For the
 * parts of a bundle, the caller must hold the cost lock and then update the costs of the bundle and of every bundle
 * that contains it. Returns whether the parts changed.
 */
export async function revertChange(w: Work, productId: string, entryId: string, overwrite: boolean): Promise<boolean> {
  const product = await lockCurrent(w, productId, undefined);
  const change = await findLogged(w, productId, entryId);
  if (!change) throw notFound();
  const way = revertOf(change);
  if (!way) throw new AppError('products.cannot_revert');
  if ('reason' in way) throw cannotRevert(way.reason);
  const { revert } = way;
  const current = await currentOf(w, product, [change]);
  if (isThere(revert, current)) return false;
  if (!overwrite && !isCurrent(change, current))
    throw new AppError('products.changed_since', { current: await getProduct(w, productId) });
  const obstacle = (await findObstacles(w, productId, [revert]))(revert);
  if (obstacle) throw cannotRevert(obstacle);
  if (revert.kind === 'PARTS') return replaceParts(w, productId, { parts: [...revert.parts] });
  if (revert.kind === 'PICTURE') await putBackPicture(w, productId, product.version, revert.sha256);
  else if (revert.kind === 'FIELDS') await changeProduct(w, product, revert.changes);
  else await changeProduct(w, product, { supplierIds: revert.terms.map((t) => t.supplierId) }, revert.terms);
  return false;
}

const cannotRevert = (message: Text) => new AppError('products.cannot_revert', { message });

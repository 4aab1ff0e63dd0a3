import { say } from '@quayside/contracts/texts/catalogue';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type { ChangelogEntry, getProductChangelog } from '@quayside/contracts/product-changelog';
import type { Product } from '@quayside/contracts/products';
import type { Work } from '../../db/tx.ts';
import { envelope } from '../../db/paging.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { personNames } from '../accounts/public.ts';
import { suppliersByIds } from '../suppliers/public.ts';
import { isCurrent, isThere, revertOf } from './changelog.rules.ts';
import { findLogged, listLogged, type LoggedRow, pictureOf } from './changelog.views.ts';
import { lockProducts } from './product-locks.queries.ts';
import { changeProduct, getProduct, lockCurrent } from './products.service.ts';

const SUPPLIER_GONE = say('products.suppliers_gone');

/** The changes of a product, newest first. Each says whether it can be reverted. */
export async function listChangelog(
  w: Work,
  productId: string,
  q: QueryOut<typeof getProductChangelog>,
): Promise<Page<ChangelogEntry>> {
  const product = (await lockProducts(w, [productId], 'peek')).get(productId);
  if (!product) throw notFound();
  const { rows, count, window } = await listLogged(w, productId, q);
  const picture = rows.some((r) => r.field === 'picture') ? await pictureOf(w, productId) : null;
  const names = await personNames(
    w,
    rows.map((r) => r.changedBy),
  );
  const toEntry = (r: LoggedRow): ChangelogEntry => {
    const wayBack = revertOf(r);
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
      canRevert: wayBack !== undefined && !isThere(wayBack, product),
      isCurrent: isCurrent(r, product, picture),
    };
  };
  return envelope(rows.map(toEntry), count, window);
}

/** Restores the value that a field had before a change. This is stored as an ordinary change by the person. */
export async function revertChange(w: Work, productId: string, entryId: string, overwrite: boolean): Promise<Product> {
  const product = await lockCurrent(w, productId, undefined);
  const change = await findLogged(w, productId, entryId);
  if (!change) throw notFound();
  const wayBack = revertOf(change);
  if (!wayBack) throw new AppError('products.cannot_revert');
  if (!overwrite && !isCurrent(change, product, null))
    throw new AppError('products.changed_since', { current: await getProduct(w, productId) });
  const { changes, terms } = wayBack;
  const wanted = changes.supplierIds ?? [];
  const known = await suppliersByIds(w, wanted);
  if (wanted.some((id) => !known.has(id)))
    throw new AppError('products.cannot_revert', {
      message: SUPPLIER_GONE,
      errors: [{ field: 'supplierIds', message: SUPPLIER_GONE }],
    });
  await changeProduct(w, product, changes, terms);
  return getProduct(w, productId);
}

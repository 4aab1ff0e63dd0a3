import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type { ChangelogEntry, getProductChangelog } from '@quayside/contracts/product-changes';
import type { Product } from '@quayside/contracts/products';
import type { Work } from '../../db/tx.ts';
import { envelope } from '../../db/paging.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { personNames } from '../accounts/public.ts';
import { suppliersByIds } from '../suppliers/public.ts';
import { isCurrent, isThere, wayBackOf } from './changelog.rules.ts';
import { findLogged, listLogged, type LoggedRow, pictureOf } from './changelog.views.ts';
import { lockProducts } from './products.queries.ts';
import { changeProduct, getProduct, lockCurrent } from './products.service.ts';

const SUPPLIER_GONE = 'A supplier of then no longer exists, so the suppliers cannot be put back as they were.';

/** What changed on a product, newest first, and what of it can be put back. */
export async function listChangelog(w: Work, productId: string, q: QueryOut<typeof getProductChangelog>): Promise<Page<ChangelogEntry>> {
  const product = (await lockProducts(w, [productId], 'peek')).get(productId);
  if (!product) throw notFound();
  const { rows, count, window } = await listLogged(w, productId, q);
  const picture = rows.some((r) => r.field === 'picture') ? await pictureOf(w, productId) : null;
  const names = await personNames(
    w,
    rows.map((r) => r.changedBy),
  );
  const toEntry = (r: LoggedRow): ChangelogEntry => {
    const wayBack = wayBackOf(r);
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

/** Gives one field the value back that it had before a change, by the way that a person's own change takes. */
export async function revertChange(w: Work, productId: string, entryId: string, overwrite: boolean): Promise<Product> {
  const product = await lockCurrent(w, productId, undefined);
  const change = await findLogged(w, productId, entryId);
  if (!change) throw notFound();
  const wayBack = wayBackOf(change);
  if (!wayBack) throw new AppError('products.cannot_revert');
  if (!overwrite && !isCurrent(change, product, null)) throw new AppError('products.changed_since', { current: await getProduct(w, productId) });
  const { changes, terms } = wayBack;
  const wanted = changes.supplierIds ?? [];
  const known = await suppliersByIds(w, wanted);
  if (wanted.some((id) => !known.has(id)))
    throw new AppError('products.cannot_revert', { message: SUPPLIER_GONE, errors: [{ field: 'supplierIds', message: SUPPLIER_GONE }] });
  await changeProduct(w, product, changes, terms);
  return getProduct(w, productId);
}

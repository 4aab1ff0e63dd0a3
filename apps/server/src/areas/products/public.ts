import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { findProductRefs, findProductRefsBySku, type ProductRef } from './products.queries.ts';

export { shownUnitCost } from './bundles.answers.ts';
export { type BundleBody, getBundle, replaceParts } from './bundles.service.ts';
export { allBundleIds, type BundleProduct, bundlesAbove, loadBundles } from './bundles.views.ts';
export { valueWithUnit } from './changelog-units.views.ts';
export type { ProductRef };

/** The products with these ids, by id; missing ones are omitted. */
export const productsByIds = (w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> =>
  findProductRefs(w, ids);

/** The products with these SKUs, keyed by the given spelling, in any case; missing ones are omitted. */
export const productsBySku = (w: Work, skus: readonly string[]): Promise<Map<string, ProductRef>> =>
  findProductRefsBySku(w, skus);

/** All of these products by id, or 422 at `field`. Includes archived ones. */
export async function requireProducts(
  w: Work,
  ids: readonly string[],
  field = 'productId',
): Promise<Map<string, ProductRef>> {
  const products = await findProductRefs(w, ids);
  if (ids.some((id) => !products.has(id))) throw fieldError(field, say('choose.product'));
  return products;
}

import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { findProductRefs, findProductRefsBySku, type ProductRef } from './products.queries.ts';

export { shownUnitCost } from './bundles.answers.ts';
export { type BundleBody, getBundle, replaceParts } from './bundles.service.ts';
export { allBundleIds, type BundleProduct, bundlesAbove, loadBundles } from './bundles.views.ts';
export { valueWithUnit } from './changelog-units.views.ts';
export { importWork } from './imports.job.ts';
export type { ProductRef };

/** The products of these ids, by id; an id that the account does not have is left out. */
export const productsByIds = (w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> => findProductRefs(w, ids);

/** The products of these SKUs, by the SKU as it is given; upper and lower case alike. One that the account does not have is left out. */
export const productsBySku = (w: Work, skus: readonly string[]): Promise<Map<string, ProductRef>> => findProductRefsBySku(w, skus);

/** All of these products by id, or 422 at `field`. Archived ones are answered too. */
export async function requireProducts(w: Work, ids: readonly string[], field = 'productId'): Promise<Map<string, ProductRef>> {
  const products = await findProductRefs(w, ids);
  if (ids.some((id) => !products.has(id))) throw fieldError(field, 'Choose a product');
  return products;
}

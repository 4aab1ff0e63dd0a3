import type { Work } from '../../db/tx.ts';
import { findProductRefs, type ProductRef } from './rows/product-refs.queries.ts';

export { shownUnitCost } from './bundles/bundles.answers.ts';
export { type BundleBody, getBundle, replaceParts } from './bundles/bundles.service.ts';
export {
  allBundleIds,
  type BundleProduct,
  bundlesAbove,
  contentsOfBundles,
  contentsOfProducts,
  loadBundles,
} from './bundles/bundles.views.ts';
export { fieldOfChange, revertChange } from './changelog/changelog.service.ts';
export { createProduct, getProduct } from './edit/products.service.ts';
export { valueWithUnit } from './changelog/changelog-units.views.ts';
export {
  caseUnitsOf,
  productOf,
  productOfLine,
  productsBySku,
  type Resolved,
  resolveCodes,
  theOne,
} from './codes/product-codes.service.ts';
export type { ProductRef };

/** Finds products by id. Ids that do not exist are omitted. */
export const productsByIds = (w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> =>
  findProductRefs(w, ids);

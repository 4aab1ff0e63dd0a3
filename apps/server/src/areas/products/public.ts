import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { findProductRefs, type ProductRef } from './products.queries.ts';

export type { ProductRef };

/** The products of these ids, by id; an id that the account does not have is left out. */
export const productsByIds = (w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> => findProductRefs(w, ids);

/** All of these products by id, or 422 at `field`. Archived ones are answered too. */
export async function requireProducts(w: Work, ids: readonly string[], field = 'productId'): Promise<Map<string, ProductRef>> {
  const products = await findProductRefs(w, ids);
  if (ids.some((id) => !products.has(id))) throw fieldError(field, 'Choose a product');
  return products;
}

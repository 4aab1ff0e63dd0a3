import type { Work } from '../../db/tx.ts';
import { supplierIdsByName, suppliersByIds } from '../suppliers/public.ts';
import { listWords, NAME_SEPARATORS } from '../../tables/lists.ts';
import type { Known } from './imports.plan.ts';
import type { Given } from './imports.rows.ts';
import { findProductRefs, findProductRefsBySku } from './product-refs.queries.ts';

/** Looks up the data of the account that some rows refer to, except their products. The number of queries is fixed. */
export async function findKnown(
  w: Work,
  rows: readonly { readonly given: Given }[],
  products: Known['products'],
): Promise<Known> {
  const cells = [...new Set(rows.flatMap((r) => r.given.suppliers ?? []))];
  const suppliers = await supplierIdsByName(w, [
    ...new Set(cells.flatMap((cell) => [cell, ...listWords(cell, NAME_SEPARATORS)])),
  ]);
  // The names of the products' suppliers are needed beside those in the file, and their currencies beside prices.
  const isNamed = cells.length > 0 || rows.some((r) => r.given.price !== undefined);
  const held = isNamed ? [...products.values()].flatMap((p) => p.state.supplierIds) : [];
  const refs = await suppliersByIds(w, [...new Set([...held, ...[...suppliers.values()].flat()])]);
  const parentCells = [...new Set(rows.flatMap((r) => r.given.parent ?? []))];
  const parents = await findProductRefsBySku(w, parentCells);
  const parentIds = parentCells.length === 0 ? [] : [...products.values()].flatMap((p) => p.state.parentId ?? []);
  const parentSkus = await findProductRefs(w, parentIds);
  return {
    products,
    suppliers,
    supplierNames: new Map([...refs].map(([id, ref]) => [id, ref.companyName])),
    supplierCurrencies: new Map([...refs].map(([id, ref]) => [id, ref.currency])),
    parents,
    parentSkus: new Map([...parentSkus.values(), ...parents.values()].map((p) => [p.id, p.sku])),
  };
}

import type { Work } from '../../../db/tx.ts';
import { supplierIdsByName, suppliersByIds } from '../../suppliers/public.ts';
import { listWords, NAME_SEPARATORS } from '../../../tables/lists.ts';
import { shown } from '../../../tables/cells.ts';
import type { Layout } from './imports.layout.ts';
import type { Known } from './imports.plan.ts';
import type { Given } from './imports.rows.ts';
import { findProductRefs, findProductRefsBySku } from '../rows/product-refs.queries.ts';

/**
 * Finds the ids of suppliers by company name, as `supplierIdsByName` does. Where a name is unknown, or several
 * suppliers have it, what a person chose it to mean counts; no ids: the name counts as empty.
 */
export async function supplierIdsIn(
  w: Work,
  { values = [] }: Pick<Layout, 'values'>,
  names: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>(await supplierIdsByName(w, names));
  const meanings = new Map(
    values.flatMap(({ field, from, to }) => (field === 'supplier' ? [[from.toLowerCase(), to] as const] : [])),
  );
  if (meanings.size === 0) return found;
  const stored = await suppliersByIds(
    w,
    [...meanings.values()].filter((id) => id !== null),
  );
  for (const name of names) {
    const meant = meanings.get(shown(name).toLowerCase());
    // A supplier that was deleted since is asked about again.
    if (meant === undefined || found.get(name)?.length === 1 || (meant !== null && !stored.has(meant))) continue;
    found.set(name, meant === null ? [] : [meant]);
  }
  return found;
}

/** Looks up the data of the account that some rows refer to, except their products. The number of queries is fixed. */
export async function findKnown(
  w: Work,
  layout: Pick<Layout, 'values'>,
  rows: readonly { readonly given: Given }[],
  products: Known['products'],
): Promise<Known> {
  const cells = [...new Set(rows.flatMap((r) => r.given.suppliers ?? []))];
  const suppliers = await supplierIdsIn(w, layout, [
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

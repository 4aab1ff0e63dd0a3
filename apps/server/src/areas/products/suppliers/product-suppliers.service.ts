import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import type { Kept, MergeParty, SupplierHolder } from '../../area.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import {
  countOfSupplier,
  lockProducts,
  lockProductsOfSupplier,
  type MovedProduct,
  moveSupplierRows,
  restoreSupplierRows,
  touchProducts,
} from '../rows/product-suppliers.queries.ts';
import { insertChangelog } from '../rows/changelog.queries.ts';
import { findTerms } from '../rows/product-locks.queries.ts';
import { termsInWords } from '../rows/products.prices.ts';
import type { Terms } from '../rows/products.state.ts';

interface Undo {
  readonly moved: readonly MovedProduct[];
}

/** When two suppliers are merged, moves the products of one to the other, with the price and minimum order of each. */
export const productsOfSupplier: SupplierHolder = {
  count: countOfSupplier,
  async move(w, from, to) {
    const ids = await lockProductsOfSupplier(w, from.id);
    const before = await findTerms(w, ids);
    const dropped = await moveSupplierRows(w, ids, from.id, to.id);
    const versions = await tell(w, ids, before, [from, to]);
    const moved = ids.map(
      (id): MovedProduct => ({ id, version: versions.get(id) ?? 0, dropped: dropped.get(id) ?? null }),
    );
    return { count: ids.length, undo: { moved } satisfies Undo };
  },
  async moveBack(w, undo, from, to) {
    const { moved } = undo as Undo;
    const now = await lockProducts(
      w,
      moved.map((product) => product.id),
    );
    const untouched = moved.filter((product) => now.get(product.id)?.version === product.version);
    const ids = untouched.map((product) => product.id);
    const before = await findTerms(w, ids);
    await moveSupplierRows(
      w,
      untouched.filter((product) => product.dropped === null).map((product) => product.id),
      to.id,
      from.id,
    );
    await restoreSupplierRows(
      w,
      untouched.flatMap((product) => product.dropped ?? []),
    );
    await tell(w, ids, before, [from, to]);
    return { restored: ids.length, kept: moved.flatMap((product) => keptOf(product, now.get(product.id))) };
  },
};

/**
 * Returns a moved product that cannot be moved back, because somebody has edited it since. A product that was deleted
 * since needs no supplier and is not returned.
 */
function keptOf(moved: MovedProduct, now: { readonly sku: string; readonly version: number } | undefined): Kept[] {
  return !now || now.version === moved.version ? [] : [{ id: moved.id, label: now.sku, reason: 'EDITED' }];
}

/** Writes the versions, changelog rows and events of the products whose supplier was replaced. */
async function tell(
  w: Work,
  ids: readonly string[],
  before: ReadonlyMap<string, readonly Terms[]>,
  parties: readonly MergeParty[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const after = await findTerms(w, ids);
  const known = await suppliersByIds(
    w,
    [...before.values(), ...after.values()].flatMap((terms) => terms.map((t) => t.supplierId)),
  );
  // The merge deletes or restores one of the two suppliers, so it passes their names instead of having them looked up.
  const names = new Map([
    ...parties.map((p) => [p.id, p.companyName] as const),
    ...[...known].map(([id, ref]) => [id, ref.companyName] as const),
  ]);
  const inWords = (terms: readonly Terms[]) =>
    terms.map((t) => termsInWords(t, names.get(t.supplierId) ?? t.supplierId)).join(', ');
  await insertChangelog(
    w,
    'USER',
    ids.map((id) => {
      const [oldData, newData] = [before.get(id) ?? [], after.get(id) ?? []];
      return {
        productId: id,
        field: 'supplier',
        oldValue: inWords(oldData),
        newValue: inWords(newData),
        oldData,
        newData,
      };
    }),
  );
  const versions = await touchProducts(w, ids);
  await emit(w, changed('products', [...ids]));
  return versions;
}

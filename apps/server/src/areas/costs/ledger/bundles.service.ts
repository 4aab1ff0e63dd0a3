import type { Explain } from '@quayside/contracts/costs/costs';
import type { Bundle } from '@quayside/contracts/products/product-bundles';
import type { Product } from '@quayside/contracts/products/products';
import { type Bundles, storedQuotient } from '@quayside/domain/landed-cost/bundles';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import {
  allBundleIds,
  type BundleBody,
  type BundleProduct,
  bundlesAbove,
  fieldOfChange,
  getBundle,
  getProduct,
  loadBundles,
  replaceParts,
  revertChange,
  shownUnitCost,
} from '../../products/public.ts';
import { saveBundleCosts, type StoredBundle } from '../rows/bundles.queries.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { type Known, totalsKnown } from '../rows/known.views.ts';

/**
 * Replaces the components of a bundle. The cost of this bundle, and of every bundle that contains it, is updated in the
 * same transaction.
 */
export async function replaceBundle(w: Work, id: string, body: BundleBody): Promise<Bundle> {
  await lockCosts(w);
  if (await replaceParts(w, id, body)) await storeParts(w, id);
  return getBundle(w, id);
}

/**
 * Restores the value that a field of a product had before a change. If the change replaced the parts of a bundle, all
 * costs that depend on them are updated in the same transaction.
 */
export async function revertProduct(w: Work, id: string, entryId: string, overwrite: boolean): Promise<Product> {
  if (['bundle', 'hsCode'].includes(await fieldOfChange(w, id, entryId))) await lockCosts(w);
  if (await revertChange(w, id, entryId, overwrite)) await storeParts(w, id);
  return getProduct(w, id);
}

async function storeParts(w: Work, id: string): Promise<void> {
  await store(w, [id]);
  await emit(w, changed('costs', [id]));
  await refreshBundlesOf(w, [id]);
}

/**
 * Refreshes the stored unit costs of all bundles that contain these products, at any depth. The caller must hold the
 * cost lock and have changed the totals of the products in the same transaction. If no bundle is affected, the function
 * costs only one index look-up.
 */
export async function refreshBundlesOf(w: Work, productIds: readonly string[]): Promise<void> {
  const above = [...(await bundlesAbove(w, productIds)).keys()];
  if (above.length === 0) return;
  await store(w, above);
  // Open tabs are notified of all these bundles, even those whose stored figure is unchanged: screens show the cost
  // from exact quotients, which can change when the rounded stored figure does not.
  await emit(w, changed('products', above), changed('costs', above));
}

async function store(w: Work, ids: readonly string[]): Promise<void> {
  const bundles = await loadBundles(w, ids);
  const moved = ids.flatMap((id) => {
    const product = bundles.products.get(id);
    const row = product && toStored(product, bundles);
    return row && differs(product, row) ? [row] : [];
  });
  if (moved.length > 0) await saveBundleCosts(w, moved);
}

function toStored(product: BundleProduct, bundles: Bundles): StoredBundle {
  const isBundle = product.parts.length > 0;
  const cost = isBundle ? bundles.costOf(product.id) : null;
  return {
    productId: product.id,
    isBundle,
    landed: cost && storedQuotient(cost.landedMinor, cost.units),
    factory: cost && storedQuotient(cost.factoryMinor, cost.units),
  };
}

const differs = ({ stored }: BundleProduct, row: StoredBundle): boolean =>
  stored.isBundle !== row.isBundle || stored.landed !== row.landed || stored.factory !== row.factory;

/**
 * Explains the unit cost of a bundle by the costs of its parts; null for a product that is not a bundle. The parts are
 * always the current ones. Depending on the request, their costs are those known now, those known on a past day, or
 * only those of orders dated up to a day.
 */
export async function bundleOf(
  w: Work,
  productId: string,
  asked: { at: Known; datedBy: string | null },
): Promise<Explain['bundle']> {
  const bundles = await loadBundles(
    w,
    [productId],
    asked.at === null && asked.datedBy === null ? undefined : (ids) => totalsKnown(w, ids, asked.at, asked.datedBy),
  );
  const parts = bundles.products.get(productId)?.parts ?? [];
  if (parts.length === 0) return null;
  return {
    landedPerUnit: shownUnitCost(w, bundles.costOf(productId)),
    parts: parts.map((part) => {
      const product = bundles.products.get(part.productId);
      const cost = bundles.costOf(part.productId);
      return {
        product: { id: part.productId, sku: product?.sku ?? '', name: product?.name ?? '' },
        quantity: Number(part.quantity),
        isBundle: (product?.parts.length ?? 0) > 0,
        landedPerUnit: shownUnitCost(w, cost),
        amount: shownUnitCost(w, cost && { ...cost, landedMinor: cost.landedMinor * part.quantity }),
      };
    }),
  };
}

/**
 * Finds bundles whose stored unit costs differ from the costs of their parts. If the data of the account is correct,
 * the result is empty.
 */
export async function brokenBundles(w: Work): Promise<{ invariant: string; id: string; detail: string }[]> {
  const ids = await allBundleIds(w);
  const bundles = await loadBundles(w, ids);
  return ids.flatMap((id) => {
    const product = bundles.products.get(id);
    if (!product) return [];
    const row = toStored(product, bundles);
    return differs(product, row)
      ? [
          {
            invariant: 'bundle = its parts',
            id,
            detail: `${product.stored.landed ?? 'unknown'} for ${row.landed ?? 'unknown'}`,
          },
        ]
      : [];
  });
}

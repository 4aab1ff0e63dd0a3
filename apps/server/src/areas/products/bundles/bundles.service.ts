import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { Bundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { type BundlePart, MAX_BUNDLE_DEPTH, MAX_BUNDLE_UNITS } from '@quayside/domain/landed-cost/bundles';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError, notFound, type FieldProblem } from '../../../http/errors.ts';
import { shownUnitCost } from './bundles.answers.ts';
import { replaceComponents } from '../rows/bundles.queries.ts';
import { bundlesAbove, loadBundles, type OpenedBundles } from './bundles.views.ts';
import { findProductRefs } from '../rows/product-refs.queries.ts';
import { insertChangelog } from '../rows/changelog.queries.ts';
import type { LoggedPart } from '../rows/changelog.rules.ts';
import { lockProduct, type StoredProduct } from '../rows/product-locks.queries.ts';
import { updateProducts } from '../rows/products.queries.ts';

export type BundleBody = BodyOut<typeof replaceProductBundle>;

/** The parts of a product; an empty list if the product is not a bundle. */
export async function getBundle(w: Work, id: string): Promise<Bundle> {
  const bundles = await loadBundles(w, [id]);
  const product = bundles.products.get(id);
  if (!product) throw notFound();
  const parts = product.parts.map(({ productId, quantity }) => {
    const part = bundles.products.get(productId);
    return {
      productId,
      product: { id: productId, sku: part?.sku ?? '', name: part?.name ?? '' },
      quantity: Number(quantity),
      isBundle: (part?.parts.length ?? 0) > 0,
      landedCostPerUnit: shownUnitCost(w, bundles.costOf(productId)),
    };
  });
  return { parts, landedCostPerUnit: shownUnitCost(w, bundles.costOf(id)), version: product.version };
}

/**
 * Replaces the parts of a bundle. The caller must hold the cost lock and then update the costs of this bundle and of
 * every bundle that contains it. Returns whether anything changed.
 */
export async function replaceParts(w: Work, id: string, { parts: given, version }: BundleBody): Promise<boolean> {
  const before = await lockProduct(w, id);
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw new AppError('conflict_version', { current: await getBundle(w, id) });
  const above = await bundlesAbove(w, [id]);
  await check(w, before, given, above);
  const parts = given.map((part) => ({ productId: part.productId, quantity: BigInt(part.quantity) }));
  const stored = await loadBundles(w, [id]);
  const old = stored.products.get(id)?.parts ?? [];
  if (sameParts(old, parts)) return false;
  if (old.length === 0) await react(w, 'product.becoming-bundle', { productId: id });
  await replaceComponents(w, id, parts);
  const opened = await checkSize(w, id, above);
  await updateProducts(w, [{ id, state: before.state }], new Set());
  const [oldValue, newValue] = [inWords(old, stored), inWords(parts, opened)];
  const [oldData, newData] = [toLogged(old, stored), toLogged(parts, opened)];
  await insertChangelog(w, 'USER', [{ productId: id, field: 'bundle', oldValue, newValue, oldData, newData }]);
  await record(
    w,
    {
      action: 'product.bundle-changed',
      subjectIds: [id],
      details: { changes: [{ field: 'bundle', from: oldValue, to: newValue }] },
    },
    changed('products', [id], before.version + 1),
  );
  return true;
}

const sameParts = (a: readonly BundlePart[], b: readonly BundlePart[]): boolean =>
  a.length === b.length && a.every((part, i) => part.productId === b[i]?.productId && part.quantity === b[i]?.quantity);

/**
 * Checks all parts and reports every problem at once. A bundle that would contain itself has an error code of its own.
 */
async function check(
  w: Work,
  bundle: StoredProduct,
  parts: BundleBody['parts'],
  above: ReadonlyMap<string, number>,
): Promise<void> {
  const known = await findProductRefs(
    w,
    parts.map((part) => part.productId),
  );
  const [wrong, loops]: [FieldProblem[], FieldProblem[]] = [[], []];
  const seen = new Set<string>();
  for (const [i, { productId }] of parts.entries()) {
    const field = `parts.${i}.productId`;
    const product = known.get(productId);
    if (!product) wrong.push({ field, message: say('choose.product') });
    else if (productId === bundle.id) loops.push({ field, message: say('products.bundle_loop') });
    else if (above.has(productId))
      loops.push({ field, message: say('products.bundle_holds', { sku: product.sku, bundle: bundle.state.sku }) });
    else if (seen.has(productId)) wrong.push({ field, message: say('products.in_bundle_twice') });
    seen.add(productId);
  }
  if (wrong.length > 0) throw new AppError('bad_input', { errors: [...wrong, ...loops] });
  if (loops[0]) throw new AppError('products.bundle_loop', { errors: loops, message: loops[0].message });
}

/** Refuses parts that would nest bundles too deeply or make one too large. */
async function checkSize(w: Work, id: string, above: ReadonlyMap<string, number>): Promise<OpenedBundles> {
  const bundles = await loadBundles(w, [id, ...above.keys()]);
  const levels = Math.max(0, ...above.values()) + bundles.depthOf(id);
  if (levels > MAX_BUNDLE_DEPTH) throw fieldError('parts', say('products.bundle_depth', { max: MAX_BUNDLE_DEPTH }));
  for (const bundleId of [id, ...above.keys()]) {
    const units = [...bundles.contentsOf(bundleId).values()].reduce((sum, n) => sum + n, 0n);
    if (units > MAX_BUNDLE_UNITS)
      throw fieldError('parts', say('products.bundle_units', { sku: bundles.products.get(bundleId)?.sku ?? '' }));
  }
  return bundles;
}

/** The parts as data for the changelog. Their SKUs name parts that are deleted later. */
const toLogged = (parts: readonly BundlePart[], { products }: OpenedBundles): LoggedPart[] =>
  parts.map(({ productId, quantity }) => ({
    productId,
    sku: products.get(productId)?.sku ?? productId,
    quantity: Number(quantity),
  }));

/** The parts as text for the changelog, for example "2 × KTL, 1 × LMP"; null if there are none. */
const inWords = (parts: readonly BundlePart[], { products }: OpenedBundles): string | null =>
  parts.map((part) => `${part.quantity} × ${products.get(part.productId)?.sku ?? part.productId}`).join(', ') || null;

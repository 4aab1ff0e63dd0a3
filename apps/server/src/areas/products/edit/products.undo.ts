import type { UndoResult } from '@quayside/contracts/undo';
import type { ChangelogSource } from '@quayside/domain/lists';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { followVersions, insertOperationRows, type OperationRow, readOperationRows } from '../../undo/public.ts';
import { announceHsCodes } from './hs-codes.ts';
import { lockProducts, type StoredProduct } from '../rows/product-locks.queries.ts';
import { problemsOf } from './products.checks.ts';
import { type Move, saveChanges, suppliersChanged } from './products.service.ts';
import {
  changedFields,
  type ProductChanges,
  type Terms,
  type ProductState,
  withChanges,
} from '../rows/products.state.ts';
import { removeProducts, skuHolders, usedProducts } from '../rows/undo.queries.ts';

/** The values that a product had before an operation, only for the fields that the operation changed. */
interface Before {
  readonly sku: string;
  readonly fields: ProductChanges;
  /** The terms of all suppliers of the product, if the operation changed them. */
  readonly terms?: readonly Terms[];
}
/**
 * A product that an undo skips. EDITED: somebody has changed it since. USED: something refers to it. DELETED: the
 * product, or something that it needs, no longer exists.
 */
export interface KeptProduct {
  readonly productId: string;
  readonly sku: string;
  readonly reason: UndoResult['kept'][number]['reason'];
}
interface Restored {
  /** The number of products that were restored. */
  readonly restored: number;
  /** The number of created products that were deleted again. */
  readonly deleted: number;
  readonly kept: readonly KeptProduct[];
}

/**
 * Stores what an operation changed, so that `restoreProducts` can undo it. Must be called in the transaction of the
 * operation with the result of `saveChanges`, and at most once for each product. `made` contains the ids of the
 * products that were created, which all have version 1.
 */
export async function recordOperation(
  w: Work,
  operationId: string,
  moves: readonly Move[],
  made: readonly string[] = [],
): Promise<void> {
  await insertOperationRows(w, operationId, [
    ...made.map((id) => ({ subjectId: id, before: null, versionBefore: 0, versionAfter: 1 })),
    ...moves.map((m) => ({
      subjectId: m.before.id,
      before: beforeOf(m),
      versionBefore: m.before.version,
      versionAfter: m.before.version + 1,
    })),
  ]);
}

const fieldsOf = (from: ProductState, to: ProductState): ProductChanges =>
  Object.fromEntries(changedFields(from, to).map((field) => [field, to[field]]));

function beforeOf({ before, state, terms }: Move): Before {
  const fields = fieldsOf(state, before.state);
  return { sku: before.state.sku, fields, ...((terms || fields.supplierIds) && { terms: before.terms }) };
}

/**
 * Undoes an operation as far as possible. A product that nobody has edited since gets its old values back. A product
 * that the operation created is deleted if nobody has edited it and nothing uses it. All other products are skipped and
 * reported. The changelog rows have the given `source`; open tabs are notified; the caller writes the audit row. The
 * number of statements does not depend on the number of products.
 */
export async function restoreProducts(w: Work, operationId: string, source: ChangelogSource): Promise<Restored> {
  return restoreRows(w, operationId, await readOperationRows<Before>(w, operationId), source);
}

/** Like `restoreProducts`, for some of the rows of an operation. */
export async function restoreRows(
  w: Work,
  operationId: string,
  rows: readonly OperationRow<Before>[],
  source: ChangelogSource,
): Promise<Restored> {
  await announceHsCodes(
    w,
    rows.some(({ before }) => before !== null && 'hsCode' in before.fields),
  );
  const stored = await lockProducts(
    w,
    rows.map((r) => r.subjectId),
  );
  const kept: KeptProduct[] = [];
  const keep = (product: StoredProduct, reason: KeptProduct['reason']) =>
    kept.push({ productId: product.id, sku: product.state.sku, reason });
  const [made, moves]: [StoredProduct[], Move[]] = [[], []];
  for (const { subjectId, before, versionAfter } of rows) {
    const product = stored.get(subjectId);
    // If the operation created the product and it has been deleted since, there is nothing to undo or report.
    if (!product && before) kept.push({ productId: subjectId, sku: before.sku, reason: 'DELETED' });
    if (!product) continue;
    if (product.version !== versionAfter) keep(product, 'EDITED');
    else if (before)
      moves.push({
        before: product,
        state: withChanges(product.state, before.fields),
        ...(before.terms && { terms: before.terms }),
      });
    else made.push(product);
  }
  const refused = await findBlocked(w, moves);
  for (const [product, reason] of refused) keep(product, reason);
  const possible = moves.filter((m) => !refused.has(m.before));
  await saveChanges(w, source, possible);
  await followVersions(
    w,
    operationId,
    possible.map((m) => ({ id: m.before.id, version: m.before.version + 1 })),
  );
  const used = await usedProducts(
    w,
    made.map((p) => p.id),
  );
  for (const product of made) if (used.has(product.id)) keep(product, 'USED');
  const gone = made.filter((p) => !used.has(p.id));
  await removeProducts(
    w,
    gone.map((p) => ({ id: p.id, isVariant: p.state.parentId !== null })),
  );
  await tell(w, possible, gone);
  return { restored: possible.length, deleted: gone.length, kept };
}

/**
 * Finds the products that cannot be restored, because a former supplier or parent was deleted or another product has
 * the SKU. Each skipped product can block others, so the search is repeated until it finds no more.
 */
async function findBlocked(w: Work, moves: readonly Move[]): Promise<Map<StoredProduct, KeptProduct['reason']>> {
  const hindered = new Map<StoredProduct, KeptProduct['reason']>();
  const holders = await skuHolders(
    w,
    moves.flatMap((m) => (m.state.sku === m.before.state.sku ? [] : [{ id: m.before.id, sku: m.state.sku }])),
  );
  for (let found = -1; found < hindered.size; ) {
    found = hindered.size;
    const possible = moves.filter((m) => !hindered.has(m.before));
    const leaving = new Set(possible.flatMap((m) => (m.state.sku === m.before.state.sku ? [] : [m.before.id])));
    const problems = await problemsOf(
      w,
      possible.map((m) => ({
        id: m.before.id,
        before: m.before.state,
        state: m.state,
        changes: fieldsOf(m.before.state, m.state),
      })),
    );
    for (const [i, m] of possible.entries()) {
      const problem = problems[i]?.[0];
      const holder = holders.get(m.before.id);
      if (problem) hindered.set(m.before, problem.code === 'bad_input' ? 'DELETED' : 'USED');
      else if (holder !== undefined && !leaving.has(holder)) hindered.set(m.before, 'USED');
    }
  }
  return hindered;
}

async function tell(w: Work, moves: readonly Move[], gone: readonly StoredProduct[]): Promise<void> {
  const ids = [...moves.map((m) => m.before.id), ...gone.map((p) => p.id)];
  if (ids.length === 0) return;
  const moved = moves.filter((m) => m.before.state.supplierIds.join() !== m.state.supplierIds.join());
  const suppliers = [
    ...moved.flatMap((m) => [...m.before.state.supplierIds, ...m.state.supplierIds]),
    ...gone.flatMap((p) => p.state.supplierIds),
  ];
  await emit(w, changed('products', ids), ...suppliersChanged([...(await suppliersByIds(w, suppliers)).keys()]));
}

/** The first 100 products that the undo skipped, and the number of all skipped products, as the API returns them. */
export const keptAnswer = (kept: readonly KeptProduct[]): Pick<UndoResult, 'kept' | 'keptCount'> => ({
  keptCount: kept.length,
  kept: kept.slice(0, 100).map(({ productId, sku, reason }) => ({ id: productId, label: sku, reason })),
});

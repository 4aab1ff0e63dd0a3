import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import type { FieldProblem } from '../../../http/errors.ts';
import { type ProductChanges, type ProductState, withChanges } from '../rows/products.state.ts';

export type BulkChanges = BodyOut<typeof bulkEditProducts>['changes'];

const MAX_TAGS = 50;
const MAX_SUPPLIERS = 20;

/**
 * Removes items from a list, and then adds others. The remaining items keep their order. Returns undefined if the list
 * does not have to change.
 */
function edited<T>(
  list: readonly T[],
  add: readonly T[] | undefined,
  remove: readonly T[] | undefined,
): T[] | undefined {
  if (!add && !remove) return undefined;
  return [...new Set([...list.filter((x) => !remove?.includes(x)), ...(add ?? [])])];
}

/** Applies a bulk edit to one product, or returns why that is not possible. */
export function applyBulk(
  before: ProductState,
  bulk: BulkChanges,
  now: Date,
): { state: ProductState; error: FieldProblem | undefined } {
  const {
    status,
    addTags,
    removeTags,
    addChannels,
    removeChannels,
    addSupplierIds,
    removeSupplierIds,
    archived,
    ...plain
  } = bulk;
  const changes: ProductChanges = {
    ...plain,
    status: status === 'NO_CHANGE' ? undefined : status,
    tags: edited(before.tags, addTags, removeTags),
    channel: edited(before.channel, addChannels, removeChannels),
    supplierIds: edited(before.supplierIds, addSupplierIds, removeSupplierIds),
    archivedAt: archived === undefined ? undefined : archived ? (before.archivedAt ?? now.toISOString()) : null,
  };
  const state = withChanges(before, changes);
  return { state, error: errorOf(before, state) };
}

function errorOf(before: ProductState, after: ProductState): FieldProblem | undefined {
  if (before.supplierIds.length > 0 && after.supplierIds.length === 0)
    return { field: 'supplier', message: say('field.supplier_required') };
  if (after.supplierIds.length > MAX_SUPPLIERS)
    return { field: 'supplier', message: say('products.max_suppliers', { max: MAX_SUPPLIERS }) };
  if (after.tags.length > MAX_TAGS) return { field: 'tags', message: say('products.max_tags', { max: MAX_TAGS }) };
  return undefined;
}

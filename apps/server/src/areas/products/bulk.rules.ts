import type { BodyOut } from '@quayside/contracts/endpoint';
import type { FieldError } from '@quayside/contracts/errors';
import type { bulkEditProducts } from '@quayside/contracts/product-changes';
import { type ProductChanges, type ProductState, withChanges } from './products.state.ts';

export type BulkChanges = BodyOut<typeof bulkEditProducts>['changes'];

const MAX_TAGS = 50;
const MAX_SUPPLIERS = 20;

/** A list without some and then with others; what is there keeps its place. Undefined where neither is asked. */
function edited<T>(list: readonly T[], add: readonly T[] | undefined, remove: readonly T[] | undefined): T[] | undefined {
  if (!add && !remove) return undefined;
  return [...new Set([...list.filter((x) => !remove?.includes(x)), ...(add ?? [])])];
}

/** What a bulk edit makes of one product, and why it cannot be that. */
export function applyBulk(before: ProductState, bulk: BulkChanges, now: Date): { state: ProductState; error: FieldError | undefined } {
  const { status, addTags, removeTags, addChannels, removeChannels, addSupplierIds, removeSupplierIds, archived, ...plain } = bulk;
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

function errorOf(before: ProductState, after: ProductState): FieldError | undefined {
  if (before.supplierIds.length > 0 && after.supplierIds.length === 0) return { field: 'supplier', message: 'At least one supplier is required' };
  if (after.supplierIds.length > MAX_SUPPLIERS) return { field: 'supplier', message: `At most ${MAX_SUPPLIERS} suppliers` };
  if (after.tags.length > MAX_TAGS) return { field: 'tags', message: `At most ${MAX_TAGS} tags` };
  return undefined;
}

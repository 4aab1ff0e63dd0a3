import { MAX_ITEMS } from '@quayside/contracts/purchasing/purchase-order-header';
import { say } from '@quayside/contracts/texts/catalogue';
import { measuresOf } from '@quayside/domain/purchasing/measures';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError, type FieldProblem } from '../../../http/errors.ts';
import {
  fieldsOfItem,
  findItemsOf,
  insertItems,
  type ItemRow,
  microOf,
  removeItems,
  saveItems,
  saveMeasures,
  saveSums,
} from '../rows/items.queries.ts';
import { amountAt, BLANK_ITEM, type CheckedItem, isSameItem, mergeItem } from '../rows/items.rules.ts';
import { listUsesOfItems } from '../lists/item-uses.views.ts';
import { findKnownPrices } from '../lists/prices.views.ts';
import { findOrderedProducts } from '../lists/products.views.ts';
import { itemChanges, type LoggedItem } from '../rows/purchase-order-log.ts';
import type { OrderRow } from '../rows/purchase-orders.queries.ts';
import type { ItemPatch } from '../purchasing.types.ts';

/** What items are checked against: their purchase order, with the supplier and currency that the change gives it. */
export interface ItemOrder {
  readonly id: string;
  readonly currency: string;
  readonly supplierId: string | null;
}
export const itemOrderOf = (row: OrderRow): ItemOrder => ({
  id: row.id,
  currency: row.currency,
  supplierId: row.supplier_id,
});

/** A change of one item that a request asks for. `path` is where the item is in the request body. */
export interface ItemDraft {
  readonly id: string;
  /** The stored item; undefined for a new one. */
  readonly row: ItemRow | undefined;
  readonly patch: ItemPatch;
  readonly path: string;
  readonly isSnapped?: boolean;
}
/** A change of one item that has been checked and can be written. */
export interface ItemWrite extends ItemDraft {
  readonly item: CheckedItem;
}

/** Checks all items, and returns those that would change. Nothing is written. */
export async function checkItems(w: Work, order: ItemOrder, drafts: readonly ItemDraft[]): Promise<ItemWrite[]> {
  const productIds = drafts.flatMap(({ row, patch }) => patch.productId ?? row?.product_id ?? []);
  const products = await findOrderedProducts(w, productIds);
  const known = await findKnownPrices(
    w,
    { supplierId: order.supplierId, currency: order.currency, exceptOrderId: order.id },
    productIds,
  );
  const errors: FieldProblem[] = [];
  const writes = drafts.map((draft): ItemWrite => {
    const { row, patch, path } = draft;
    const productId = patch.productId === undefined ? (row?.product_id ?? null) : patch.productId;
    const product = products.get(productId ?? '');
    if (patch.productId && !product) errors.push({ field: `${path}productId`, message: say('choose.product') });
    const proposal = known.get(productId ?? '');
    const merged = mergeItem(row ? fieldsOfItem(row) : BLANK_ITEM, patch, {
      currency: order.currency,
      product,
      proposal: proposal && {
        supplierItemNumber: proposal.supplierItemNumber,
        unitPrice: proposal.price?.unitPrice ?? null,
      },
      invoicedMicro: row ? microOf(row.invoiced_quantity) : 0n,
      ...(draft.isSnapped !== undefined && { isSnapped: draft.isSnapped }),
    });
    errors.push(...merged.errors.map((error) => ({ ...error, field: path + error.field })));
    return { ...draft, item: merged.item };
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const changes = writes.filter(({ row, item }) => row === undefined || !isSameItem(fieldsOfItem(row), item));
  await refuseNamed(
    w,
    changes.flatMap(({ row, item }) => (row && row.product_id !== item.productId ? [row.id] : [])),
  );
  return changes;
}

/** Refuses to delete items, or to give them another product, that lines of invoices name. */
async function refuseNamed(w: Work, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  const uses = await listUsesOfItems(w, itemIds);
  if (uses.length > 0) throw new AppError('purchasing.in_use', { uses });
}

const written = (order: ItemOrder, { id, row, item }: ItemWrite) => {
  const left = item.quantityMicro - (row ? microOf(row.invoiced_quantity) : 0n);
  return { id, item, leftMinor: left > 0n ? amountAt(item.unitPrice, left, order.currency) : 0n };
};

/** Writes checked items, the new ones at the end. The caller then brings the sums up to date (`syncSums`). */
export async function storeItems(w: Work, order: ItemOrder, writes: readonly ItemWrite[]): Promise<void> {
  if (writes.length === 0) return;
  const stored = await findItemsOf(w, order.id);
  const fresh = writes.filter(({ row }) => row === undefined);
  if (stored.length + fresh.length > MAX_ITEMS)
    throw fieldError('items', say('purchasing.most_items', { max: MAX_ITEMS }));
  const last = stored.at(-1)?.position ?? 0;
  await insertItems(
    w,
    order.id,
    fresh.map((write, i) => ({ ...written(order, write), position: last + 1 + i })),
  );
  await saveItems(
    w,
    writes.filter(({ row }) => row !== undefined).map((write) => written(order, write)),
  );
}

/** Deletes items that no line of an invoice names. */
export async function deleteItems(w: Work, rows: readonly ItemRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  await refuseNamed(w, ids);
  await removeItems(w, ids);
}

/**
 * Copies the measures of products that have changed since, and sums the items into their purchase order. Where none
 * have changed and `isOther` says that neither has an item, the sums stay. Returns whether they were written.
 */
export async function syncSums(w: Work, orderId: string, isOther = true): Promise<boolean> {
  const hasNewMeasures = await refreshMeasures(w, orderId);
  if (!isOther && !hasNewMeasures) return false;
  await saveSums(w, [orderId]);
  return true;
}

/** Brings the measures of items up to date with their products. Returns whether any was different. */
async function refreshMeasures(w: Work, orderId: string): Promise<boolean> {
  const rows = await findItemsOf(w, orderId);
  const products = await findOrderedProducts(
    w,
    rows.flatMap((row) => row.product_id ?? []),
  );
  const stale = rows.flatMap((row) => {
    const product = products.get(row.product_id ?? '');
    if (!product) return [];
    const item = fieldsOfItem(row);
    const measures = measuresOf(product, item.quantityMicro);
    return isMeasured(row, measures) ? [] : [{ ...item, ...measures, id: row.id, amountMinor: row.amount_minor }];
  });
  await saveMeasures(w, stale);
  return stale.length > 0;
}

const isMeasured = (row: ItemRow, measures: ReturnType<typeof measuresOf>): boolean => {
  const same = (stored: string | bigint | null, now: bigint | null) =>
    stored === null || now === null ? stored === now : BigInt(stored) === now;
  return (
    row.case_units === measures.caseUnits &&
    same(row.case_weight_ug, measures.caseWeightUg) &&
    same(row.cartons, measures.cartons) &&
    same(row.volume_mm3, measures.volumeMm3) &&
    same(row.weight_ug, measures.weightUg)
  );
};

/** The changes of an item that was written, for the audit log. */
export const writtenItem = ({ id, row, item }: ItemWrite, currency: string): LoggedItem => ({
  id,
  changes: itemChanges(row && { ...fieldsOfItem(row), amountMinor: row.amount_minor }, item, currency),
});

import { wordsOf } from '@quayside/contracts/texts/words';
import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { BulkEdit, bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import { isCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../../db/tx.ts';
import { type AuditEntry, changesBetween, ref } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError, type FieldProblem } from '../../../http/errors.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import type { Undoer } from '../../area.ts';
import { createOperation } from '../../undo/public.ts';
import { applyBulk, type BulkChanges } from './bulk.rules.ts';
import { announceHsCodes } from '../edit/hs-codes.ts';
import { productsAudit } from '../products.audit.ts';
import { lockProducts } from '../rows/product-locks.queries.ts';
import { type Move, changedFieldsOf, saveChanges, suppliersChanged, toChangeRows } from '../edit/products.service.ts';
import { recordOperation, keptAnswer, restoreProducts } from '../edit/products.undo.ts';
import { findMatchingIds } from '../lists/products.views.ts';

type Body = BodyOut<typeof bulkEditProducts>;

export const BULK_OPERATION = 'products.bulk';
const MAX_PRODUCTS = 10_000;
const SHOWN_ROWS = 50;
const SHOWN_ERRORS = 100;

/**
 * Applies the same changes to many products, and reports the products to which a change cannot be applied. A dry run
 * stores nothing and only reports what would change.
 */
export async function bulkEdit(w: Work, { selection, changes }: Body, isDryRun: boolean): Promise<BulkEdit> {
  await check(w, changes);
  const ids = await idsOf(w, selection);
  await announceHsCodes(w, !isDryRun && changes.hsCode !== undefined);
  const stored = await lockProducts(w, ids, isDryRun ? 'peek' : undefined);
  const errors: BulkEdit['errors'] = ids.flatMap((id) =>
    stored.has(id) ? [] : [{ id, sku: '', field: 'id', message: wordsOf(say('products.unknown'), w.scope.language) }],
  );
  const moves: Move[] = [];
  for (const before of [...stored.values()].sort((a, b) => (a.state.sku < b.state.sku ? -1 : 1))) {
    const { state, error } = applyBulk(before.state, changes, w.now);
    if (error)
      errors.push({
        id: before.id,
        sku: before.state.sku,
        field: error.field,
        message: wordsOf(error.message, w.scope.language),
      });
    else if (changedFieldsOf({ before, state }).length > 0) moves.push({ before, state });
  }
  const shown = moves.slice(0, SHOWN_ROWS);
  const rows = await toChangeRows(w, shown);
  return {
    operationId: isDryRun || moves.length === 0 ? null : await store(w, moves, changes),
    counts: {
      selected: ids.length,
      change: moves.length,
      same: ids.length - moves.length - errors.length,
      fail: errors.length,
    },
    rows: shown.map(({ before }) => ({
      id: before.id,
      sku: before.state.sku,
      name: before.state.name,
      changes: rows
        .filter((r) => r.productId === before.id)
        .map((r) => ({ field: r.field, before: r.oldValue, after: r.newValue })),
    })),
    errors: errors.slice(0, SHOWN_ERRORS),
  };
}

async function store(w: Work, moves: readonly Move[], changes: BulkChanges): Promise<string> {
  const saved = await saveChanges(w, 'USER', moves);
  return recordChanges(w, saved, (subjectIds, operationId) => ({
    action: 'product.bulk-changed',
    subjectIds,
    details: { changes: loggedOf(changes), trace: { operationId } },
  }));
}

/**
 * Stores the data that accompany a saved change of many products: the data for undo, the audit row and the events for
 * open tabs. Returns the id of the operation, which an undo needs.
 */
export async function recordChanges(
  w: Work,
  saved: readonly Move[],
  entryOf: (subjectIds: readonly string[], operationId: string) => AuditEntry,
): Promise<string> {
  const ids = saved.map((m) => m.before.id);
  const operationId = await createOperation(w, BULK_OPERATION, { products: ids.length });
  await recordOperation(w, operationId, saved);
  const moved = saved.filter((m) => m.before.state.supplierIds.join() !== m.state.supplierIds.join());
  const family = saved.flatMap((m) =>
    m.before.state.parentId === m.state.parentId ? [] : [m.before.state.parentId ?? [], m.state.parentId ?? []].flat(),
  );
  await record(
    w,
    entryOf(ids, operationId),
    changed('products', [...new Set([...ids, ...family])]),
    ...suppliersChanged(moved.flatMap((m) => [...m.before.state.supplierIds, ...m.state.supplierIds])),
  );
  return operationId;
}

/** The values of a bulk edit for the audit log. Fields that the edit leaves unchanged are omitted. */
const loggedOf = ({ status, addSupplierIds, removeSupplierIds, ...plain }: BulkChanges) => {
  const values = {
    status: status === 'NO_CHANGE' ? undefined : status,
    ...plain,
    addSupplierIds: addSupplierIds?.map(ref),
    removeSupplierIds: removeSupplierIds?.map(ref),
  };
  return changesBetween(
    productsAudit['product.bulk-changed'].changes,
    () => null,
    (field) => values[field],
  );
};

/** Undoes a bulk edit, a paste or a fill-down. Products that somebody has changed since are not changed back. */
export const undoBulk: Undoer = async (w, _payload, operationId) => {
  const { restored, kept } = await restoreProducts(w, operationId, 'USER');
  await record(w, {
    action: 'product.bulk-undone',
    subjectIds: kept.map((k) => k.productId),
    details: { facts: { restored, kept: kept.length }, trace: { operationId } },
  });
  return { restored, ...keptAnswer(kept) };
};

/**
 * The ids of the selected products. Archived products are included only if the selection names them or asks for them.
 */
async function idsOf(w: Work, selection: Body['selection']): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  const ids = await findMatchingIds(w, selection, MAX_PRODUCTS + 1);
  if (ids.length > MAX_PRODUCTS) throw fieldError('selection', say('products.too_many'));
  return ids;
}

/** Throws if a change is invalid for every product. */
async function check(w: Work, changes: BulkChanges): Promise<void> {
  const errors: FieldProblem[] = [];
  if (typeof changes.countryOfOrigin === 'string' && !isCountry(changes.countryOfOrigin))
    errors.push({ field: 'changes.countryOfOrigin', message: say('choose.country') });
  const added = changes.addSupplierIds ?? [];
  const known = await suppliersByIds(w, added);
  for (const [i, id] of added.entries())
    if (!known.has(id)) errors.push({ field: `changes.addSupplierIds.${i}`, message: say('choose.supplier') });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

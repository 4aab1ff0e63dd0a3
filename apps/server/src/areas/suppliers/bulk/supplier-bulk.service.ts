import type { BodyOut } from '@quayside/contracts/endpoint';
import type { bulkEditSuppliers, SupplierBulkEdit } from '@quayside/contracts/suppliers/supplier-bulk-edits';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { fieldError } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { createOperation } from '../../undo/public.ts';
import { restoreSuppliers, storeSuppliers, type SupplierMove } from './supplier-changes.service.ts';
import { changesInWords, timesAfter } from '../import/supplier-imports.rows.ts';
import { lockStates } from '../rows/supplier-states.queries.ts';
import { checkCodes } from '../edit/suppliers.service.ts';
import { changedFields, type SupplierState, withChanges } from '../rows/suppliers.state.ts';
import { findMatchingIds } from '../lists/suppliers.views.ts';

type Body = BodyOut<typeof bulkEditSuppliers>;

export const SUPPLIER_BULK_OPERATION = 'suppliers.bulk';
const MAX_SUPPLIERS = 10_000;
const SHOWN_ROWS = 50;
const SHOWN_ERRORS = 100;
const NAMED = 100;

/** Makes the same changes to many suppliers. A dry run stores nothing and only reports what would change. */
export async function bulkEditSupplierRows(
  w: Work,
  { selection, changes }: Body,
  isDryRun: boolean,
): Promise<SupplierBulkEdit> {
  checkCodes(changes, 'changes.');
  const ids = await idsOf(w, selection);
  const stored = await lockStates(w, ids, isDryRun ? 'peek' : undefined);
  const unknown = ids.filter((id) => !stored.has(id));
  const moves = [...stored.values()]
    .toSorted((a, b) => a.state.companyName.localeCompare(b.state.companyName, 'en') || (a.id < b.id ? -1 : 1))
    .map((before): SupplierMove => ({ before, state: stateAfter(before.state, changes, w.now) }))
    .filter(({ before, state }) => changedFields(before.state, state).length > 0);
  return {
    operationId: isDryRun || moves.length === 0 ? null : await store(w, moves),
    counts: {
      selected: ids.length,
      change: moves.length,
      same: stored.size - moves.length,
      fail: unknown.length,
    },
    rows: moves.slice(0, SHOWN_ROWS).map(({ before, state }) => ({
      id: before.id,
      companyName: before.state.companyName,
      changes: changesInWords(before.state, state).map(([field, from, to]) => ({ field, before: from, after: to })),
    })),
    errors: unknown.slice(0, SHOWN_ERRORS).map((id) => ({
      id,
      companyName: '',
      field: 'id',
      message: wordsOf(say('suppliers.unknown'), w.scope.language),
    })),
  };
}

function stateAfter(
  state: SupplierState,
  { leadTimes, archived, ...plain }: Body['changes'],
  now: Date,
): SupplierState {
  return withChanges(state, {
    ...plain,
    leadTimes: leadTimes && timesAfter(state.leadTimes, leadTimes.map(withoutAbsent)),
    archivedAt: archived === undefined ? undefined : archived ? (state.archivedAt ?? now.toISOString()) : null,
  });
}
type GivenTime = NonNullable<Body['changes']['leadTimes']>[number];
/** Days that a request leaves out stay as they are. */
const withoutAbsent = (time: GivenTime) =>
  Object.fromEntries(Object.entries(time).filter(([, days]) => days !== undefined)) as Parameters<
    typeof timesAfter
  >[1][number];

async function store(w: Work, moves: readonly SupplierMove[]): Promise<string> {
  const operationId = await createOperation(w, SUPPLIER_BULK_OPERATION, { suppliers: moves.length });
  await storeSuppliers(w, operationId, moves);
  await record(w, {
    action: 'supplier.bulk-changed',
    subjectIds: moves.map(({ before }) => before.id),
    details: { facts: { update: moves.length }, trace: { operationId } },
  });
  return operationId;
}

/** Undoes a bulk edit. Suppliers that somebody has changed since are not changed back. */
export const undoSupplierBulk: Undoer = async (w, _payload, operationId) => {
  const { restored, kept } = await restoreSuppliers(w, operationId);
  await record(w, {
    action: 'supplier.bulk-undone',
    subjectIds: kept.map((k) => k.supplierId),
    details: { facts: { restored, kept: kept.length }, trace: { operationId } },
  });
  return {
    restored,
    keptCount: kept.length,
    kept: kept.slice(0, NAMED).map(({ supplierId, companyName, reason }) => ({
      id: supplierId,
      label: companyName,
      reason,
    })),
  };
};

/**
 * The ids of the selected suppliers. Archived suppliers are included only if the selection names them or asks for them.
 */
async function idsOf(w: Work, selection: Body['selection']): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  const ids = await findMatchingIds(w, selection, MAX_SUPPLIERS + 1);
  if (ids.length > MAX_SUPPLIERS) throw fieldError('selection', say('suppliers.too_many', { max: MAX_SUPPLIERS }));
  return ids;
}

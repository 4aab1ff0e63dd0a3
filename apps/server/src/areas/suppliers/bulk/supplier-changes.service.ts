import type { UndoResult } from '@quayside/contracts/undo';
import type { Work } from '../../../db/tx.ts';
import { type AuditEntry, type AuditValue, changesBetween } from '../../../events/audit-actions.ts';
import type { DomainEvent } from '../../../events/catalog.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { followVersions, insertOperationRows, readOperationRows } from '../../undo/public.ts';
import { insertStates, lockStates, removeStates, saveStates, usedSuppliers } from '../rows/supplier-states.queries.ts';
import { suppliersAudit } from '../suppliers.audit.ts';
import {
  changedFields,
  type StoredSupplier,
  type SupplierChanges,
  type SupplierState,
  withChanges,
  isStateField,
} from '../rows/suppliers.state.ts';

// Changes many suppliers in one operation, and undoes it: an import or a bulk edit.

/** A change of one stored supplier. */
export interface SupplierMove {
  readonly before: StoredSupplier;
  readonly state: SupplierState;
}
/** A supplier that an operation creates. */
interface NewSupplier {
  readonly id: string;
  readonly state: SupplierState;
}

/**
 * Stores what an operation does to suppliers, with an audit row for each, the data with which it can be undone, and the
 * events for open tabs.
 */
export async function storeSuppliers(
  w: Work,
  operationId: string,
  moves: readonly SupplierMove[],
  made: readonly NewSupplier[] = [],
): Promise<void> {
  await insertStates(w, made);
  await saveStates(w, statesAfter(moves));
  await insertOperationRows(w, operationId, [
    ...made.map(({ id }) => ({ subjectId: id, before: null, versionBefore: 0, versionAfter: 1 })),
    ...moves.map(({ before, state }) => ({
      subjectId: before.id,
      before: { companyName: before.state.companyName, fields: fieldsOf(state, before.state) } satisfies Before,
      versionBefore: before.version,
      versionAfter: before.version + 1,
    })),
  ]);
  await recordEach(w, [...made.map(creationEntry), ...moves.map(changeEntry)], ...eventsOf(moves, made));
}

/** The values that a supplier had before an operation, only for the fields that the operation changed. */
interface Before {
  readonly companyName: string;
  readonly fields: SupplierChanges;
}
const fieldsOf = (from: SupplierState, to: SupplierState): SupplierChanges =>
  Object.fromEntries(changedFields(from, to).map((field) => [field, to[field]]));
const statesAfter = (moves: readonly SupplierMove[]) => moves.map(({ before, state }) => ({ id: before.id, state }));

const eventsOf = (moves: readonly SupplierMove[], others: readonly { readonly id: string }[]): DomainEvent[] => {
  const ids = [...others.map(({ id }) => id), ...moves.map(({ before }) => before.id)];
  if (ids.length === 0) return [];
  // Product lists show the names of suppliers, so a new name changes the products too.
  const isRenamed = moves.some(({ before, state }) =>
    changedFields(before.state, state).some((field) => field === 'companyName' || field === 'localName'),
  );
  return [changed('suppliers', ids), ...(isRenamed ? [changed('products', [])] : [])];
};

const creationEntry = ({ id, state }: NewSupplier): AuditEntry => ({
  action: 'supplier.created',
  subjectIds: [id],
  details: {
    name: state.companyName,
    changes: [{ field: 'companyName', from: null, to: state.companyName }],
  },
});

// Bulk edits and imports write no tolerances.
const CHANGED_FIELDS = suppliersAudit['supplier.changed'].changes.filter(isStateField);
function changeEntry({ before, state }: SupplierMove): AuditEntry {
  const value = (of: SupplierState) => (field: (typeof CHANGED_FIELDS)[number]) => loggedValue(of[field]);
  const changes = changesBetween(CHANGED_FIELDS, value(before.state), value(state));
  const isArchiving = changes.length === 1 && changes[0]?.field === 'archivedAt';
  const action = !isArchiving ? 'changed' : state.archivedAt === null ? 'brought-back' : 'archived';
  return { action: `supplier.${action}`, subjectIds: [before.id], details: { changes } };
}
/** The log shows an empty list as an empty value. */
const loggedValue = (value: SupplierState[keyof SupplierState]): AuditValue =>
  typeof value === 'object' && value !== null ? value.map((item) => ({ ...item })) : value;

/** A supplier that an undo skips. */
interface KeptSupplier {
  readonly supplierId: string;
  readonly companyName: string;
  readonly reason: UndoResult['kept'][number]['reason'];
}
interface Restored {
  readonly restored: number;
  /** The number of created suppliers that were deleted again. */
  readonly deleted: number;
  readonly kept: readonly KeptSupplier[];
}

/**
 * Undoes an operation as far as possible. A supplier that nobody has edited since gets its old values back. A supplier
 * that the operation created is deleted if nobody has edited it and nothing uses it. All others are skipped and
 * reported.
 */
export async function restoreSuppliers(w: Work, operationId: string): Promise<Restored> {
  const rows = await readOperationRows<Before>(w, operationId);
  const stored = await lockStates(
    w,
    rows.map((r) => r.subjectId),
  );
  const kept: KeptSupplier[] = [];
  const [made, moves]: [StoredSupplier[], SupplierMove[]] = [[], []];
  for (const { subjectId, before, versionAfter } of rows) {
    const supplier = stored.get(subjectId);
    // If the operation created the supplier and it has been deleted since, there is nothing to undo or report.
    if (!supplier && before) kept.push({ supplierId: subjectId, companyName: before.companyName, reason: 'DELETED' });
    if (!supplier) continue;
    if (supplier.version !== versionAfter) kept.push(keep(supplier, 'EDITED'));
    else if (before) moves.push({ before: supplier, state: withChanges(supplier.state, before.fields) });
    else made.push(supplier);
  }
  await saveStates(w, statesAfter(moves));
  await followVersions(
    w,
    operationId,
    moves.map(({ before }) => ({ id: before.id, version: before.version + 1 })),
  );
  const used = await usedSuppliers(
    w,
    made.map((s) => s.id),
  );
  kept.push(...made.filter((s) => used.has(s.id)).map((s) => keep(s, 'USED')));
  const gone = made.filter((s) => !used.has(s.id));
  await removeStates(
    w,
    gone.map((s) => s.id),
  );
  await recordEach(w, [...moves.map(changeEntry), ...gone.map(removalEntry)], ...eventsOf(moves, gone));
  return { restored: moves.length, deleted: gone.length, kept };
}

const keep = ({ id, state }: StoredSupplier, reason: KeptSupplier['reason']): KeptSupplier => ({
  supplierId: id,
  companyName: state.companyName,
  reason,
});

const removalEntry = ({ id, state }: StoredSupplier): AuditEntry => ({
  action: 'supplier.deleted',
  subjectIds: [id],
  details: { name: state.companyName, changes: [{ field: 'companyName', from: state.companyName, to: null }] },
});

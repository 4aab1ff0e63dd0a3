import { checkChangeable, checkPacking } from '@quayside/domain/shipments/pack-lists';
import type { Work } from '../../../db/tx.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { resyncShipments } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { createOperation, insertOperationRows, type OperationRow, readOperationRows } from '../../undo/public.ts';
import { deleteUnusedTypes } from '../rows/carton-types.queries.ts';
import { type CartonRecord, insertCartons, readCartonRecords, saveCartons } from '../rows/cartons.queries.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { restorePlans, versionsOfPackLists } from '../rows/pack-lists.queries.ts';
import { writePackLists } from './pack-list-writes.service.ts';
import { unitsOfOrders } from '../rows/sync.queries.ts';
import { syncPlans } from '../sync/sync.service.ts';

/** The kind of every operation that writes pack lists: packing, removing, and moving to plans and out of them. */
export const PACKING_OPERATION = 'shipments.packing';

/** Pack lists and their carton rows before an operation. */
interface PackingBefore {
  readonly packLists: readonly PackListRow[];
  readonly cartons: readonly CartonRecord[];
}
/** What is stored of a pack list before the operation. */
interface KeptPackList {
  readonly units: string;
  readonly readyOn: string | null;
  readonly cartonId: string | null;
  readonly planId: string | null;
}
/** A carton row before the operation (null: the operation made it), and its version after it (null: it is gone). */
interface KeptCarton {
  readonly id: string;
  readonly before: CartonRecord | null;
  readonly versionAfter: number | null;
}
interface Payload {
  readonly cartons: readonly KeptCarton[];
  /** The carton types that the operation made. */
  readonly cartonTypeIds: readonly string[];
}
/** What an operation made. */
interface Made {
  readonly packListIds?: readonly string[];
  readonly cartonIds?: readonly string[];
  readonly cartonTypeIds?: readonly string[];
  /** Whether a packing list was read, which can be undone for longer. */
  readonly isImport?: boolean;
}

/** Reads what an operation needs to be undone. Call it before the operation, with all pack lists that it will write. */
export async function readPacking(w: Work, packLists: readonly PackListRow[]): Promise<PackingBefore> {
  const cartonIds = packLists.flatMap(({ cartonId }) => cartonId ?? []);
  return { packLists, cartons: await readCartonRecords(w, cartonIds) };
}

/** Stores how an operation is undone, after it. Returns the id for the undo call. */
export async function storePackingUndo(w: Work, before: PackingBefore, made: Made = {}): Promise<string> {
  const packListIds = [...before.packLists.map(({ id }) => id), ...(made.packListIds ?? [])];
  const versions = await versionsOfPackLists(w, packListIds);
  const cartonsBefore = new Map(before.cartons.map((carton) => [carton.id, carton]));
  const cartonIds = [...new Set([...cartonsBefore.keys(), ...(made.cartonIds ?? [])])];
  const after = new Map((await readCartonRecords(w, cartonIds)).map(({ id, version }) => [id, version]));
  const payload: Payload = {
    cartons: cartonIds.map((id) => ({
      id,
      before: cartonsBefore.get(id) ?? null,
      versionAfter: after.get(id) ?? null,
    })),
    cartonTypeIds: made.cartonTypeIds ?? [],
  };
  const operationId = await createOperation(w, PACKING_OPERATION, payload, made.isImport ? 'IMPORT' : 'SLIP');
  const kept = new Map(before.packLists.map((row) => [row.id, row]));
  await insertOperationRows(
    w,
    operationId,
    packListIds.map((id) => operationRow(id, kept.get(id), versions.get(id) ?? 0)),
  );
  return operationId;
}

function operationRow(id: string, row: PackListRow | undefined, versionAfter: number): OperationRow<KeptPackList> {
  if (!row) return { subjectId: id, before: null, versionBefore: 0, versionAfter };
  const { units, readyOn, cartonId, planId, version } = row;
  return {
    subjectId: id,
    before: { units: String(units), readyOn, cartonId, planId },
    versionBefore: version,
    versionAfter,
  };
}

/**
 * Gives pack lists, their carton rows and plans back as they were before an operation. Refused when one of them was
 * changed since, when a plan has left, or when the units were packed otherwise.
 */
export const undoPacking: Undoer = async (w, payload, operationId) => {
  await lockCosts(w);
  const { cartons, cartonTypeIds } = payload as Payload;
  const rows = await readOperationRows<KeptPackList>(w, operationId);
  const ids = rows.map(({ subjectId }) => subjectId);
  const now = await readPackLists(w, 'id', ids);
  await refuseChanged(w, rows, cartons);
  if (now.some((row) => !checkChangeable(row).ok)) throw new AppError('undo.too_late');
  const planIds = [...new Set(rows.flatMap(({ before }) => before?.planId ?? []))];
  if ((await restorePlans(w, planIds)).size < planIds.length) throw new AppError('undo.too_late');
  await insertCartons(
    w,
    cartons.flatMap(({ before, versionAfter }) => (before && versionAfter === null ? [before] : [])),
  );
  const restored = await restoreCartons(w, cartons);
  const current = new Map(now.map((row) => [row.id, row]));
  await writePackLists(
    w,
    rows.map(({ subjectId: id, before }) => {
      if (before) return { ...before, id, units: BigInt(before.units) };
      const { units = 1n, readyOn = null } = current.get(id) ?? {};
      return { id, units, readyOn, cartonId: null, planId: null, isRemoved: true };
    }),
  );
  if (restored.length > 0) await announceCartons(w, restored);
  await deleteUnusedTypes(w, cartonTypeIds);
  const orderIds = [...new Set([...now, ...(await readPackLists(w, 'id', ids))].map(({ orderId }) => orderId))];
  await refuseTooMany(w, orderIds);
  await record(w, {
    action: 'order.packing-undone',
    subjectIds: orderIds,
    details: { facts: { packLists: rows.length } },
  });
  return { restored: rows.length, keptCount: 0, kept: [] };
};

/** Brings up to date what depends on the measures of carton rows. */
async function announceCartons(w: Work, cartons: readonly CartonRecord[]): Promise<void> {
  const ids = cartons.map(({ id }) => id);
  const orderIds = (await readPackLists(w, 'carton_id', ids)).map(({ orderId }) => orderId);
  await syncPlans(
    w,
    cartons.flatMap(({ planId }) => planId ?? []),
  );
  await resyncShipments(w, { cartonIds: ids });
  await emit(w, changed('cartons', ids), changed('orders', [...new Set(orderIds)]));
}

/** Gives carton rows that the operation changed their measures and marks back. Returns these rows. */
async function restoreCartons(w: Work, cartons: readonly KeptCarton[]): Promise<CartonRecord[]> {
  const kept = cartons.flatMap(({ before, versionAfter }) => (before && versionAfter !== null ? [before] : []));
  const now = await readCartonRecords(
    w,
    kept.map(({ id }) => id),
  );
  const typed = ({ cartonTypeId, count, measuredWeight, weightUnit, measuredUg, marks }: CartonRecord) =>
    JSON.stringify([cartonTypeId, count, measuredWeight, weightUnit, measuredUg, marks]);
  const stored = new Map(now.map((row) => [row.id, typed(row)]));
  const changedRows = kept.filter((row) => stored.get(row.id) !== typed(row));
  await saveCartons(w, changedRows);
  return changedRows;
}

/** Refuses when somebody has changed a pack list or a carton row since. */
async function refuseChanged(
  w: Work,
  rows: readonly OperationRow<KeptPackList>[],
  cartons: readonly KeptCarton[],
): Promise<void> {
  const versions = await versionsOfPackLists(
    w,
    rows.map(({ subjectId }) => subjectId),
  );
  const cartonIds = cartons.map(({ id }) => id);
  const stored = new Map((await readCartonRecords(w, cartonIds)).map(({ id, version }) => [id, version]));
  const isSame =
    rows.every(({ subjectId, versionAfter }) => versions.get(subjectId) === versionAfter) &&
    cartons.every(({ id, versionAfter }) => (stored.get(id) ?? null) === versionAfter);
  if (!isSame) throw new AppError('undo.too_late');
}

/** Refuses when the units that come back were packed otherwise, or credited, in the meantime. */
async function refuseTooMany(w: Work, orderIds: readonly string[]): Promise<void> {
  const units = await unitsOfOrders(w, orderIds);
  const packLists = Map.groupBy(await readPackLists(w, 'order_id', orderIds), ({ orderId }) => orderId);
  for (const [orderId, rows] of packLists) {
    const held = rows.reduce((sum, row) => sum + row.lotUnits, 0n);
    if (!checkPacking({ units: units.get(orderId) ?? 0n, packedInOthers: 0n }, held).ok)
      throw new AppError('undo.too_late');
  }
}

import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { say } from '@quayside/contracts/texts/catalogue';
import { divideOverCartons } from '@quayside/domain/shipments/cartons';
import { numberText } from '@quayside/domain/shipments/numbers';
import { checkPacking } from '@quayside/domain/shipments/pack-lists';
import { checkOpen } from '@quayside/domain/shipments/plans';
import type { Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { required, requiredOf } from '../../../http/field-result.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { type PackListRow, readCartonsOfLeaves, readPackLists } from '../rows/leaves.views.ts';
import { requireOrder } from '../orders/orders.service.ts';
import { packListAnswers } from './pack-lists.answers.ts';
import { findPlanOfPackLists } from '../rows/pack-lists.queries.ts';
import { addPackLists, requireChangeable, writePackLists } from './pack-list-writes.service.ts';
import { readPacking, storePackingUndo } from './packing-undo.service.ts';
import type { BodyOf } from '../shipments.types.ts';

/** A pack list as the audit log shows it: PL-0012: 600. */
export const loggedPackList = ({ number, units }: Pick<PackListRow, 'number' | 'units'>): string =>
  `${numberText('PACK_LIST', number)}: ${units}`;

/** Packs a part of an order. */
export async function createPackList(w: Work, orderId: string, body: BodyOf<'createPackList'>): Promise<PackList> {
  await lockCosts(w);
  const order = await requireOrder(w, orderId);
  const units = required(checkPacking({ units: order.units, packedInOthers: order.held }, BigInt(body.quantity)));
  const { estimatedReadyDate: readyOn = null, shipmentPlanId: planId = null } = body;
  const plan = planId === null ? null : await requireOpenPlan(w, planId);
  const id = w.newId();
  const number = await reserveNumbers(w, 'pack_list', 1);
  await addPackLists(w, [{ id, number, orderId, units, readyOn, cartonId: null, planId }]);
  await record(w, {
    action: 'order.packed',
    subjectIds: [orderId],
    ...historyOfPlan([planId]),
    details: {
      changes: [
        { field: 'packList', from: null, to: loggedPackList({ number, units }) },
        ...(readyOn === null ? [] : [{ field: 'readyOn' as const, from: null, to: readyOn }]),
        ...(plan === null ? [] : [{ field: 'plan' as const, from: null, to: plan }]),
      ],
    },
  });
  return getPackList(w, id);
}

/** The number of a plan that is OPEN. */
async function requireOpenPlan(w: Work, id: string): Promise<string> {
  const plan = await findPlanOfPackLists(w, id);
  if (!plan) throw new AppError('shipments.unknown_plan');
  requiredOf(checkOpen(plan.status));
  return numberText('SHIPMENT_PLAN', plan.number);
}

/** The plan in whose history a change of these pack lists is shown, too: the one that all of them are in. */
export function historyOfPlan(planIds: readonly (string | null)[]): { historyOf?: string } {
  const [planId = null, ...others] = [...new Set(planIds)];
  return planId === null || others.length > 0 ? {} : { historyOf: planId };
}

async function getPackList(w: Work, id: string): Promise<PackList> {
  const [answer] = await packListAnswers(w, await readPackLists(w, 'id', [id]));
  if (!answer) throw new AppError('shipments.unknown_pack_list');
  return answer;
}

/** A pack list of this order that may be changed. */
async function requirePackList(w: Work, orderId: string, id: string): Promise<PackListRow> {
  await requireOrder(w, orderId);
  const [row] = await readPackLists(w, 'id', [id]);
  if (row?.orderId !== orderId) throw new AppError('shipments.unknown_pack_list');
  return row;
}

/** Changes the units or the ready day of a pack list. */
export async function patchPackList(
  w: Work,
  orderId: string,
  id: string,
  body: BodyOf<'patchPackList'>,
): Promise<PackList> {
  await lockCosts(w);
  const row = await requirePackList(w, orderId, id);
  if (body.version !== undefined && body.version !== row.version)
    throw new AppError('conflict_version', { current: await getPackList(w, id) });
  requireChangeable([row]);
  const units = body.quantity === undefined ? row.units : await checkUnits(w, row, BigInt(body.quantity));
  const readyOn = body.estimatedReadyDate === undefined ? row.readyOn : body.estimatedReadyDate;
  if (units === row.units && readyOn === row.readyOn) return getPackList(w, id);
  await writePackLists(w, [{ ...row, units, readyOn }]);
  const changes = [
    ...(units === row.units
      ? []
      : [{ field: 'packList' as const, from: loggedPackList(row), to: loggedPackList({ ...row, units }) }]),
    ...(readyOn === row.readyOn ? [] : [{ field: 'readyOn' as const, from: row.readyOn, to: readyOn }]),
  ];
  await record(w, {
    action: 'order.pack-list-changed',
    subjectIds: [orderId],
    ...historyOfPlan([row.planId]),
    details: { changes },
  });
  return getPackList(w, id);
}

/** Checks units against what is left of the order, and against the cartons that hold them. */
async function checkUnits(w: Work, row: PackListRow, units: bigint): Promise<bigint> {
  const { held } = await requireOrder(w, row.orderId);
  required(checkPacking({ units: row.orderUnits, packedInOthers: held - row.lotUnits }, units));
  const carton = (await readCartonsOfLeaves(w, row.cartonId === null ? [] : [row.cartonId])).get(row.cartonId ?? '');
  if (carton) required(divideOverCartons(BigInt(carton.count), [units]), { 'packLists.0.quantity': 'quantity' });
  return units;
}

interface Removed {
  readonly operationId: string;
  readonly removed: number;
}

/** Removes a pack list; its units are unpacked again. */
export async function deletePackList(
  w: Work,
  orderId: string,
  id: string,
  version: number | undefined,
): Promise<Removed> {
  await lockCosts(w);
  const row = await requirePackList(w, orderId, id);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getPackList(w, id) });
  return removeAll(w, orderId, [row]);
}

/** Removes several pack lists of an order, all or none. */
export async function deletePackLists(w: Work, orderId: string, ids: readonly string[]): Promise<Removed> {
  await lockCosts(w);
  await requireOrder(w, orderId);
  const rows = (await readPackLists(w, 'id', ids)).filter((row) => row.orderId === orderId);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownAt(unknown);
  return removeAll(w, orderId, rows);
}

/** The refusal of an id in a list that is no pack list of the account. */
export const unknownAt = (index: number): AppError =>
  new AppError('shipments.unknown_pack_list', {
    errors: [{ field: `packListIds.${index}`, message: say('shipments.unknown_pack_list') }],
  });

async function removeAll(w: Work, orderId: string, rows: readonly PackListRow[]): Promise<Removed> {
  requireChangeable(rows);
  const before = await readPacking(w, rows);
  await writePackLists(
    w,
    rows.map((row) => ({ ...row, isRemoved: true })),
  );
  const operationId = await storePackingUndo(w, before);
  await record(w, {
    action: 'order.unpacked',
    subjectIds: [orderId],
    ...historyOfPlan(rows.map(({ planId }) => planId)),
    details: { changes: [{ field: 'packLists', from: rows.map(loggedPackList), to: null }] },
  });
  return { operationId, removed: rows.length };
}

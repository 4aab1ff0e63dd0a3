import { say } from '@quayside/contracts/texts/catalogue';
import { numberText } from '@quayside/domain/shipments/numbers';
import { checkOpen } from '@quayside/domain/shipments/plans';
import type { Work } from '../../../db/tx.ts';
import type { AuditEntry } from '../../../events/audit-actions.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { requiredOf } from '../../../http/field-result.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { rowsThatMove, setPlan } from '../packing/pack-list-writes.service.ts';
import { readPacking, storePackingUndo } from '../packing/packing-undo.service.ts';
import { blankPlan } from '../rows/plan-fields.ts';
import { insertPlan, type PlanRow, savePlan } from '../rows/plans.queries.ts';
import { getShipmentPlan, requirePlanRow } from './plans.service.ts';
import type { BodyOf } from '../rows/plans.types.ts';

/** Puts pack lists into an OPEN plan, or makes a plan of them. They leave the OPEN plans that they were in. */
export async function addPackLists(w: Work, body: BodyOf<'addShipmentPlanPackLists'>) {
  await lockCosts(w);
  const named = await requirePackLists(w, body.packListIds);
  const plan = await wantedPlan(w, body);
  const isNew = plan.pack_lists === 0;
  const { moved, ...done } = await move(w, named, plan.id);
  if (isNew || moved.length > 0) {
    const version = plan.version + (isNew ? 0 : 1);
    await savePlan(w, plan.id, { version });
    await recordEach(
      w,
      [isNew ? createdEntry(plan, moved) : movedEntry('pack-lists-added', plan.id, moved), ...leftEntries(moved, done)],
      changed('shipment-plans', [plan.id], version),
    );
  }
  const { operationId, alongPackListIds, removedPlanIds } = done;
  return {
    plan: await getShipmentPlan(w, plan.id),
    operationId,
    alongPackListIds: [...alongPackListIds],
    removedPlanIds,
  };
}

/** Takes pack lists out of an OPEN plan. Without its last one the plan goes. */
export async function removePackLists(w: Work, body: BodyOf<'removeShipmentPlanPackLists'>) {
  await lockCosts(w);
  const plan = await requirePlanRow(w, body.shipmentPlanId, body.version);
  requiredOf(checkOpen(plan.status));
  const named = await requirePackLists(w, body.packListIds);
  const elsewhere = new Set(named.filter(({ planId }) => planId !== plan.id).map(({ id }) => id));
  const place = body.packListIds.findIndex((id) => elsewhere.has(id));
  if (place >= 0) throw fieldError(`packListIds.${place}`, say('shipments.not_in_plan'));
  const { moved, ...done } = await move(w, named, null);
  const isGone = done.removedPlanIds.includes(plan.id);
  if (!isGone) {
    const version = plan.version + 1;
    await savePlan(w, plan.id, { version });
    await recordEach(
      w,
      [movedEntry('pack-lists-removed', plan.id, moved)],
      changed('shipment-plans', [plan.id], version),
    );
  }
  const { operationId, alongPackListIds } = done;
  return { plan: isGone ? null : await getShipmentPlan(w, plan.id), operationId, alongPackListIds };
}

/** The pack lists with these ids. All of them must exist. */
export async function requirePackLists(w: Work, ids: readonly string[]): Promise<PackListRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await readPackLists(w, 'id', wanted);
  if (rows.length < wanted.length) throw new AppError('shipments.unknown_pack_list');
  return rows;
}

/** The OPEN plan that the request names, or a new one with the next number. */
async function wantedPlan(w: Work, { shipmentPlanId, version }: BodyOf<'addShipmentPlanPackLists'>): Promise<PlanRow> {
  if (typeof shipmentPlanId === 'string') {
    const plan = await requirePlanRow(w, shipmentPlanId, version);
    requiredOf(checkOpen(plan.status));
    return plan;
  }
  const id = w.newId();
  await insertPlan(w, id, await reserveNumbers(w, 'shipment_plan', 1), blankPlan(w.scope.currency));
  return requirePlanRow(w, id);
}

interface Moved {
  readonly operationId: string;
  readonly alongPackListIds: string[];
  readonly removedPlanIds: string[];
  /** The pack lists that moved, as they were before. */
  readonly moved: readonly PackListRow[];
}

/** Moves pack lists with their carton rows, and keeps what undoing it needs. */
async function move(w: Work, named: readonly PackListRow[], planId: string | null): Promise<Moved> {
  const moved = await rowsThatMove(w, named, planId);
  const before = await readPacking(w, moved);
  const { removedPlanIds } = await setPlan(w, moved, planId);
  const asked = new Set(named.map(({ id }) => id));
  return {
    operationId: await storePackingUndo(w, before),
    alongPackListIds: moved.map(({ id }) => id).filter((id) => !asked.has(id)),
    removedPlanIds: [...removedPlanIds],
    moved,
  };
}

/** Pack lists by number, as the audit log stores them. */
const numbersOf = (rows: readonly PackListRow[]): string[] => rows.map(({ number }) => numberText('PACK_LIST', number));

const createdEntry = (plan: PlanRow, moved: readonly PackListRow[]): AuditEntry => ({
  action: 'shipment-plan.created',
  subjectIds: [plan.id],
  historyOf: plan.id,
  details: {
    name: numberText('SHIPMENT_PLAN', plan.number),
    changes: [{ field: 'packLists', from: null, to: numbersOf(moved) }],
  },
});

function movedEntry(
  what: 'pack-lists-added' | 'pack-lists-removed',
  planId: string,
  moved: readonly PackListRow[],
): AuditEntry {
  const numbers = numbersOf(moved);
  const [from, to] = what === 'pack-lists-added' ? [null, numbers] : [numbers, null];
  return {
    action: `shipment-plan.${what}`,
    subjectIds: [planId],
    historyOf: planId,
    details: { changes: [{ field: 'packLists', from, to }] },
  };
}

/** What the histories of the plans say that pack lists have left. Those that are gone have their own entry. */
const leftEntries = (moved: readonly PackListRow[], { removedPlanIds }: Pick<Moved, 'removedPlanIds'>): AuditEntry[] =>
  [...Map.groupBy(moved, ({ planId }) => planId)].flatMap(([planId, rows]) =>
    planId === null || removedPlanIds.includes(planId) ? [] : movedEntry('pack-lists-removed', planId, rows),
  );

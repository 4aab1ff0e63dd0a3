import type { Carton } from '@quayside/contracts/shipments/cartons';
import { say } from '@quayside/contracts/texts/catalogue';
import { divideOverCartons } from '@quayside/domain/shipments/cartons';
import { numberText } from '@quayside/domain/shipments/numbers';
import { checkChangeable, receivedOf } from '@quayside/domain/shipments/pack-lists';
import type { Work } from '../../../db/tx.ts';
import { changesBetween, ref } from '../../../events/audit-actions.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { required, requiredOf } from '../../../http/field-result.ts';
import { resyncShipments } from '../../costs/public.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { weightUgOf } from '../rows/carton-measures.ts';
import { requireCartonType } from './carton-types.service.ts';
import { CARTON_FIELDS } from '../cartons.audit.ts';
import { type CartonRecord, insertCartons, saveCarton } from '../rows/cartons.queries.ts';
import { getCarton, requireCarton } from './cartons.service.ts';
import type { CartonHead } from '../lists/cartons.views.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { historyOfPlan, loggedPackList, unknownAt } from '../packing/pack-lists.service.ts';
import { removeFromCartons, requireChangeable, writePackLists } from '../packing/pack-list-writes.service.ts';
import type { BodyOf } from '../shipments.types.ts';
import { syncPlans } from '../sync/sync.service.ts';

/** Creates a row of identical cartons from pack lists that are in no carton. */
export async function createCarton(w: Work, body: BodyOf<'createCarton'>): Promise<Carton> {
  await lockCosts(w);
  const rows = await requirePackLists(w, body.packListIds);
  const fields = await checkFields(w, NEW_CARTON, body);
  const id = w.newId();
  checkContents(id, fields.count, rows);
  const number = await reserveNumbers(w, 'carton', 1);
  const carton: CartonRecord = { ...fields, id, number: String(number), planId: null, version: 1 };
  await insertCartons(w, [carton]);
  await writePackLists(
    w,
    rows.map((row) => ({ ...row, cartonId: id })),
  );
  const changes = changesBetween(CARTON_FIELDS, () => null, loggedFields(fields, rows));
  await record(w, {
    action: 'carton.created',
    subjectIds: [id],
    ...historyOfPlan(rows.map(({ planId }) => planId)),
    details: { name: numberText('CARTON', number), changes },
  });
  return getCarton(w, id);
}

type Fields = Pick<CartonRecord, 'cartonTypeId' | 'count' | 'measuredWeight' | 'weightUnit' | 'measuredUg' | 'marks'>;
const NEW_CARTON: Fields = {
  cartonTypeId: null,
  count: 0,
  measuredWeight: null,
  weightUnit: 'KG',
  measuredUg: null,
  marks: null,
};

/** What is stored of a carton row after a request; absent fields keep their values. */
async function checkFields(w: Work, before: Fields, body: BodyOf<'updateCarton'>): Promise<Fields> {
  const given = <T>(value: T | undefined, kept: T): T => (value === undefined ? kept : value);
  const cartonTypeId = given(body.cartonTypeId, before.cartonTypeId);
  if (cartonTypeId !== null && cartonTypeId !== before.cartonTypeId) await requireCartonType(w, cartonTypeId);
  const measuredWeight = given(body.measuredWeight, before.measuredWeight);
  const weightUnit = given(body.weightUnit, before.weightUnit);
  const measuredUg = weightUgOf(measuredWeight, weightUnit);
  return {
    cartonTypeId,
    count: given(body.count, before.count),
    measuredWeight,
    weightUnit,
    measuredUg: measuredUg === null ? null : String(measuredUg),
    marks: given(body.marks, before.marks),
  };
}

/** The pack lists with these ids, in their order. Throws 404 with the field if one does not exist. */
async function requirePackLists(w: Work, ids: readonly string[]): Promise<PackListRow[]> {
  const byId = new Map((await readPackLists(w, 'id', ids)).map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id);
    if (!row) throw unknownAt(ids.indexOf(id));
    return row;
  });
}

/**
 * Checks that pack lists can be the contents of a carton row: they may be changed, are in no other row, all in the same
 * plan or in none, and each divides evenly over the cartons. Fields are those of `packListIds`.
 */
function checkContents(cartonId: string, count: number, rows: readonly PackListRow[]): void {
  requireChangeable(rows);
  // The pack lists that are in the row already decide on its plan.
  const { planId } = rows.find((row) => row.cartonId === cartonId) ?? rows[0] ?? { planId: null };
  for (const [i, row] of rows.entries()) {
    if (row.cartonId !== null && row.cartonId !== cartonId)
      throw fieldError(`packListIds.${i}`, say('shipments.in_other_carton'));
    if (row.planId !== planId) throw fieldError(`packListIds.${i}`, say('shipments.other_plan'));
  }
  required(
    divideOverCartons(
      BigInt(count),
      rows.map(({ units }) => units),
    ),
    Object.fromEntries(rows.map((_, i) => [`packLists.${i}.quantity`, `packListIds.${i}`])),
  );
}

const loggedFields = (fields: Fields, rows: readonly PackListRow[]) => (field: (typeof CARTON_FIELDS)[number]) => {
  if (field === 'cartons') return fields.count;
  if (field === 'cartonType') return ref(fields.cartonTypeId);
  return field === 'packLists' ? rows.map(loggedPackList) : fields[field];
};

/** A carton row that may be changed, in the version of the request, with its pack lists. */
async function requireChangeableCarton(
  w: Work,
  id: string,
  version: number | undefined,
): Promise<{ head: CartonHead; fields: Fields; rows: PackListRow[] }> {
  const head = await requireCarton(w, id);
  if (version !== undefined && version !== head.version)
    throw new AppError('conflict_version', { current: await getCarton(w, id) });
  const rows = await readPackLists(w, 'carton_id', [id]);
  requiredOf(checkChangeable({ planStatus: head.planStatus, received: receivedOf(rows) }));
  const { cartonTypeId, count, measuredWeight, weightUnit, measuredUg, marks } = head;
  const fields = {
    cartonTypeId,
    count,
    measuredWeight,
    weightUnit,
    measuredUg: measuredUg === null ? null : String(measuredUg),
    marks,
  };
  return { head, fields, rows };
}

/** Changes a carton row, and which pack lists it holds. */
export async function updateCarton(w: Work, id: string, body: BodyOf<'updateCarton'>): Promise<Carton> {
  await lockCosts(w);
  const { head, fields: before, rows } = await requireChangeableCarton(w, id, body.version);
  const fields = await checkFields(w, before, body);
  const contents = body.packListIds === undefined ? rows : await requirePackLists(w, body.packListIds);
  await store(w, { id, head, before, rows }, fields, { contents, namesContents: body.packListIds !== undefined });
  return getCarton(w, id);
}

interface StoredCarton {
  readonly id: string;
  readonly head: CartonHead;
  readonly before: Fields;
  readonly rows: readonly PackListRow[];
}

/** Checks and writes the fields and the contents of a row, and brings what depends on them up to date. */
async function store(
  w: Work,
  { id, head, before, rows }: StoredCarton,
  fields: Fields,
  { contents, namesContents }: { readonly contents: readonly PackListRow[]; readonly namesContents: boolean },
): Promise<void> {
  const changes = changesBetween(CARTON_FIELDS, loggedFields(before, rows), loggedFields(fields, contents));
  if (changes.length === 0) return;
  if (namesContents) checkContents(id, fields.count, contents);
  else checkCount(fields.count, contents);
  await saveCarton(w, id, fields);
  const kept = new Set(contents.map((row) => row.id));
  const written = [
    ...rows.filter((row) => !kept.has(row.id)).map((row) => ({ ...row, cartonId: null })),
    ...contents.filter((row) => row.cartonId !== id).map((row) => ({ ...row, cartonId: id })),
  ];
  if (written.length > 0) await writePackLists(w, written);
  if (head.planId !== null) await syncPlans(w, [head.planId]);
  await resyncShipments(w, { cartonIds: [id] });
  await emit(
    w,
    changed(
      'orders',
      rows.map(({ orderId }) => orderId),
    ),
  );
  await record(
    w,
    { action: 'carton.changed', subjectIds: [id], ...historyOfPlan([head.planId]), details: { changes } },
    changed('cartons', [id]),
  );
}

/** Checks that the pack lists of a row divide evenly over another number of cartons. */
function checkCount(count: number, rows: readonly PackListRow[]): void {
  required(
    divideOverCartons(
      BigInt(count),
      rows.map(({ units }) => units),
    ),
    Object.fromEntries(rows.map((_, i) => [`packLists.${i}.quantity`, 'count'])),
  );
}

/** Deletes a carton row. Its pack lists stay where they are, without cartons. */
export async function deleteCarton(w: Work, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const { head, rows } = await requireChangeableCarton(w, id, version);
  await takeAllOut(w, head, rows);
}

/** Takes all pack lists of a row out of it, so that it goes. */
async function takeAllOut(w: Work, { id, number, planId }: CartonHead, rows: readonly PackListRow[]): Promise<void> {
  await removeFromCartons(w, rows);
  await record(w, {
    action: 'carton.deleted',
    subjectIds: [id],
    ...historyOfPlan([planId]),
    details: { name: numberText('CARTON', number) },
  });
}

/** Puts pack lists into the cartons of a row. */
export async function addCartonPackLists(w: Work, id: string, ids: readonly string[]): Promise<Carton> {
  await lockCosts(w);
  const { head, fields, rows } = await requireChangeableCarton(w, id, undefined);
  const added = await requirePackLists(w, ids);
  const addedIds = new Set(added.map((row) => row.id));
  // The added ones come first, so that a refusal names their place in the request.
  const contents = [...added, ...rows.filter((row) => !addedIds.has(row.id))];
  await store(w, { id, head, before: fields, rows }, fields, { contents, namesContents: true });
  return getCarton(w, id);
}

/** Takes pack lists out of the cartons of a row. Without its last one the row is deleted. */
export async function removeCartonPackLists(
  w: Work,
  id: string,
  ids: readonly string[],
): Promise<{ carton: Carton | null }> {
  await lockCosts(w);
  const { head, fields, rows } = await requireChangeableCarton(w, id, undefined);
  const own = new Set(rows.map((row) => row.id));
  const unknown = ids.findIndex((packListId) => !own.has(packListId));
  if (unknown >= 0) throw unknownAt(unknown);
  const contents = rows.filter((row) => !ids.includes(row.id));
  if (contents.length === 0) {
    await takeAllOut(w, head, rows);
    return { carton: null };
  }
  await store(w, { id, head, before: fields, rows }, fields, { contents, namesContents: false });
  return { carton: await getCarton(w, id) };
}

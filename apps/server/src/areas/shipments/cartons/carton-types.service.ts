import type { CartonType } from '@quayside/contracts/shipments/cartons';
import type { Use } from '@quayside/contracts/errors';
import { say } from '@quayside/contracts/texts/catalogue';
import { numberText } from '@quayside/domain/shipments/numbers';
import type { Scope, Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { resyncShipments } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  type CartonTypeFields,
  type CartonTypeRow,
  deleteCartonTypeRow,
  findTypeByName,
  insertCartonType,
  listCartonTypeRows,
  saveCartonType,
  type UseOfType,
  usesOfType,
} from '../rows/carton-types.queries.ts';
import { CARTON_TYPE_FIELDS } from '../cartons.audit.ts';
import { measureText } from '../rows/measure-texts.ts';
import { no } from '../../../http/may.ts';
import { may } from '../packing/pack-lists.answers.ts';
import type { BodyOf } from '../shipments.types.ts';
import { syncPlans } from '../sync/sync.service.ts';

/** The measures of a carton type as the API shows them. */
export const shownMeasures = (row: Omit<CartonTypeFields, 'name'> & Pick<CartonTypeRow, 'volumeMm3'>) => ({
  length: row.length,
  width: row.width,
  height: row.height,
  dimensionUnit: row.dimensionUnit,
  weight: row.weight,
  weightUnit: row.weightUnit,
  maxUnits: row.maxUnits,
  volume: measureText(row.volumeMm3 === null ? null : { n: row.volumeMm3, d: 1n }),
});

function toCartonType(scope: Scope, row: CartonTypeRow): CartonType {
  const rule = may(scope, { ok: true, value: row });
  return {
    id: row.id,
    name: row.name,
    ...shownMeasures(row),
    cartonRows: row.cartonRows,
    can: { delete: rule.allowed && row.cartonRows > 0 ? no(scope, say('shipments.in_use')) : rule },
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

export const listCartonTypes = async (w: Work, search: string | undefined): Promise<CartonType[]> =>
  (await listCartonTypeRows(w, { search })).map((row) => toCartonType(w.scope, row));

/** A carton type that exists. Throws 404 otherwise. */
export async function requireCartonType(w: Work, id: string): Promise<CartonTypeRow> {
  const [row] = await listCartonTypeRows(w, { ids: [id] });
  if (!row) throw new AppError('shipments.unknown_carton_type');
  return row;
}

export const getCartonType = async (w: Work, id: string): Promise<CartonType> =>
  toCartonType(w.scope, await requireCartonType(w, id));

export async function createCartonType(w: Work, body: BodyOf<'createCartonType'>): Promise<CartonType> {
  await lockCosts(w);
  return getCartonType(
    w,
    await addCartonType(w, {
      name: body.name,
      length: body.length ?? null,
      width: body.width ?? null,
      height: body.height ?? null,
      dimensionUnit: body.dimensionUnit,
      weight: body.weight ?? null,
      weightUnit: body.weightUnit,
      maxUnits: body.maxUnits ?? null,
    }),
  );
}

/** Creates a carton type, and returns its id. The caller holds the cost lock. */
export async function addCartonType(w: Work, fields: CartonTypeFields): Promise<string> {
  if ((await findTypeByName(w, fields.name)) !== undefined) throw nameTaken();
  const id = w.newId();
  await insertCartonType(w, id, fields);
  const changes = changesBetween(
    CARTON_TYPE_FIELDS,
    () => null,
    (field) => loggedField(fields, field),
  );
  await record(
    w,
    { action: 'carton-type.created', subjectIds: [id], details: { name: fields.name, changes } },
    changed('cartons', [id], 1),
  );
  return id;
}

const nameTaken = () => fieldError('name', say('shipments.type_name_taken'));

/** The fields that decide what cartons measure. */
const MEASURES = ['length', 'width', 'height', 'dimensionUnit', 'tare', 'weightUnit'] as const;

/** Changes a carton type. Its measures stay while cartons of it are in a plan that has left, which have them. */
export async function updateCartonType(
  w: Work,
  id: string,
  { version, ...body }: BodyOf<'updateCartonType'>,
): Promise<CartonType> {
  await lockCosts(w);
  const before = await requireCartonType(w, id);
  if (version !== undefined && version !== before.version)
    throw new AppError('conflict_version', { current: toCartonType(w.scope, before) });
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const after: CartonTypeFields = { ...before, ...given };
  const changes = changesBetween(
    CARTON_TYPE_FIELDS,
    (field) => loggedField(before, field),
    (field) => loggedField(after, field),
  );
  if (changes.length === 0) return toCartonType(w.scope, before);
  const other = await findTypeByName(w, after.name);
  if (other !== undefined && other !== id) throw nameTaken();
  const uses = await usesOfType(w, id);
  const isMeasured = changes.some(({ field }) => MEASURES.some((measure) => measure === field));
  if (isMeasured) refuseLeft(uses);
  await saveCartonType(w, id, after);
  if (isMeasured) {
    await syncPlans(
      w,
      uses.flatMap(({ planId }) => planId ?? []),
    );
    await resyncShipments(w, { cartonIds: uses.map((use) => use.id) });
  }
  await record(
    w,
    { action: 'carton-type.changed', subjectIds: [id], details: { changes } },
    changed('cartons', [id, ...uses.map((use) => use.id)]),
  );
  return getCartonType(w, id);
}

const WITH_ZEROS = /^\d+\.\d*0$/;
/** A field as the audit log shows it: measures without zeros at their end, as they are read back. */
function loggedField(fields: CartonTypeFields, field: (typeof CARTON_TYPE_FIELDS)[number]): string | number | null {
  if (field === 'name') return fields.name;
  const value = field === 'tare' ? fields.weight : fields[field];
  return typeof value === 'string' && WITH_ZEROS.test(value) ? value.replace(/\.?0+$/, '') : value;
}

function refuseLeft(uses: readonly UseOfType[]): void {
  const left = uses.filter(({ hasLeft }) => hasLeft);
  if (left.length > 0) throw new AppError('shipments.in_use', { uses: left.slice(0, MOST_USES).map(toUse) });
}

const MOST_USES = 20;
const toUse = ({ id, number }: UseOfType): Use => ({ type: 'CARTON', id, label: numberText('CARTON', number) });

/** Deletes a carton type that no carton row uses. */
export async function deleteCartonType(w: Work, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const row = await requireCartonType(w, id);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: toCartonType(w.scope, row) });
  const uses = await usesOfType(w, id);
  if (uses.length > 0) throw new AppError('shipments.in_use', { uses: uses.slice(0, MOST_USES).map(toUse) });
  await deleteCartonTypeRow(w, id);
  await record(
    w,
    { action: 'carton-type.deleted', subjectIds: [id], details: { name: row.name } },
    changed('cartons', [id]),
  );
}

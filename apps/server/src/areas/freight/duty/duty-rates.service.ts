import type { createDutyRate as createSpec, DutyRate, patchDutyRate } from '@quayside/contracts/freight/duty-rates';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { productsByIds } from '../../products/public.ts';
import { createOperation } from '../../undo/public.ts';
import { dutyLabel, toDutyRate } from './duty-rates.answers.ts';
import { deleteDuties, dutiesByKey, type DutyRow, findDuties, insertDuty, saveDuty } from './duty-rates.queries.ts';
import {
  checkDuty,
  concerns,
  DUTY_DEFAULTS,
  DUTY_LOG_FIELDS,
  type DutyFields,
  loggedDutyField,
} from './duty-rates.state.ts';
import { DELETE_DUTY_OPERATION, type DeletedDuty } from './duty-rates.undo.ts';
import { given } from '../given.ts';

/** A duty rate that exists. Throws 404 otherwise. */
async function requireDuty(w: Work, id: string): Promise<DutyRow> {
  const row = (await findDuties(w, [id])).get(id);
  if (!row) throw new AppError('freight.unknown_duty_rate');
  return row;
}

export const getDuty = async (w: Work, id: string): Promise<DutyRate> => toDutyRate(w, await requireDuty(w, id));

/** The fields of a rate in the form in which they are stored. Refuses what is wrong with them. */
async function checked(w: Work, fields: DutyFields, ownId?: string): Promise<DutyFields> {
  const result = checkDuty(fields);
  if (!result.ok) throw new AppError('bad_input', { errors: result.problems });
  const { productId } = result.fields;
  if (productId !== null && !(await productsByIds(w, [productId])).has(productId))
    throw fieldError('productId', say('choose.product'));
  // Of two that begin on the same day only one would ever hold.
  const [other] = (await dutiesByKey(w, [result.fields])).values();
  if (other && other.id !== ownId) throw fieldError('validFrom', say('duty.same_beginning'));
  return result.fields;
}

export async function createDuty(w: Work, body: BodyOut<typeof createSpec>): Promise<DutyRate> {
  await lockCosts(w);
  const fields = await checked(w, { ...DUTY_DEFAULTS, ...given(body) });
  const id = w.newId();
  await insertDuty(w, id, fields);
  const row = await requireDuty(w, id);
  const changes = changesBetween(
    DUTY_LOG_FIELDS,
    () => null,
    (field) => loggedDutyField(fields, field),
  );
  await record(
    w,
    { action: 'duty-rate.created', subjectIds: [id], details: { name: dutyLabel(row), changes } },
    changed('duty-rates', [id], 1),
  );
  await react(w, 'duty.changed', concerns([fields]));
  return toDutyRate(w, row);
}

/** Changes a duty rate. Duty that is shared by it is shared again in the same transaction. */
export async function patchDuty(
  w: Work,
  id: string,
  { version, ...body }: BodyOut<typeof patchDutyRate>,
): Promise<DutyRate> {
  await lockCosts(w);
  const before = await lockedDuty(w, id, version);
  const fields = await checked(w, { ...before.fields, ...targetOf(given(body)) }, id);
  const changes = changesBetween(
    DUTY_LOG_FIELDS,
    (field) => loggedDutyField(before.fields, field),
    (field) => loggedDutyField(fields, field),
  );
  if (changes.length === 0) return toDutyRate(w, before);
  await saveDuty(w, id, fields);
  const row = await requireDuty(w, id);
  await record(
    w,
    { action: 'duty-rate.changed', subjectIds: [id], details: { name: dutyLabel(row), changes } },
    changed('duty-rates', [id], before.version + 1),
  );
  await react(w, 'duty.changed', concerns([before.fields, fields]));
  return toDutyRate(w, row);
}

/** A product that is chosen replaces the HS code, and an HS code the product, if the body says nothing of the other. */
const targetOf = <B extends Partial<DutyFields>>(body: B): B => ({
  ...(body.productId && body.hsCode === undefined && { hsCode: null }),
  ...(body.hsCode && body.productId === undefined && { productId: null }),
  ...body,
});

/** Deletes a duty rate. Returns the operation that restores it. */
export async function removeDuty(
  w: Work,
  id: string,
  version: number | undefined,
): Promise<{ readonly operationId: string }> {
  await lockCosts(w);
  const row = await lockedDuty(w, id, version);
  await deleteDuties(w, [id]);
  const kept: DeletedDuty = {
    id,
    label: dutyLabel(row),
    fields: row.fields,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
  const operationId = await createOperation(w, DELETE_DUTY_OPERATION, kept);
  const changes = changesBetween(
    DUTY_LOG_FIELDS,
    (field) => loggedDutyField(row.fields, field),
    () => null,
  );
  await record(
    w,
    { action: 'duty-rate.deleted', subjectIds: [id], details: { name: dutyLabel(row), changes } },
    changed('duty-rates', [id]),
  );
  await react(w, 'duty.changed', concerns([row.fields]));
  return { operationId };
}

/** The rate that a call changes. Its writers take turns by the cost lock. */
async function lockedDuty(w: Work, id: string, version: number | undefined): Promise<DutyRow> {
  const row = await requireDuty(w, id);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: toDutyRate(w, row) });
  return row;
}

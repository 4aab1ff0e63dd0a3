import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  createFreightRate as createSpec,
  FreightRate,
  patchFreightRate,
} from '@quayside/contracts/freight/freight-rates';
import { numberText } from '@quayside/domain/shipments/numbers';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { requireSupplier } from '../../suppliers/public.ts';
import { createOperation } from '../../undo/public.ts';
import { toFreightRate } from './freight-rates.answers.ts';
import { deleteRates, findRates, insertRate, plansOfRates, type RateRow, saveRate } from './freight-rates.queries.ts';
import { checkRate, loggedRateField, RATE_DEFAULTS, RATE_LOG_FIELDS, type RateFields } from './freight-rates.state.ts';
import { given } from '../given.ts';
import { DELETE_RATE_OPERATION, type DeletedRate } from './freight-rates.undo.ts';

/** A freight rate that exists. Throws 404 otherwise. */
async function requireRate(w: Work, id: string): Promise<RateRow> {
  const row = (await findRates(w, [id])).get(id);
  if (!row) throw new AppError('freight.unknown_rate');
  return row;
}

export const getRate = async (w: Work, id: string): Promise<FreightRate> => toFreightRate(w, await requireRate(w, id));

/** The fields of a rate in the form in which they are stored. Refuses what is wrong with them. */
function checked(fields: RateFields): RateFields {
  const result = checkRate(fields);
  if (!result.ok) throw new AppError('bad_input', { errors: result.problems });
  return result.fields;
}

export async function createRate(w: Work, body: BodyOut<typeof createSpec>): Promise<FreightRate> {
  await lockCosts(w);
  const fields = checked({ ...RATE_DEFAULTS, ...given(body) });
  if (fields.forwarderId !== null) await requireSupplier(w, fields.forwarderId, 'forwarderId');
  const id = w.newId();
  await insertRate(w, id, fields);
  const changes = changesBetween(
    RATE_LOG_FIELDS,
    () => null,
    (field) => loggedRateField(fields, field),
  );
  await record(
    w,
    { action: 'freight-rate.created', subjectIds: [id], details: { name: fields.name, changes } },
    changed('freight-rates', [id], 1),
  );
  return getRate(w, id);
}

/** Changes a freight rate. What plans cost by it is worked out again in the same transaction. */
export async function patchRate(
  w: Work,
  id: string,
  { version, isArchived, ...body }: BodyOut<typeof patchFreightRate>,
): Promise<FreightRate> {
  await lockCosts(w);
  const before = await lockedRate(w, id, version);
  const fields = checked({ ...before.fields, ...given(body) });
  if (fields.forwarderId !== null && fields.forwarderId !== before.fields.forwarderId)
    await requireSupplier(w, fields.forwarderId, 'forwarderId');
  const archivedAt = archivedAfter(w, before, isArchived);
  const changes = changesBetween(
    RATE_LOG_FIELDS,
    (field) => loggedRateField(before.fields, field),
    (field) => loggedRateField(fields, field),
  );
  const isMoved = (archivedAt === null) !== (before.archivedAt === null);
  if (changes.length === 0 && !isMoved) return toFreightRate(w, before);
  await saveRate(w, id, fields, archivedAt);
  const event = changed('freight-rates', [id], before.version + 1);
  if (isMoved)
    await record(
      w,
      {
        action: archivedAt === null ? 'freight-rate.brought-back' : 'freight-rate.archived',
        subjectIds: [id],
        details: { name: fields.name },
      },
      ...(changes.length === 0 ? [event] : []),
    );
  if (changes.length > 0) {
    await record(
      w,
      { action: 'freight-rate.changed', subjectIds: [id], details: { name: fields.name, changes } },
      event,
    );
    await react(w, 'freight-rate.changed', { rateIds: [id], containers: false });
  }
  return getRate(w, id);
}

function archivedAfter(w: Work, { archivedAt }: RateRow, isArchived: boolean | undefined): Date | null {
  if (isArchived === undefined || isArchived === (archivedAt !== null)) return archivedAt;
  return isArchived ? w.now : null;
}

const MOST_USES = 20;

/** Deletes a freight rate that no plan chose. Returns the operation that restores it. */
export async function removeRate(
  w: Work,
  id: string,
  version: number | undefined,
): Promise<{ readonly operationId: string }> {
  await lockCosts(w);
  const row = await lockedRate(w, id, version);
  const uses = await plansOfRates(w, [id]);
  if (uses.length > 0)
    throw new AppError('freight.in_use', {
      uses: uses.slice(0, MOST_USES).map(({ planId, number }) => ({
        type: 'SHIPMENT_PLAN',
        id: planId,
        label: numberText('SHIPMENT_PLAN', number),
      })),
    });
  await deleteRates(w, [id]);
  const kept: DeletedRate = {
    id,
    fields: row.fields,
    createdAt: row.createdAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    version: row.version,
  };
  const operationId = await createOperation(w, DELETE_RATE_OPERATION, kept);
  const changes = changesBetween(
    RATE_LOG_FIELDS,
    (field) => loggedRateField(row.fields, field),
    () => null,
  );
  await record(
    w,
    { action: 'freight-rate.deleted', subjectIds: [id], details: { name: row.fields.name, changes } },
    changed('freight-rates', [id]),
  );
  return { operationId };
}

/** The rate that a call changes. Its writers take turns by the cost lock. */
async function lockedRate(w: Work, id: string, version: number | undefined): Promise<RateRow> {
  const row = await requireRate(w, id);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: toFreightRate(w, row) });
  return row;
}

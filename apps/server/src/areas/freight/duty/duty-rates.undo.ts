import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import type { Kept, Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { productsByIds } from '../../products/public.ts';
import { followVersions, readOperationRows } from '../../undo/public.ts';
import { dutyLabel } from './duty-rates.answers.ts';
import { deleteDuties, dutiesByKey, findDuties, insertDuty, saveDuty } from './duty-rates.queries.ts';
import { concerns, type DutyFields } from './duty-rates.state.ts';

export const DELETE_DUTY_OPERATION = 'freight.delete-duty';
export const IMPORT_DUTIES_OPERATION = 'freight.import-duties';
/** The most rates that an undo names because it kept them. */
const NAMED = 100;

/** A deleted duty rate as JSON. */
export interface DeletedDuty {
  readonly id: string;
  readonly label: string;
  readonly fields: DutyFields;
  readonly createdAt: string;
  readonly version: number;
}

/** Restores a deleted rate, unless its product was deleted since, or has another rate that begins on this day. */
export const undoDeletedDuty: Undoer = async (w, payload) => {
  const { id, label, fields, createdAt, version } = payload as DeletedDuty;
  await lockCosts(w);
  const reason = !(await hasProduct(w, fields))
    ? 'DELETED'
    : (await dutiesByKey(w, [fields])).size > 0
      ? 'EDITED'
      : undefined;
  if (reason) return { restored: 0, keptCount: 1, kept: [{ id, label, reason }] };
  await insertDuty(w, id, fields, { createdAt: new Date(createdAt), version: version + 1 });
  await record(
    w,
    { action: 'duty-rate.restored', subjectIds: [id], details: { name: label } },
    changed('duty-rates', [id], version + 1),
  );
  await react(w, 'duty.changed', concerns([fields]));
  return { restored: 1, keptCount: 0, kept: [] };
};

const hasProduct = async (w: Work, { productId }: DutyFields): Promise<boolean> =>
  productId === null || (await productsByIds(w, [productId])).has(productId);

/**
 * Takes an import of duty rates back: its new rates are deleted, and those that it replaced get their former fields. A
 * rate that was changed since stays.
 */
export const undoImportedDuties: Undoer = async (w, _payload, operationId) => {
  await lockCosts(w);
  const rows = await readOperationRows<DutyFields>(w, operationId);
  const stored = await findDuties(
    w,
    rows.map(({ subjectId }) => subjectId),
  );
  const kept: Kept[] = [];
  const gone: string[] = [];
  const back: string[] = [];
  const touched: DutyFields[] = [];
  for (const { subjectId: id, before, versionAfter } of rows) {
    const rate = stored.get(id);
    if (!rate) {
      if (before) kept.push({ id, label: `${before.hsCode ?? ''} ${before.country}`.trim(), reason: 'DELETED' });
      continue;
    }
    if (rate.version !== versionAfter) {
      kept.push({ id, label: dutyLabel(rate), reason: 'EDITED' });
      continue;
    }
    touched.push(rate.fields, ...(before ? [before] : []));
    if (before) {
      await saveDuty(w, id, before);
      back.push(id);
    } else gone.push(id);
  }
  await deleteDuties(w, gone);
  await followVersions(
    w,
    operationId,
    back.map((id) => ({ id, version: (stored.get(id)?.version ?? 0) + 1 })),
  );
  const undone = [...gone, ...back];
  if (undone.length > 0) {
    await record(
      w,
      {
        action: 'duty-rate.import-undone',
        subjectIds: [],
        details: { facts: { undone: undone.length, kept: kept.length } },
      },
      changed('duty-rates', undone),
    );
    await react(w, 'duty.changed', concerns(touched));
  }
  return { restored: undone.length, keptCount: kept.length, kept: kept.slice(0, NAMED) };
};

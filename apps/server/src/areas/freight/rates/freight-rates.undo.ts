import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import type { Kept, Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { followVersions, readOperationRows } from '../../undo/public.ts';
import { deleteRates, findRates, insertRate, plansOfRates, saveRate } from './freight-rates.queries.ts';
import type { RateFields } from './freight-rates.state.ts';

export const DELETE_RATE_OPERATION = 'freight.delete-rate';
export const IMPORT_RATES_OPERATION = 'freight.import-rates';
/** The most rates that an undo names because it kept them. */
const NAMED = 100;

/** A deleted rate as JSON. */
export interface DeletedRate {
  readonly id: string;
  readonly fields: RateFields;
  readonly createdAt: string;
  readonly archivedAt: string | null;
  readonly version: number;
}

/** Restores a deleted rate, unless its forwarder was deleted since. */
export const undoDeletedRate: Undoer = async (w, payload) => {
  const { id, fields, createdAt, archivedAt, version } = payload as DeletedRate;
  await lockCosts(w);
  if (!(await hasForwarder(w, fields)))
    return { restored: 0, keptCount: 1, kept: [{ id, label: fields.name, reason: 'DELETED' }] };
  await insertRate(w, id, fields, {
    createdAt: new Date(createdAt),
    archivedAt: archivedAt === null ? null : new Date(archivedAt),
    version: version + 1,
  });
  await record(
    w,
    { action: 'freight-rate.restored', subjectIds: [id], details: { name: fields.name } },
    changed('freight-rates', [id], version + 1),
  );
  return { restored: 1, keptCount: 0, kept: [] };
};

const hasForwarder = async (w: Work, { forwarderId }: RateFields): Promise<boolean> =>
  forwarderId === null || (await suppliersByIds(w, [forwarderId])).has(forwarderId);

/**
 * Takes an import of rates back: its new rates are deleted, and those that it replaced get their former fields. A rate
 * that was changed since stays, and so does a new one that a plan chose.
 */
export const undoImportedRates: Undoer = async (w, _payload, operationId) => {
  await lockCosts(w);
  const rows = await readOperationRows<RateFields>(w, operationId);
  const ids = rows.map(({ subjectId }) => subjectId);
  const stored = await findRates(w, ids);
  const used = new Set((await plansOfRates(w, ids)).map(({ rateId }) => rateId));
  const kept: Kept[] = [];
  const gone: string[] = [];
  const back: string[] = [];
  for (const { subjectId: id, before, versionAfter } of rows) {
    const rate = stored.get(id);
    if (!rate) {
      if (before) kept.push({ id, label: before.name, reason: 'DELETED' });
      continue;
    }
    const keep = (reason: Kept['reason']) => kept.push({ id, label: rate.fields.name, reason });
    if (rate.version !== versionAfter) keep('EDITED');
    else if (!before && used.has(id)) keep('USED');
    else if (!before) gone.push(id);
    else if (!(await hasForwarder(w, before))) keep('DELETED');
    else {
      await saveRate(w, id, before, rate.archivedAt);
      back.push(id);
    }
  }
  await deleteRates(w, gone);
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
        action: 'freight-rate.import-undone',
        subjectIds: [],
        details: { facts: { undone: undone.length, kept: kept.length } },
      },
      changed('freight-rates', undone),
    );
    await react(w, 'freight-rate.changed', { rateIds: back, containers: false });
  }
  return { restored: undone.length, keptCount: kept.length, kept: kept.slice(0, NAMED) };
};

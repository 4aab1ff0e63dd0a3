import { changed, record } from '../../events/outbox.ts';
import type { Undoer } from '../area.ts';
import { findNotTakenBack, restoreRate, type RateRow, takeImportBack } from './rates.queries.ts';

export const DELETE_OPERATION = 'rates.delete';
export const IMPORT_OPERATION = 'rates.import';
/** The maximum number of rates that an undo names because it kept them. */
const NAMED = 100;

/** How the audit log names a rate: its pair and its day. */
export const labelOf = ({ base, quote, day }: Pick<RateRow, 'base' | 'quote' | 'day'>): string =>
  `${base}/${quote} ${day}`;

/** Restores a deleted rate, unless the pair has got another one for that day since. */
export const undoDelete: Undoer = async (w, kept) => {
  const row = kept as RateRow;
  const label = labelOf(row);
  if (!(await restoreRate(w, row)))
    return { restored: 0, keptCount: 1, kept: [{ id: row.id, label, reason: 'EDITED' }] };
  await record(
    w,
    {
      action: 'exchange-rate.restored',
      subjectIds: [row.id],
      details: { name: label, changes: [{ field: 'rate', from: null, to: row.rate }] },
    },
    changed('exchange-rates', [row.id]),
  );
  return { restored: 1, keptCount: 0, kept: [] };
};

/** Takes an import of rates back as a whole. Rates that were changed since stay, and are named. */
export const undoImport: Undoer = async (w, _, operationId) => {
  const restored = await takeImportBack(w, operationId);
  const { rates, count } = await findNotTakenBack(w, operationId, NAMED);
  if (restored > 0)
    await record(
      w,
      {
        action: 'exchange-rate.import-undone',
        subjectIds: [],
        details: { facts: { undone: restored, kept: count } },
      },
      changed('exchange-rates', []),
    );
  return {
    restored,
    keptCount: count,
    kept: rates.map(({ id, base, quote, day, exists }) => ({
      id,
      label: labelOf({ base, quote, day: day ?? '' }),
      reason: exists ? 'EDITED' : 'DELETED',
    })),
  };
};

import { changed, record } from '../../events/outbox.ts';
import type { Undoer } from '../area.ts';
import { restoreRate, type RateRow } from './rates.queries.ts';

export const DELETE_OPERATION = 'rates.delete';

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

import { changed, recordEach } from '../../../events/outbox.ts';
import type { Work } from '../../../db/tx.ts';
import type { Kept, MergeParty, SupplierHolder } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { countOfForwarder, findRates, type MovedRate, moveToForwarder } from './freight-rates.queries.ts';

interface Undo {
  /** The moved rates, with their versions after the merge. */
  readonly moved: readonly MovedRate[];
}

/** Moves the freight rates of a forwarder when two suppliers are merged, archived ones as well. */
export const ratesOfSupplier: SupplierHolder = {
  lock: lockCosts,
  count: countOfForwarder,
  async move(w, from, to) {
    const moved = await moveToForwarder(w, { forwarderId: from.id }, to.id);
    await recordMoved(w, moved, from, to);
    return { count: moved.length, undo: { moved } satisfies Undo };
  },
  async moveBack(w, undo, from, to) {
    const { moved } = undo as Undo;
    const rows = await findRates(
      w,
      moved.map(({ id }) => id),
    );
    const isUntouched = ({ id, version }: MovedRate): boolean => {
      const row = rows.get(id);
      return row !== undefined && row.fields.forwarderId === to.id && row.version === version;
    };
    const back = moved.filter(isUntouched).map(({ id }) => id);
    await recordMoved(w, await moveToForwarder(w, { ids: back }, from.id), to, from);
    const kept = moved.flatMap((rate): Kept[] => {
      const row = rows.get(rate.id);
      return !row || isUntouched(rate) ? [] : [{ id: row.id, label: row.fields.name, reason: 'EDITED' }];
    });
    return { restored: back.length, kept };
  },
};

/** The audit log stores the names of the suppliers, because the merged supplier no longer exists afterwards. */
async function recordMoved(w: Work, moved: readonly MovedRate[], from: MergeParty, to: MergeParty): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  const rows = await findRates(w, ids);
  await recordEach(
    w,
    ids.map((id) => ({
      action: 'freight-rate.supplier-merged',
      subjectIds: [id],
      details: {
        name: rows.get(id)?.fields.name ?? '',
        changes: [{ field: 'forwarder', from: from.companyName, to: to.companyName }],
      },
    })),
    changed('freight-rates', ids),
  );
}

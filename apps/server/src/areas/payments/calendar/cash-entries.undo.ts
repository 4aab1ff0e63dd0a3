import { MOST_CASH_ENTRIES } from '@quayside/contracts/payments/cash-calendar';
import { record } from '../../../events/outbox.ts';
import type { Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { cashChanged, changesOfEntry } from '../rows/cash-log.ts';
import { type CashEntryRow, countEntryRows, insertEntry } from '../rows/cash.queries.ts';

export const DELETE_ENTRY_OPERATION = 'cash-entry.delete';

/** A deleted entry as the operation keeps it. */
type KeptEntry = Omit<CashEntryRow, 'account_id' | 'amount_minor'> & {
  readonly amount_minor: string;
  readonly currency: string;
};

/** Restores a deleted entry, unless the account is full or has another currency by now. */
export const undoDeleteEntry: Undoer = async (w, payload) => {
  await lockCosts(w);
  const { currency, ...kept } = payload as KeptEntry;
  const { id, name } = kept;
  const row = { ...kept, amount_minor: BigInt(kept.amount_minor) };
  const hasRoom = currency === w.scope.currency && (await countEntryRows(w)) < MOST_CASH_ENTRIES;
  const isBack =
    hasRoom && (await insertEntry(w, { ...row, created_at: new Date(row.created_at), version: row.version + 1 }));
  if (!isBack) return { restored: 0, keptCount: 1, kept: [{ id, label: name, reason: 'EDITED' }] };
  await record(
    w,
    {
      action: 'cash-entry.restored',
      subjectIds: [id],
      details: { name, changes: changesOfEntry(w, undefined, row) },
    },
    ...cashChanged([id], row.version + 1),
  );
  return { restored: 1, keptCount: 0, kept: [] };
};

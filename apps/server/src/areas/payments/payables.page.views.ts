import { cappedCount, countBeside, pageWindow } from '../../db/paging.ts';
import { readChosen } from '../../db/plans.ts';
import type { Work } from '../../db/tx.ts';
import { inOrder, matching, readPayables } from './payables.list.views.ts';
import { countKept, keptFilterOf } from './payables.sums.views.ts';
import type { QueryOf } from './payments.types.ts';

// Reads a page of the list of payables. This file writes nothing.

/**
 * One page of instalments. Where the kept sums can answer the filter, they are the count, however many instalments
 * there are.
 */
export async function listPayables(w: Work, q: QueryOf<'listPayments'>) {
  const window = pageWindow(q);
  const ids = matching(w, q).select('p.id');
  const rows = await readChosen(w.tx, inOrder(ids, q.sort), window, (chosen) => readPayables(w, chosen));
  const kept = keptFilterOf(w, q);
  const count = await countBeside(rows, window, () => (kept ? countKept(w, kept) : cappedCount(w.tx, ids)));
  return { rows, count, window };
}

import { cappedCount, countBeside, inPageOrder, pageWindow } from '../../db/paging.ts';
import { readPage } from '../../db/plans.ts';
import type { Work } from '../../db/tx.ts';
import { findPayables, inOrder, matching } from './payables.list.views.ts';
import { countKept, keptFilterOf } from './payables.sums.views.ts';
import type { QueryOf } from './payments.types.ts';

// Reads a page of the list of payables. This file writes nothing.

/**
 * One page of instalments. It is chosen by one statement and read by another, so that nothing is worked out for the
 * pages before it. Where the kept sums can answer the filter, they are the count, however many instalments there are.
 */
export async function listPayables(w: Work, q: QueryOf<'listPayments'>) {
  const window = pageWindow(q);
  const ids = matching(w, q).select('p.id');
  const page = await readPage(w.tx, inOrder(ids, q.sort), window);
  const kept = keptFilterOf(w, q);
  const count = await countBeside(page, window, () => (kept ? countKept(w, kept) : cappedCount(w.tx, ids)));
  const chosen = page.map(({ id }) => id);
  return { rows: inPageOrder(chosen, await findPayables(w, chosen), ({ id }) => id), count, window };
}

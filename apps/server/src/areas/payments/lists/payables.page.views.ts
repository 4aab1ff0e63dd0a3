import { cappedCountOf, pageWindow } from '../../../db/paging.ts';
import { readChosen } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { inOrder, matchingAlone, readPayables } from './payables.list.views.ts';
import { keptCountOf, keptFilterOf } from './payables.sums.views.ts';
import type { QueryOf } from '../payments.types.ts';

// Reads a page of the list of payables. This file writes nothing.

/**
 * One page of instalments. Where the kept sums can answer the filter, they are the count, however many instalments
 * there are.
 */
export async function listPayables(w: Work, q: QueryOf<'listPayments'>) {
  const window = pageWindow(q);
  const ids = matchingAlone(w, q).select('p.id');
  const kept = keptFilterOf(w, q);
  const listed = { ids: inOrder(ids, q.sort), count: kept ? keptCountOf(w, kept) : cappedCountOf(ids) };
  return { ...(await readChosen(w.tx, listed, window, (chosen) => readPayables(w, chosen))), window };
}

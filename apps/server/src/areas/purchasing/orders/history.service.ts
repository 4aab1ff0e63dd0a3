import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import type { Page } from '@quayside/contracts/paging';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { changesInWords, detailsOf, idsInDetails } from '../../../events/audit-details.ts';
import { listLogged } from '../../../events/history.views.ts';
import { personNames } from '../../accounts/public.ts';
import { namesOf } from './history.views.ts';
import { requireOrderRow } from './purchase-orders.service.ts';
import type { QueryOf } from '../purchasing.types.ts';

/** Lists who changed what on a purchase order, its items and its files, latest change first. */
export async function listOrderHistory(
  w: Work,
  id: string,
  q: QueryOf<'listPurchaseOrderHistory'>,
): Promise<Page<HistoryEntry>> {
  await requireOrderRow(w, id, undefined);
  const { rows, count, window } = await listLogged(w, id, q);
  const people = await personNames(
    w,
    rows.map((row) => row.personId),
  );
  const names = await namesOf(w, [...idsInDetails(rows), ...rows.flatMap((row) => row.subjectIds)]);
  const entries = rows.map(
    (row): HistoryEntry => ({
      id: row.id,
      at: row.at.toISOString(),
      who: row.personId === null ? null : { id: row.personId, name: people.get(row.personId) ?? '' },
      action: row.action,
      changes: changesInWords(detailsOf(row), names),
    }),
  );
  return envelope(entries, count, window);
}

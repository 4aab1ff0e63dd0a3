import type { Page } from '@quayside/contracts/paging';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { changesInWords, detailsOf, idsInDetails } from '../../../events/audit-details.ts';
import { listLogged } from '../../../events/history.views.ts';
import { personNames } from '../../accounts/public.ts';
import { namesOf } from './invoice-history.views.ts';
import { requireInvoice } from '../edit/invoices.service.ts';
import type { HistoryEntry, QueryOf } from '../invoices.types.ts';

/** Lists who changed what on an invoice, its lines and its documents, latest change first. */
export async function listHistory(w: Work, id: string, q: QueryOf<'listInvoiceHistory'>): Promise<Page<HistoryEntry>> {
  await requireInvoice(w, id);
  const { rows, count, window } = await listLogged(w, id, q);
  const people = await personNames(
    w,
    rows.map((r) => r.personId),
  );
  const names = await namesOf(w, [...idsInDetails(rows), ...rows.flatMap((r) => r.subjectIds)]);
  const entries = rows.map(
    (r): HistoryEntry => ({
      id: r.id,
      at: r.at.toISOString(),
      who: r.personId === null ? null : { id: r.personId, name: people.get(r.personId) ?? '' },
      action: r.action,
      changes: changesInWords(detailsOf(r), names),
    }),
  );
  return envelope(entries, count, window);
}

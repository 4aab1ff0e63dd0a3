import type { Page } from '@quayside/contracts/paging';
import { envelope } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { personNames } from '../accounts/public.ts';
import { changesOf, idsIn } from './invoice-history.rules.ts';
import { listLogged, wordsFor } from './invoice-history.views.ts';
import { requireInvoice } from './invoices.service.ts';
import type { HistoryEntry, QueryOf } from './invoices.types.ts';

/** Lists who changed what on an invoice, its lines and its documents, newest first. */
export async function listHistory(w: Work, id: string, q: QueryOf<'listInvoiceHistory'>): Promise<Page<HistoryEntry>> {
  await requireInvoice(w, id);
  const { rows, count, window } = await listLogged(w, id, q);
  const names = await personNames(
    w,
    rows.map((r) => r.personId),
  );
  const { lines, labels } = await wordsFor(w, idsIn(rows.flatMap((r) => [r.details, r.subjectIds])));
  const words = {
    position: (lineId: string) => lines.get(lineId)?.position ?? null,
    label: (some: string) => {
      const line = lines.get(some);
      return labels.get(some) ?? (line ? `${line.invoiceNumber}, line ${line.position}` : some);
    },
  };
  const entries = rows.map(
    (r): HistoryEntry => ({
      id: r.id,
      at: r.at.toISOString(),
      who: r.personId === null ? null : { id: r.personId, name: names.get(r.personId) ?? '' },
      action: r.action,
      changes: changesOf(r, id, words),
    }),
  );
  return envelope(entries, count, window);
}

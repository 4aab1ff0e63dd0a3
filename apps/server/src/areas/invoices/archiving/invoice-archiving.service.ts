import { addDays, todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { archivingOf } from '../../accounts/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { listToArchive } from './invoice-archiving.views.ts';
import { archiveInvoices } from '../rows/invoices.queries.ts';

/**
 * The nightly job that archives invoices once they have been closed for as many days as the account has chosen. The
 * costs of archived invoices still count.
 */
export async function archiveClosed(w: Work): Promise<{ archived: number }> {
  const wanted = await archivingOf(w);
  if (!wanted) return { archived: 0 };
  await lockCosts(w);
  const ids = await listToArchive(w, addDays(todayIn(w.now.getTime(), w.scope.timeZone), -wanted.afterDays));
  if (ids.length === 0) return { archived: 0 };
  for (const invoiceId of ids) await react(w, 'invoice.moving', { invoiceId, move: 'ARCHIVE' });
  await archiveInvoices(w, ids);
  for (const invoiceId of ids) await react(w, 'invoice.moved', { invoiceId, move: 'ARCHIVE' });
  const details = { changes: [{ field: 'archived', from: false, to: true }] } as const;
  await recordEach(
    w,
    ids.map((id) => ({ action: 'invoice.archived', subjectIds: [id], historyOf: id, details })),
    changed('invoices', ids),
  );
  return { archived: ids.length };
}

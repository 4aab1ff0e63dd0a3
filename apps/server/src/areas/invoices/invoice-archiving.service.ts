import { addDays, todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../db/tx.ts';
import { changed, recordEach } from '../../events/outbox.ts';
import type { NightlyJob } from '../../jobs/nightly.ts';
import { archivingOf } from '../accounts/public.ts';
import { lockCosts } from '../costs/public.ts';
import { listToArchive } from './invoice-archiving.views.ts';
import { archiveInvoices } from './invoices.queries.ts';

/** Every night what has been closed for as long as the account wants leaves the lists. Its costs go on counting. */
export const archiveClosed: NightlyJob = { name: 'archive-closed', run: archive };

async function archive(w: Work): Promise<{ archived: number }> {
  const wanted = await archivingOf(w);
  if (!wanted) return { archived: 0 };
  await lockCosts(w);
  const ids = await listToArchive(w, addDays(todayIn(w.now.getTime(), w.scope.timeZone), -wanted.afterDays));
  if (ids.length === 0) return { archived: 0 };
  await archiveInvoices(w, ids);
  const details = { from: { archived: false }, to: { archived: true } };
  await recordEach(
    w,
    ids.map((id) => ({ action: 'invoice.archived', subjectType: 'invoice', subjectIds: [id], historyOf: id, details })),
    changed('invoices', ids),
  );
  return { archived: ids.length };
}

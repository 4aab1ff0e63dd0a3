import { addDays, todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { dailyJob } from '../../../jobs/daily.ts';
import { archivingOf } from '../../accounts/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { listToArchive } from './archiving.views.ts';
import { archiveOrders } from '../rows/purchase-orders.queries.ts';

/** The nightly job that archives purchase orders that have been closed for as many days as the account has chosen. */
async function archiveClosed(w: Work): Promise<{ archived: number }> {
  const wanted = await archivingOf(w);
  if (!wanted) return { archived: 0 };
  await lockCosts(w);
  const ids = await listToArchive(w, addDays(todayIn(w.now.getTime(), w.scope.timeZone), -wanted.afterDays));
  if (ids.length === 0) return { archived: 0 };
  await archiveOrders(w, ids);
  const details = { changes: [{ field: 'archived', from: false, to: true }] } as const;
  await recordEach(
    w,
    ids.map((id) => ({ action: 'purchase-order.archived', subjectIds: [id], historyOf: id, details })),
    changed('purchase-orders', ids),
  );
  return { archived: ids.length };
}

export const archivePurchaseOrders = dailyJob({ name: 'purchasing.archive-purchase-orders', run: archiveClosed });

import { addDays, todayIn } from '@quayside/domain/days/days';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { changed, recordEach } from '../../events/outbox.ts';
import type { Reactions } from '../../events/reactions.ts';
import { dailyJob } from '../../jobs/daily.ts';
import { archivingOf } from '../accounts/public.ts';
import { lockCosts } from '../costs/public.ts';
import { notify } from '../notifications/public.ts';
import { listToArchive } from './archiving.views.ts';
import { archiveOrders, clearRates } from './purchase-orders.queries.ts';

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

/**
 * Removes the exchange rates of all purchase orders when the account gets another currency, and notifies the members: a
 * rate that converted into the former currency would silently convert into the new one.
 */
async function removeRates(w: Work, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const cleared = await clearRates(w);
  if (cleared.length === 0) return;
  await recordEach(
    w,
    cleared.map(({ id, rate }) => ({
      action: 'purchase-order.changed',
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'rate', from: rate, to: null }], lines: [] },
    })),
    changed(
      'purchase-orders',
      cleared.map(({ id }) => id),
    ),
  );
  await notify(w, {
    type: 'ACTION_NEEDED',
    summary: say('notice.order_rates_removed', { count: cleared.length }),
    message: [say('notice.order_rates_removed_why', { from, to })],
  });
}

export const currencyReactions: Reactions = { 'account.currency-changed': removeRates };

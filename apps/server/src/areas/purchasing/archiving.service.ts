import { addDays, todayIn } from '@quayside/domain/days/days';
import { say } from '@quayside/contracts/texts/catalogue';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { changed, recordEach } from '../../events/outbox.ts';
import type { Reactions } from '../../events/reactions.ts';
import { dailyJob } from '../../jobs/daily.ts';
import { archivingOf } from '../accounts/public.ts';
import { lockCosts } from '../costs/public.ts';
import { notify } from '../notifications/public.ts';
import { archiveOrders, clearRates } from './purchase-orders.queries.ts';

/**
 * Closed purchase orders that are not archived and were closed on `lastDay` or earlier, by the account's time zone. One
 * that a person took out of the archive is skipped until it is closed again.
 */
async function listToArchive(w: Work, lastDay: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id
    from purchase_order o
    where o.account_id = ${w.scope.accountId} and o.status = 'CLOSED' and o.archived_at is null
      and (o.closed_at at time zone ${w.scope.timeZone})::date <= ${lastDay}::date
      and not exists (
        select from audit_log g
        where g.account_id = o.account_id and g.history_of = o.id and g.action = 'purchase-order.unarchived'
          and g.recorded_at >= o.closed_at
      )
    order by o.id`.execute(w.tx);
  return rows.map((row) => row.id);
}

/** The nightly job that archives purchase orders once they have been closed for as many days as the account has chosen. */
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

export const archivePurchaseOrders = dailyJob({ name: 'purchasing.archive-closed', run: archiveClosed });

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

import { todayIn } from '@quayside/domain/days/days';
import { formatAmount } from '@quayside/domain/money/money';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { SummaryFigures } from './notification-mails.words.ts';
import { unreadBy } from './notifications.views.ts';

/** Whether the summary of this week was written; a week begins on Monday, in the time zone of the account. */
export async function summarySentSince(w: Work, job: string): Promise<boolean> {
  const today = todayIn(w.now.getTime(), w.scope.timeZone);
  const row = await w.tx
    .selectFrom('job_run')
    .select('day')
    .where('account_id', '=', w.scope.accountId)
    .where('job', '=', job)
    .where(sql<boolean>`day >= date_trunc('week', ${today}::date)::date`)
    .where(sql<boolean>`outcome ->> 'isSent' = 'true'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What waits in the account, and what this person has not read. */
export async function summaryFigures(w: Work, personId: string): Promise<SummaryFigures> {
  const account = w.scope.accountId;
  const unread = await w.tx
    .selectFrom(unreadBy(w, personId).as('unread'))
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  const review = await w.tx
    .selectFrom('invoice')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', account)
    .where('status', '=', 'REVIEW')
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  const open = await sql<{ currency: string; lines: string; amount: string }>`
    select i.currency, sum(t.unassigned_line_count)::text as lines, sum(t.unassigned_minor)::text as amount
    from invoice i join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
    where i.account_id = ${account} and i.deleted_at is null and i.status <> 'REVIEW' and t.unassigned_line_count > 0
    group by i.currency order by i.currency`.execute(w.tx);
  return {
    unread: Number(unread.n),
    inReview: Number(review.n),
    unassignedLines: open.rows.reduce((sum, row) => sum + Number(row.lines), 0),
    unassigned: open.rows.map((row) => `${formatAmount(BigInt(row.amount), row.currency)} ${row.currency}`),
  };
}

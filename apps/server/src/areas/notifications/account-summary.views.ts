import { say } from '@quayside/contracts/texts/catalogue';
import { todayIn } from '@quayside/domain/days/days';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { Waiting } from '../area.ts';
import { unreadBy } from './notifications.views.ts';

/** Whether the summary of this week has been sent already. A week begins on Monday, in the time zone of the account. */
export async function summarySentSince(w: Work, job: string): Promise<boolean> {
  const today = todayIn(w.now.getTime(), w.scope.timeZone);
  const row = await w.tx
    .selectFrom('job_run')
    .select('day')
    .where('account_id', '=', w.scope.accountId)
    .where('job', '=', job)
    .where(sql<boolean>`day between date_trunc('week', ${today}::date)::date and ${today}::date`)
    .where(sql<boolean>`outcome ->> 'isSent' = 'true'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The notifications that this person has not read. */
export async function listUnread(w: Work, personId: string): Promise<readonly Waiting[]> {
  const { n } = await w.tx
    .selectFrom(unreadBy(w, personId).as('unread'))
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return n === 0n ? [] : [{ what: say('waiting.unread', { count: Number(n) }), path: '/notifications' }];
}

import { say } from '@quayside/contracts/texts/catalogue';
import { sql } from 'kysely';
import { aboveAccount, type Work } from '../db/tx.ts';
import { AppError } from '../http/errors.ts';

const HOUR_MS = 3_600_000;
/** How many recipients the people of an account may type for mails within an hour, over all these mails. */
const MOST_PER_HOUR = 100;
/** The kinds of mails whose recipients people type. */
const TYPED = ['payment-confirmation'];

/**
 * Refuses more typed recipients than an account may have within an hour, so that nobody sends mails in bulk. The caller
 * holds a lock of the account.
 */
export async function countRecipients(w: Work, more: number): Promise<void> {
  const since = new Date(w.now.getTime() - HOUR_MS);
  const { rows } = await aboveAccount(w, (tx) =>
    sql<{ n: bigint; oldest: Date | null }>`
      select coalesce(sum(1 + cardinality(also_to) + cardinality(cc)), 0) as n, min(created_at) as oldest
      from mail_message
      where account_id = ${w.scope.accountId} and kind = any(${sql.val(TYPED)}::text[]) and created_at > ${since}`.execute(
      tx,
    ),
  );
  const { n = 0n, oldest = null } = rows[0] ?? {};
  if (Number(n) + more <= MOST_PER_HOUR) return;
  const until = (oldest ?? w.now).getTime() + HOUR_MS - w.now.getTime();
  throw new AppError('too_many', {
    message: say('mail.too_many_recipients', { max: MOST_PER_HOUR }),
    retryAfterSeconds: Math.max(1, Math.ceil(until / 1000)),
  });
}

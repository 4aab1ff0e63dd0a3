import { sql } from 'kysely';
import { aboveAccount, type Work } from '../db/tx.ts';

const HOUR_MS = 3_600_000;
/** How many recipients the people of an account may type for mails within an hour, over all these mails. */
export const MOST_RECIPIENTS_PER_HOUR = 100;
/** The kinds of mails whose recipients people type. */
const TYPED = ['documents', 'payment-confirmation'];

/**
 * The seconds to wait until mails to so many more typed recipients may be queued; 0 when they may be queued now. The
 * limit prevents that somebody sends mails in bulk. Two mails of one account are counted one after the other.
 */
export async function waitForRecipients(w: Work, more: number): Promise<number> {
  const lock = `recipients:${w.scope.accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(w.tx);
  const since = new Date(w.now.getTime() - HOUR_MS);
  const { rows } = await aboveAccount(w, (tx) =>
    sql<{ n: bigint; oldest: Date | null }>`
      select coalesce(sum(1 + cardinality(also_to) + cardinality(cc)), 0) as n, min(created_at) as oldest
      from mail_message
      where account_id = ${w.scope.accountId} and kind = any(${sql.val(TYPED)}::text[])
        and created_at > ${since}`.execute(tx),
  );
  const { n = 0n, oldest = null } = rows[0] ?? {};
  if (Number(n) + more <= MOST_RECIPIENTS_PER_HOUR) return 0;
  const until = (oldest ?? w.now).getTime() + HOUR_MS - w.now.getTime();
  return Math.max(1, Math.ceil(until / 1000));
}

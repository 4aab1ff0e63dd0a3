import { say } from '@quayside/contracts/texts/catalogue';
import { sql } from 'kysely';
import { moveTime, type Work } from '../db/tx.ts';
import { AppError } from '../http/errors.ts';

/** The counter with the time of the account's last cost write, in milliseconds since 1970. */
const LAST_WRITE = 'costs-written-ms';

/**
 * Locks the costs of the account until the end of the transaction. Every write that can change costs must take this
 * lock as its first step, so that such writes of one account run one at a time. The currency of the account cannot
 * change in the meantime. Other accounts never wait for this lock.
 *
 * `w.now` becomes later than the time of every earlier write of costs in the account. Otherwise, a transaction that
 * waited would record its costs with an earlier time than the costs it replaces.
 *
 * One statement does all of it. It sees the rows as they were before it waited, but the counter and the account are
 * read in their newest versions, because the one is updated and the other is locked.
 */
export async function lockCosts(w: Work): Promise<void> {
  const { rows } = await sql<{ currency: string; value: bigint }>`
    with locked as materialized (
      select pg_advisory_xact_lock(hashtextextended(${`costs:${w.scope.accountId}`}, 0))
    ), written as (
      insert into account_counter (account_id, name, value)
      select ${w.scope.accountId}, ${LAST_WRITE}, ${BigInt(w.clock.now().getTime())} from locked
      on conflict (account_id, name) do update set value = greatest(account_counter.value + 1, excluded.value)
      returning value
    )
    select a.currency, written.value
    from written cross join account a
    where a.account_id = ${w.scope.accountId}
    for share of a`.execute(w.tx);
  const [account] = rows;
  if (!account) throw new Error(`There is no account ${w.scope.accountId}`);
  // The currency in `w.scope` was cached with the session for some seconds. If the account's currency has changed
  // since, costs must not be written in the old one.
  if (account.currency !== w.scope.currency)
    throw new AppError('unavailable', {
      message: say('costs.currency_changed'),
      retryAfterSeconds: 5,
    });
  moveTime(w, new Date(Number(account.value)));
}

import { sql } from 'kysely';
import { asSystem, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { latestEnd } from '../../../ports/clock.ts';

interface Bucket {
  readonly hits: number;
  readonly resetsAt: Date;
}

async function hit(tx: SystemTx, now: Date, bucket: string, windowSeconds: number): Promise<Bucket> {
  const until = new Date(now.getTime() + windowSeconds * 1000);
  const latest = latestEnd(now, windowSeconds * 1000);
  const isLasting = sql`rate_limit.resets_at > ${now} and rate_limit.resets_at <= ${latest}`;
  const { rows } = await sql<{ hits: number; resets_at: Date }>`
    insert into rate_limit (bucket, hits, resets_at) values (${bucket}, 1, ${until})
    on conflict (bucket) do update set
      hits = case when ${isLasting} then rate_limit.hits + 1 else 1 end,
      resets_at = case when ${isLasting} then rate_limit.resets_at else ${until} end
    returning hits, resets_at`.execute(tx);
  return { hits: rows[0]?.hits ?? 1, resetsAt: rows[0]?.resets_at ?? until };
}

function refuseBeyond(max: number, now: Date, { hits, resetsAt }: Bucket): void {
  if (hits > max)
    throw new AppError('too_many', {
      retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)),
    });
}

/**
 * Counts one attempt in a bucket, and refuses it with 429 if there were more than `max` in the time window. Counts are
 * stored in the database, so they survive a restart. They are written in a transaction of their own, so they survive
 * the failure of the call. Must be called outside of any other transaction.
 */
export async function countTry(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<void> {
  const now = deps.clock.now();
  refuseBeyond(max, now, await asSystem(deps, (tx) => hit(tx, now, bucket, windowSeconds)));
}

/**
 * Like `countTry`, but returns whether the attempt is allowed instead of refusing it, for calls whose answer must not
 * reveal the limit.
 */
export async function isWithin(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await asSystem(deps, (tx) => hit(tx, deps.clock.now(), bucket, windowSeconds))).hits <= max;
}

/**
 * Like `countTry`, but counts in the running transaction. Failed calls, and repeats with the same idempotency key, are
 * therefore not counted.
 */
export async function countDone(
  tx: SystemTx,
  now: Date,
  bucket: string,
  max: number,
  windowSeconds: number,
): Promise<void> {
  refuseBeyond(max, now, await hit(tx, now, bucket, windowSeconds));
}

/** Resets the count of a bucket after a successful attempt. */
export async function clearTries(deps: TxDeps, bucket: string): Promise<void> {
  await asSystem(deps, (tx) => tx.deleteFrom('rate_limit').where('bucket', '=', bucket).execute());
}

/** The rate-limit bucket for wrong passwords of a signed-in person. All calls that ask for the password use it. */
const ownPassword = (personId: string) => `own-password:${personId}`;
export const countOwnPassword = (deps: TxDeps, personId: string): Promise<void> =>
  countTry(deps, ownPassword(personId), 10, 15 * 60);
export const clearOwnPassword = (deps: TxDeps, personId: string): Promise<void> =>
  clearTries(deps, ownPassword(personId));

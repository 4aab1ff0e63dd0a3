import { sql } from 'kysely';
import { asSystem, type SystemTx, type TxDeps } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';

interface Bucket {
  readonly hits: number;
  readonly resetsAt: Date;
}

async function hit(tx: SystemTx, now: Date, bucket: string, windowSeconds: number): Promise<Bucket> {
  const until = new Date(now.getTime() + windowSeconds * 1000);
  const { rows } = await sql<{ hits: number; resets_at: Date }>`
    insert into rate_limit (bucket, hits, resets_at) values (${bucket}, 1, ${until})
    on conflict (bucket) do update set
      hits = case when rate_limit.resets_at <= ${now} then 1 else rate_limit.hits + 1 end,
      resets_at = case when rate_limit.resets_at <= ${now} then ${until} else rate_limit.resets_at end
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
 * Counts one attempt in a bucket and refuses with 429 above `max` per window. Counts are stored in the database, so
 * they survive a restart, and in a separate transaction, so they survive a failure of the call; call it outside of any
 * other transaction.
 */
export async function countTry(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<void> {
  const now = deps.clock.now();
  refuseBeyond(max, now, await asSystem(deps, (tx) => hit(tx, now, bucket, windowSeconds)));
}

/** The same without a refusal, where the caller must not learn of the limit: answers whether the attempt is allowed. */
export async function isWithin(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await asSystem(deps, (tx) => hit(tx, deps.clock.now(), bucket, windowSeconds))).hits <= max;
}

/** The same within the running transaction: failed calls and idempotent repeats are not counted. */
export async function countDone(
  tx: SystemTx,
  now: Date,
  bucket: string,
  max: number,
  windowSeconds: number,
): Promise<void> {
  refuseBeyond(max, now, await hit(tx, now, bucket, windowSeconds));
}

/** Clears a bucket after a success. */
export async function clearTries(deps: TxDeps, bucket: string): Promise<void> {
  await asSystem(deps, (tx) => tx.deleteFrom('rate_limit').where('bucket', '=', bucket).execute());
}

/** The bucket for wrong passwords of a signed-in person, shared by all calls that ask for the password. */
const ownPassword = (personId: string) => `own-password:${personId}`;
export const countOwnPassword = (deps: TxDeps, personId: string): Promise<void> =>
  countTry(deps, ownPassword(personId), 10, 15 * 60);
export const clearOwnPassword = (deps: TxDeps, personId: string): Promise<void> =>
  clearTries(deps, ownPassword(personId));

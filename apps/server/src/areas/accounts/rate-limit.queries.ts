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
 * Counts one try in a bucket; past `max` within the window it answers 429. Kept in the database, so that a restart does
 * not clear it, and in a transaction of its own, so that a try counts although what follows fails: to be asked outside
 * of any other.
 */
export async function countTry(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<void> {
  const now = deps.clock.now();
  refuseBeyond(max, now, await asSystem(deps, (tx) => hit(tx, now, bucket, windowSeconds)));
}

/** The same for who is not to be told: says whether there is still room. */
export async function isWithin(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await asSystem(deps, (tx) => hit(tx, deps.clock.now(), bucket, windowSeconds))).hits <= max;
}

/**
 * The same for what is done in the running transaction: what fails, and the repeat of what was done, count for nothing.
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

/** Forgets a bucket after a success. */
export async function clearTries(deps: TxDeps, bucket: string): Promise<void> {
  await asSystem(deps, (tx) => tx.deleteFrom('rate_limit').where('bucket', '=', bucket).execute());
}

/** Wrong passwords of a signed-in person, counted together wherever they type it. */
const ownPassword = (personId: string) => `own-password:${personId}`;
export const countOwnPassword = (deps: TxDeps, personId: string): Promise<void> =>
  countTry(deps, ownPassword(personId), 10, 15 * 60);
export const clearOwnPassword = (deps: TxDeps, personId: string): Promise<void> =>
  clearTries(deps, ownPassword(personId));

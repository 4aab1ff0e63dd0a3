import { sql } from 'kysely';
import { asSystem, type TxDeps } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';

/** Counts one try in a bucket; past `max` within the window it answers 429. Kept in the database, so that a restart does not clear it. */
export async function countTry(deps: TxDeps, bucket: string, max: number, windowSeconds: number): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + windowSeconds * 1000);
  const row = await asSystem(deps, async (tx) => {
    const result = await sql<{ hits: number; resets_at: Date }>`
      insert into rate_limit (bucket, hits, resets_at) values (${bucket}, 1, ${until})
      on conflict (bucket) do update set
        hits = case when rate_limit.resets_at <= ${now} then 1 else rate_limit.hits + 1 end,
        resets_at = case when rate_limit.resets_at <= ${now} then ${until} else rate_limit.resets_at end
      returning hits, resets_at`.execute(tx);
    return result.rows[0];
  });
  if (row && row.hits > max) throw new AppError('too_many', { retryAfterSeconds: Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000)) });
}

/** Forgets a bucket after a success. */
export async function clearTries(deps: TxDeps, bucket: string): Promise<void> {
  await asSystem(deps, (tx) => tx.deleteFrom('rate_limit').where('bucket', '=', bucket).execute());
}

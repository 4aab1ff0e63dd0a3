import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { latestEnd } from '../ports/clock.ts';

export const WINDOW_MS = 60_000;

/**
 * Counts `size` calls against a person's allowance, in the row that all processes share. Returns the count of the
 * current minute, which may exceed the allowance. Commits asynchronously: losing a few counts in a crash is better than
 * waiting for the disk.
 */
export async function takeLease(db: Database, personId: string, now: Date, size: number): Promise<number> {
  const until = new Date((Math.floor(now.getTime() / WINDOW_MS) + 1) * WINDOW_MS);
  const isLasting = sql`shared.resets_at > ${now} and shared.resets_at <= ${latestEnd(now, WINDOW_MS)}`;
  const { rows } = await sql<{ hits: number }>`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit as shared (bucket, hits, resets_at)
    select ${`calls:${personId}`}, ${size}::int, ${until}
    from quick
    on conflict (bucket) do update
    set hits = case when ${isLasting} then shared.hits + excluded.hits else excluded.hits end,
      resets_at = case when ${isLasting} then shared.resets_at else excluded.resets_at end
    returning hits`.execute(db);
  return rows[0]?.hits ?? size;
}

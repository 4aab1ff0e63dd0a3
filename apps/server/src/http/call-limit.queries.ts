import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

export const WINDOW_MS = 60_000;

/**
 * Takes `size` calls of a person's allowance from the row that all processes share, and returns how many are taken now.
 * Commits asynchronously: losing a few counts in a crash is better than waiting for the disk.
 */
export async function takeLease(db: Database, personId: string, now: Date, size: number): Promise<number> {
  const until = new Date((Math.floor(now.getTime() / WINDOW_MS) + 1) * WINDOW_MS);
  const { rows } = await sql<{ hits: number }>`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit as shared (bucket, hits, resets_at) select ${`calls:${personId}`}, ${size}::int, ${until} from quick
    on conflict (bucket) do update set
      hits = case when shared.resets_at <= ${now} then excluded.hits else shared.hits + excluded.hits end,
      resets_at = case when shared.resets_at <= ${now} then excluded.resets_at else shared.resets_at end
    returning hits`.execute(db);
  return rows[0]?.hits ?? size;
}

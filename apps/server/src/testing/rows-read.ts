import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';

/**
 * How many rows this connection has read so far, from all tables or from these. The counts of earlier transactions may
 * be in it, so that only the difference of two counts says something.
 */
export async function rowsRead(w: Work, tables: readonly string[] | null = null): Promise<number> {
  const listed = tables && [...tables];
  const { rows } = await sql<{ n: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as n
    from pg_stat_xact_user_tables
    where ${listed}::text[] is null or relname = any(${listed}::text[])`.execute(w.tx);
  return Number(rows[0]?.n);
}

import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/** From this many rows on, a foreign key check with a stale plan costs more than planning again. */
const MANY = 500;

/**
 * Writes or deletes `rows` rows with fresh plans for their foreign key checks. PostgreSQL caches such a plan for the
 * whole session. A plan made when a table was small scans the table for each of 10,000 rows. A plan made for the actual
 * values is no better: the statistics do not know an account that is being filled, so the planner takes it for empty
 * and scans it for each row.
 */
export async function withFreshPlans<T>(tx: Tx, rows: number, write: () => Promise<T>): Promise<T> {
  if (rows < MANY) return write();
  await sql`discard plans`.execute(tx);
  await setMode(tx, 'force_generic_plan');
  const written = await write();
  await setMode(tx, 'auto');
  return written;
}

const setMode = (tx: Tx, mode: string) => sql`select set_config('plan_cache_mode', ${mode}, true)`.execute(tx);

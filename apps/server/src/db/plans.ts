import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/** From so many rows on, checking keys by a plan for a small table costs more than making the plan anew. */
const MANY = 500;

/**
 * Writes or deletes `rows` rows with plans of their own for the checks of their foreign keys. PostgreSQL keeps such a plan for as long as the
 * session lives; one that was made when a table was small reads all of it, and goes on doing so for each of 10,000 rows. And where it may
 * look at the values it takes an account that fills just now for an empty one, and reads all that this one has for each of the first rows.
 */
export async function planAnew<T>(tx: Tx, rows: number, write: () => Promise<T>): Promise<T> {
  if (rows < MANY) return write();
  await sql`discard plans`.execute(tx);
  await setMode(tx, 'force_generic_plan');
  const written = await write();
  await setMode(tx, 'auto');
  return written;
}

const setMode = (tx: Tx, mode: string) => sql`select set_config('plan_cache_mode', ${mode}, true)`.execute(tx);

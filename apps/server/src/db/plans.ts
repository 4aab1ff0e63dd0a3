import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/** From so many rows on, checking keys by a plan for a small table costs more than making the plan anew. */
const MANY = 500;

/**
 * Has the session plan anew, before it writes or deletes many rows. PostgreSQL keeps the plan by which it checks foreign keys for as long as
 * the session lives; one that was made when a table was small reads all of it, and goes on doing so for each of 10,000 rows.
 */
export async function planAnew(tx: Tx, rows: number): Promise<void> {
  if (rows >= MANY) await sql`discard plans`.execute(tx);
}

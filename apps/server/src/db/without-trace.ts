import { sql } from 'kysely';
import type { Work } from './tx.ts';

/**
 * Runs a write and takes everything that it wrote back, for a preview that finds exactly what the write would find.
 * What the write leaves for the end of the unit of work, for example telling open tabs, is forgotten.
 */
export async function withoutTrace<T>(w: Work, write: (w: Work) => Promise<T>): Promise<T> {
  await sql`savepoint preview`.execute(w.tx);
  const found = await write({ ...w, beforeCommit: [] });
  await sql`rollback to savepoint preview`.execute(w.tx);
  return found;
}

import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/**
 * The names of people who are members of the account or have done something in it, including people who were removed
 * since.
 */
export async function personNames(w: Work, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const people = [...new Set(ids.filter((id) => id !== null))];
  if (people.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, name from acting_names(${sql.val(people)}::uuid[])`.execute(w.tx);
  return new Map(rows.map((r) => [r.id, r.name]));
}

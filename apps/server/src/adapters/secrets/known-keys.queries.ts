import type { Database } from '../../db/pool.ts';
import type { KnownKey } from './master-keys.ts';

/** Lists the master keys that have been in use so far. */
export const listKnownKeys = (db: Database): Promise<KnownKey[]> =>
  db.selectFrom('secrets_key').select(['version', 'proof']).orderBy('version').execute();

/** Stores which master keys are in use. Leaves the keys that are already stored unchanged. */
export async function rememberKeys(db: Database, keys: readonly KnownKey[], now: Date): Promise<void> {
  await db
    .insertInto('secrets_key')
    .values(keys.map((key) => ({ ...key, first_used_at: now })))
    .onConflict((oc) => oc.column('version').doNothing())
    .execute();
}

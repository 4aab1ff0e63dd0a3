import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the migrations of this release. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** A connection to a database, whatever the user. */
interface Queryable {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Lists the migrations of this release, in their order. */
export async function listOwnMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.replace(/\.sql$/, ''));
}

/** Lists the migrations that a database has run, in their order; none if it is new. */
export async function listRanMigrations(client: Queryable): Promise<string[]> {
  const { rows: found } = await client.query(`select 1 where to_regclass('public.schema_migration') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query('select name from public.schema_migration order by name collate "C"');
  return rows.map(({ name }) => String(name));
}

/** Throws if one of these migrations, which were run on `what`, is unknown here: a newer release wrote it. */
export async function requireOwnRelease(what: string, ran: readonly string[]): Promise<void> {
  const known = new Set(await listOwnMigrations());
  const unknown = ran.filter((name) => !known.has(name)).at(-1);
  if (unknown === undefined) return;
  throw new Error(
    `${what} was written by a newer release of Quayside: start that one, or a later one. Its schema has the ` +
      `migration ${unknown}, which this release does not know. Nothing was changed (runbook, "Updating").`,
  );
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, 'migrations');

/** Reads the NNNN-name.sql files. Each runs in one transaction; a merged file is never edited. */
async function sqlFiles(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((n) => n.endsWith('.sql')).sort();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, name), 'utf8');
    return [
      name.replace(/\.sql$/, ''),
      {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Migrates the database at `url` (connected as its owner) to the newest schema, or up to the migration `last`. Several
 * processes may call this at once.
 */
export async function migrate(url: string, last?: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: sqlFiles },
      migrationTableName: 'schema_migration',
      migrationLockTableName: 'schema_migration_lock',
    });
    const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

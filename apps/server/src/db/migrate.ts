import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { listOwnMigrations, listRanMigrations, MIGRATIONS, requireOwnRelease } from './releases.ts';

/** The key of the advisory lock under which checksums are compared and backfilled. Any number will do. */
const CHECKSUM_TURN = 5_150_002;

/** The name under which PostgreSQL lists the connections that run migrations. */
const APPLICATION = `quayside migration ${process.pid}`;

/** Where to report that a migration waits for a lock, and how often to check for it. */
interface Telling {
  readonly log: (line: string) => void;
  readonly waitMs: number;
}

interface MigrationFile {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** Reads the migrations from the NNNN-name.sql files. A merged file is never edited. */
async function readFiles(): Promise<MigrationFile[]> {
  return Promise.all(
    (await listOwnMigrations()).map(async (name) => {
      const text = await readFile(join(MIGRATIONS, `${name}.sql`), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Creates the migrations from their files. Each runs in one transaction, which also stores its checksum. */
const migrationsOf = (files: readonly MigrationFile[]): Record<string, Migration> =>
  Object.fromEntries(
    files.map(({ name, text, sha256 }): [string, Migration] => [
      name,
      {
        up: async (db) => {
          await sql.raw(text).execute(db);
          await sql`insert into schema_migration_file (name, sha256) values (${name}, ${sha256})
            on conflict (name) do update set sha256 = excluded.sha256`.execute(db);
        },
      },
    ]),
  );

/**
 * Throws if the file of a migration differs from the one that this database ran: the schema may then differ from the
 * one that the code expects. Earlier releases stored no checksums; for their migrations, the files of this release
 * count as unchanged.
 */
async function requireUnchanged(db: Kysely<unknown>, files: readonly MigrationFile[]): Promise<void> {
  // The files of the migrations that this database has run.
  const present = sql`(
    select name, sha256
    from unnest(${sql.val(files.map((f) => f.name))}::text[], ${sql.val(files.map((f) => f.sha256))}::text[])
      as f (name, sha256)
    join schema_migration using (name)
  )`;
  const changed = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CHECKSUM_TURN})`.execute(tx);
    await sql`create table if not exists schema_migration_file (name text primary key, sha256 text not null)`.execute(
      tx,
    );
    const { rows: existing } = await sql`select where to_regclass('schema_migration') is not null`.execute(tx);
    if (existing.length === 0) return undefined;
    await sql`
      insert into schema_migration_file (name, sha256)
      select name, sha256 from ${present} as present
      on conflict (name) do nothing`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select name
      from ${present} as present join schema_migration_file ran using (name)
      where ran.sha256 <> present.sha256
      order by name`.execute(tx);
    return rows[0]?.name;
  });
  if (changed !== undefined)
    throw new Error(
      `The migration ${changed} was changed after this database ran it: restore its file ` +
        `apps/server/src/db/migrations/${changed}.sql from the release that ran it, or restore a copy of the data ` +
        'that belongs to this release (runbook, "Updating").',
    );
}

/**
 * Migrates the database at `url` (connected as its owner) to the newest schema, or up to the migration `last`. Several
 * processes may call this at once. Throws, before it changes anything, if a newer release wrote the data, or a
 * migration that already ran has been changed since.
 */
export async function migrate(url: string, last?: string, telling?: Telling): Promise<void> {
  const endTelling = telling && tellOfWaiting(url, telling);
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: APPLICATION });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireOwnRelease('The data', await listRanMigrations(pool));
    const files = await readFiles();
    await requireUnchanged(db, files);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrationsOf(files) },
      migrationTableName: 'schema_migration',
      migrationLockTableName: 'schema_migration_lock',
    });
    const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
    if (error) throw error;
  } finally {
    await endTelling?.();
    await db.destroy();
    // Kysely leaves a pool open that it has not used itself, as when the data is refused.
    if (!pool.ending) await pool.end();
  }
}

/** Lists the connections that hold a lock for which a connection of this process is waiting. */
const BLOCKERS = `
  select coalesce(string_agg(distinct format('process %s of PostgreSQL (%s)', b.pid,
    coalesce(nullif(b.application_name, ''), 'without a name')), ', '), '') as holders
  from pg_stat_activity a cross join lateral unnest(pg_blocking_pids(a.pid)) as holder (pid)
    join pg_stat_activity b on b.pid = holder.pid
  where a.application_name = $1`;

/**
 * While the migrations run, checks whether they wait for a lock, and reports once which connections hold it. Returns a
 * function that ends the checks.
 */
function tellOfWaiting(url: string, { log, waitMs }: Telling): () => Promise<void> {
  const client = new pg.Client({ connectionString: url, query_timeout: 10_000 });
  client.on('error', () => undefined);
  const connected = client.connect().catch(() => undefined);
  const look = async () => {
    await connected;
    const { rows } = await client.query<{ holders: string }>(BLOCKERS, [APPLICATION]);
    const holders = rows[0]?.holders ?? '';
    if (holders === '') return;
    clearInterval(timer);
    log(
      `The migration of the database waits for ${holders}, which holds a lock. It goes on when the lock is released.`,
    );
  };
  const timer = setInterval(() => void look().catch(() => undefined), waitMs);
  return async () => {
    clearInterval(timer);
    await connected;
    await client.end().catch(() => undefined);
  };
}

import pg from 'pg';
import { listRanMigrations, requireOwnRelease } from '../db/releases.ts';

/**
 * The result of checking a restored database: the number of its tables, rows and files, and everything that is wrong.
 */
export interface Checked {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly faults: readonly string[];
}

/**
 * Reads all tables of a restored database, with the checksums of their pages, and compares the files that it names with
 * those of the backup. `url` is that of the superuser, who sees the rows of all accounts.
 */
export async function checkData(url: string, hashes: ReadonlyMap<string, string>): Promise<Checked> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Backups of early releases do not name their migrations, so the database is asked as well.
    await requireOwnRelease('The backup', await listRanMigrations(client));
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
    );
    let rows = 0;
    // Index scans are switched off, so that every page of each table is read.
    await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
    for (const { name } of tables.rows)
      rows += Number((await client.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]?.n);
    const files = await client.query<{ key: string; sha256: string }>(
      `select storage_key as key, sha256 from stored_file order by storage_key`,
    );
    const faults = files.rows.flatMap(({ key, sha256 }) => faultOf(key, sha256, hashes.get(`files/${key}`)));
    return { tables: tables.rows.length, rows, files: files.rows.length, faults };
  } finally {
    await client.end();
  }
}

function faultOf(key: string, named: string, found: string | undefined): string[] {
  if (found === undefined) return [`The file ${key}, which the database names, is not in the backup.`];
  // Early releases did not store the hash of a picture, so an empty hash is correct.
  return named === '' || named === found ? [] : [`The file ${key} differs from what the database says of it.`];
}

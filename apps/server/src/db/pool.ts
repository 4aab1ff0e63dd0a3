import { Kysely, type PostgresCursorConstructor, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { withShares } from './connection-shares.ts';
import { CopyCursor } from './copy.ts';
import { withHeldStatements } from './held.ts';
import { withPreparedStatements } from './prepared.ts';
import type { DB } from './types.gen.ts';

export type Database = Kysely<DB>;

const INT8 = 20;
const DATE = 1082;

/** Parses int8 as bigint, date as 'yyyy-MM-dd', numeric as a string and timestamptz as Date, for the whole server. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => {
    if (oid === INT8) return (text: string) => BigInt(text);
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * Creates a pool that connects as the owner role. A dead database must not crash the process, so idle and checked-out
 * clients have an error listener. Time-outs keep an unresponsive database from blocking requests.
 */
export function createPool(url: string, onError: (error: Error) => void, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 4_000,
    query_timeout: 60_000,
    // The time-out is longer than the usual pause between two clicks, because a new connection costs as much as a whole
    // request and has no prepared statements yet.
    idleTimeoutMillis: 300_000,
    // Lowers random_page_cost, because indexes are in memory or on an SSD. With PostgreSQL's default (4), a join of 200
    // rows would scan a whole table.
    options:
      '-c random_page_cost=1.1 -c statement_timeout=55000 -c lock_timeout=10000 ' +
      '-c idle_in_transaction_session_timeout=60000 -c TimeZone=UTC',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: withShares(withHeldStatements(withPreparedStatements(pool)), pool.options.max),
      cursor: CopyCursor as unknown as PostgresCursorConstructor,
    }),
  });
}

/**
 * Writes some 300 KB to the disk of the database, and removes them: a sort that is given too little memory. Throws the
 * database's error if the disk is full. A database that is read-only allows this as well.
 */
export async function requireDiskSpace(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx);
    await sql`select max(n) from (
      select n, lpad(n::text, 60) as padded from generate_series(1, 5000) as n order by padded desc offset 1
    ) as sorted`.execute(tx);
  });
}

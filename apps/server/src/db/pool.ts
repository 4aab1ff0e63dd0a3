import { Kysely, type PostgresCursorConstructor, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { CopyCursor } from './copy.ts';
import { preparing } from './prepared.ts';
import type { DB } from './types.gen.ts';

export type Database = Kysely<DB>;

const INT8 = 20;
const DATE = 1082;

/** Types as the whole server reads them: int8 as bigint, date as 'yyyy-MM-dd', numeric as text, timestamptz as Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => {
    if (oid === INT8) return (text: string) => BigInt(text);
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * Pool on the owner role. A dead database must not take the process with it, so idle and checked-out clients
 * both get an error listener; time-outs keep a silent database from holding requests (reliability G11).
 */
export function createPool(url: string, onError: (error: Error) => void, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
    // Longer than a person thinks between two clicks: a new connection costs as much as the whole answer, and knows no prepared statement.
    idleTimeoutMillis: 300_000,
    // Indexes are in memory or on a disk without arms: with PostgreSQL's default (4) a join of 200 rows reads a whole table instead.
    options: '-c random_page_cost=1.1 -c statement_timeout=55000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000 -c TimeZone=UTC',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool), cursor: CopyCursor as unknown as PostgresCursorConstructor }) });
}

/** Does the database answer? Throws when not. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

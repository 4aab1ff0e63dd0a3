import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { CopyCursor } from './copy.ts';
import { STALE_PLAN } from './sql-states.ts';

/**
 * The maximum number of prepared statements, because each costs memory on every connection. The whole product has more
 * statements than this; those that repeat last are planned each time.
 */
const MAX_NAMES = 200;
/** Statements with more parameters are not prepared: inserts of many rows and long lists hardly ever repeat. */
const MAX_PARAMETERS = 40;
const MAX_SEEN = 2_000;

/**
 * Marks a statement that must not be prepared because its best plan depends on its values: a cached plan that suits an
 * ordinary account takes three times as long in one with a million products.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

interface StatementNames {
  /** The name under which to prepare a statement; undefined when the statement runs for the first time. */
  nameOf(text: string, parameters: number): string | undefined;
  /** Forgets all names, because a schema change has made the cached plans invalid. Statements then get new names. */
  clear(): void;
}

/** Gives a name to each statement that is repeated. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let last = 0;
  return {
    nameOf(text, parameters) {
      if (text.includes(PLANNED_EACH_TIME)) return undefined;
      const name = names.get(text);
      if (name !== undefined || parameters === 0 || parameters > MAX_PARAMETERS || names.size >= MAX_NAMES) return name;
      if (!seen.delete(text)) {
        if (seen.size >= MAX_SEEN) seen.clear();
        seen.add(text);
        return undefined;
      }
      last += 1;
      names.set(text, `q${last}`);
      return names.get(text);
    },
    clear: () => names.clear(),
  };
}

/**
 * Wraps a pool so that each connection prepares repeated statements: parsing and planning a join under row-level
 * security takes longer than running it. PostgreSQL still replans a statement whose best plan depends on the values.
 */
export function withPreparedStatements(pool: pg.Pool, names: StatementNames = createStatementNames()): PostgresPool {
  // Kysely recognises a connection by its object, so each client must always get the same wrapper.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client, names);
      wrapped.set(client, known);
      return known;
    },
  };
}

/**
 * Runs a statement. pg would copy an object with text, values and name one property after the other, which takes longer
 * than the rest of sending; it takes a query as it is.
 */
const run = (client: pg.PoolClient, text: string, parameters: readonly unknown[], name: string | undefined) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    const callback = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
    client.query(Object.assign(new pg.Query(text, [...parameters]), { name, callback }));
  });

function wrap(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await run(client, text, parameters, names.nameOf(text, parameters.length));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if ('code' in error && error.code === STALE_PLAN) names.clear();
      // The stack shows where the answer arrived; that of the statement helps more.
      Error.captureStackTrace(error);
      throw error;
    }
  };
  // Kysely passes either SQL or a cursor, and every cursor here is a CopyCursor.
  const either = (first: string | CopyCursor, parameters: readonly unknown[]) => {
    if (typeof first === 'string') return query(first, parameters);
    client.query(first.stream);
    return first;
  };
  return {
    query: either as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true),
  };
}

import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { CopyCursor } from './copy.ts';
import { STALE_PLAN } from './sql-states.ts';

/** Each prepared statement costs memory on every connection; the product uses fewer than this. */
const MAX_NAMES = 200;
/** Inserts of many rows and long lists hardly ever repeat. */
const MAX_PARAMETERS = 30;
const MAX_SEEN = 2_000;

/**
 * Marks a statement that must not be prepared because its best plan depends on its values: a cached plan that suits an
 * ordinary account takes three times as long in one with a million products.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

export interface StatementNames {
  /** The name for a statement, or undefined the first time. */
  nameOf(text: string, parameters: number): string | undefined;
  /** Gives every statement a new name after a schema change made the cached plans invalid. */
  clear(): void;
}

/** Names repeated statements. */
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
 * security costs more than running it. PostgreSQL still plans again where the values matter.
 */
export function withPreparedStatements(pool: pg.Pool, names: StatementNames = createStatementNames()): PostgresPool {
  // Kysely identifies a connection by this object, so each client needs one stable wrapper.
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

function wrap(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query({ name: names.nameOf(text, parameters.length), text, values: [...parameters] });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === STALE_PLAN) names.clear();
      throw error;
    }
  };
  // Kysely otherwise passes a cursor, which is always our CopyCursor.
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

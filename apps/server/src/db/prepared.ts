import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { CopyCursor } from './copy.ts';

/** Each name costs every connection some memory; the calls of the product need fewer. */
const MAX_NAMES = 200;
/** Inserts of many rows and long lists are never the same again. */
const MAX_PARAMETERS = 30;
const MAX_SEEN = 2_000;
/** "cached plan must not change result type": a newer version has migrated the database while this process runs. */
export const STALE_PLAN = '0A000';

/**
 * Stands in a statement whose plan depends on its values too much to be kept: what fits an account of the usual size takes three times as
 * long in one of a million products.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

export interface StatementNames {
  /** The name of a statement from the second time on. */
  nameOf(text: string, parameters: number): string | undefined;
  /** New names for all, because what the old ones stand for no longer fits the tables. */
  forget(): void;
}

/** Names for statements that come again. */
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
    forget: () => names.clear(),
  };
}

/**
 * The pool, with statements that come again prepared once per connection: parsing and planning a join under row-level
 * security costs more than running it. PostgreSQL goes on planning anew where the values matter.
 */
export function preparing(pool: pg.Pool, names: StatementNames = createStatementNames()): PostgresPool {
  // Kysely knows a connection by this object.
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
      if (error instanceof Error && 'code' in error && error.code === STALE_PLAN) names.forget();
      throw error;
    }
  };
  // The other thing that Kysely hands in is a cursor; ours copies.
  const either = (first: string | CopyCursor, parameters: readonly unknown[]) => {
    if (typeof first === 'string') return query(first, parameters);
    client.query(first.stream);
    return first;
  };
  return { query: either as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy === true) };
}

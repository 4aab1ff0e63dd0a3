import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Named locks that all processes on one database share. */
export interface Turns {
  /** Runs the function while holding the lock. Returns undefined if the lock was not free within `waitMs`. */
  take<T>(name: string, waitMs: number, run: () => Promise<T>): Promise<{ readonly result: T } | undefined>;
  stop(): Promise<void>;
}

const RETRY_MS = 25;
/** How long the database may take to answer. None of these statements waits for a lock. */
const ANSWER_MS = 4_000;

/**
 * Uses session-level advisory locks on a separate connection, which is opened at the first use. Polls for a lock
 * instead of blocking, so that one connection serves all locks of the process and no connection of the pool is held. If
 * the process dies, PostgreSQL closes the connection and releases its locks.
 */
export function createTurns(url: string): Turns {
  let connection: Promise<pg.Client> | undefined;
  let stopped = false;
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const lost = () => {
      connection = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      return client;
    } catch (error) {
      lost();
      throw error;
    }
  };
  const query = async (text: string, name: string): Promise<boolean> => {
    const client = await (connection ??= open());
    const { rows } = await client.query<{ done: boolean }>(text, [name]);
    return rows[0]?.done === true;
  };
  const lock = (name: string) => query('select pg_try_advisory_lock(hashtextextended($1, 0)) as done', name);
  const unlock = (name: string) => query('select pg_advisory_unlock(hashtextextended($1, 0)) as done', name);

  // PostgreSQL would grant a session a lock that it already holds, so the process itself must allow only one holder per
  // name.
  const held = new Set<string>();
  const tryTurn = async (name: string): Promise<boolean> => {
    if (held.has(name)) return false;
    held.add(name);
    try {
      if (await lock(name)) return true;
    } catch (error) {
      held.delete(name);
      throw error;
    }
    held.delete(name);
    return false;
  };
  return {
    async take(name, waitMs, run) {
      const until = performance.now() + waitMs;
      while (!(await tryTurn(name))) {
        if (stopped || performance.now() >= until) return undefined;
        await sleep(RETRY_MS);
      }
      try {
        return { result: await run() };
      } finally {
        // If the connection was lost, PostgreSQL has already released the lock.
        await unlock(name).catch(() => undefined);
        held.delete(name);
      }
    },
    async stop() {
      stopped = true;
      await (await connection?.catch(() => undefined))?.end().catch(() => undefined);
    },
  };
}

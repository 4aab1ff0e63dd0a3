import type { PostgresPool, PostgresPoolClient } from 'kysely';

/**
 * Marks a statement without parameters and without rows that may wait for the next statement of its transaction. It is
 * never sent alone: the beginning of a transaction, its role and its account arrive in one message, not in three.
 */
export const HELD = '/* held */ ';
const BEGIN = 'begin';
const ENDS: readonly string[] = ['commit', 'rollback'];
const NOTHING = { command: '', rowCount: 0, rows: [] };

/**
 * Wraps a pool so that each connection holds `begin` and the statements that are marked with `HELD`, and sends them in
 * one message ahead of the next statement. That one is sent only after they succeeded, so it never runs outside of its
 * transaction, as another role or without an account. A transaction without statements is never begun.
 */
export function withHeldStatements(pool: PostgresPool): PostgresPool {
  // Kysely recognises a connection by its object, so each client must always get the same wrapper.
  const wrapped = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
  };
}

function wrap(client: PostgresPoolClient): PostgresPoolClient {
  let held: string[] = [];
  /** The message with the held statements. Statements that are sent at the same time all wait for it. */
  let opening: Promise<unknown> | undefined;

  const query = async (text: string, parameters: readonly unknown[]) => {
    if (text === BEGIN) {
      [held, opening] = [[text], undefined];
      return NOTHING;
    }
    if (text.startsWith(HELD)) {
      held.push(text);
      return NOTHING;
    }
    const isEnd = ENDS.includes(text);
    if (isEnd && held[0] === BEGIN) {
      held = [];
      return { ...NOTHING, command: text.toUpperCase() };
    }
    if (text === 'rollback') held = [];
    else {
      if (held.length > 0) opening = send(client, held.splice(0));
      await opening;
    }
    return client.query(text, parameters);
  };
  // Kysely passes either SQL or a cursor.
  const either = (first: string | object, parameters: readonly unknown[]) => {
    if (typeof first === 'string') return query(first, parameters);
    if (held.length > 0) throw new Error('A cursor needs a transaction that has begun');
    return client.query(first as never);
  };
  return {
    query: either as unknown as PostgresPoolClient['query'],
    release(destroy) {
      [held, opening] = [[], undefined];
      client.release(destroy);
    },
  };
}

const send = (client: PostgresPoolClient, statements: readonly string[]): Promise<unknown> =>
  client.query(statements.join('; '), []);

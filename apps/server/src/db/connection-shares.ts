import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** How long a call waits for a connection. A job waits without a limit. */
const PATIENCE_MS = 5_000;
/** How many transactions of one account may wait. Further calls are refused. */
const MAX_WAITING = 1_000;

/** The refusal of a call because its account already uses its whole share of the connections. */
export class AccountBusy extends Error {
  constructor() {
    super('The account uses its whole share of the connections');
    this.name = 'AccountBusy';
  }
}

/**
 * Work that uses connections for one account, or for no account. A transaction that starts during this work belongs to
 * it: the work takes one place, however many connections it has at a time.
 */
interface Use {
  /** The account of the work; undefined for work that belongs to no account. */
  readonly accountId: string | undefined;
  readonly isPatient: boolean;
  /** Whether every transaction that starts during this work belongs to it, even while the work has no connection. */
  readonly isWhole: boolean;
  /** The number of connections that the work has or waits for. */
  connections: number;
  /** Resolves when the work has a place. */
  place: Promise<void> | undefined;
}
const current = new AsyncLocalStorage<Use>();

/**
 * Runs a transaction whose connection counts for an account, or for no account. A transaction that starts during other
 * work belongs to that work.
 */
export function withConnection<T>(
  { accountId, isPatient = false }: { readonly accountId?: string; readonly isPatient?: boolean },
  run: () => Promise<T>,
): Promise<T> {
  const outer = current.getStore();
  if (outer && (outer.isWhole || outer.connections > 0)) return run();
  return current.run(newUse(accountId, isPatient, false), run);
}

/**
 * Runs a job whose transactions wait for each other, so that they take one place of the account together. If each took
 * its own, some could hold all places while they wait for the others.
 */
export const withOnePlace = <T>(accountId: string, run: () => Promise<T>): Promise<T> =>
  current.run(newUse(accountId, true, true), run);

const newUse = (accountId: string | undefined, isPatient: boolean, isWhole: boolean): Use => ({
  accountId,
  isPatient,
  isWhole,
  connections: 0,
  place: undefined,
});

interface Waiting {
  readonly grant: () => void;
}

/** Decides who may take a connection of a pool next. */
interface ConnectionShares {
  /** Waits until the current work may take a connection. The result must be called when the connection is released. */
  enter(): Promise<() => void>;
}

/**
 * Divides the connections of one process between the accounts. An account gets less than half of them, so that its slow
 * writers do not keep others waiting; accounts that wait are served in turn. One connection is left out of the count
 * and serves transactions inside other transactions, which could otherwise wait for each other forever.
 */
function createConnectionShares(poolSize: number): ConnectionShares {
  const places = Math.max(1, poolSize - 1);
  const share = Math.max(1, Math.floor(places * 0.45));
  let taken = 0;
  const takenBy = new Map<string | undefined, number>();
  /** The waiting work by account, in the order in which the accounts are served next. */
  const waiting = new Map<string | undefined, Waiting[]>();

  const isFree = (account: string | undefined) =>
    taken < places && (account === undefined || (takenBy.get(account) ?? 0) < share);
  const count = (account: string | undefined, by: 1 | -1) => {
    taken += by;
    const left = (takenBy.get(account) ?? 0) + by;
    if (left > 0) takenBy.set(account, left);
    else takenBy.delete(account);
  };
  const serve = () => {
    // An account that was served moves to the end of the map, so that this loop reaches it again after the other
    // accounts.
    for (const [account, queue] of waiting) {
      if (taken >= places) return;
      if (!isFree(account)) continue;
      const next = queue.shift();
      waiting.delete(account);
      if (queue.length > 0) waiting.set(account, queue);
      count(account, 1);
      next?.grant();
    }
  };
  const leaveQueue = (account: string | undefined, one: Waiting) => {
    const left = (waiting.get(account) ?? []).filter((other) => other !== one);
    if (left.length > 0) waiting.set(account, left);
    else waiting.delete(account);
  };
  const takePlace = async ({ accountId, isPatient }: Use): Promise<void> => {
    if (!waiting.has(accountId) && isFree(accountId)) return count(accountId, 1);
    const queue = waiting.get(accountId) ?? [];
    if (accountId !== undefined && !isPatient && queue.length >= MAX_WAITING) throw new AccountBusy();
    waiting.set(accountId, queue);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { grant: resolve };
    queue.push(one);
    if (isPatient) return promise;
    const refuse = () => {
      leaveQueue(accountId, one);
      const isOwnFault = accountId !== undefined && (takenBy.get(accountId) ?? 0) >= share;
      reject(isOwnFault ? new AccountBusy() : new Error('timeout exceeded when trying to connect'));
    };
    const timer = setTimeout(refuse, PATIENCE_MS);
    return promise.finally(() => clearTimeout(timer));
  };

  return {
    async enter() {
      const use = current.getStore() ?? newUse(undefined, false, false);
      use.connections += 1;
      const leave = () => {
        use.connections -= 1;
        if (use.connections > 0) return;
        count(use.accountId, -1);
        serve();
      };
      if (use.connections === 1) use.place = takePlace(use);
      try {
        await use.place;
      } catch (error) {
        use.connections -= 1;
        throw error;
      }
      return leave;
    },
  };
}

/** Wraps a pool of `size` connections so that the accounts share them. */
export function withShares(pool: PostgresPool, size: number): PostgresPool {
  const shares = createConnectionShares(size);
  const leaves = new WeakMap<PostgresPoolClient, () => void>();
  // Kysely recognises a connection by its object, so each client must always get the same wrapper.
  const wrapped = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  const wrap = (client: PostgresPoolClient): PostgresPoolClient => ({
    query: client.query,
    release(destroy) {
      client.release(destroy);
      leaves.get(client)?.();
    },
  });
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const leave = await shares.enter();
      try {
        const client = await pool.connect();
        leaves.set(client, leave);
        const known = wrapped.get(client) ?? wrap(client);
        wrapped.set(client, known);
        return known;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

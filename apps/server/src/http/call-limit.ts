import type { Database } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import { takeLease, WINDOW_MS } from './call-limit.queries.ts';
import { AppError, isReadOnly } from './errors.ts';

/** The allowance per minute is divided into this many leases. A process takes one lease at a time, with one query. */
const LEASES = 20;
/** The number of calls of a lease under a high allowance. One query in so many calls takes no time worth measuring. */
const MOST_CALLS_OF_A_LEASE = 100;

/** Counts each person's calls across all processes. Refuses calls over the limit per minute with 429. */
export interface CallLimit {
  count(personId: string): Promise<void>;
}

interface Lease {
  left: number;
  /** How many calls this process has been granted in the current minute. */
  granted: number;
  isSpent: boolean;
  asking: Promise<void> | undefined;
}

/**
 * Counts most calls in memory against a lease, so that only one of many calls needs a query. All processes together
 * never grant a person more than the limit. A person whose calls reach several processes may get less than the limit:
 * the unused part of one lease is lost for each further process.
 */
export function createCallLimit(deps: { db: Database; clock: Clock; perMinute: number }): CallLimit {
  const size = Math.min(MOST_CALLS_OF_A_LEASE, Math.max(1, Math.floor(deps.perMinute / LEASES)));
  let minute = 0;
  let leases = new Map<string, Lease>();

  const ask = async (lease: Lease, personId: string, now: Date) => {
    lease.granted += size;
    const taken = await takeLease(deps.db, personId, now, size).catch((error: unknown) => {
      // Calls that only read go on while the database is read-only. Each process then counts alone.
      if (isReadOnly(error)) return lease.granted;
      throw error;
    });
    lease.left = Math.max(0, size - Math.max(0, taken - deps.perMinute));
    lease.isSpent = lease.left === 0;
  };
  return {
    async count(personId) {
      const now = deps.clock.now();
      const current = Math.floor(now.getTime() / WINDOW_MS);
      if (current !== minute) {
        minute = current;
        leases = new Map();
      }
      const lease = leases.get(personId) ?? { left: 0, granted: 0, isSpent: false, asking: undefined };
      leases.set(personId, lease);
      // Concurrent calls share one query. They may use up its lease before the last of them proceeds, which then
      // queries again.
      while (lease.left === 0 && !lease.isSpent) {
        lease.asking ??= ask(lease, personId, now).finally(() => {
          lease.asking = undefined;
        });
        await lease.asking;
      }
      if (lease.isSpent) {
        const retryAfterSeconds = Math.ceil(((current + 1) * WINDOW_MS - now.getTime()) / 1000);
        throw new AppError('too_many', { retryAfterSeconds });
      }
      lease.left -= 1;
    },
  };
}

import type { Database } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import { takeLease, WINDOW_MS } from './call-limit.queries.ts';
import { AppError } from './errors.ts';

/** A process leases one of this many parts of a minute's allowance at a time, with one query per lease. */
const LEASES = 20;

/** Counts each person's calls across all processes; throws 429 past the limit per minute. */
export interface CallLimit {
  count(personId: string): Promise<void>;
}

interface Lease {
  left: number;
  isSpent: boolean;
  asking: Promise<void> | undefined;
}

/**
 * Counts most calls in memory against a lease: one query for a twentieth of the allowance. A person never gets more
 * than the limit in all processes together, and loses at most one lease per further process.
 */
export function createCallLimit(deps: { db: Database; clock: Clock; perMinute: number }): CallLimit {
  const size = Math.max(1, Math.floor(deps.perMinute / LEASES));
  let minute = 0;
  let leases = new Map<string, Lease>();

  const ask = async (lease: Lease, personId: string, now: Date) => {
    const taken = await takeLease(deps.db, personId, now, size);
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
      const lease = leases.get(personId) ?? { left: 0, isSpent: false, asking: undefined };
      leases.set(personId, lease);
      // Concurrent calls share one query and may use up its lease before the last of them runs.
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

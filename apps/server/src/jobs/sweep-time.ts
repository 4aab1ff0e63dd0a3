import { asSystem, type TxDeps } from '../db/tx.ts';
import type { Clock } from '../ports/clock.ts';

/** How far the time of the sweeps may move forward at once in a process that has just started: a day. */
const MOST_AT_ONCE_MS = 24 * 3_600_000;
/** How many hours the time of the sweeps may move forward in each hour of a process. */
const CATCHING_UP = 24;

/**
 * Creates the function that returns the time by which sweeps decide what is old enough to be deleted (ADR 0049). It is
 * the time of the clock, unless the clock is far ahead of the last sweep, because the clock was set wrong or the server
 * did not run meanwhile. Then this time moves forward by a day at first, and by one more day in each hour. The hours
 * are measured with the monotonic clock of the process (`elapsed`, in milliseconds), which nobody can set. So a clock
 * that is wrong by weeks can be corrected before much is deleted, and a server that was stopped for weeks deletes what
 * is old within a day or two.
 */
export function createSweepTime(deps: TxDeps & { readonly clock: Clock }, elapsed: () => number): () => Promise<Date> {
  let allowance = MOST_AT_ONCE_MS;
  let allowedAt = elapsed();
  return () =>
    asSystem(deps, async (tx) => {
      const now = deps.clock.now();
      const row = await tx.selectFrom('sweep_time').select('reached_at').forUpdate().executeTakeFirst();
      const last = row?.reached_at ?? now;
      const at = elapsed();
      allowance = Math.min(allowance, MOST_AT_ONCE_MS) + (at - allowedAt) * CATCHING_UP;
      allowedAt = at;
      const reached = new Date(Math.min(now.getTime(), last.getTime() + allowance));
      allowance -= Math.max(0, reached.getTime() - last.getTime());
      await tx
        .insertInto('sweep_time')
        .values({ reached_at: reached })
        .onConflict((oc) => oc.column('only_one').doUpdateSet({ reached_at: reached }))
        .execute();
      return reached;
    });
}

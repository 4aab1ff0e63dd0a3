/** The source of the current time. Tests replace it to set the time. */
export interface Clock {
  now(): Date;
}

/** How far the clocks of two processes, or of a process and itself after a small correction, may differ. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Whether a period of length `lengthMs` is still running. A stored end that is further in the future than this length
 * was written before the clock was set back. The period then counts as over, because otherwise it would be extended by
 * the time by which the clock was set back.
 */
export const isLasting = (until: Date | number, lengthMs: number, now: Date | number): boolean =>
  Number(until) > Number(now) && Number(until) <= latestEnd(now, lengthMs).getTime();

/** The latest end that a period of this length can have now, for queries. */
export const latestEnd = (now: Date | number, lengthMs: number): Date =>
  new Date(Number(now) + lengthMs + CLOCK_SKEW_MS);

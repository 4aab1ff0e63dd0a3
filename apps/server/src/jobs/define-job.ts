import type { z } from 'zod';
import type { SystemTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

/** Ids only: the rows in the database say what is to be done. Null when the rows belong to no account. */
export interface JobPayload {
  readonly accountId: string | null;
}
/** The work is not finished: the job is queued again for this time. */
export interface RunAgain {
  readonly again: Date;
}
export interface Run {
  /** Aborted when the process shuts down or the job was reassigned to another process: stop at the next safe point. */
  readonly signal: AbortSignal;
}
type Work<P> = (payload: P, run: Run) => Promise<RunAgain | void>;

interface JobOptions<P extends JobPayload> {
  /** `<area>.<what it does>`. It is stored, so it must not change. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** How often a run may fail before the job is given up and operators see it. */
  readonly attempts: number;
  /** Seconds before the second attempt; doubled for each further one. */
  readonly backOffSeconds: number;
  /** How many jobs of this kind run at once in one process. */
  readonly concurrency: number;
  /** True: one at a time per account. False: one at a time in the whole installation. */
  readonly perAccount: boolean;
  /**
   * The payloads for which unfinished rows exist, read above accounts by an index. Read every minute, and queued where
   * no job exists; so work is not lost when a job is lost, a database is restored or a former release left rows.
   * Scheduled jobs need none.
   */
  readonly findUnfinished?: (tx: SystemTx, deps: Deps) => Promise<readonly P[]>;
  /**
   * Called once per worker. The function that it returns runs each job, and must tolerate running twice for the same
   * rows.
   */
  readonly work: (deps: Deps) => Work<P>;
}

/** The definition of a background job. */
export interface Job extends Omit<JobOptions<JobPayload>, 'payload' | 'work'> {
  readonly parse: (payload: unknown) => JobPayload;
  readonly work: (deps: Deps) => (payload: unknown, run: Run) => Promise<RunAgain | void>;
}

export function defineJob<P extends JobPayload>({ payload: schema, work, ...options }: JobOptions<P>): Job {
  return {
    ...options,
    parse: (payload) => schema.parse(payload),
    work: (deps) => {
      const run = work(deps);
      return (payload, how) => run(schema.parse(payload), how);
    },
  };
}

/** Jobs with the same key run one after the other. */
export const keyOf = ({ perAccount }: Pick<Job, 'perAccount'>, { accountId }: JobPayload): string =>
  perAccount ? (accountId ?? 'no account') : 'installation';

import type { z } from 'zod';
import type { SystemTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

/**
 * The payload names only the account (null: the work belongs to no account). The job reads from the database what is to
 * be done.
 */
export interface JobPayload {
  readonly accountId: string | null;
}
/** What a job returns when its work is not finished: the queue runs the job again at this time. */
export interface RunAgain {
  readonly again: Date;
}
export interface Run {
  /**
   * Aborted when the process shuts down, or when the queue has given the job to another process. The job then stops at
   * the next safe point.
   */
  readonly signal: AbortSignal;
}
type Work<P> = (payload: P, run: Run) => Promise<RunAgain | void>;

interface JobOptions<P extends JobPayload> {
  /** The name, in the form `<area>.<task>`. It is stored in the queue, so it must not change. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** After this many failed runs the job is given up and listed for the operators. */
  readonly attempts: number;
  /** How many seconds pass before the second attempt. The time doubles with each further attempt. */
  readonly backOffSeconds: number;
  /** How many jobs of this name run at once in one process. */
  readonly concurrency: number;
  /** True: one job of this name at a time per account. False: one at a time in the whole installation. */
  readonly perAccount: boolean;
  /**
   * Finds the payloads of all accounts for which there are unfinished rows, using an index. A worker calls this every
   * minute and queues a job for each payload that has no job yet. So no work is lost when a job is lost, when a
   * database is restored, or when an earlier release left rows. Scheduled jobs do not need it.
   */
  readonly findUnfinished?: (tx: SystemTx, deps: Deps) => Promise<readonly P[]>;
  /**
   * Called once per worker. Returns the function that runs each job. That function must tolerate running twice for the
   * same rows.
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

/** Returns the key by which jobs are queued: jobs with the same name and key run one after the other. */
export const keyOf = ({ perAccount }: Pick<Job, 'perAccount'>, { accountId }: JobPayload): string =>
  perAccount ? (accountId ?? 'no account') : 'installation';

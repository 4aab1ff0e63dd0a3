import type { z } from 'zod';
import type { SystemTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

/** Ids alone: what is to be done, the rows say. Null: the rows belong to no account. */
export interface JobPayload {
  readonly accountId: string | null;
}
/** Not all of it could be done now: the job is queued once more, for then. */
export interface RunAgain {
  readonly again: Date;
}
export interface Run {
  /** Aborted when the process is to stop, or when the job was given to another one: end at the next safe point. */
  readonly signal: AbortSignal;
}
type Work<P> = (payload: P, run: Run) => Promise<RunAgain | void>;

interface JobOptions<P extends JobPayload> {
  /** `<area>.<what it does>`; it is stored, so it does not change. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** How often a run may fail before the job is given up and operators see it. */
  readonly attempts: number;
  /** Seconds before the second attempt; doubled for each further one. */
  readonly backOffSeconds: number;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /** True: one at a time for each account. False: one at a time in the whole installation. */
  readonly perAccount: boolean;
  /**
   * For which payloads rows wait now, above accounts and by an index. Asked every minute: what has no job gets one, so
   * that lost jobs, restored databases and rows of the release before heal by themselves. Schedules need none.
   */
  readonly findUnfinished?: (tx: SystemTx, deps: Deps) => Promise<readonly P[]>;
  /** Called once in each worker. What it answers is called for each job, and may be called twice for the same rows. */
  readonly work: (deps: Deps) => Work<P>;
}

/** Something that is done in the background. */
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

import { asSystem, inAccountAsJob, type SystemTx, type Work } from '../db/tx.ts';
import { defineJob, type Job } from './define-job.ts';
import { ofAccount, ofInstallation } from './payloads.ts';

const DAY_MS = 24 * 3_600_000;

/** The instant this many days ago; older rows are past their retention. */
export const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

const USUAL = { attempts: 3, backOffSeconds: 60, concurrency: 1 } as const;

/** Removes rows above accounts that are past their retention. Its schedule is in `schedule.ts`. */
export const sweepJob = (name: `${string}.sweep`, sweep: (tx: SystemTx, now: Date) => Promise<void>): Job =>
  defineJob({
    ...USUAL,
    name,
    payload: ofInstallation,
    perAccount: false,
    work: (deps) => () => asSystem(deps, (tx) => sweep(tx, deps.clock.now())),
  });

/** Removes rows of an account that are past their retention, once a day. */
export const sweepAccountJob = (name: `${string}.sweep`, sweep: (w: Work) => Promise<void>): Job =>
  defineJob({
    ...USUAL,
    name,
    payload: ofAccount,
    perAccount: true,
    work: (deps) => (payload) => inAccountAsJob(deps, payload.accountId, sweep),
  });

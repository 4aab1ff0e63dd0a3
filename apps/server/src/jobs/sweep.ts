import { asSystem, inAccountAsJob, type SystemTx, type Work } from '../db/tx.ts';
import { defineJob, type Job } from './define-job.ts';
import { ofAccount, ofInstallation } from './payloads.ts';

const DAY_MS = 24 * 3_600_000;

/** Computes the instant this many days ago. Rows that are older have passed their retention period. */
export const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

const USUAL = { attempts: 3, backOffSeconds: 60, concurrency: 1 } as const;

/**
 * Creates a job that deletes rows outside any account that have passed their retention period at `now`, the time of the
 * sweeps. The times at which it runs are in `schedule.ts`.
 */
export const sweepJob = (name: `${string}.sweep`, sweep: (tx: SystemTx, now: Date) => Promise<void>): Job =>
  defineJob({
    ...USUAL,
    name,
    payload: ofInstallation,
    perAccount: false,
    work: (deps) => async () => {
      const now = await deps.sweepTime();
      await asSystem(deps, (tx) => sweep(tx, now));
    },
  });

/** Like `sweepJob`, for rows of an account, which are deleted once a day. */
export const sweepAccountJob = (name: `${string}.sweep`, sweep: (w: Work, now: Date) => Promise<void>): Job =>
  defineJob({
    ...USUAL,
    name,
    payload: ofAccount,
    perAccount: true,
    work: (deps) => async (payload) => {
      const now = await deps.sweepTime();
      await inAccountAsJob(deps, payload.accountId, (w) => sweep(w, now));
    },
  });

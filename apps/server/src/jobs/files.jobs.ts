import type { Deps } from '../deps.ts';
import { defineJob, type Job } from './define-job.ts';
import { ofInstallation } from './payloads.ts';
import { emptyBin } from '../files/bin.ts';
import { findLostFiles, sweepFiles } from '../files/sweep-files.ts';

const USUAL = { payload: ofInstallation, attempts: 3, backOffSeconds: 60, concurrency: 1, perAccount: false } as const;

/** Returns the dependencies with a clock that stands at the time of the sweeps (`sweep-time.ts`). */
async function atSweepTime(deps: Deps): Promise<Deps> {
  const now = await deps.sweepTime();
  return { ...deps, clock: { now: () => now } };
}

export const filesJobs: readonly Job[] = [
  defineJob({ ...USUAL, name: 'files.sweep', work: (deps) => async () => sweepFiles(await atSweepTime(deps)) }),
  defineJob({ ...USUAL, name: 'files.find-lost', work: (deps) => () => findLostFiles(deps) }),
  defineJob({ ...USUAL, name: 'files.empty-bin', work: (deps) => async () => emptyBin(await atSweepTime(deps)) }),
];

import { defineJob, type Job } from './define-job.ts';
import { ofInstallation } from './payloads.ts';
import { findLostFiles, sweepFiles } from '../files/sweep-files.ts';

const USUAL = { payload: ofInstallation, attempts: 3, backOffSeconds: 60, concurrency: 1, perAccount: false } as const;

export const filesJobs: readonly Job[] = [
  defineJob({ ...USUAL, name: 'files.sweep', work: (deps) => () => sweepFiles(deps) }),
  defineJob({ ...USUAL, name: 'files.find-lost', work: (deps) => () => findLostFiles(deps) }),
];

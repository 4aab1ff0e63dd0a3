import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { createImportWorker } from './imports.job.ts';
import { dropOldImports } from './imports.retention.ts';

export const runImports = defineJob({
  name: 'products.import',
  payload: ofAccount,
  // An import that crashes its process each time is given up in its own row.
  attempts: 10,
  backOffSeconds: 2,
  // Each job reads a file and holds up to three connections.
  concurrency: 2,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, 'products.import'),
  work: createImportWorker,
});

export const productsJobs: readonly Job[] = [runImports, sweepAccountJob('products.sweep', dropOldImports)];

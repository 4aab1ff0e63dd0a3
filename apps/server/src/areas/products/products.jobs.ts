import { dailyJob } from '../../jobs/daily.ts';
import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { createImportWorker } from './imports.job.ts';
import { dropOldImports } from './imports.retention.ts';
import { dropOldPictures } from './pictures.service.ts';
import { checkTallies } from './tally-check.service.ts';

const runImports = defineJob({
  name: 'products.import',
  payload: ofAccount,
  // An import that crashes its process each time ends earlier, because the import counts its own attempts.
  attempts: 10,
  backOffSeconds: 2,
  // At most two run at once, because each reads a file and uses up to three database connections.
  concurrency: 2,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, 'products.import'),
  work: createImportWorker,
});

const tallyCheck = dailyJob({ name: 'products.tally-check', run: checkTallies });

const sweep = sweepAccountJob('products.sweep', async (w, now) => {
  await dropOldImports(w, now);
  await dropOldPictures(w, now);
});

export const productsJobs: readonly Job[] = [runImports, tallyCheck, sweep];

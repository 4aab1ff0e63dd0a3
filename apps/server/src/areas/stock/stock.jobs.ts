import { dailyJob } from '../../jobs/daily.ts';
import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { createRenewalWorker, RENEWAL_JOB } from './five-quantities.job.ts';
import { checkStock } from './stock-check.service.ts';

const stockCheck = dailyJob({ name: 'stock.stock-invariants', run: checkStock });

/** Works the five quantities of an account out anew, after an upgrade or when a tolerance is another. */
export const renewFiveQuantities = defineJob({
  name: RENEWAL_JOB,
  payload: ofAccount,
  attempts: 10,
  backOffSeconds: 2,
  concurrency: 1,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, RENEWAL_JOB),
  work: createRenewalWorker,
});

export const stockJobs: readonly Job[] = [stockCheck, renewFiveQuantities];

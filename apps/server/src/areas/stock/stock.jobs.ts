import { dailyJob } from '../../jobs/daily.ts';
import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { createRenewalWorker, RENEWAL_JOB } from './five-quantities/five-quantities.job.ts';
import { daysAgo, sweepAccountJob } from '../../jobs/sweep.ts';
import { createSkuWorker } from './orders/new-skus.service.ts';
import { importJob, KEPT_DAYS } from '../imports/public.ts';
import { ORDERS } from './import/order-imports.kind.ts';
import { dropOldLines } from './import/order-imports.queries.ts';
import { createMethodWorker } from './method/method.job.ts';
import { METHOD_JOB } from './method/method.service.ts';
import { createSalePlaceWorker, SALE_PLACE_JOB } from './orders/sale-places.service.ts';
import { checkStock } from './check/stock-check.service.ts';

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

const followMethods = defineJob({
  name: METHOD_JOB,
  payload: ofAccount,
  attempts: 10,
  backOffSeconds: 2,
  concurrency: 1,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, METHOD_JOB),
  work: createMethodWorker,
});

const takeInSkus = defineJob({
  name: 'stock.new-skus',
  payload: ofAccount,
  attempts: 10,
  backOffSeconds: 2,
  concurrency: 2,
  perAccount: true,
  work: createSkuWorker,
});

const moveSales = defineJob({
  name: SALE_PLACE_JOB,
  payload: ofAccount,
  attempts: 10,
  backOffSeconds: 2,
  concurrency: 1,
  perAccount: true,
  work: createSalePlaceWorker,
});

const sweep = sweepAccountJob('stock.sweep', (w, now) => dropOldLines(w, daysAgo(now, KEPT_DAYS)));

export const stockJobs: readonly Job[] = [
  stockCheck,
  renewFiveQuantities,
  importJob(ORDERS),
  takeInSkus,
  moveSales,
  followMethods,
  sweep,
];

import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { dropOldImports, importJob } from '../imports/public.ts';
import { PRODUCTS } from './import/imports.kind.ts';
import { dropOldPictures } from './pictures/pictures.service.ts';
import { checkTallies } from './check/tally-check.service.ts';

const tallyCheck = dailyJob({ name: 'products.tally-check', run: checkTallies });

const sweep = sweepAccountJob('products.sweep', async (w, now) => {
  await dropOldImports(w, PRODUCTS, now);
  await dropOldPictures(w, now);
});

export const productsJobs: readonly Job[] = [importJob(PRODUCTS), tallyCheck, sweep];

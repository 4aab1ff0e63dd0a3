import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { resealBankDetails } from './bank/supplier-bank.service.ts';
import { dropOldImports } from '../imports/public.ts';
import { SUPPLIERS } from './import/supplier-imports.kind.ts';

export const suppliersJobs: readonly Job[] = [
  dailyJob({ name: 'suppliers.reseal-bank-details', run: resealBankDetails }),
  sweepAccountJob('suppliers.sweep', (w, now) => dropOldImports(w, SUPPLIERS, now)),
];

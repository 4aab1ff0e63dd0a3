import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { resealBankDetails } from './supplier-bank.service.ts';

export const suppliersJobs: readonly Job[] = [
  dailyJob({ name: 'suppliers.reseal-bank-details', run: resealBankDetails }),
];

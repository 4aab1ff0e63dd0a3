import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { tellOfDue } from './due-notices.service.ts';
import { checkPayables } from './payables-check.service.ts';

export const tellOfDuePayments = dailyJob({ name: 'payments.tell-of-due', run: tellOfDue });
export const payablesCheck = dailyJob({ name: 'payments.payables-invariants', run: checkPayables });

export const paymentsJobs: readonly Job[] = [tellOfDuePayments, payablesCheck];

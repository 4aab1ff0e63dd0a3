import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { archiveClosed } from './archiving/invoice-archiving.service.ts';

export const archiveInvoices = dailyJob({ name: 'invoices.archive-closed', run: archiveClosed });

export const invoicesJobs: readonly Job[] = [archiveInvoices];

import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { removeOldDocuments } from './documents.retention.ts';
import { createTextReader } from './document-texts.ts';

export const readTexts = defineJob({
  name: 'documents.text',
  payload: ofAccount,
  // If a file cannot be read, its row is marked and the job succeeds. The job fails only because of the database, so
  // many attempts are useful.
  attempts: 10,
  backOffSeconds: 2,
  // Only one such job runs at a time, because a malicious file can use all the memory that its thread may have.
  concurrency: 1,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, 'documents.text'),
  work: createTextReader,
});

export const documentsJobs: readonly Job[] = [readTexts, sweepAccountJob('documents.sweep', removeOldDocuments)];

import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { removeOldDocuments } from './documents.retention.ts';
import { createTextReader } from './document-texts.ts';

export const readTexts = defineJob({
  name: 'documents.text',
  payload: ofAccount,
  // A file that cannot be read says so in its row; what fails here is the database.
  attempts: 10,
  backOffSeconds: 2,
  // A hostile file takes all the memory that its thread may have.
  concurrency: 1,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, 'documents.text'),
  work: createTextReader,
});

export const documentsJobs: readonly Job[] = [readTexts, sweepAccountJob('documents.sweep', removeOldDocuments)];

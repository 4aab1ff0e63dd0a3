import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant } from './primitives.ts';

// The background jobs of the installation, for system admins.

/** The maximum number of failed jobs in an answer, and in one call that retries them. */
export const MOST_FAILED_JOBS = 200;

/** How many jobs of one name are running, waiting and failed. Names without jobs are left out. */
const jobCountSchema = z.object({
  name: z.string(),
  running: z.int(),
  waiting: z.int(),
  failed: z.int(),
});
/** A job that failed in all its attempts. */
const failedJobSchema = z.object({
  id,
  name: z.string(),
  /** The account of the job; null when the job belongs to no account. */
  accountId: id.nullable(),
  failedAt: instant,
  tries: z.int(),
  /** The error message as one line, without e-mail addresses and tokens. */
  reason: z.string(),
});
const jobOverviewSchema = z.object({
  counts: z.array(jobCountSchema),
  /** The newest failed jobs, at most 200. The server keeps failed jobs for 30 days. */
  failed: z.array(failedJobSchema),
});
export type JobOverview = z.infer<typeof jobOverviewSchema>;

export const getJobs = endpoint({
  id: 'getJobs',
  method: 'GET',
  path: '/admin/jobs',
  access: 'systemAdmin',
  summary: 'Background jobs that are running, waiting or have failed for good',
  params: z.strictObject({}),
  response: jobOverviewSchema,
});

export const retryJobs = endpoint({
  id: 'retryJobs',
  method: 'POST',
  path: '/admin/jobs/retry',
  access: 'systemAdmin',
  idempotent: true,
  summary: 'Retry jobs that have failed for good',
  description:
    'Jobs that are no longer in the list of failed jobs, for example because somebody else has retried them, are ' +
    'skipped.',
  params: z.strictObject({}),
  body: z.strictObject({ ids: z.array(id).min(1).max(MOST_FAILED_JOBS) }),
  response: z.object({ retried: z.int() }),
});

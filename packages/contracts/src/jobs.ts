import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant } from './primitives.ts';

// The background work of the installation, for those who run it.

/** How many failed jobs are answered, and retried in one call, at most. */
export const MOST_FAILED_JOBS = 200;

/** Jobs of one name. Names without any are left out. */
export const jobCountSchema = z.object({
  name: z.string(),
  running: z.int(),
  waiting: z.int(),
  failed: z.int(),
});
/** A job whose attempts are used up. */
export const failedJobSchema = z.object({
  id,
  name: z.string(),
  /** Null: the job belongs to no account. */
  accountId: id.nullable(),
  failedAt: instant,
  tries: z.int(),
  /** One line, without addresses or tokens. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;
export const jobOverviewSchema = z.object({
  counts: z.array(jobCountSchema),
  /** The newest, at most 200. They are kept for 30 days. */
  failed: z.array(failedJobSchema),
});
export type JobOverview = z.infer<typeof jobOverviewSchema>;

export const getJobs = endpoint({
  id: 'getJobs',
  method: 'GET',
  path: '/admin/jobs',
  access: 'systemAdmin',
  summary: 'What runs, waits and failed for good in the background',
  params: z.strictObject({}),
  response: jobOverviewSchema,
});

export const retryJobs = endpoint({
  id: 'retryJobs',
  method: 'POST',
  path: '/admin/jobs/retry',
  access: 'systemAdmin',
  idempotent: true,
  summary: 'Run jobs that failed for good once more',
  description:
    'Jobs that are no longer among the failed ones, for example because somebody else retried them, are left out.',
  params: z.strictObject({}),
  body: z.strictObject({ ids: z.array(id).min(1).max(MOST_FAILED_JOBS) }),
  response: z.object({ retried: z.int() }),
});

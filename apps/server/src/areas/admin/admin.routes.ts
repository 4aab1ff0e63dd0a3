import { getJobs, retryJobs } from '@quayside/contracts/jobs';
import { aboveAccount, type Work } from '../../db/tx.ts';
import { record } from '../../events/outbox.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { findJobs, requeueFailedJobs } from '../../jobs/overview.queries.ts';

export function mountAdmin(m: Mounting): void {
  mount(m, getJobs)((w) => aboveAccount(w, findJobs));
  mount(m, retryJobs)((w, i) => retryFailedJobs(w, i.body.ids));
}

/** Retries failed jobs of any account. The audit log of the operator's account records who retried which jobs. */
async function retryFailedJobs(w: Work, ids: readonly string[]): Promise<{ retried: number }> {
  const jobs = await aboveAccount(w, (tx) => requeueFailedJobs(tx, ids));
  if (jobs.length > 0)
    await record(w, {
      action: 'job.retried',
      subjectIds: jobs.map(({ id }) => id),
      details: { facts: { jobs: [...new Set(jobs.map(({ name }) => name))].sort() } },
    });
  return { retried: jobs.length };
}

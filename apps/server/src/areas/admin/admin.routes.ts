import { getJobs, retryJobs } from '@quayside/contracts/jobs';
import { aboveAccount } from '../../db/tx.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { findJobs, requeueFailedJobs } from '../../jobs/overview.queries.ts';

export function mountAdmin(m: Mounting): void {
  mount(m, getJobs)((w) => aboveAccount(w, findJobs));
  mount(
    m,
    retryJobs,
  )(async (w, i) => ({
    retried: await aboveAccount(w, (tx) => requeueFailedJobs(tx, i.body.ids)),
  }));
}

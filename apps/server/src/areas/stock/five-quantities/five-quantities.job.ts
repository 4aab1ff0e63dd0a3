import { inAccountAsJob, type Work } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Run, RunAgain } from '../../../jobs/define-job.ts';
import { wake } from '../../../jobs/queue.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { linesAfter } from './five-quantities-facts.views.ts';
import { findRenewal, requestRenewal, saveRenewal } from '../rows/five-quantities.queries.ts';
import { syncLines } from './five-quantities-sync.service.ts';

export const RENEWAL_JOB = 'stock.five-quantities';

/** How many lines are worked out in one transaction, during which nobody else can write costs of the account. */
const CHUNK = 500;

/** Has all lines of the account worked out anew, after the commit. */
export async function renewLater(w: Work): Promise<void> {
  await requestRenewal(w);
  await wake(w.tx, RENEWAL_JOB, w.scope);
}

/** Works lines out, some in each transaction. If the process stops, another goes on after the last that was stored. */
export const createRenewalWorker =
  (deps: Pick<Deps, 'db' | 'clock' | 'newId'>) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    while (!signal.aborted) {
      const isGoingOn = await inAccountAsJob(deps, accountId, renewNext);
      if (!isGoingOn) return undefined;
    }
    return { again: deps.clock.now() };
  };

async function renewNext(w: Work): Promise<boolean> {
  await lockCosts(w);
  const renewal = await findRenewal(w);
  if (!renewal) return false;
  const ids = await linesAfter(w, renewal.last_id, CHUNK);
  await syncLines(w, ids);
  const last = ids.at(-1) ?? null;
  await saveRenewal(w, last);
  return last !== null;
}

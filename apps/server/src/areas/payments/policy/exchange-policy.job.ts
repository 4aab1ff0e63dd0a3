import { say } from '@quayside/contracts/texts/catalogue';
import { inAccountAsJob, type Work } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { changed, emit } from '../../../events/outbox.ts';
import type { Run, RunAgain } from '../../../jobs/define-job.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { notify } from '../../notifications/public.ts';
import { endChange, findOpenChange, listFollowing, saveProgress } from '../rows/exchange-policy.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';

/** How many invoices follow in one transaction, during which nobody else can write costs of the account. */
const CHUNK = 20;

/**
 * Brings the costs of invoices in line with the exchange policy, some in each transaction. If the process stops,
 * another one goes on after the last invoice that was stored. A later change of the policy starts again from the first.
 */
export const createPolicyWorker =
  (deps: Pick<Deps, 'db' | 'clock' | 'newId'>) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    while (!signal.aborted) {
      const open = await inAccountAsJob(deps, accountId, findOpenChange);
      if (!open) return undefined;
      const doer = { personId: open.requested_by ?? '', requestId: open.request_id };
      await inAccountAsJob(deps, accountId, (w) => followPolicy(w), doer);
    }
    return { again: deps.clock.now() };
  };

/** Brings the next invoices in line, or ends the change when there are none. */
async function followPolicy(w: Work): Promise<void> {
  await lockCosts(w);
  const change = await findOpenChange(w);
  if (!change) return;
  const ids = await listFollowing(w, change.last_invoice_id, CHUNK);
  const last = ids.at(-1);
  if (last === undefined) {
    await endChange(w);
    await notify(w, {
      type: 'INFO',
      summary: say('notice.policy_followed'),
      message: [say(`notice.policy_followed_${change.to_policy}`)],
    });
  } else {
    await syncPayables(w, { invoiceIds: ids });
    await saveProgress(w, change.id, { done_count: change.done_count + ids.length, last_invoice_id: last });
  }
  await emit(w, changed('exchange-policy', [change.id]));
}

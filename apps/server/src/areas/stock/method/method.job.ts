import { say } from '@quayside/contracts/texts/catalogue';
import { inAccountAsJob, type Work } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { changed, emit } from '../../../events/outbox.ts';
import type { Run, RunAgain } from '../../../jobs/define-job.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { notify } from '../../notifications/public.ts';
import { endChange, findOpenChange, staleProducts } from '../rows/methods.queries.ts';
import { replayStock } from '../replay/replay.service.ts';

/** How many products follow in one transaction, during which nobody else can write costs of the account. */
const CHUNK = 20;

/**
 * Values the stock of an account by its method, some products in each transaction: after the method was changed, and
 * after an upgrade. If the process stops, another one goes on with the products that are still stale.
 */
export const createMethodWorker =
  (deps: Pick<Deps, 'db' | 'clock' | 'newId'>) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    while (!signal.aborted) {
      const open = await inAccountAsJob(deps, accountId, findOpenChange);
      if (!open) return undefined;
      const { requested_by: personId, request_id: requestId } = open;
      await inAccountAsJob(deps, accountId, followMethod, personId === null ? undefined : { personId, requestId });
    }
    return { again: deps.clock.now() };
  };

/** Values the next products, or ends the change when there are none. */
async function followMethod(w: Work): Promise<void> {
  await lockCosts(w);
  const change = await findOpenChange(w);
  if (!change) return;
  const ids = await staleProducts(w, CHUNK);
  // A stale product is replayed from its first day, whatever day is given.
  await replayStock(w, new Map(ids.map((id) => [id, w.now.toISOString().slice(0, 10)])));
  if (ids.length === 0) {
    await endChange(w);
    if (change.from_method !== null)
      await notify(w, {
        type: 'INFO',
        summary: say('notice.method_followed'),
        message: [say(`notice.method_followed_${change.to_method}`)],
      });
  }
  await emit(w, changed('stock-method', [change.id]));
}

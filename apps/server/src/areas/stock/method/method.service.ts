import type { StockMethodState } from '@quayside/contracts/stock/stock-method';
import type { StockMethod } from '@quayside/domain/stock/methods';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { wake } from '../../../jobs/queue.ts';
import { valuationMethod } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { countStale, endChange, findNewestChange, insertChange, setMethod } from '../rows/methods.queries.ts';

export const METHOD_JOB = 'stock.method';

/** The method of the account, and how far products follow it. */
export async function getMethod(w: Work): Promise<StockMethodState> {
  const change = await findNewestChange(w);
  return {
    method: await valuationMethod(w),
    change:
      change && change.from_method !== null
        ? {
            id: change.id,
            from: change.from_method,
            to: change.to_method,
            products: change.product_count,
            done: change.product_count - (change.ended_at ? 0 : Math.min(change.product_count, await countStale(w))),
            startedAt: change.created_at.toISOString(),
            endedAt: change.ended_at?.toISOString() ?? null,
          }
        : null,
  };
}

/**
 * Changes the method of the account. Products follow it in the background; one of which units move follows at once. A
 * change that is still under way is replaced.
 */
export async function changeMethod(w: Work, to: StockMethod): Promise<StockMethodState> {
  await lockCosts(w);
  const from = await valuationMethod(w);
  if (from === to) return getMethod(w);
  const productCount = await setMethod(w, to);
  await endChange(w);
  const id = await insertChange(w, { from, to, productCount });
  await wake(w.tx, METHOD_JOB, { accountId: w.scope.accountId });
  await record(
    w,
    {
      action: 'account.stock-method-changed',
      subjectIds: [w.scope.accountId],
      details: { changes: [{ field: 'stockMethod', from, to }] },
    },
    changed('stock-method', [id]),
  );
  return getMethod(w);
}

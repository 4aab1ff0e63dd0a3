import { daysAgo, sweepAccountJob } from '../jobs/sweep.ts';

/** How many days the answer to an idempotent request is stored for repetitions of the request. */
const KEPT_DAYS = 30;

export const sweepIdempotencyKeys = sweepAccountJob('http.sweep', async (w, now) => {
  await w.tx
    .deleteFrom('idempotency_key')
    .where('account_id', '=', w.scope.accountId)
    .where('created_at', '<', daysAgo(now, KEPT_DAYS))
    .execute();
});

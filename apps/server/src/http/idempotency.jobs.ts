import { daysAgo, sweepAccountJob } from '../jobs/sweep.ts';

/** How long a repeated call gets the stored first answer. */
const KEPT_DAYS = 30;

export const sweepIdempotencyKeys = sweepAccountJob('http.sweep', async (w) => {
  await w.tx
    .deleteFrom('idempotency_key')
    .where('account_id', '=', w.scope.accountId)
    .where('created_at', '<', daysAgo(w.now, KEPT_DAYS))
    .execute();
});

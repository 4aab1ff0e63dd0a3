import { daysAgo, sweepJob } from '../jobs/sweep.ts';
import { REPLAYED_DAYS } from './outbox.ts';

/** How many days outbox rows are kept. */
const KEPT_DAYS = REPLAYED_DAYS + 1;

/**
 * Deletes old rows, except those of the newest transaction among them. If the cursor of a live stream is older than
 * that transaction, the remaining rows show that rows after the cursor may have been deleted.
 */
export const sweepOutbox = sweepJob('events.sweep', async (tx, now) => {
  const old = daysAgo(now, KEPT_DAYS);
  await tx
    .deleteFrom('outbox')
    .where('created_at', '<', old)
    .where('tx_id', '<', (eb) =>
      eb.selectFrom('outbox').select('tx_id').where('created_at', '<', old).orderBy('tx_id', 'desc').limit(1),
    )
    .execute();
});

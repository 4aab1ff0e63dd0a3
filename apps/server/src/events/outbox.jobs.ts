import { daysAgo, sweepJob } from '../jobs/sweep.ts';

/** How long a reconnecting stream can ask for the events it missed. */
const KEPT_DAYS = 7;

export const sweepOutbox = sweepJob('events.sweep', async (tx, now) => {
  await tx.deleteFrom('outbox').where('created_at', '<', daysAgo(now, KEPT_DAYS)).execute();
});

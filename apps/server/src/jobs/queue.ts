import type { SystemTx, Tx } from '../db/tx.ts';
import type { JobPayload } from './define-job.ts';

/**
 * Records an intent in the running transaction: an account has work for a job, now or from `runAt` on. After the commit
 * a worker moves it to the queue, deduped against waiting jobs of the same account.
 */
export async function wake(
  tx: Tx | SystemTx,
  job: `${string}.${string}`,
  { accountId }: JobPayload,
  runAt: Date | null = null,
): Promise<void> {
  await (tx as SystemTx)
    .insertInto('job_intent')
    .values({ job, payload: JSON.stringify({ accountId }), run_at: runAt })
    .execute();
}

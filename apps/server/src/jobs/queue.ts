import type { SystemTx, Tx } from '../db/tx.ts';
import type { JobPayload } from './define-job.ts';

/**
 * Records, in the running transaction, an intent to run a job for an account, now or from `runAt` on. After the commit
 * a worker queues the job, unless a job for the same account is already waiting.
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

import type { SystemTx, Tx } from '../db/tx.ts';
import type { JobPayload } from './define-job.ts';

/**
 * Says in the running transaction that an account has work for a job, now or from `runAt` on. After the commit a worker
 * moves it to the queue; jobs of the same account that wait already are not doubled.
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

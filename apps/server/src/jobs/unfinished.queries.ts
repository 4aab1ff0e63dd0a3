import type { SystemTx } from '../db/tx.ts';

/** Accounts with rows that a job has to go on with, by the table that triggers keep of them. */
export async function listUnfinished(tx: SystemTx, job: string): Promise<readonly { readonly accountId: string }[]> {
  const rows = await tx
    .selectFrom('unfinished_work')
    .select('account_id')
    .distinct()
    .where('job', '=', job)
    .orderBy('account_id')
    .execute();
  return rows.map((row) => ({ accountId: row.account_id }));
}

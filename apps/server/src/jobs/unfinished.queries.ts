import type { SystemTx } from '../db/tx.ts';

/** Lists accounts with unfinished rows of a job, from a table that triggers keep up to date. */
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

import { sql } from 'kysely';
import { asSystem, type TxDeps, type Work } from '../../db/tx.ts';

/** States of an import that still needs work. */
const OPEN = ['PENDING', 'CHECKING', 'IMPORTING'] as const;
export const isOpen = (state: string): boolean => (OPEN as readonly string[]).includes(state);

/**
 * Claims the oldest waiting import of an account and sets its lease; 'busy' while another process holds a lease on one
 * of this account.
 */
export async function claimOpenImport(
  w: Work,
  until: Date,
): Promise<{ id: string; personId: string } | 'busy' | undefined> {
  const open = await w.tx
    .selectFrom('product_import')
    .select(['id', 'created_by', 'lease_until'])
    .where('account_id', '=', w.scope.accountId)
    .where('state', 'in', OPEN)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.some((r) => r.lease_until !== null && r.lease_until > w.now)) return 'busy';
  const [next] = open;
  if (!next) return undefined;
  await w.tx
    .updateTable('product_import')
    .set({ lease_until: until, tries: sql<number>`tries + 1` })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', next.id)
    .execute();
  return { id: next.id, personId: next.created_by ?? '' };
}

/** Renews the lease of an import, or releases it (null). */
export async function setLease(w: Work, id: string, until: Date | null): Promise<void> {
  await w.tx
    .updateTable('product_import')
    .set({ lease_until: until })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
}

/** Turns synchronous_commit off for this transaction: a batch that is lost in a crash is checked again. */
export async function disableSynchronousCommit(w: Work): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(w.tx);
}

/**
 * Runs ANALYZE: the planner takes a table that was just filled for empty, and would scan it for each row of the next
 * import.
 */
export async function analyzeTables(deps: TxDeps): Promise<void> {
  await asSystem(deps, (tx) => sql`analyze product, product_supplier, product_import_row, operation_row`.execute(tx));
}

import { sql } from 'kysely';
import { asSystem, type TxDeps, type Work } from '../../db/tx.ts';
import { isLasting } from '../../ports/clock.ts';

/** The states of an import that is not finished. */
const OPEN = ['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'] as const;
/** The duration of a lease. A process that has not renewed its lease for this long is regarded as dead. */
export const LEASE_MS = 15_000;
export const isOpen = (state: string): boolean => (OPEN as readonly string[]).includes(state);

/**
 * Claims the oldest waiting import of an account and sets its lease. Returns 'busy' while another process has a lease
 * on an import of this account.
 */
export async function claimOpenImport(w: Work): Promise<{ id: string; personId: string } | 'busy' | undefined> {
  const open = await w.tx
    .selectFrom('product_import')
    .select(['id', 'created_by', 'lease_until'])
    .where('account_id', '=', w.scope.accountId)
    .where('state', 'in', OPEN)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.some((r) => r.lease_until !== null && isLasting(r.lease_until, LEASE_MS, w.now))) return 'busy';
  const [next] = open;
  if (!next) return undefined;
  await w.tx
    .updateTable('product_import')
    .set({ lease_until: new Date(w.now.getTime() + LEASE_MS), tries: sql<number>`tries + 1` })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', next.id)
    .execute();
  return { id: next.id, personId: next.created_by ?? '' };
}

/** Renews the lease of an import; null releases the lease. */
export async function setLease(w: Work, id: string, until: Date | null): Promise<void> {
  await w.tx
    .updateTable('product_import')
    .set({ lease_until: until })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
}

/**
 * Turns synchronous_commit off for this transaction, which makes its commit faster. It is safe here, because a batch
 * that is lost in a crash is checked again.
 */
export async function disableSynchronousCommit(w: Work): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(w.tx);
}

/**
 * Runs ANALYZE on the tables that an import fills. Without it the planner would assume that a table is still empty, and
 * scan the whole table for each row of the next import.
 */
export async function analyzeTables(deps: TxDeps): Promise<void> {
  await asSystem(deps, (tx) => sql`analyze product, product_supplier, product_import_row, operation_row`.execute(tx));
}

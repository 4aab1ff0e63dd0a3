import { sql } from 'kysely';
import { asSystem, type TxDeps, type Work } from '../../db/tx.ts';

/** States of an import that somebody has to go on with. */
const OPEN = ['PENDING', 'CHECKING', 'IMPORTING'];
export const isOpen = (state: string): boolean => OPEN.includes(state);

/** The oldest import of an account that waits, now held until then; 'busy' while another process holds one of this account. */
export async function claimOpenImport(w: Work, until: Date): Promise<{ id: string; personId: string } | 'busy' | undefined> {
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

/** Holds an import on, or lets it go (null). */
export async function holdImport(w: Work, id: string, until: Date | null): Promise<void> {
  await w.tx
    .updateTable('product_import')
    .set({ lease_until: until })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
}

/** Does not wait until this unit of work is on the disk: a batch that the machine takes with it when it falls is checked again. */
export async function needNotLast(w: Work): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(w.tx);
}

/** A table that grew from nothing is still empty to the planner, which would read all of it for each row of the next import. */
export async function learnSizes(deps: TxDeps): Promise<void> {
  await asSystem(deps, (tx) => sql`analyze product, product_supplier, product_import_row, operation_row`.execute(tx));
}

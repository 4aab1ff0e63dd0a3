import type { Work } from '../../db/tx.ts';
import { dropOperationRows } from '../undo/public.ts';

/** How long a finished import can be undone, and how long its error file can be downloaded. */
const KEPT = 30 * 24 * 3_600_000;

/** Deletes the file, the rows and the undo data of old imports. Their summary is kept. */
export async function dropOldImports(w: Work, now: Date): Promise<void> {
  const old = await w.tx
    .selectFrom('product_import')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('storage_key', 'is not', null)
    .where('finished_at', '<', new Date(now.getTime() - KEPT))
    .where('state', 'not in', ['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'])
    .forUpdate()
    .execute();
  const ids = old.map((i) => i.id);
  if (ids.length === 0) return;
  await w.tx
    .deleteFrom('product_import_row')
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', 'in', ids)
    .execute();
  await dropOperationRows(w, ids);
  await w.tx
    .updateTable('product_import')
    .set({ storage_key: null })
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', ids)
    .execute();
}

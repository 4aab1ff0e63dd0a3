import type { Work } from '../../db/tx.ts';
import { daysAgo } from '../../jobs/sweep.ts';
import { dropOperationRows } from '../undo/public.ts';
import { forgetFilesBefore } from './imports.queries.ts';
import type { KindName } from '../../remembered/column-choices.ts';
import { deleteRows, type RowsTable } from './staged-rows.queries.ts';

/** How many days an import can be undone, and its error file downloaded. */
export const KEPT_DAYS = 30;

/** Deletes the file, the rows and the undo data of old imports. Their summary is kept. */
export async function dropOldImports(
  w: Work,
  kind: { readonly name: KindName; readonly rowsTable: RowsTable },
  now: Date,
): Promise<void> {
  const ids = await forgetFilesBefore(w, kind, daysAgo(now, KEPT_DAYS));
  await deleteRows(w, kind.rowsTable, ids);
  if (ids.length > 0) await dropOperationRows(w, ids);
}

import type { Work } from '../../db/tx.ts';
import { daysAgo } from '../../jobs/sweep.ts';
import { dropOperationRows } from '../undo/public.ts';
import { dropImportsBefore } from './supplier-imports.queries.ts';

/** How many days an import can be undone and its error file downloaded. */
const KEPT_DAYS = 30;

/** Deletes the file, the rows and the undo data of old imports. Their summary is kept. */
export async function dropOldSupplierImports(w: Work, now: Date): Promise<void> {
  const ids = await dropImportsBefore(w, daysAgo(now, KEPT_DAYS));
  if (ids.length > 0) await dropOperationRows(w, ids);
}

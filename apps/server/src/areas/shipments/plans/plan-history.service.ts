import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import type { Page } from '@quayside/contracts/paging';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { changesInWords, detailsOf, idsInDetails } from '../../../events/audit-details.ts';
import { listLogged } from '../../../events/history.views.ts';
import { personNames } from '../../accounts/public.ts';
import { namesOfPlan } from './plan-history.views.ts';
import { requirePlanRow } from './plans.service.ts';
import type { QueryOf } from '../rows/plans.types.ts';

/** Lists who changed what on a plan, latest change first. */
export async function listPlanHistory(
  w: Work,
  id: string,
  q: QueryOf<'listShipmentPlanHistory'>,
): Promise<Page<HistoryEntry>> {
  await requirePlanRow(w, id);
  const { rows, count, window } = await listLogged(w, id, q);
  const people = await personNames(
    w,
    rows.map((row) => row.personId),
  );
  const names = await namesOfPlan(w, idsInDetails(rows));
  const entries = rows.map(
    (row): HistoryEntry => ({
      id: row.id,
      at: row.at.toISOString(),
      who: row.personId === null ? null : { id: row.personId, name: people.get(row.personId) ?? '' },
      action: row.action,
      changes: changesInWords(detailsOf(row), names),
    }),
  );
  return envelope(entries, count, window);
}

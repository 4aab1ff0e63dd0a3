import type { HistoryEntry } from '@quayside/contracts/invoices';
import type { Page } from '@quayside/contracts/paging';
import { sql } from 'kysely';
import { envelope } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { type AuditNames, changesInWords, detailsOf, idsInDetails } from '../../events/audit-details.ts';
import { listLogged } from '../../events/history.views.ts';
import { personNames } from '../accounts/public.ts';
import { requirePlanRow } from './plans.service.ts';
import type { QueryOf } from './plans.types.ts';

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
  const names = await carrierNames(w, idsInDetails(rows));
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

/** The current names of carriers, and the last ones of those that were merged into another supplier. */
async function carrierNames(w: Work, ids: readonly string[]): Promise<AuditNames> {
  if (ids.length === 0) return { label: () => undefined, position: () => null };
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const { rows } = await sql<{ id: string; label: string }>`
    select id, company_name as label from supplier where account_id = ${w.scope.accountId} and id = any(${any})
    union all (
      select distinct on (history_of) history_of, details ->> 'name'
      from audit_log g
      where g.account_id = ${w.scope.accountId} and g.history_of = any(${any}) and g.action = 'supplier.merged-away'
        and not exists (select from supplier s where s.account_id = g.account_id and s.id = g.history_of)
      order by history_of, recorded_at desc
    )`.execute(w.tx);
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  return { label: (id) => labels.get(id), position: () => null };
}

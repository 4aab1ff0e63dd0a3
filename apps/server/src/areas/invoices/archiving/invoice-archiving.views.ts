import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/**
 * Closed invoices that are not archived and were closed on `lastDay` or earlier, by the account's time zone. An invoice
 * that a person took out of the archive is skipped until it is closed again.
 */
export async function listToArchive(w: Work, lastDay: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id
    from invoice i
    left join lateral (
      select g.action, g.recorded_at from audit_log g
      where g.account_id = i.account_id and g.history_of = i.id and g.action in ('invoice.closed', 'invoice.unarchived')
      order by g.recorded_at desc, g.id desc limit 1
    ) last on true
    where i.account_id = ${w.scope.accountId} and i.status = 'CLOSED' and i.archived_at is null and i.deleted_at is null
      and coalesce(last.action, 'invoice.closed') = 'invoice.closed'
      and (coalesce(last.recorded_at, i.updated_at) at time zone ${w.scope.timeZone})::date <= ${lastDay}::date
    order by i.id`.execute(w.tx);
  return rows.map((row) => row.id);
}

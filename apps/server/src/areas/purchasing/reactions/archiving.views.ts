import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/**
 * Closed purchase orders that are not archived and were closed on `lastDay` or earlier, by the account's time zone. One
 * that a person took out of the archive is skipped until it is closed again.
 */
export async function listToArchive(w: Work, lastDay: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id
    from purchase_order o
    where o.account_id = ${w.scope.accountId} and o.status = 'CLOSED' and o.archived_at is null
      and (o.closed_at at time zone ${w.scope.timeZone})::date <= ${lastDay}::date
      and not exists (
        select from audit_log g
        where g.account_id = o.account_id and g.history_of = o.id and g.action = 'purchase-order.unarchived'
          and g.recorded_at >= o.closed_at
      )
    order by o.id`.execute(w.tx);
  return rows.map((row) => row.id);
}

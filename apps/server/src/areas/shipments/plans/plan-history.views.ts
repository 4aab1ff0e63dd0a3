import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { AuditNames } from '../../../events/audit-details.ts';
import { FREIGHT_RATES } from '../../freight/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads the labels of the ids that occur in the history of shipment plans. This file writes nothing.

/** The names of carriers (the last ones of those that were merged), of carton types and of freight rates. */
export async function namesOfPlan(w: Work, ids: readonly string[]): Promise<AuditNames> {
  if (ids.length === 0) return { label: () => undefined, position: () => null };
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const { rows } = await sql<{ id: string; label: string }>`
    select id, company_name as label from ${SUPPLIERS} where account_id = ${w.scope.accountId} and id = any(${any})
    union all (
      select distinct on (history_of) history_of, details ->> 'name'
      from audit_log g
      where g.account_id = ${w.scope.accountId} and g.history_of = any(${any}) and g.action = 'supplier.merged-away'
        and not exists (select from ${SUPPLIERS} s where s.account_id = g.account_id and s.id = g.history_of)
      order by history_of, recorded_at desc
    )
    union all select id, name from carton_type where account_id = ${w.scope.accountId} and id = any(${any})
    union all select id, name from ${FREIGHT_RATES}
    where account_id = ${w.scope.accountId} and id = any(${any})`.execute(w.tx);
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  return { label: (id) => labels.get(id), position: () => null };
}

import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

// Reads what the audit log says about orders. This file writes nothing.

/** The actions in which pack lists join or leave a plan. Their rows are about plans, and name pack lists by number. */
const MOVES = ['shipment-plan.created', 'shipment-plan.pack-lists-added', 'shipment-plan.pack-lists-removed'];

/** A query for the ids of the audit rows about an order, and about the plans that these pack lists joined or left. */
export function idsAboutOrder(w: Work, orderId: string, packLists: readonly string[]): RawBuilder<string> {
  const about = sql`select g.id from audit_log g where g.account_id = ${w.scope.accountId}`;
  return sql<string>`(
    ${about} and g.subject_ids[1] = ${orderId}
    union ${about} and cardinality(g.subject_ids) > 1 and g.subject_ids && array[${orderId}]::uuid[]
    union ${about} and g.action = any(${sql.val(MOVES)}::text[]) and exists (
      select from jsonb_array_elements(g.details -> 'changes') c
      where c -> 'to' ?| ${sql.val(packLists)}::text[] or c -> 'from' ?| ${sql.val(packLists)}::text[]
    )
  )`;
}

/** The numbers of plans by their ids, also of those that are gone. */
export async function numbersOfPlans(w: Work, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const { rows } = await sql<{ id: string; number: string }>`
    select distinct on (g.subject_ids[1]) g.subject_ids[1] as id, g.details ->> 'name' as number
    from audit_log g
    where g.account_id = ${w.scope.accountId} and g.subject_ids[1] = any(${any}) and g.action = ${MOVES[0]}
    order by g.subject_ids[1], g.recorded_at`.execute(w.tx);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

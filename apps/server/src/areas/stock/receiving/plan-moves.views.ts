import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';
import type { NamedReceipt } from './uses.answers.ts';

// Reads what has become of a shipment plan. This file writes nothing.

/** The pack lists of a plan. */
export async function packListsOfPlan(w: Work, planId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${PACK_LISTS}
    where account_id = ${w.scope.accountId} and plan_id = ${planId} and removed_at is null`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** The receipts of a plan that hold. */
export const receiptsOfPlan = (w: Work, planId: string): Promise<NamedReceipt[]> =>
  receiptsWhere(w, sql`r.plan_id = ${planId}`);

/** The receipts that found units of a pack list which had been decided as missing. */
export const receiptsThatFound = (w: Work, packListId: string): Promise<NamedReceipt[]> =>
  receiptsWhere(w, sql`r.lot_id = ${packListId} and r.found + r.found_short > 0`);

async function receiptsWhere(w: Work, condition: RawBuilder<unknown>): Promise<NamedReceipt[]> {
  const { rows } = await sql<NamedReceipt>`
    select r.id, l.number as "packListNumber", r.day, r.units
    from receipt r
    join ${PACK_LISTS} l on l.account_id = r.account_id and l.id = r.lot_id
    where r.account_id = ${w.scope.accountId} and ${condition} and r.reversed_at is null
    order by r.day, r.id`.execute(w.tx);
  return rows;
}

/** The decisions about units of a plan that hold. */
export async function decisionsOfPlan(w: Work, planId: string): Promise<NamedReceipt[]> {
  const { rows } = await sql<NamedReceipt>`
    select d.id, l.number as "packListNumber", d.day, d.units
    from missing_decision d
    join ${PACK_LISTS} l on l.account_id = d.account_id and l.id = d.pack_list_id
    where d.account_id = ${w.scope.accountId} and l.plan_id = ${planId} and d.taken_back_at is null
    order by d.day, d.id`.execute(w.tx);
  return rows;
}

import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { PlanRow } from '../rows/plans.queries.ts';

/** OPEN plans with pack lists whose estimated day of departure is in this span, by number. */
export const listPassedEtds = (
  w: Work,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Pick<PlanRow, 'id' | 'number' | 'estimated_ship_date'>[]> =>
  w.tx
    .selectFrom('shipment_plan')
    .select(['id', 'number', 'estimated_ship_date'])
    .where('account_id', '=', w.scope.accountId)
    .where('status', '=', 'OPEN')
    .where('removed_at', 'is', null)
    .where('estimated_ship_date', '>=', sql<string>`${from}::date`)
    .where('estimated_ship_date', '<=', sql<string>`${to}::date`)
    .orderBy('number')
    .execute();

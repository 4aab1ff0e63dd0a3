import { type RawBuilder, sql } from 'kysely';
import { costOfTaking } from '../../db/lot-cost.ts';
import type { Work } from '../../db/tx.ts';

// This file reads tables of stock: how much of a changed cost fell on units that are gone, and when they went.

/** How much of the change of a row of restatements fell on units that went in a month. */
export interface GoneRow {
  readonly place_id: string;
  readonly product_id: string;
  readonly month: string;
  readonly change: bigint;
}

/**
 * SQL: by month of their going, what the units of the orders in `restated` that are gone cost more at the later of two
 * instants than at the earlier, for lots that were known at both (stock §3).
 */
export function goneUnits(w: Work, { from, to }: { readonly from: Date; readonly to: Date }): RawBuilder<unknown> {
  const a = w.scope.accountId;
  const known = (at: Date) => sql`(
    select x.units, x.landed_minor from lot_total x
    where x.account_id = ${a} and x.lot_id = l.id and x.recorded_at < ${at}
    order by x.recorded_at desc
    limit 1
  )`;
  const change = sql`sum(${costOfTaking('n', 'landed_minor')} - ${costOfTaking('o', 'landed_minor')})`;
  return sql`(
    select r.place_id, r.product_id, to_char(t.event_day, 'YYYY-MM') as month,
      ${change}::bigint as change
    from restated r
    join lot l on l.account_id = ${a} and l.order_id = r.layer_id
    cross join lateral ${known(from)} o
    cross join lateral ${known(to)} n
    join taking t on t.account_id = ${a} and t.lot_id = l.id and t.recorded_at < ${to}
      and (t.superseded_at is null or t.superseded_at >= ${to})
    group by 1, 2, 3
    having ${change} <> 0
  )`;
}

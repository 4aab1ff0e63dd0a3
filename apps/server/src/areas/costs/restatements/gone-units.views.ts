import { type RawBuilder, sql } from 'kysely';
import { isKnown } from '../../../db/known.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import type { Work } from '../../../db/tx.ts';
import { LOTS, LOT_TOTALS, TAKINGS } from '../../stock/facts.ts';

// This file reads facts of stock: how much of a changed cost fell on units that are gone, and when they went.

/** How much of the change of a row of restatements fell on units that went in a month. */
export interface GoneRow {
  readonly place_id: string;
  readonly product_id: string;
  readonly month: string;
  readonly change: bigint;
}

interface Between {
  readonly from: Date;
  readonly to: Date;
}

/** What else changed what the units cost that left in a month, in a month that was known at the earlier instant. */
export interface MovedRow {
  readonly month: string;
  readonly change: bigint;
}

/**
 * SQL: by month of their going, what the units of the orders in `restated` that are gone cost more at the later of two
 * instants than at the earlier. First in, first out for lots that were known at both (stock §3).
 */
export const goneUnits = (w: Work, between: Between): RawBuilder<unknown> =>
  sql`(${goneOfLots(w, between, null)} union all ${goneOfPools(w, between, null)})`;

/**
 * SQL: by month, what units that left by a day cost more at the later instant than at the earlier, beyond what fell on
 * them from `restated` orders: movements, counts and receipts of earlier days that were recorded or reversed since, and
 * another method. With what is `goneUnits` of these days it is every change of what a month cost (stock §3).
 */
export const movedCosts = (w: Work, { from, to }: Between, knownDay: string): RawBuilder<unknown> => {
  const a = w.scope.accountId;
  const total = (at: Date) => sql`left join lateral (
    select x.units, x.landed_minor from ${LOT_TOTALS} x
    where x.account_id = ${a} and x.lot_id = t.lot_id and x.recorded_at < ${at}
    order by x.recorded_at desc
    limit 1
  )`;
  const cost = (lot: 'o' | 'n', at: Date) => sql`
    case when ${isKnown('t', at)} then coalesce(${costOfTaking(lot, 'landed_minor')}, 0) else 0 end`;
  return sql`(
    select product_id, month, sum(change)::bigint as change
    from (
      select t.product_id, to_char(t.event_day, 'YYYY-MM') as month, ${cost('n', to)} - ${cost('o', from)} as change
      from (
        select product_id, lot_id, event_day, units, before, landed_minor, recorded_at, superseded_at
        from ${TAKINGS}
        where account_id = ${a} and superseded_at is null and recorded_at >= ${from} and recorded_at < ${to}
        union all
        select product_id, lot_id, event_day, units, before, landed_minor, recorded_at, superseded_at
        from ${TAKINGS}
        where account_id = ${a} and superseded_at >= ${from} and recorded_at < ${to}
        union all
        select t.product_id, t.lot_id, t.event_day, t.units, t.before, t.landed_minor, t.recorded_at, t.superseded_at
        from (
          select distinct x.lot_id from ${LOT_TOTALS} x
          where x.account_id = ${a} and x.recorded_at >= ${from} and x.recorded_at < ${to}
        ) x
        join ${TAKINGS} t on t.account_id = ${a} and t.lot_id = x.lot_id and t.superseded_at is null
          and t.recorded_at < ${from}
      ) t
      ${total(from)} o on true
      ${total(to)} n on true
      where t.event_day <= ${knownDay}
      union all
      select g.product_id, g.month, -g.change
      from (${goneOfLots(w, { from, to }, knownDay)} union all ${goneOfPools(w, { from, to }, knownDay)}) g
    ) x
    group by 1, 2
    having sum(change) <> 0
  )`;
};

/** SQL: only takings of events of these days; null: of all days. */
const ofDays = (knownDay: string | null) => (knownDay === null ? sql`true` : sql`t.event_day <= ${knownDay}::date`);

/**
 * By the moving average a lot's change falls on all that left the pool since, and what it was of several restated rows
 * of a product cannot be told: the row with the greatest change has all of it. Only events that took as many units at
 * both instants are compared (stock §4).
 */
function goneOfPools(w: Work, { from, to }: Between, knownDay: string | null): RawBuilder<unknown> {
  const a = w.scope.accountId;
  return sql`
    select r.place_id, r.product_id, g.month, sum(g.after - g.before)::bigint as change
    from (
      select distinct on (product_id) place_id, product_id from restated
      order by product_id, abs(change) desc, place_id
    ) r
    cross join lateral (
      select to_char(t.event_day, 'YYYY-MM') as month,
        sum(t.landed_minor) filter (where ${isKnown('t', from)}) as before,
        sum(t.landed_minor) filter (where ${isKnown('t', to)}) as after
      from (
        select event_id, event_day, units, landed_minor, recorded_at, superseded_at from ${TAKINGS}
        where account_id = ${a} and product_id = r.product_id and superseded_at is null and recorded_at >= ${from}
        union all
        select event_id, event_day, units, landed_minor, recorded_at, superseded_at from ${TAKINGS}
        where account_id = ${a} and product_id = r.product_id and superseded_at >= ${from}
      ) t
      where t.landed_minor is not null and ${ofDays(knownDay)}
      group by t.event_id, t.event_day
      having sum(t.units) filter (where ${isKnown('t', from)}) = sum(t.units) filter (where ${isKnown('t', to)})
    ) g
    group by 1, 2, 3
    having sum(g.after - g.before) <> 0`;
}

/**
 * A lot that was known at the earlier instant cost its total then. Of one that arrived since, it is what its pack list
 * bore then itself, and its part by units of what the order bore as a whole.
 */
function goneOfLots(w: Work, { from, to }: Between, knownDay: string | null): RawBuilder<unknown> {
  const a = w.scope.accountId;
  const known = (at: Date) => sql`(
    select x.units, x.landed_minor from ${LOT_TOTALS} x
    where x.account_id = ${a} and x.lot_id = l.id and x.recorded_at < ${at}
    order by x.recorded_at desc
    limit 1
  )`;
  const borneThen = sql`(
    select coalesce(sum(e.account_minor) filter (where e.pack_list_id is not null), 0) + div(
        coalesce(sum(e.account_minor) filter (where e.pack_list_id is null), 0)::numeric * n.units,
        nullif(r.units_before, 0)
      )
    from cost_entry e
    where e.account_id = ${a} and e.layer_id = r.layer_id and (e.pack_list_id is null or e.pack_list_id = l.id)
      and not e.is_excluded and ${isKnown('e', from)}
  )`;
  const change = sql`sum(${costOfTaking('n', 'landed_minor')} - ${costOfTaking('o', 'landed_minor')})`;
  return sql`
    select r.place_id, r.product_id, to_char(t.event_day, 'YYYY-MM') as month,
      ${change}::bigint as change
    from restated r
    join ${LOTS} l on l.account_id = ${a} and l.order_id = r.layer_id
    cross join lateral ${known(to)} y
    -- What had no exchange rate was left out of the cost of its month.
    cross join lateral (select y.units, coalesce(y.landed_minor, 0) as landed_minor) n
    left join lateral ${known(from)} k on true
    cross join lateral (
      select coalesce(k.units, n.units) as units,
        case when k.units is null then ${borneThen} else coalesce(k.landed_minor, 0) end as landed_minor
    ) o
    join ${TAKINGS} t on t.account_id = ${a} and t.lot_id = l.id and ${isKnown('t', to)} and ${ofDays(knownDay)}
    group by 1, 2, 3
    having ${change} <> 0`;
}

import { endOfDayInstant } from '@quayside/domain/days/days';
import { type RawBuilder, sql } from 'kysely';
import { isKnown } from '../../../db/known.ts';
import { costOfTaking, costUpTo, restOfPool } from '../../../db/lot-cost.ts';
import type { Work } from '../../../db/tx.ts';
import type { StockFigures } from './stock-at.views.ts';

// The stock of products as it was known on an earlier day, as a relation. Writes nothing.

/** At the end of which day stock is asked, and on which day it was known so; absent: now. */
export interface AsOf {
  readonly on?: string | undefined;
  readonly asKnownOn?: string | undefined;
}

/**
 * The stock of each product at the end of a day, with what was recorded by the end of `knownOn`: facts that were
 * recorded and not reversed by then, takings that were not superseded, and the totals of lots of that time.
 *
 * Differences of counts are derived and only kept as they are now. What was on hand therefore follows from the places:
 * what was counted last at each, and what moved since. Of a product, units on hand and units that wait are never both
 * above 0, so that the sum of its places says both; what of it no lot of known cost has is of unknown cost.
 */
export function stockAsKnown(w: Work, on: string, knownOn: string): RawBuilder<StockFigures> {
  const a = w.scope.accountId;
  const at = new Date(endOfDayInstant(knownOn, w.scope.timeZone));
  const known = (alias: string, end: 'reversed_at' | 'taken_back_at' = 'reversed_at') => sql`
    ${sql.ref(`${alias}.account_id`)} = ${a} and ${sql.ref(`${alias}.day`)} <= ${on}
      and ${sql.ref(`${alias}.created_at`)} < ${at}
      and (${sql.ref(`${alias}.${end}`)} is null or ${sql.ref(`${alias}.${end}`)} >= ${at})`;
  return sql<StockFigures>`(
    with receipts as materialized (
      select r.lot_id, r.product_id, r.place, r.day, r.found, r.units - coalesce((
          select c.credited from receipt_credit c
          where c.account_id = ${a} and c.receipt_id = r.id and c.recorded_at < ${at}
          order by c.recorded_at desc
          limit 1
        ), 0) as units
      from receipt r
      where ${known('r')}
    ), totals as materialized (
      select * from (
        select distinct on (x.lot_id) x.lot_id, x.units, x.landed_minor, x.factory_minor
        from lot_total x
        where x.account_id = ${a} and x.recorded_at < ${at}
        order by x.lot_id, x.recorded_at desc
      ) x
      where x.landed_minor is not null
    ), arrived as (
      select lot_id, sum(units)::bigint as units
      from (
        select lot_id, units - found as units from receipts
        union all
        select d.pack_list_id, d.units from missing_decision d
        where ${known('d', 'taken_back_at')} and d.kind = 'LOST'
      ) x
      group by lot_id
    ), given as (
      select t.lot_id, sum(t.units)::bigint as units, sum(${costOfTaking('x', 'landed_minor')}) as landed,
        sum(${costOfTaking('x', 'factory_minor')}) as factory
      from taking t
      join totals x on x.lot_id = t.lot_id
      where t.account_id = ${a} and t.day <= ${on} and ${isKnown('t', at)}
      group by t.lot_id
    ), held as (
      select l.product_id, sum(r.units - coalesce(g.units, 0)) as units,
        sum(${costUpTo('x', 'landed_minor', sql`r.units`)} - coalesce(g.landed, 0)) as landed,
        sum(${costUpTo('x', 'factory_minor', sql`r.units`)} - coalesce(g.factory, 0)) as factory
      from arrived r
      join lot l on l.account_id = ${a} and l.id = r.lot_id
      join totals x on x.lot_id = r.lot_id
      left join given g on g.lot_id = r.lot_id
      group by l.product_id
    ), counts as materialized (
      select distinct on (c.product_id, c.place) c.product_id, c.place, c.day, c.quantity
      from stock_count c
      where ${known('c')}
      order by c.product_id, c.place, c.day desc, c.id desc
    ), changes as (
      select product_id, place, day, units from receipts
      union all
      select m.product_id, m.place, m.day, case m.kind when 'RETURN' then m.units else -m.units end
      from movement m where ${known('m')}
      union all
      select m.product_id, m.to_place, m.day, m.units from movement m where ${known('m')} and m.kind = 'MOVE'
    ), placed as (
      select product_id, sum(units) as units
      from (
        select product_id, quantity as units from counts
        union all
        select c.product_id, c.units
        from changes c
        left join counts k on k.product_id = c.product_id and k.place = c.place
        where k.day is null or c.day > k.day
      ) x
      group by product_id
    ), pooled as (
      select distinct on (o.product_id) o.product_id, ${restOfPool('landed_minor')} as landed,
        ${restOfPool('factory_minor')} as factory
      from stock_pool o
      where o.account_id = ${a} and o.day <= ${on} and ${isKnown('o', at)}
      order by o.product_id, o.day desc
    )
    select ${a}::uuid as account_id, p.product_id, null::bigint as on_order, null::bigint as packed,
      null::bigint as in_transit, null::bigint as missing, greatest(p.units, 0)::bigint as on_hand,
      (greatest(p.units, 0) - coalesce(h.units, 0))::bigint as unknown, greatest(-p.units, 0)::bigint as waits,
      coalesce(o.landed, h.landed, 0) as landed_minor, coalesce(o.factory, h.factory, 0) as factory_minor
    from placed p
    left join held h on h.product_id = p.product_id
    left join pooled o on o.product_id = p.product_id
  )`;
}

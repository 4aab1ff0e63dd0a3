import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { costUpTo, restOfPool } from '../../db/lot-cost.ts';

// The stock of products as a relation: kept sums for now, worked out from lots for the end of a day. Writes nothing.

/** The stock of a product. What is on its way is known for now only. */
export interface StockFigures {
  readonly account_id: string;
  readonly product_id: string;
  readonly on_order: bigint | null;
  readonly packed: bigint | null;
  readonly in_transit: bigint | null;
  readonly missing: bigint | null;
  readonly on_hand: bigint;
  readonly unknown: bigint;
  readonly waits: bigint;
  readonly landed_minor: string;
  readonly factory_minor: string;
}

/** The stock of each product now, or at the end of a day, as known now. */
export const stockAt = (w: Work, on: string | undefined): RawBuilder<StockFigures> =>
  on === undefined ? sql<StockFigures>`product_stock` : pastStock(w, on);

/** What the units of a lot `l` on hand cost: `r` is what arrived of it, `g` what it gave. */
const costHeld = (total: 'landed_minor' | 'factory_minor'): RawBuilder<bigint | null> =>
  sql<bigint | null>`${costUpTo('l', total, sql`r.units`)} - ${costUpTo('l', total, sql`coalesce(g.units, 0)`)}`;

/**
 * What a lot had on hand at the end of a day follows from what had arrived of it and what it had given by then. What is
 * sold without cost is what left places beyond what lots gave.
 */
function pastStock(w: Work, on: string): RawBuilder<StockFigures> {
  const a = w.scope.accountId;
  return sql<StockFigures>`(
    with arrived as (
      select lot_id, sum(units)::bigint as units, sum(at_places)::bigint as at_places
      from (
        select lot_id, units - credited - found as units, units - credited as at_places
        from receipt
        where account_id = ${a} and day <= ${on} and reversed_at is null
        union all
        select pack_list_id, units, 0
        from missing_decision
        where account_id = ${a} and day <= ${on} and kind = 'LOST' and taken_back_at is null
        union all
        select id, received, 0 from lot where account_id = ${a} and kind = 'COUNT' and first_received_on <= ${on}
      ) x
      group by lot_id
    ), given as (
      select lot_id, sum(units)::bigint as units
      from taking
      where account_id = ${a} and day <= ${on} and superseded_at is null and lot_id is not null
      group by lot_id
    ), held as (
      select l.product_id, sum(r.units - coalesce(g.units, 0))::bigint as on_hand,
        coalesce(sum(r.units - coalesce(g.units, 0)) filter (where l.landed_minor is null), 0)::bigint as unknown,
        coalesce(sum(${costHeld('landed_minor')}), 0) as landed,
        coalesce(sum(${costHeld('factory_minor')}), 0) as factory,
        sum(r.at_places)::bigint as at_places
      from arrived r
      join lot l on l.account_id = ${a} and l.id = r.lot_id
      left join given g on g.lot_id = r.lot_id
      group by l.product_id
    ), moved as (
      -- What changes places stays with its product.
      select product_id, sum(units)::bigint as units
      from (
        select product_id, case kind when 'RETURN' then units else -units end as units
        from movement
        where account_id = ${a} and day <= ${on} and reversed_at is null and kind <> 'MOVE'
        union all
        select product_id, difference
        from stock_count
        where account_id = ${a} and day <= ${on} and reversed_at is null
      ) x
      group by product_id
    ), pooled as (
      -- The moving average values a product by its pool, whichever lots gave the units.
      select distinct on (product_id) product_id,
        ${restOfPool('landed_minor')} as landed,
        ${restOfPool('factory_minor')} as factory
      from stock_pool
      where account_id = ${a} and day <= ${on} and superseded_at is null
      order by product_id, day desc
    )
    select ${a}::uuid as account_id, coalesce(h.product_id, m.product_id) as product_id, null::bigint as on_order,
      null::bigint as packed, null::bigint as in_transit, null::bigint as missing, coalesce(h.on_hand, 0) as on_hand,
      coalesce(h.unknown, 0) as unknown,
      coalesce(h.on_hand, 0) - coalesce(h.at_places, 0) - coalesce(m.units, 0) as waits,
      coalesce(p.landed, h.landed, 0) as landed_minor, coalesce(p.factory, h.factory, 0) as factory_minor
    from held h
    full join moved m on m.product_id = h.product_id
    left join pooled p on p.product_id = coalesce(h.product_id, m.product_id)
  )`;
}

/** SQL: each change of the units of a product at a place, with its day. What a count found is a change too. */
export const placeChanges = (w: Work, productId: string): RawBuilder<unknown> => {
  const rows = sql`account_id = ${w.scope.accountId} and product_id = ${productId} and reversed_at is null`;
  return sql`(
    select day, place, units - credited as units from receipt where ${rows}
    union all
    select day, place, case kind when 'RETURN' then units else -units end from movement where ${rows}
    union all
    select day, to_place, units from movement where ${rows} and kind = 'MOVE'
    union all
    select day, place, difference from stock_count where ${rows}
  )`;
};

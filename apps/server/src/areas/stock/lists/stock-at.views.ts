import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { costUpTo, restOfPool } from '../../../db/lot-cost.ts';

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

/** What the units on hand of a lot `l` at the end of a day cost. */
const costHeld = (total: 'landed_minor' | 'factory_minor'): RawBuilder<bigint | null> =>
  sql<bigint | null>`${costUpTo('l', total, sql`l.received_then`)} - ${costUpTo('l', total, sql`l.taken_then`)}`;

/**
 * The stock at the end of a day is the stock now without what happened since: what arrived of each lot and what it
 * gave, and what came to places and left them. Only that is read, and not what happened before. What is sold without
 * cost is what left places beyond what lots gave.
 */
function pastStock(w: Work, on: string): RawBuilder<StockFigures> {
  const a = w.scope.accountId;
  return sql<StockFigures>`(
    with since as (
      select lot_id, sum(units)::bigint as units, sum(given)::bigint as given
      from (
        select lot_id, units - credited - found as units, 0 as given
        from receipt
        where account_id = ${a} and day > ${on} and reversed_at is null
        union all
        select pack_list_id, units, 0
        from missing_decision
        where account_id = ${a} and day > ${on} and kind = 'LOST' and taken_back_at is null
        union all
        select id, received, 0 from lot where account_id = ${a} and kind = 'COUNT' and first_received_on > ${on}
        union all
        select lot_id, 0, units
        from taking
        where account_id = ${a} and day > ${on} and superseded_at is null and lot_id is not null
      ) x
      group by lot_id
    ), lots as (
      select l.product_id, l.units, l.landed_minor, l.factory_minor, l.received - coalesce(t.units, 0) as received_then,
        l.taken - coalesce(t.given, 0) as taken_then
      from lot l
      left join since t on t.lot_id = l.id
      where l.account_id = ${a}
    ), held as (
      select l.product_id, sum(l.received_then - l.taken_then)::bigint as on_hand,
        coalesce(sum(l.received_then - l.taken_then) filter (where l.landed_minor is null), 0)::bigint as unknown,
        coalesce(sum(${costHeld('landed_minor')}), 0) as landed,
        coalesce(sum(${costHeld('factory_minor')}), 0) as factory,
        bool_or(l.received_then > 0) as has_arrived
      from lots l
      group by l.product_id
    ), moved as (
      -- What changes places stays with its product.
      select product_id, sum(units)::bigint as units
      from (
        select product_id, units - credited as units
        from receipt
        where account_id = ${a} and day > ${on} and reversed_at is null
        union all
        select product_id, case kind when 'RETURN' then units else -units end
        from movement
        where account_id = ${a} and day > ${on} and reversed_at is null and kind <> 'MOVE'
        union all
        select product_id, difference
        from stock_count
        where account_id = ${a} and day > ${on} and reversed_at is null
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
    select ${a}::uuid as account_id, s.product_id, null::bigint as on_order, null::bigint as packed,
      null::bigint as in_transit, null::bigint as missing, coalesce(h.on_hand, 0) as on_hand,
      coalesce(h.unknown, 0) as unknown,
      coalesce(h.on_hand, 0) - (s.on_hand - s.waits - coalesce(m.units, 0)) as waits,
      coalesce(p.landed, h.landed, 0) as landed_minor, coalesce(p.factory, h.factory, 0) as factory_minor
    from product_stock s
    left join held h on h.product_id = s.product_id
    left join moved m on m.product_id = s.product_id
    left join pooled p on p.product_id = s.product_id
    where s.account_id = ${a} and (
      h.has_arrived
      or exists (
        select from movement e
        where e.account_id = ${a} and e.product_id = s.product_id and e.day <= ${on} and e.reversed_at is null
          and e.kind <> 'MOVE'
      )
      or exists (
        select from stock_count e
        where e.account_id = ${a} and e.product_id = s.product_id and e.day <= ${on} and e.reversed_at is null
      )
    )
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

import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { costOfTaking, costUpTo, restOfPool } from '../../../db/lot-cost.ts';
import type { Work } from '../../../db/tx.ts';
import { ORDER_PACKINGS, PACK_LISTS } from '../../shipments/facts.ts';
import { COST_ENTRIES, ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Compares kept sums of stock with what they are sums of. This file writes nothing.

/** A stored figure that is wrong. */
export interface BrokenStock {
  readonly invariant: string;
  /** The product. */
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

/** The products with stock, after this id, in the order of their ids. */
export async function productsWithStock(w: Work, after: string | null, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product_id as id from product_stock
    where account_id = ${w.scope.accountId} and (${after}::uuid is null or product_id > ${after}::uuid)
    order by product_id limit ${most}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** The orders without an exchange rate of which a lot has a cost, as an earlier release stored it. */
export async function ordersWithoutRate(w: Work): Promise<string[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<{ id: string }>`
    select distinct l.order_id as id
    from lot l join ${ORDERS} c on c.account_id = ${a} and c.id = l.order_id
    where l.account_id = ${a} and l.landed_minor is not null and c.factory_minor is null and c.removed_at is null
    `.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** The SKUs of products. */
export async function skusOf(w: Work, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; sku: string }>`
    select id, sku from ${PRODUCTS} where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

/**
 * Products of which what went, what is on hand, what has not arrived and what waits differ from what their lots and
 * their costs without an order cost (stock, invariants).
 */
export async function brokenMoney(w: Work): Promise<BrokenStock[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<BrokenStock>`
    with lots as (
      select product_id, sum(landed_minor - joined_minor) as own,
        sum(landed_minor - coalesce(${costUpTo('l', 'landed_minor', sql`l.received`)}, 0)) as not_arrived
      from lot l where account_id = ${a} and kind <> 'COUNT' group by product_id
    ), went as (
      select t.product_id, sum(${costOfTaking('l', 'landed_minor')}) as cost
      from taking t join lot l on l.account_id = t.account_id and l.id = t.lot_id
      where t.account_id = ${a} and t.superseded_at is null
      group by t.product_id
    ), loose as (
      -- What joined a lot of unknown cost is unknown with it.
      select c.product_id, sum(c.amount_minor) as amount, sum(c.amount_minor) filter (where c.lot_id is null) as waiting
      from loose_cost c
      left join lot l on l.account_id = ${a} and l.id = c.lot_id
      where c.account_id = ${a} and (c.lot_id is null or l.landed_minor is not null)
      group by c.product_id
    ), pooled as (
      select distinct on (product_id) product_id, waiting_minor as waiting
      from stock_pool where account_id = ${a} and superseded_at is null
      order by product_id, day desc
    ), sums as (
      select s.product_id, coalesce(n.own, 0) + coalesce(c.amount, 0) as came, coalesce(g.cost, 0) + s.landed_minor
        + coalesce(n.not_arrived, 0) + coalesce(p.waiting, c.waiting, 0) as are
      from product_stock s
      left join lots n on n.product_id = s.product_id
      left join went g on g.product_id = s.product_id
      left join loose c on c.product_id = s.product_id
      left join pooled p on p.product_id = s.product_id
      where s.account_id = ${a} and not s.is_stale
    )
    select 'money = lots' as invariant, p.id, p.sku as label, s.are || ' for ' || s.came as detail
    from sums s join ${PRODUCTS} p on p.account_id = ${a} and p.id = s.product_id
    where s.are <> s.came`.execute(w.tx);
  return rows;
}

/**
 * Orders of which landed cost and stock differ: lots bear what their order bears, and what they do not bear is left for
 * its other units. Where no unit is left to bear it, nothing may be left.
 */
export async function brokenCosts(w: Work): Promise<BrokenStock[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<BrokenStock>`
    with borne as (
      select e.layer_id, sum(e.account_minor) as landed,
        coalesce(sum(e.account_minor) filter (where p.lot_units = 0), 0) as of_nothing
      from ${COST_ENTRIES} e
      left join ${PACK_LISTS} p on p.account_id = e.account_id and p.id = e.pack_list_id
      where e.account_id = ${a} and e.layer_id is not null and e.superseded_at is null and not e.is_excluded
      group by e.layer_id
    ), lots as (
      select order_id, sum(units) as units, sum(landed_minor - joined_minor) as landed,
        coalesce(sum(landed_minor - joined_minor) filter (where units = 0), 0) as of_nothing,
        bool_or(landed_minor is null) as has_unknown
      from lot where account_id = ${a} and order_id is not null
      group by order_id
    )
    select 'landed cost = stock' as invariant, p.id, p.sku as label,
      c.number || ': ' || coalesce(b.landed, 0) || ' for ' || coalesce(l.landed, 0) || ' in ' || c.units || ' units, '
        || coalesce(b.of_nothing, 0) + coalesce(l.of_nothing, 0) || ' in none' as detail
    from ${ORDERS} c
    join ${PRODUCTS} p on p.account_id = ${a} and p.id = c.product_id
    left join borne b on b.layer_id = c.id
    left join lots l on l.order_id = c.id
    where c.account_id = ${a} and c.removed_at is null and not coalesce(l.has_unknown, false) and (
      coalesce(b.of_nothing, 0) <> 0 or coalesce(l.of_nothing, 0) <> 0
      or (c.units = coalesce(l.units, 0) and coalesce(b.landed, 0) <> coalesce(l.landed, 0))
    )`.execute(w.tx);
  return rows;
}

/** Kept sums of products, of the account, and of pack lists that differ from their parts. */
export async function brokenSums(w: Work): Promise<BrokenStock[]> {
  const a = w.scope.accountId;
  const value = (total: 'landed_minor' | 'factory_minor') => sql`
    coalesce(sum(${costUpTo('l', total, sql`l.received`)} - ${costUpTo('l', total, sql`l.taken`)}), 0)`;
  const { rows } = await sql<BrokenStock>`
    with lots as (
      select l.product_id, sum(l.received - l.taken) as on_hand,
        coalesce(sum(l.received - l.taken) filter (where l.landed_minor is null), 0) as unknown,
        ${value('landed_minor')} as landed, ${value('factory_minor')} as factory
      from lot l where l.account_id = ${a}
      group by l.product_id
    ), waiting as (
      select product_id, sum(waits) as waits from (
        select product_id, waits from movement where account_id = ${a} and reversed_at is null
        union all
        select product_id, waits from stock_count where account_id = ${a} and reversed_at is null
      ) m group by product_id
    ), pooled as (
      select distinct on (product_id) product_id,
        ${restOfPool('landed_minor')} as landed,
        ${restOfPool('factory_minor')} as factory
      from stock_pool where account_id = ${a} and superseded_at is null
      order by product_id, day desc
    ), wanted as (
      select coalesce(l.product_id, m.product_id) as product_id, coalesce(l.on_hand, 0) as on_hand,
        coalesce(l.unknown, 0) as unknown, coalesce(m.waits, 0) as waits, coalesce(p.landed, l.landed, 0) as landed,
        coalesce(p.factory, l.factory, 0) as factory
      from lots l full join waiting m on m.product_id = l.product_id
      left join pooled p on p.product_id = coalesce(l.product_id, m.product_id)
    )
    select 'stock = lots' as invariant, p.id, p.sku as label,
      concat_ws(', ', s.on_hand, s.unknown, s.waits, s.landed_minor, s.factory_minor) || ' for '
        || concat_ws(', ', n.on_hand, n.unknown, n.waits, n.landed, n.factory) as detail
    from wanted n
    full join (select * from product_stock where account_id = ${a}) s on s.product_id = n.product_id
    join ${PRODUCTS} p on p.account_id = ${a} and p.id = coalesce(n.product_id, s.product_id)
    where not coalesce(s.is_stale, false) and (
      coalesce(s.on_hand, 0), coalesce(s.unknown, 0), coalesce(s.waits, 0), coalesce(s.landed_minor, 0),
      coalesce(s.factory_minor, 0)
    ) <> (
      coalesce(n.on_hand, 0), coalesce(n.unknown, 0), coalesce(n.waits, 0), coalesce(n.landed, 0),
      coalesce(n.factory, 0)
    )
    union all
    select 'stock of the account = products', ${a}::uuid, '',
      concat_ws(', ', t.products, t.on_order, t.in_transit, t.on_hand, t.waits, t.landed_minor) || ' for '
        || concat_ws(', ', s.products, s.on_order, s.in_transit, s.on_hand, s.waits, s.landed)
    from stock_total t
    cross join (
      select count(*) as products, coalesce(sum(on_order), 0) as on_order, coalesce(sum(packed), 0) as packed,
        coalesce(sum(in_transit), 0) as in_transit, coalesce(sum(missing), 0) as missing,
        coalesce(sum(on_hand), 0) as on_hand, coalesce(sum(unknown), 0) as unknown,
        coalesce(sum(waits), 0) as waits, coalesce(sum(landed_minor), 0) as landed,
        coalesce(sum(factory_minor), 0) as factory
      from product_stock where account_id = ${a}
    ) s
    where t.account_id = ${a} and (
        t.products, t.on_order, t.packed, t.in_transit, t.missing, t.on_hand, t.unknown, t.waits, t.landed_minor,
        t.factory_minor
      ) <> (
        s.products, s.on_order, s.packed, s.in_transit, s.missing, s.on_hand, s.unknown, s.waits, s.landed, s.factory
      )
    union all
    select 'on its way = orders', p.id, p.sku,
      concat_ws(', ', s.on_order, s.packed, s.in_transit, s.missing) || ' for '
        || concat_ws(', ', n.on_order, n.packed, n.in_transit, n.missing)
    from (
      select c.product_id, sum(c.units + coalesce(k.unshipped - k.lot_units, 0)) as on_order,
        coalesce(sum(k.unshipped), 0) as packed, coalesce(sum(k.in_transit), 0) as in_transit,
        coalesce(sum(k.missing), 0) as missing
      from ${ORDERS} c
      left join ${ORDER_PACKINGS} k on k.account_id = c.account_id and k.order_id = c.id
      where c.account_id = ${a} and c.removed_at is null
      group by c.product_id
    ) n
    full join (select * from product_stock where account_id = ${a}) s on s.product_id = n.product_id
    join ${PRODUCTS} p on p.account_id = ${a} and p.id = coalesce(n.product_id, s.product_id)
    where (coalesce(s.on_order, 0), coalesce(s.packed, 0), coalesce(s.in_transit, 0), coalesce(s.missing, 0))
      <> (coalesce(n.on_order, 0), coalesce(n.packed, 0), coalesce(n.in_transit, 0), coalesce(n.missing, 0))
    union all
    select 'on hand and waiting are never both above 0', p.id, p.sku, s.on_hand || ' and ' || s.waits
    from product_stock s
    join ${PRODUCTS} p on p.account_id = s.account_id and p.id = s.product_id
    where s.account_id = ${a} and s.on_hand > 0 and s.waits > 0
    union all
    select 'arrived = receipts', p.id, p.sku,
      concat_ws(', ', l.received, l.surplus, l.credited, l.short, l.lost) || ' for '
        || concat_ws(', ', r.units, r.surplus, r.credited, d.short, d.lost)
    from ${PACK_LISTS} l
    join ${ORDERS} c on c.account_id = l.account_id and c.id = l.order_id
    join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
    cross join lateral (
      select coalesce(sum(units), 0) as units, coalesce(sum(surplus), 0) as surplus,
        coalesce(sum(credited), 0) as credited
      from receipt where account_id = ${a} and lot_id = l.id and reversed_at is null
    ) r
    cross join lateral (
      select coalesce(sum(units - found) filter (where kind = 'SHORT'), 0) as short,
        coalesce(sum(units - found) filter (where kind = 'LOST'), 0) as lost
      from missing_decision where account_id = ${a} and pack_list_id = l.id and taken_back_at is null
    ) d
    where l.account_id = ${a} and (l.received, l.surplus, l.credited, l.short, l.lost)
      <> (r.units, r.surplus, r.credited, d.short, d.lost)
    union all
    select 'found of decisions = found of receipts', p.id, p.sku,
      concat_ws(', ', d.short, d.lost) || ' for ' || concat_ws(', ', coalesce(r.short, 0), coalesce(r.lost, 0))
    from (
      select pack_list_id, product_id, coalesce(sum(found) filter (where kind = 'SHORT'), 0) as short,
        coalesce(sum(found) filter (where kind = 'LOST'), 0) as lost
      from missing_decision where account_id = ${a} and taken_back_at is null
      group by pack_list_id, product_id
    ) d
    join ${PRODUCTS} p on p.account_id = ${a} and p.id = d.product_id
    left join (
      select lot_id, sum(found_short) as short, sum(found) as lost
      from receipt where account_id = ${a} and reversed_at is null
      group by lot_id
    ) r on r.lot_id = d.pack_list_id
    where (d.short, d.lost) <> (coalesce(r.short, 0), coalesce(r.lost, 0))`.execute(w.tx);
  return rows;
}

/**
 * Lots whose takings do not add up to what they gave: in units, and in money where a taking costs what its lot says.
 * With what is on hand and has not arrived they add up to the total of the lot.
 */
export async function brokenTakings(w: Work): Promise<BrokenStock[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<BrokenStock>`
    with given as (
      select t.lot_id, sum(t.units) as units, sum(${costOfTaking('l', 'landed_minor')}) as cost
      from taking t
      join lot l on l.account_id = t.account_id and l.id = t.lot_id
      where t.account_id = ${a} and t.superseded_at is null
      group by t.lot_id
    ), lots as (
      select l.id, l.product_id, l.taken, coalesce(${costUpTo('l', 'landed_minor', sql`l.taken`)}, 0) as cost,
        coalesce(g.units, 0) as units_given, coalesce(g.cost, 0) as cost_given,
        not exists (select from stock_total t where t.account_id = ${a} and t.method = 'AVERAGE')
          and not coalesce(s.is_stale, false) as costs_follow
      from lot l
      left join given g on g.lot_id = l.id
      left join product_stock s on s.account_id = l.account_id and s.product_id = l.product_id
      where l.account_id = ${a}
    )
    select 'takings = what lots gave' as invariant, p.id, p.sku as label,
      concat_ws(', ', x.units_given, x.cost_given) || ' for ' || concat_ws(', ', x.taken, x.cost) as detail
    from lots x
    join ${PRODUCTS} p on p.account_id = ${a} and p.id = x.product_id
    where x.units_given <> x.taken or (x.costs_follow and x.cost_given <> x.cost)`.execute(w.tx);
  return rows;
}

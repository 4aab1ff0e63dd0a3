import type { StockMethod } from '@quayside/domain/stock/methods';
import { sql } from 'kysely';
import { isKnown } from '../../../db/known.ts';
import type { Work } from '../../../db/tx.ts';
import {
  DECISIONS,
  LOTS,
  LOT_TOTALS,
  MOVEMENTS,
  POOLS,
  PRODUCT_STOCK,
  RECEIPTS,
  RECEIPT_CREDITS,
  STOCK_COUNTS,
  STOCK_TOTALS,
  TAKINGS,
} from '../../stock/facts.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';

// This file reads facts of stock: where the units of the lots of a product are.

/** A lot of a product, of which something has arrived. */
export interface StockedLot {
  readonly id: string;
  readonly kind: 'PACK_LIST' | 'OPENING' | 'COUNT';
  readonly receivedOn: string | null;
  readonly units: bigint;
  readonly landedMinor: bigint | null;
  /** What of the landed total are costs without an order. */
  readonly joinedMinor: bigint;
  /** With what was lost on the way: the positions of the lot. */
  readonly received: bigint;
  readonly lostOnTheWay: bigint;
  readonly taken: bigint;
}

/** The lots of a product, in the order in which they give units. What each gave is not read. */
export async function lotsOfProduct(w: Work, productId: string): Promise<StockedLot[]> {
  const { rows } = await sql<StockedLot>`
    select l.id, l.kind, l.first_received_on as "receivedOn", l.units, l.landed_minor as "landedMinor",
      l.joined_minor as "joinedMinor", l.received,
      coalesce(p.lost, 0) as "lostOnTheWay", l.taken
    from ${LOTS} l
    left join ${PACK_LISTS} p on p.account_id = l.account_id and p.id = l.id
    where l.account_id = ${w.scope.accountId} and l.product_id = ${productId} and l.received > 0
    order by l.first_received_on, (l.kind = 'COUNT'), l.number, l.id`.execute(w.tx);
  return rows;
}

/** A lot as it was known at a time, with the order that it is of. */
export interface KnownLot extends StockedLot {
  readonly orderId: string | null;
  /** Of no use while the landed total is null. */
  readonly factoryMinor: bigint;
}

/**
 * The lots of a product of which something had arrived as it was known at an instant, in the order in which they gave
 * units: from receipts and decisions that held then, the totals of lots of that time, and takings that were not
 * superseded. What joined them is part of their totals. What counts found is not among them, but in `countLotsKnown`.
 */
export async function lotsOfProductKnown(w: Work, productId: string, at: Date): Promise<KnownLot[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<KnownLot>`
    with receipts as (
      select r.lot_id, min(r.day) as first_day, sum(r.found) as found,
        sum(r.units - r.found - ${creditedBy('r', w, at)}) as units
      from ${RECEIPTS} r
      where r.account_id = ${a} and r.product_id = ${productId} and r.created_at < ${at}
        and (r.reversed_at is null or r.reversed_at >= ${at})
      group by r.lot_id
    ), lost as (
      select d.pack_list_id as lot_id, sum(d.units) as units
      from ${DECISIONS} d
      where d.account_id = ${a} and d.product_id = ${productId} and d.kind = 'LOST' and d.created_at < ${at}
        and (d.taken_back_at is null or d.taken_back_at >= ${at})
      group by d.pack_list_id
    ), given as (
      select t.lot_id, sum(t.units) as units from ${TAKINGS} t
      where t.account_id = ${a} and t.product_id = ${productId} and ${isKnown('t', at)}
      group by t.lot_id
    )
    select l.id, l.kind, l.order_id as "orderId", r.first_day as "receivedOn", x.units,
      x.landed_minor as "landedMinor", coalesce(x.factory_minor, 0) as "factoryMinor", 0::bigint as "joinedMinor",
      (coalesce(r.units, 0) + coalesce(d.units, 0))::bigint as received,
      (coalesce(d.units, 0) - coalesce(r.found, 0))::bigint as "lostOnTheWay",
      coalesce(g.units, 0)::bigint as taken
    from ${LOTS} l
    left join receipts r on r.lot_id = l.id
    left join lost d on d.lot_id = l.id
    left join given g on g.lot_id = l.id
    cross join lateral (
      select x.units, x.landed_minor, x.factory_minor from ${LOT_TOTALS} x
      where x.account_id = ${a} and x.lot_id = l.id and x.recorded_at < ${at}
      order by x.recorded_at desc
      limit 1
    ) x
    where l.account_id = ${a} and l.product_id = ${productId} and l.kind <> 'COUNT'
      and coalesce(r.units, 0) + coalesce(d.units, 0) > 0
    order by r.first_day, l.number, l.id`.execute(w.tx);
  return rows;
}

/**
 * How many units of a product were sold without cost, as it was known at an instant. Units on hand and units that wait
 * are never both above 0, so that the sum of the places says it: what was counted last at each, and what moved since.
 */
export async function waitingUnitsKnown(w: Work, productId: string, at: Date): Promise<bigint> {
  const known = (alias: string) => sql`
    ${sql.ref(`${alias}.account_id`)} = ${w.scope.accountId} and ${sql.ref(`${alias}.product_id`)} = ${productId}
      and ${sql.ref(`${alias}.created_at`)} < ${at}
      and (${sql.ref(`${alias}.reversed_at`)} is null or ${sql.ref(`${alias}.reversed_at`)} >= ${at})`;
  const { rows } = await sql<{ waits: bigint }>`
    with counts as (
      select distinct on (c.place) c.place, c.day, c.quantity from ${STOCK_COUNTS} c
      where ${known('c')}
      order by c.place, c.day desc, c.id desc
    ), changes as (
      select r.place, r.day, r.units - ${creditedBy('r', w, at)} as units from ${RECEIPTS} r where ${known('r')}
      union all
      select m.place, m.day, case m.kind when 'RETURN' then m.units else -m.units end from ${MOVEMENTS} m
      where ${known('m')}
      union all
      select m.to_place, m.day, m.units from ${MOVEMENTS} m where ${known('m')} and m.kind = 'MOVE'
    ), placed as (
      select quantity as units from counts
      union all
      select c.units from changes c left join counts k on k.place = c.place where k.day is null or c.day > k.day
    )
    select greatest(-coalesce(sum(units), 0), 0)::bigint as waits from placed`.execute(w.tx);
  return rows[0]?.waits ?? 0n;
}

/** SQL expression: how many units of a receipt had gone back to the supplier, as it was known at an instant. */
export const creditedBy = (receipt: string, w: Work, at: Date) => sql`coalesce((
  select c.credited from ${RECEIPT_CREDITS} c
  where c.account_id = ${w.scope.accountId} and c.receipt_id = ${sql.ref(`${receipt}.id`)} and c.recorded_at < ${at}
  order by c.recorded_at desc
  limit 1
), 0)`;

/**
 * How the account valued what left stock of a product, as it was known at an instant: a pool has the moving average.
 */
export async function valuationMethodKnown(w: Work, productId: string, at: Date): Promise<StockMethod> {
  const { rows } = await sql`
    select from ${POOLS} o
    where o.account_id = ${w.scope.accountId} and o.product_id = ${productId} and ${isKnown('o', at)}
    limit 1`.execute(w.tx);
  return rows.length > 0 ? 'AVERAGE' : 'FIFO';
}

/** How many units of a product are sold without cost. */
export async function waitingUnits(w: Work, productId: string): Promise<bigint> {
  const { rows } = await sql<{ waits: bigint }>`
    select waits from ${PRODUCT_STOCK}
    where account_id = ${w.scope.accountId} and product_id = ${productId}`.execute(w.tx);
  return rows[0]?.waits ?? 0n;
}

/** How the account values what leaves stock. */
export async function valuationMethod(w: Work): Promise<StockMethod> {
  const { rows } = await sql<{ method: StockMethod }>`
    select method from ${STOCK_TOTALS} where account_id = ${w.scope.accountId}`.execute(w.tx);
  return rows[0]?.method ?? 'FIFO';
}

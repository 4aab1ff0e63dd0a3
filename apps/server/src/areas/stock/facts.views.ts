import type { StockEvent, TakingCause } from '@quayside/domain/stock/events';
import type { StockMethod } from '@quayside/domain/stock/methods';
import { sql } from 'kysely';
import { BY_KEYS, rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
import { fromDays } from './first-days.ts';
import type { ReplayFrom } from './stock.types.ts';

// Reads what happened to stock: for a replay, only from the first changed day of each product on. Writes nothing.

/**
 * SQL: the rows of a table of the product `f` from its day on, as `t`. They are asked for in the order of an index,
 * because PostgreSQL has no other reason to choose this one of an account that it does not know yet.
 */
export const rowsFrom = (w: Work, table: 'receipt' | 'movement' | 'stock_count' | 'taking') => sql`(
    select * from ${sql.table(table)} t
    where t.account_id = ${w.scope.accountId} and t.product_id = f.product_id and t.day >= f.day
      and ${sql.ref(table === 'taking' ? 't.superseded_at' : 't.reversed_at')} is null
    order by t.day ${BY_KEYS}
  ) t`;

interface ProductRow {
  readonly productId: string;
  readonly method: StockMethod | null;
  readonly isStale: boolean;
}
/** A product to which nothing happened from its day on. */
interface NoEvent extends ProductRow {
  readonly id: null;
}
interface EventRow extends ProductRow, EventState {
  readonly id: string;
  readonly kind: Exclude<StockEvent['kind'], 'COST'>;
  readonly day: string;
  readonly lotId: string;
  readonly place: string;
  readonly units: bigint;
  readonly found: bigint;
  readonly cause: Exclude<TakingCause, 'COUNT'>;
  readonly to: string;
  readonly ofId: string;
  readonly ofDay: string;
}

/** What an event has waiting, and for a count the difference that it found, as it is stored. */
export interface EventState {
  readonly waits: bigint;
  readonly difference: bigint | null;
}
/** What a replay begins with: how products are valued, and what happened to them. */
export interface Begun {
  readonly method: StockMethod;
  /** The products that are still valued by another method. */
  readonly stale: ReadonlySet<string>;
  /** The events from the days of the products on that hold, by product. */
  readonly events: Map<string, StockEvent[]>;
  /** What is stored of the events that take, by their ids. */
  readonly states: ReadonlyMap<string, EventState>;
}

/** Reads the method of the account and the events of these products from their days on, with one statement. */
export async function beginReplay(w: Work, from: ReplayFrom): Promise<Begun> {
  const a = w.scope.accountId;
  const { rows } = await sql<EventRow | NoEvent>`
    select f.product_id as "productId", (select method from stock_total where account_id = ${a}) as method,
      coalesce(s.is_stale, false) as "isStale", e.*
    from ${fromDays(from)}
    left join product_stock s on s.account_id = ${a} and s.product_id = f.product_id
    left join lateral (
      select t.id, 'RECEIPT' as kind, t.day, t.lot_id as "lotId", t.place, t.units - t.credited as units, t.found,
        null as cause, null as "to", null::uuid as "ofId", null::date as "ofDay", 0::bigint as waits,
        null::bigint as difference
      from ${rowsFrom(w, 'receipt')}
      where t.credited < t.units
      union all
      select t.id, t.kind, t.day, null, t.place, t.units, 0, t.cause, t.to_place, t.of_id, t.of_day, t.waits, null
      from ${rowsFrom(w, 'movement')}
      union all
      select t.id, 'COUNT', t.day, null, t.place, t.quantity, 0, null, null, null, null, t.waits, t.difference
      from ${rowsFrom(w, 'stock_count')}
      union all
      select d.id, 'LOST_ON_THE_WAY', d.day, d.pack_list_id, '', d.units, 0, null, null, null, null, 0, null
      from missing_decision d
      where d.account_id = ${a} and d.product_id = f.product_id and d.day >= f.day and d.kind = 'LOST'
        and d.taken_back_at is null
    ) e on true`.execute(w.tx);
  const happened = rows.filter((row): row is EventRow => row.id !== null);
  return {
    method: rows[0]?.method ?? 'FIFO',
    stale: new Set(rows.flatMap(({ isStale, productId }) => (isStale ? productId : []))),
    events: new Map(
      [...Map.groupBy(happened, ({ productId }) => productId)].map(([id, own]) => [id, own.map(eventOf)] as const),
    ),
    states: new Map(
      happened.flatMap(({ id, kind, waits, difference }) =>
        kind === 'TAKING' || kind === 'COUNT' ? [[id, { waits, difference }]] : [],
      ),
    ),
  };
}

function eventOf({ kind, id, day, lotId, place, units, found, cause, to, ofId, ofDay }: EventRow): StockEvent {
  switch (kind) {
    case 'RECEIPT':
      return { kind, id, day, lotId, place, units, found };
    case 'TAKING':
      return { kind, id, day, cause, place, units };
    case 'RETURN':
      return { kind, id, day, ofId, ofDay, place, units };
    case 'MOVE':
      return { kind, id, day, place, to, units };
    case 'COUNT':
      return { kind, id, day, place, quantity: units };
    case 'LOST_ON_THE_WAY':
      return { kind, id, day, lotId, units };
  }
}

/**
 * What should have been at these places before the days of their products: what was counted last, and what moved since.
 */
export async function placesBefore(
  w: Work,
  from: ReplayFrom,
  counted: readonly { readonly productId: string; readonly place: string }[],
): Promise<{ readonly productId: string; readonly place: string; readonly units: bigint }[]> {
  if (counted.length === 0) return [];
  const a = w.scope.accountId;
  const places = rowsOf('p', counted, {
    product_id: ['uuid', (row) => row.productId],
    place: ['text', (row) => row.place],
    day: ['date', (row) => from.get(row.productId)],
  });
  const { rows } = await sql<{ productId: string; place: string; units: bigint }>`
    select p.product_id as "productId", p.place,
      (coalesce(c.quantity, 0) + coalesce(r.units, 0) + coalesce(m.units, 0))::bigint as units
    from ${places}
    left join lateral (
      select c.day, c.quantity from stock_count c
      where c.account_id = ${a} and c.product_id = p.product_id and c.place = p.place and c.day < p.day
        and c.reversed_at is null
      order by c.day desc, c.id desc
      limit 1
    ) c on true
    left join lateral (
      select sum(r.units - r.credited) as units from receipt r
      where r.account_id = ${a} and r.product_id = p.product_id and r.place = p.place and r.day < p.day
        and (c.day is null or r.day > c.day) and r.reversed_at is null
    ) r on true
    left join lateral (
      select sum(
        case when m.kind = 'RETURN' then m.units when m.place = p.place then -m.units else 0 end
        + case when m.to_place = p.place then m.units else 0 end
      ) as units
      from movement m
      where m.account_id = ${a} and m.product_id = p.product_id and p.place in (m.place, m.to_place) and m.day < p.day
        and (c.day is null or m.day > c.day) and m.reversed_at is null
    ) m on true`.execute(w.tx);
  return rows;
}

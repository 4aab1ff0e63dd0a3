import { type StockEvent, type StockEventRow, eventOfRow } from '@quayside/domain/stock/events';
import type { StockMethod } from '@quayside/domain/stock/methods';
import { type RawBuilder, sql } from 'kysely';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { fromDays } from '../rows/first-days.ts';
import type { ReplayFrom } from '../stock.types.ts';
import type { HeldEvent, TakingRow } from '../rows/takings.views.ts';

// Reads what happened to stock: for a replay, only from the first changed day of each product on. Writes nothing.

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
  /** What lots gave from these days on. */
  readonly takings: readonly TakingRow[];
  /**
   * The events before these days that can still change: those that wait, that such a taking belongs or gives back to,
   * of which units come back, or whose missed units a count may find again (COUNT and LOST at a place that is counted).
   */
  readonly held: readonly HeldEvent[];
}

interface EventRow extends EventState, StockEventRow {
  readonly is: 'EVENT';
  readonly productId: string;
}
/** A row is one of these, with null in the columns of the others. */
type Row =
  | { readonly is: 'STALE'; readonly productId: string }
  | { readonly is: 'METHOD'; readonly method: StockMethod | null }
  | EventRow
  | (TakingRow & { readonly is: 'TAKING' })
  | (HeldEvent & { readonly is: 'HELD' });

/** Reads all that a replay of these products from their days on begins with, with one statement. */
export async function beginReplay(w: Work, from: ReplayFrom): Promise<Begun> {
  const a = w.scope.accountId;
  const { rows } = await sql<Row>`
    with happened as materialized (
      select f.day as from_day, e.* from ${fromDays(from)} cross join lateral (${eventsOf(w)}) e
    ), given as materialized (
      select t.*, f.day as from_day from ${fromDays(from)} cross join lateral ${rowsFrom(w, 'taking')}
    ), named as materialized (
      select of_id as id, from_day as day from happened where kind = 'RETURN'
      union select of_id, from_day from given where of_id is not null
      union select event_id, from_day from given where event_day < from_day
    ), counted as materialized (
      select distinct product_id, place, from_day as day from happened where kind = 'COUNT'
    )
    select 'EVENT' as is, e.product_id as "productId", e.id, e.day, e.lot_id as "lotId", e.place, e.units, e.kind,
      e.found, e.cause, e.to_place as "to", e.of_id as "ofId", e.of_day as "ofDay", e.waits, e.difference,
      null::uuid as "eventId", null::date as "eventDay", null::integer as position, null::bigint as before,
      null::bigint as "landedMinor", null::bigint as "factoryMinor", null as method
    from happened e
    union all
    select 'TAKING', t.product_id, t.id, t.day, t.lot_id, null, t.units, null, null, t.cause, null, t.of_id, null,
      null, null, t.event_id, t.event_day, t.position, t.before, t.landed_minor, t.factory_minor, null
    from given t
    union all
    select 'HELD', h.product_id, h.id, h.day, null, h.place, h.units, null, null, h.cause, null, null, null, h.waits,
      null, null, null, null, null, null, null, null
    from (${heldEvents(w, from)}) h
    union all
    select 'STALE', f.product_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null, null, null
    from ${fromDays(from)}
    join product_stock s on s.account_id = ${a} and s.product_id = f.product_id and s.is_stale
    union all
    select 'METHOD', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null, method
    from stock_total where account_id = ${a}`.execute(w.tx);
  const events = rows.filter((row) => row.is === 'EVENT');
  return {
    method: rows.find((row) => row.is === 'METHOD')?.method ?? 'FIFO',
    stale: new Set(rows.flatMap((row) => (row.is === 'STALE' ? row.productId : []))),
    events: new Map(
      [...Map.groupBy(events, ({ productId }) => productId)].map(([id, own]) => [id, own.map(eventOfRow)] as const),
    ),
    states: new Map(
      events.flatMap(({ id, kind, waits, difference }) =>
        kind === 'TAKING' || kind === 'COUNT' ? [[id, { waits, difference }]] : [],
      ),
    ),
    takings: rows.filter((row) => row.is === 'TAKING'),
    held: rows.filter((row) => row.is === 'HELD'),
  };
}

/**
 * SQL: the rows of a table of the product `f` from its day on, as `t`. They are asked for in the order of an index,
 * because PostgreSQL has no other reason to choose this one of an account that it does not know yet.
 */
const rowsFrom = (w: Work, table: 'receipt' | 'movement' | 'stock_count' | 'taking'): RawBuilder<unknown> => sql`(
    select * from ${sql.table(table)} t
    where t.account_id = ${w.scope.accountId} and t.product_id = f.product_id and t.day >= f.day
      and ${sql.ref(table === 'taking' ? 't.superseded_at' : 't.reversed_at')} is null
    order by t.day ${BY_KEYS}
  ) t`;

/** SQL: the events of the product `f` from its day on that hold. */
const eventsOf = (w: Work): RawBuilder<unknown> => sql`
  select t.product_id, t.id, 'RECEIPT' as kind, t.day, t.lot_id, t.place, t.units - t.credited as units, t.found,
    null as cause, null as to_place, null::uuid as of_id, null::date as of_day, 0::bigint as waits,
    null::bigint as difference
  from ${rowsFrom(w, 'receipt')}
  where t.credited < t.units
  union all
  select t.product_id, t.id, t.kind, t.day, null, t.place, t.units, 0, t.cause, t.to_place, t.of_id, t.of_day, t.waits,
    null
  from ${rowsFrom(w, 'movement')}
  union all
  select t.product_id, t.id, 'COUNT', t.day, null, t.place, t.quantity, 0, null, null, null, null, t.waits,
    t.difference
  from ${rowsFrom(w, 'stock_count')}
  union all
  select d.product_id, d.id, 'LOST_ON_THE_WAY', d.day, d.pack_list_id, '', d.units, 0, null, null, null, null, 0, null
  from missing_decision d
  where d.account_id = ${w.scope.accountId} and d.product_id = f.product_id and d.day >= f.day and d.kind = 'LOST'
    and d.taken_back_at is null`;

/**
 * SQL: the events before the days of these products that wait, are `named`, or were missed at a place that is
 * `counted`. Each kind finds its rows by an index: with "or" PostgreSQL may read all that ever happened to a product.
 */
function heldEvents(w: Work, from: ReplayFrom): RawBuilder<unknown> {
  const a = w.scope.accountId;
  const movement = sql`m.product_id, m.id, m.day, m.cause, m.place, m.units, m.waits`;
  const holds = sql`m.kind = 'TAKING' and m.reversed_at is null`;
  return sql`
    select ${movement} from ${fromDays(from)}
    cross join lateral (
      select * from movement m
      where m.account_id = ${a} and m.product_id = f.product_id and m.waits > 0 ${BY_KEYS}
    ) m
    where m.day < f.day and ${holds}
    union
    select ${movement} from named n
    cross join lateral (select * from movement m where m.account_id = ${a} and m.id = n.id ${BY_KEYS}) m
    where m.day < n.day and ${holds}
    union
    select ${movement} from counted p
    cross join lateral (
      select * from movement m
      where m.account_id = ${a} and m.product_id = p.product_id and m.day < p.day ${BY_KEYS}
    ) m
    where m.place = p.place and m.cause = 'LOST' and ${holds}
    union
    select c.product_id, c.id, c.day, 'COUNT', c.place, -c.difference, c.waits
    from ${fromDays(from)}
    cross join lateral (
      select * from stock_count c
      where c.account_id = ${a} and c.product_id = f.product_id and c.day < f.day ${BY_KEYS}
    ) c
    where c.difference < 0 and c.reversed_at is null and (
      c.waits > 0 or c.id in (select id from named)
      or exists (select from counted p where p.product_id = c.product_id and p.place = c.place)
    )`;
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

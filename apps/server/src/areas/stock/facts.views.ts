import type { Held } from '@quayside/domain/stock/fifo';
import type { StockEvent, TakingCause } from '@quayside/domain/stock/events';
import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { BY_KEYS, rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
import { fromDays } from './first-days.ts';
import type { LotRow, ReplayFrom } from './stock.types.ts';

// Reads what happened to stock: for a replay, only from the first changed day of each product on. Writes nothing.

/**
 * SQL: the rows of a table of these products from their days on, as `t`. They are asked for in the order of an index,
 * because PostgreSQL has no other reason to choose this one of an account that it does not know yet.
 */
const rowsFrom = (w: Work, from: ReplayFrom, table: 'receipt' | 'movement' | 'stock_count' | 'taking') => sql`
  ${fromDays(from)}
  cross join lateral (
    select * from ${sql.table(table)} t
    where t.account_id = ${w.scope.accountId} and t.product_id = f.product_id and t.day >= f.day
      and ${sql.ref(table === 'taking' ? 't.superseded_at' : 't.reversed_at')} is null
    order by t.day ${BY_KEYS}
  ) t`;

interface EventRow {
  readonly productId: string;
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

/** The events of these products from their days on that hold, by product. */
export async function eventsFrom(w: Work, from: ReplayFrom): Promise<Map<string, StockEvent[]>> {
  const a = w.scope.accountId;
  const { rows } = await sql<EventRow>`
    select t.product_id as "productId", t.id, 'RECEIPT' as kind, t.day, t.lot_id as "lotId", t.place,
      t.units - t.credited as units, t.found, null as cause, null as "to", null::uuid as "ofId", null::date as "ofDay"
    from ${rowsFrom(w, from, 'receipt')}
    where t.credited < t.units
    union all
    select t.product_id, t.id, t.kind, t.day, null, t.place, t.units, 0, t.cause, t.to_place, t.of_id, t.of_day
    from ${rowsFrom(w, from, 'movement')}
    union all
    select t.product_id, t.id, 'COUNT', t.day, null, t.place, t.quantity, 0, null, null, null, null
    from ${rowsFrom(w, from, 'stock_count')}
    union all
    select d.product_id, d.id, 'LOST_ON_THE_WAY', d.day, d.pack_list_id, '', d.units, 0, null, null, null, null
    from ${fromDays(from)}
    join missing_decision d on d.account_id = ${a} and d.product_id = f.product_id and d.day >= f.day
    where d.kind = 'LOST' and d.taken_back_at is null`.execute(w.tx);
  return new Map(
    [...Map.groupBy(rows, ({ productId }) => productId)].map(([id, own]) => [id, own.map(eventOf)] as const),
  );
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

/** A taking as it is stored. */
export interface TakingRow {
  readonly id: string;
  readonly productId: string;
  readonly eventId: string;
  readonly eventDay: string;
  readonly cause: string;
  readonly ofId: string | null;
  readonly lotId: string | null;
  readonly position: number;
  readonly day: string;
  readonly before: bigint;
  readonly units: bigint;
  /** What it cost by the moving average; null first in, first out, and of units of unknown cost. */
  readonly landedMinor: bigint | null;
  readonly factoryMinor: bigint | null;
}
const TAKING = sql`
  t.id, t.product_id as "productId", t.event_id as "eventId", t.event_day as "eventDay", t.cause, t.of_id as "ofId",
  t.lot_id as "lotId", t.position, t.day, t.before, t.units, t.landed_minor as "landedMinor",
  t.factory_minor as "factoryMinor"`;

/** What lots gave from the days of these products on. */
export async function takingsFrom(w: Work, from: ReplayFrom): Promise<TakingRow[]> {
  const { rows } = await sql<TakingRow>`
    select ${TAKING} from ${rowsFrom(w, from, 'taking')}`.execute(w.tx);
  return rows;
}

/** An event before the replay of which something can still happen: it waits, or its units come back. */
export interface HeldEvent {
  readonly productId: string;
  readonly id: string;
  readonly day: string;
  readonly cause: TakingCause;
  readonly place: string;
  readonly units: bigint;
  readonly waits: bigint;
}

/**
 * The events before the days of these products that wait, that have one of these ids, or whose missed units a count
 * from that day on may find again: COUNT and LOST at the places that are counted.
 */
export async function heldEvents(
  w: Work,
  from: ReplayFrom,
  ids: readonly string[],
  counted: readonly { readonly productId: string; readonly place: string }[],
): Promise<HeldEvent[]> {
  const a = w.scope.accountId;
  const places = rowsOf('p', counted, {
    product_id: ['uuid', (row) => row.productId],
    place: ['text', (row) => row.place],
  });
  const atCounted = (place: string, productId: string) =>
    counted.length === 0
      ? sql`false`
      : sql`exists (select from ${places} where p.product_id = ${sql.ref(productId)} and p.place = ${sql.ref(place)})`;
  const { rows } = await sql<HeldEvent>`
    select m.product_id as "productId", m.id, m.day, m.cause, m.place, m.units, m.waits
    from ${fromDays(from)}
    join movement m on m.account_id = ${a} and m.product_id = f.product_id and m.day < f.day
    where m.kind = 'TAKING' and m.reversed_at is null
      and (m.waits > 0 or m.id = ${anyOf(ids)} or (m.cause = 'LOST' and ${atCounted('m.place', 'm.product_id')}))
    union all
    select c.product_id, c.id, c.day, 'COUNT', c.place, -c.difference, c.waits
    from ${fromDays(from)}
    join stock_count c on c.account_id = ${a} and c.product_id = f.product_id and c.day < f.day
    where c.difference < 0 and c.reversed_at is null
      and (c.waits > 0 or c.id = ${anyOf(ids)} or ${atCounted('c.place', 'c.product_id')})`.execute(w.tx);
  return rows;
}

/** What lots gave for these events, and what they got back from them. */
export async function takingsOfEvents(w: Work, ids: readonly string[]): Promise<TakingRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TakingRow>`
    select ${TAKING} from taking t
    where t.account_id = ${w.scope.accountId} and t.event_id = ${anyOf(ids)} and t.superseded_at is null
    union
    select ${TAKING} from taking t
    where t.account_id = ${w.scope.accountId} and t.of_id = ${anyOf(ids)} and t.superseded_at is null`.execute(w.tx);
  return rows;
}

/** An event as the first replayed day meets it. `takings` are its own and those that gave back to it. */
export function heldBefore(event: HeldEvent, takings: readonly TakingRow[], day: string): Held {
  const own = takings
    .filter((row) => row.eventId === event.id && row.day < day)
    .toSorted((x, y) => x.position - y.position);
  const back = takings.filter((row) => row.ofId === event.id && row.day < day);
  const parts = own.flatMap(({ lotId, units }) => (lotId === null || units < 0n ? [] : [{ lotId, units }]));
  let waits = event.units - own.reduce((sum, { units }) => sum + (units > 0n ? units : 0n), 0n);
  for (const { lotId, units } of back) {
    if (lotId === null) waits += units;
    else giveBack(parts, lotId, -units);
  }
  return {
    id: event.id,
    cause: event.cause,
    place: event.place,
    waits,
    parts: parts.filter(({ units }) => units > 0n),
    takings: own.length,
  };
}

/** Takes units off the last parts of a lot. */
function giveBack(parts: { lotId: string; units: bigint }[], lotId: string, units: bigint): void {
  let left = units;
  for (const part of parts.toReversed()) {
    if (left === 0n) return;
    if (part.lotId !== lotId) continue;
    const taken = part.units < left ? part.units : left;
    part.units -= taken;
    left -= taken;
  }
}

/** What had arrived of a lot before a day. */
export interface Arrived {
  readonly lotId: string;
  readonly received: bigint;
  readonly firstDay: string | null;
}

/** What had arrived of these lots before the days of their products, with what was lost on the way. */
export async function arrivedBefore(w: Work, from: ReplayFrom, lots: readonly LotRow[]): Promise<Map<string, Arrived>> {
  const a = w.scope.accountId;
  const listed = (kept: readonly LotRow[]) =>
    rowsOf('l', kept, {
      id: ['uuid', ({ id }) => id],
      day: ['date', ({ productId }) => from.get(productId)],
      received: ['bigint', ({ received }) => String(received)],
    });
  const counted = lots.filter(({ kind }) => kind === 'COUNT');
  const others = lots.filter(({ kind }) => kind !== 'COUNT');
  const ofOthers = sql`
    select l.id as "lotId", r.first_day as "firstDay",
      (coalesce(r.units, 0) + coalesce(d.units, 0))::bigint as received
    from ${listed(others)}
    left join lateral (
      select sum(r.units - r.credited - r.found) as units, min(r.day) as first_day
      from receipt r
      where r.account_id = ${a} and r.lot_id = l.id and r.day < l.day and r.reversed_at is null
        and r.credited < r.units
    ) r on true
    left join lateral (
      select sum(d.units) as units
      from missing_decision d
      where d.account_id = ${a} and d.pack_list_id = l.id and d.day < l.day and d.kind = 'LOST'
        and d.taken_back_at is null
    ) d on true`;
  // What a count found is there from its day on.
  const ofCounted = sql`
    select l.id as "lotId", case when c.day < l.day then c.day end as "firstDay",
      case when c.day < l.day and c.reversed_at is null then l.received else 0 end as received
    from ${listed(counted)}
    join stock_count c on c.account_id = ${a} and c.id = l.id`;
  const parts = [...(others.length > 0 ? [ofOthers] : []), ...(counted.length > 0 ? [ofCounted] : [])];
  if (parts.length === 0) return new Map();
  const { rows } = await sql<Arrived>`${sql.join(parts, sql` union all `)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.lotId, row]));
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

import type { TakingCause } from '@quayside/domain/stock/events';
import type { Held } from '@quayside/domain/stock/fifo';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { BY_KEYS, rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
import { rowsFrom } from './facts.views.ts';
import { fromDays } from './first-days.ts';
import type { ReplayFrom } from './stock.types.ts';

// Reads what lots gave, and the earlier events that a replay can still change. Writes nothing.

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

/** Of a product: a sale of which units come back, or a place that is counted. */
interface Named {
  readonly productId: string;
}
export interface NamedSale extends Named {
  readonly ofId: string;
}
export interface CountedPlace extends Named {
  readonly place: string;
}

type GivenRow = TakingRow & { readonly isHeld: false };
type HeldRow = HeldEvent & { readonly isHeld: true };

/**
 * Reads, with one statement, what lots gave from the days of these products on, and the events before these days that
 * can still change: those that wait, that such a taking belongs or gives back to, of which units come back (`returned`),
 * or whose missed units a count may find again (COUNT and LOST at the places that are `counted`).
 */
export async function takingsAndHeld(
  w: Work,
  from: ReplayFrom,
  returned: readonly NamedSale[],
  counted: readonly CountedPlace[],
): Promise<{ readonly takings: TakingRow[]; readonly held: HeldEvent[] }> {
  const named = rowsOf('n', returned, {
    id: ['uuid', ({ ofId }) => ofId],
    day: ['date', ({ productId }) => from.get(productId)],
  });
  const { rows } = await sql<GivenRow | HeldRow>`
    with given as materialized (
      select t.*, f.day as from_day from ${fromDays(from)} cross join lateral ${rowsFrom(w, 'taking')}
    ), named as materialized (
      select id, day from ${named}
      union select of_id, from_day from given where of_id is not null
      union select event_id, from_day from given where event_day < from_day
    )
    select false as "isHeld", ${TAKING}, null as place, null::bigint as waits from given t
    union all
    select true, h.id, h.product_id, null, null, h.cause, null, null, null, h.day, null, h.units, null, null, h.place,
      h.waits
    from (${heldEvents(w, from, counted)}) h`.execute(w.tx);
  return {
    takings: rows.filter((row): row is GivenRow => !row.isHeld),
    held: rows.filter((row): row is HeldRow => row.isHeld),
  };
}

/**
 * SQL: the events before the days of these products that wait, are `named`, or were missed at a place that is counted.
 * Each kind finds its rows by an index: with "or" PostgreSQL may read all that ever happened to a product.
 */
function heldEvents(w: Work, from: ReplayFrom, counted: readonly CountedPlace[]): RawBuilder<unknown> {
  const a = w.scope.accountId;
  const places = rowsOf('p', counted, {
    product_id: ['uuid', ({ productId }) => productId],
    place: ['text', ({ place }) => place],
  });
  const isCounted = (product: string, place: string) =>
    sql`exists (select from ${places} where p.product_id = ${sql.ref(product)} and p.place = ${sql.ref(place)})`;
  const movement = sql`m.product_id, m.id, m.day, m.cause, m.place, m.units, m.waits`;
  const lost = sql`
    union
    select ${movement} from ${fromDays(from)}
    join movement m on m.account_id = ${a} and m.product_id = f.product_id and m.day < f.day
    where m.cause = 'LOST' and m.reversed_at is null and ${isCounted('m.product_id', 'm.place')}`;
  return sql`
    select ${movement} from ${fromDays(from)}
    cross join lateral (
      select * from movement m
      where m.account_id = ${a} and m.product_id = f.product_id and m.waits > 0 ${BY_KEYS}
    ) m
    where m.day < f.day and m.kind = 'TAKING' and m.reversed_at is null
    union
    select ${movement} from named n
    cross join lateral (select * from movement m where m.account_id = ${a} and m.id = n.id ${BY_KEYS}) m
    where m.day < n.day and m.kind = 'TAKING' and m.reversed_at is null
    ${counted.length === 0 ? sql`` : lost}
    union
    select c.product_id, c.id, c.day, 'COUNT', c.place, -c.difference, c.waits
    from ${fromDays(from)}
    cross join lateral (
      select * from stock_count c
      where c.account_id = ${a} and c.product_id = f.product_id and c.day < f.day ${BY_KEYS}
    ) c
    where c.difference < 0 and c.reversed_at is null and (
      c.waits > 0 or c.id in (select id from named)
      ${counted.length === 0 ? sql`` : sql`or ${isCounted('c.product_id', 'c.place')}`}
    )`;
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

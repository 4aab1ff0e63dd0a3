import type { TakingCause } from '@quayside/domain/stock/events';
import type { Held } from '@quayside/domain/stock/fifo';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import type { Work } from '../../../db/tx.ts';

// Reads what lots gave. Writes nothing.

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

/** What left stock of some products. */
interface Given {
  /** Units that other lots gave. */
  readonly byOthers: bigint;
  readonly waits: bigint;
  readonly landedMinor: bigint;
}

/** What the products of these receipts gave: how much of it came from other lots, what waits, and what it cost. */
export async function sumGiven(
  w: Work,
  receipts: readonly { readonly productId: string; readonly lotId: string }[],
): Promise<Given> {
  const a = w.scope.accountId;
  const products = anyOf(receipts.map(({ productId }) => productId));
  const lots = anyOf(receipts.map(({ lotId }) => lotId));
  const { rows } = await sql<Given>`
    select coalesce(g.units, 0)::bigint as "byOthers", coalesce(s.waits, 0)::bigint as waits,
      coalesce(g.cost, 0)::bigint as "landedMinor"
    from (
      select sum(t.units) filter (where t.lot_id is not null and not t.lot_id = ${lots}) as units,
        sum(${costOfTaking('l', 'landed_minor')}) as cost
      from taking t left join lot l on l.account_id = t.account_id and l.id = t.lot_id
      where t.account_id = ${a} and t.product_id = ${products} and t.superseded_at is null
    ) g
    cross join (
      select sum(waits) as waits from product_stock where account_id = ${a} and product_id = ${products}
    ) s`.execute(w.tx);
  return rows[0] ?? { byOthers: 0n, waits: 0n, landedMinor: 0n };
}

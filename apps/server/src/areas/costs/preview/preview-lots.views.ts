import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { LOTS, TAKINGS } from '../../stock/facts.ts';

// This file reads facts of stock: what lots have on hand, and in which months they gave.

/** The positions of lots, by id: what arrived, what they gave, and costs without an order in their totals. */
export async function positionsOf(
  w: Work,
  lotIds: readonly string[],
): Promise<Map<string, { readonly received: bigint; readonly taken: bigint; readonly joinedMinor: bigint }>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; received: bigint; taken: bigint; joinedMinor: bigint }>`
    select id, received, taken, joined_minor as "joinedMinor" from ${LOTS}
    where account_id = ${w.scope.accountId} and id = ${anyOf(lotIds)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What all units of a lot would cost. */
interface NewTotal {
  readonly id: string;
  readonly units: bigint;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}

/** By month of their going, what the units that these lots gave would cost more with other totals. */
export async function goneWith(
  w: Work,
  totals: readonly NewTotal[],
): Promise<{ readonly lotId: string; readonly month: string; readonly change: bigint }[]> {
  if (totals.length === 0) return [];
  const a = w.scope.accountId;
  const listed = rowsOf('n', totals, {
    lot_id: ['uuid', ({ id }) => id],
    units: ['bigint', ({ units }) => String(units)],
    landed_minor: ['bigint', ({ landedMinor }) => String(landedMinor)],
    factory_minor: ['bigint', ({ factoryMinor }) => String(factoryMinor)],
  });
  const change = sql`sum(${costOfTaking('n', 'landed_minor')} - ${costOfTaking('l', 'landed_minor')})`;
  const { rows } = await sql<{ lotId: string; month: string; change: bigint }>`
    select t.lot_id as "lotId", to_char(t.event_day, 'YYYY-MM') as month, ${change}::bigint as change
    from ${listed}
    join ${LOTS} l on l.account_id = ${a} and l.id = n.lot_id
    join ${TAKINGS} t on t.account_id = ${a} and t.lot_id = l.id and t.superseded_at is null
    group by 1, 2
    having ${change} <> 0
    order by 2`.execute(w.tx);
  return rows;
}

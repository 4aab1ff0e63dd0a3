import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { TakingRow } from './takings.views.ts';

/** SQL: marks takings as superseded, because a replay came to another result. */
export const takingsSuperseded = (w: Work, ids: readonly string[]): RawBuilder<unknown>[] =>
  ids.length === 0
    ? []
    : [
        sql`gone as (
          update taking set superseded_at = ${w.now} where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}
        )`,
      ];

/** SQL: inserts takings. */
export function takingsInserted(w: Work, rows: readonly TakingRow[]): RawBuilder<unknown>[] {
  if (rows.length === 0) return [];
  const text = (key: keyof TakingRow) => sql.val(rows.map((row) => row[key]?.toString() ?? null));
  return [
    sql`takings as (
      insert into taking (
        account_id, id, product_id, event_id, event_day, cause, of_id, lot_id, position, day, before, units,
        landed_minor, factory_minor, recorded_at
      )
      select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
      from unnest(
        ${text('id')}::uuid[], ${text('productId')}::uuid[], ${text('eventId')}::uuid[], ${text('eventDay')}::date[],
        ${text('cause')}::text[], ${text('ofId')}::uuid[], ${text('lotId')}::uuid[], ${text('position')}::integer[],
        ${text('day')}::date[], ${text('before')}::bigint[], ${text('units')}::bigint[],
        ${text('landedMinor')}::bigint[], ${text('factoryMinor')}::bigint[]
      ) n
    )`,
  ];
}

/** What an event has waiting now, and for a count the difference that it found. */
export interface EventResult {
  readonly id: string;
  readonly waits: bigint;
  readonly difference: bigint | null;
}

/** Writes what these movements and counts have waiting, and the differences of counts. */
export async function saveEventResults(w: Work, results: readonly EventResult[]): Promise<void> {
  if (results.length === 0) return;
  const a = w.scope.accountId;
  const listed = rowsOf('n', results, {
    id: ['uuid', ({ id }) => id],
    waits: ['bigint', ({ waits }) => String(waits)],
    difference: ['bigint', ({ difference }) => (difference === null ? null : String(difference))],
  });
  await sql`
    with movements as (
      update movement m set waits = n.waits from ${listed}
      where m.account_id = ${a} and m.id = n.id and n.difference is null
    )
    update stock_count c set waits = n.waits, difference = n.difference from ${listed}
    where c.account_id = ${a} and c.id = n.id and n.difference is not null`.execute(w.tx);
}

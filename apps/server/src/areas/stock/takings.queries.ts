import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
import type { TakingRow } from './facts.views.ts';

/** Marks takings as superseded: a replay came to another result. */
export async function supersedeTakings(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update taking set superseded_at = ${w.now}
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
}

export async function insertTakings(w: Work, rows: readonly TakingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into taking (
      account_id, id, product_id, event_id, event_day, cause, of_id, lot_id, position, day, before, units, landed_minor,
      factory_minor, recorded_at
    )
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
    from unnest(
      ${sql.val(rows.map(({ id }) => id))}::uuid[], ${sql.val(rows.map(({ productId }) => productId))}::uuid[],
      ${sql.val(rows.map(({ eventId }) => eventId))}::uuid[], ${sql.val(rows.map(({ eventDay }) => eventDay))}::date[],
      ${sql.val(rows.map(({ cause }) => cause))}::text[], ${sql.val(rows.map(({ ofId }) => ofId))}::uuid[],
      ${sql.val(rows.map(({ lotId }) => lotId))}::uuid[],
      ${sql.val(rows.map(({ position }) => position))}::integer[], ${sql.val(rows.map(({ day }) => day))}::date[],
      ${sql.val(rows.map(({ before }) => String(before)))}::bigint[],
      ${sql.val(rows.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(rows.map(({ landedMinor }) => landedMinor?.toString() ?? null))}::bigint[],
      ${sql.val(rows.map(({ factoryMinor }) => factoryMinor?.toString() ?? null))}::bigint[]
    ) n`.execute(w.tx);
}

/** What an event has waiting, and for a count the difference that it found. */
export interface EventResult {
  readonly id: string;
  readonly waits: bigint;
  readonly difference: bigint | null;
}

/**
 * Writes what movements and counts have waiting, and the differences of counts, where they are others. Returns how many
 * more units of each product wait.
 */
export async function saveEventResults(
  w: Work,
  results: readonly EventResult[],
): Promise<{ readonly productId: string; readonly waits: bigint }[]> {
  if (results.length === 0) return [];
  const a = w.scope.accountId;
  const listed = rowsOf('n', results, {
    id: ['uuid', ({ id }) => id],
    waits: ['bigint', ({ waits }) => String(waits)],
    difference: ['bigint', ({ difference }) => (difference === null ? null : String(difference))],
  });
  const { rows } = await sql<{ productId: string; waits: bigint }>`
    with before as materialized (
      select m.product_id, m.id, m.waits, n.waits as wanted, null::bigint as difference
      from ${listed} join movement m on m.account_id = ${a} and m.id = n.id
      where n.difference is null and m.waits <> n.waits
      union all
      select c.product_id, c.id, c.waits, n.waits, n.difference
      from ${listed} join stock_count c on c.account_id = ${a} and c.id = n.id
      where n.difference is not null and (c.waits, c.difference) <> (n.waits, n.difference)
    ), movements as (
      update movement m set waits = b.wanted from before b
      where m.account_id = ${a} and m.id = b.id and b.difference is null
    ), counts as (
      update stock_count c set waits = b.wanted, difference = b.difference from before b
      where c.account_id = ${a} and c.id = b.id and b.difference is not null
    )
    select product_id as "productId", (wanted - waits) as waits from before`.execute(w.tx);
  return rows;
}

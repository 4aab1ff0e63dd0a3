import type { RateOrigin } from '@quayside/domain/money/rates';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';

export type RateRow = Selectable<DB['exchange_rate']>;
/** A rate that is to be stored. */
export interface NewRate {
  readonly day: string;
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
}

/** Reads a rate and locks it until the end of the transaction. */
export function lockRate(w: Work, id: string): Promise<RateRow | undefined> {
  return w.tx
    .selectFrom('exchange_rate')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The rate of a pair on a day, in either direction. */
export async function findRateOf(w: Work, { day, base, quote }: NewRate): Promise<RateRow | undefined> {
  return w.tx
    .selectFrom('exchange_rate')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where(sql<boolean>`least(base, quote) = least(${base}::text, ${quote}) and
      greatest(base, quote) = greatest(${base}::text, ${quote})`)
    .where('day', '=', day)
    .executeTakeFirst();
}

export async function saveRate(w: Work, id: string, rate: string): Promise<void> {
  await w.tx
    .updateTable('exchange_rate')
    .set((eb) => ({
      rate,
      origin: 'TYPED' as const,
      entered_by: w.scope.userId,
      updated_at: w.now,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteRate(w: Work, id: string): Promise<void> {
  await w.tx.deleteFrom('exchange_rate').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute();
}

/** Inserts a deleted rate again from its stored JSON. Returns false if the pair has another rate on that day now. */
export async function restoreRate(w: Work, row: RateRow): Promise<boolean> {
  const values: Insertable<DB['exchange_rate']> = {
    ...row,
    account_id: w.scope.accountId,
    created_at: new Date(row.created_at),
    updated_at: w.now,
    version: row.version + 1,
  };
  const { numInsertedOrUpdatedRows } = await w.tx
    .insertInto('exchange_rate')
    .values(values)
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The stored rates of these pairs and days, by the position of the given rate. */
export async function findStored(w: Work, rates: readonly NewRate[]): Promise<Map<number, RateRow>> {
  const { rows } = await sql<RateRow & { n: bigint }>`
    select given.n, e.*
    from ${unnested(rates)} with ordinality as given(day, base, quote, rate, n)
    join exchange_rate e on e.account_id = ${w.scope.accountId}
      and least(e.base, e.quote) = least(given.base, given.quote)
      and greatest(e.base, e.quote) = greatest(given.base, given.quote)
      and e.day = given.day`.execute(w.tx);
  return new Map(rows.map((row) => [Number(row.n) - 1, row]));
}

const unnested = (rates: readonly NewRate[]) => sql`unnest(
  ${sql.val(rates.map((r) => r.day))}::date[],
  ${sql.val(rates.map((r) => r.base))}::text[],
  ${sql.val(rates.map((r) => r.quote))}::text[],
  ${sql.val(rates.map((r) => r.rate))}::text[]
)`;

/**
 * Stores rates of one origin. A rate of the same pair and day is replaced only if its origin is one of `replaced`, so
 * that a rate that somebody types at the same time is never overwritten. Returns the ids of the stored rates.
 */
export async function storeRates(
  w: Work,
  rates: readonly NewRate[],
  origin: RateOrigin,
  replaced: readonly RateOrigin[],
): Promise<string[]> {
  const ids = sql.val(rates.map(() => w.newId()));
  const { rows } = await sql<{ id: string }>`
    insert into exchange_rate as e
      (account_id, id, day, base, quote, rate, origin, entered_by, created_at, updated_at)
    select ${w.scope.accountId}, made.id, given.day, given.base, given.quote, given.rate, ${origin},
      ${w.scope.userId}, ${w.now}, ${w.now}
    from ${unnested(rates)} with ordinality as given(day, base, quote, rate, n)
    join unnest(${ids}::uuid[]) with ordinality as made(id, n) using (n)
    on conflict (account_id, least(base, quote), greatest(base, quote), day) do update
    set base = excluded.base, quote = excluded.quote, rate = excluded.rate, origin = excluded.origin,
      entered_by = excluded.entered_by, updated_at = excluded.updated_at, version = e.version + 1
    where e.origin = any(${sql.val([...replaced])}::text[])
    returning e.id`.execute(w.tx);
  return rows.map(({ id }) => id);
}

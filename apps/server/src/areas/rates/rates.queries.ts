import type { RateOrigin } from '@quayside/domain/money/rates';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import { OPERATION_ROWS } from '../undo/facts.ts';

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

/**
 * The stored rates of these pairs and days, by the position of the given rate. With `isLocked` they cannot change until
 * the end of the transaction.
 */
export async function findStored(w: Work, rates: readonly NewRate[], isLocked: boolean): Promise<Map<number, RateRow>> {
  const { rows } = await sql<RateRow & { n: bigint }>`
    select given.n, e.*
    from ${unnested(rates)} with ordinality as given(day, base, quote, rate, n)
    join exchange_rate e on e.account_id = ${w.scope.accountId}
      and least(e.base, e.quote) = least(given.base, given.quote)
      and greatest(e.base, e.quote) = greatest(given.base, given.quote)
      and e.day = given.day
    ${isLocked ? sql`for update of e` : sql``}`.execute(w.tx);
  return new Map(rows.map((row) => [Number(row.n) - 1, row]));
}

const unnested = (rates: readonly NewRate[]) => sql`unnest(
  ${sql.val(rates.map((r) => r.day))}::date[],
  ${sql.val(rates.map((r) => r.base))}::text[],
  ${sql.val(rates.map((r) => r.quote))}::text[],
  ${sql.val(rates.map((r) => r.rate))}::text[]
)`;

/** A stored rate with the version that it has now. */
interface Stored {
  readonly id: string;
  readonly version: number;
}

/**
 * Stores rates of one origin. A rate of the same pair and day is replaced only if its origin is one of `replaced`, so
 * that a rate that somebody types at the same time is never overwritten. Returns the stored rates.
 */
export async function storeRates(
  w: Work,
  rates: readonly NewRate[],
  origin: RateOrigin,
  replaced: readonly RateOrigin[],
): Promise<Stored[]> {
  const ids = sql.val(rates.map(() => w.newId()));
  const { rows } = await sql<Stored>`
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
    returning e.id, e.version`.execute(w.tx);
  return rows;
}

/** What an import needs of a rate that it replaces, so that the import can be taken back. */
export type Before = Pick<RateRow, 'day' | 'base' | 'quote' | 'rate' | 'origin' | 'entered_by'>;

/** Keeps what an import changed. A rate without `before` was created by it. */
export async function keepImported(
  w: Work,
  operationId: string,
  rates: readonly (Stored & { readonly before: Before | undefined })[],
): Promise<void> {
  await sql`
    insert into operation_row (account_id, operation_id, subject_id, before, version_before, version_after)
    select ${w.scope.accountId}::uuid, ${operationId}::uuid, r.id, r.before::jsonb, r.version - 1, r.version
    from unnest(
      ${sql.val(rates.map(({ id }) => id))}::uuid[],
      ${sql.val(rates.map(({ before }) => (before ? JSON.stringify(before) : null)))}::text[],
      ${sql.val(rates.map(({ version }) => version))}::integer[]
    ) as r(id, before, version)`.execute(w.tx);
}

/**
 * Takes an import back: its new rates are deleted, and those that it replaced get their former values. A rate that was
 * changed since stays. Returns how many rates were taken back.
 */
export async function takeImportBack(w: Work, operationId: string): Promise<number> {
  const { accountId } = w.scope;
  const mine = sql`select subject_id, before, version_after from ${OPERATION_ROWS}
    where account_id = ${accountId} and operation_id = ${operationId}`;
  const { rows } = await sql<{ count: bigint }>`
    with mine as (${mine}),
      deleted as (
        delete from exchange_rate e using mine
        where e.account_id = ${accountId} and e.id = mine.subject_id and e.version = mine.version_after
          and mine.before is null
        returning e.id
      ),
      restored as (
        update exchange_rate e
        set base = mine.before ->> 'base', quote = mine.before ->> 'quote', rate = mine.before ->> 'rate',
          origin = mine.before ->> 'origin', entered_by = (mine.before ->> 'entered_by')::uuid,
          updated_at = ${w.now}, version = e.version + 1
        from mine
        where e.account_id = ${accountId} and e.id = mine.subject_id and e.version = mine.version_after
          and mine.before is not null
        returning e.id
      ),
      -- Rows that stay are those of rates that were not taken back.
      done as (select id from deleted union all select id from restored),
      cleared as (
        delete from ${OPERATION_ROWS} r using done
        where r.account_id = ${accountId} and r.operation_id = ${operationId} and r.subject_id = done.id
      )
    select count(*) from done`.execute(w.tx);
  return Number(rows[0]?.count ?? 0n);
}

/** A rate of an import that was changed or deleted since. One that was new and is deleted by now is none of them. */
interface Changed {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly day: string | null;
  readonly exists: boolean;
}

/** The rates of an import that could not be taken back, up to a limit, and their exact number. */
export async function findNotTakenBack(
  w: Work,
  operationId: string,
  limit: number,
): Promise<{ rates: Changed[]; count: number }> {
  const { rows } = await sql<Changed & { total: bigint }>`
    select r.subject_id as id, coalesce(e.base, r.before ->> 'base') as base,
      coalesce(e.quote, r.before ->> 'quote') as quote, coalesce(e.day, (r.before ->> 'day')::date) as day,
      e.id is not null as exists, count(*) over () as total
    from ${OPERATION_ROWS} r
    left join exchange_rate e on e.account_id = r.account_id and e.id = r.subject_id
    where r.account_id = ${w.scope.accountId} and r.operation_id = ${operationId}
      and (e.id is not null or r.before is not null)
    order by day desc, base, quote
    limit ${limit}`.execute(w.tx);
  return { rates: rows, count: Number(rows[0]?.total ?? 0n) };
}

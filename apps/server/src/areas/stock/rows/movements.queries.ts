import type { TakingCause } from '@quayside/domain/stock/events';
import type { Place } from '@quayside/domain/stock/places';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { personOf, type Work } from '../../../db/tx.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import { PRODUCTS } from '../../products/facts.ts';

/** A movement that is stored: units left a place, came back (`ofId`), or changed places (`toPlace`). */
export interface MovementRow {
  readonly id: string;
  readonly productId: string;
  readonly kind: 'TAKING' | 'RETURN' | 'MOVE';
  readonly cause: TakingCause | null;
  readonly day: string;
  readonly place: string;
  readonly toPlace: string | null;
  readonly units: bigint;
  readonly ofId: string | null;
  readonly ofDay: string | null;
  /** The line of a customer order that it comes from. */
  readonly lineId: string | null;
  readonly words: string | null;
  readonly operationId: string;
}

export async function insertMovements(w: Work, rows: readonly MovementRow[]): Promise<void> {
  if (rows.length === 0) return;
  const text = <K extends keyof MovementRow>(key: K) => sql.val(rows.map((row) => row[key]));
  await sql`
    insert into movement (
      account_id, id, product_id, kind, cause, day, place, to_place, units, of_id, of_day, customer_order_line_id,
      words, operation_id, created_at, created_by
    )
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz, ${personOf(w.scope)}::uuid
    from unnest(
      ${text('id')}::uuid[], ${text('productId')}::uuid[], ${text('kind')}::text[], ${text('cause')}::text[],
      ${text('day')}::date[], ${text('place')}::text[], ${text('toPlace')}::text[],
      ${sql.val(rows.map(({ units }) => String(units)))}::bigint[], ${text('ofId')}::uuid[], ${text('ofDay')}::date[],
      ${text('lineId')}::uuid[], ${text('words')}::text[], ${text('operationId')}::uuid[]
    ) n`.execute(w.tx);
}

/** A count that is stored. */
export interface CountRow {
  readonly id: string;
  readonly productId: string;
  readonly day: string;
  readonly place: string;
  readonly quantity: bigint;
  readonly words: string | null;
  readonly operationId: string;
}

export async function insertCounts(w: Work, rows: readonly CountRow[]): Promise<void> {
  if (rows.length === 0) return;
  const text = <K extends keyof CountRow>(key: K) => sql.val(rows.map((row) => row[key]));
  await sql`
    insert into stock_count
      (account_id, id, product_id, day, place, quantity, words, operation_id, created_at, created_by)
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz, ${personOf(w.scope)}::uuid
    from unnest(
      ${text('id')}::uuid[], ${text('productId')}::uuid[], ${text('day')}::date[], ${text('place')}::text[],
      ${sql.val(rows.map(({ quantity }) => String(quantity)))}::bigint[], ${text('words')}::text[],
      ${text('operationId')}::uuid[]
    ) n`.execute(w.tx);
}

/** What a count found. */
export interface Counted {
  readonly id: string;
  readonly productId: string;
  readonly sku: string;
  readonly day: string;
  readonly place: Place;
  readonly quantity: bigint;
  readonly difference: bigint;
  /** What the missing units cost; null when nothing is missing, or when it is not known. */
  readonly costMinor: bigint | null;
}

/** What these counts found. */
export async function readCounted(w: Work, ids: readonly string[]): Promise<Map<string, Counted>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Counted>`
    select c.id, c.product_id as "productId", p.sku, c.day, c.place, c.quantity, c.difference,
      case when c.difference < 0 then (
        select sum(${costOfTaking('l', 'landed_minor')})::bigint
        from taking t
        join lot l on l.account_id = t.account_id and l.id = t.lot_id
        where t.account_id = c.account_id and t.event_id = c.id and t.superseded_at is null
      ) end as "costMinor"
    from stock_count c
    join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A sale of which units can come back. */
export interface SaleRow {
  readonly id: string;
  readonly productId: string;
  readonly day: string;
  readonly units: bigint;
  /** Of these, units that came back already. */
  readonly returned: bigint;
  /** The line of a customer order that it comes from. */
  readonly lineId: string | null;
}

/** The sales with these ids that hold. */
export async function readSales(w: Work, ids: readonly string[]): Promise<Map<string, SaleRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SaleRow>`
    select m.id, m.product_id as "productId", m.day, m.units, coalesce(r.units, 0)::bigint as returned,
      m.customer_order_line_id as "lineId"
    from movement m
    left join lateral (
      select sum(r.units) as units from movement r
      where r.account_id = m.account_id and r.of_id = m.id and r.reversed_at is null
    ) r on true
    where m.account_id = ${w.scope.accountId} and m.id = ${anyOf(ids)} and m.kind = 'TAKING' and m.cause = 'SOLD'
      and m.reversed_at is null`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A movement or a count that can be reversed. */
export interface ReversibleRow {
  readonly id: string;
  readonly productId: string;
  readonly day: string;
  readonly isCount: boolean;
  readonly waits: bigint;
  /** The line of a customer order that it comes from. */
  readonly lineId: string | null;
}

/** The movements and counts with these ids, or of these operations, that hold. */
export async function readReversible(
  w: Work,
  by: 'id' | 'operation_id',
  ids: readonly string[],
): Promise<ReversibleRow[]> {
  if (ids.length === 0) return [];
  const a = w.scope.accountId;
  // Movements that come from lines are many, and no operation of a person: the index leaves them out.
  const typed = by === 'operation_id' ? sql`and customer_order_line_id is null` : sql``;
  const { rows } = await sql<ReversibleRow>`
    select id, product_id as "productId", day, false as "isCount", waits, customer_order_line_id as "lineId"
    from movement
    where account_id = ${a} and ${sql.ref(by)} = ${anyOf(ids)} and reversed_at is null ${typed}
    union all
    select id, product_id, day, true, waits, null
    from stock_count
    where account_id = ${a} and ${sql.ref(by)} = ${anyOf(ids)} and reversed_at is null`.execute(w.tx);
  return rows;
}

/** The returns of these sales that hold. */
export async function returnsOf(
  w: Work,
  saleIds: readonly string[],
): Promise<{ readonly id: string; readonly ofId: string; readonly day: string; readonly units: bigint }[]> {
  if (saleIds.length === 0) return [];
  const { rows } = await sql<{ id: string; ofId: string; day: string; units: bigint }>`
    select id, of_id as "ofId", day, units from movement
    where account_id = ${w.scope.accountId} and of_id = ${anyOf(saleIds)} and reversed_at is null
    order by day, id`.execute(w.tx);
  return rows;
}

/** Marks movements and counts as reversed; nothing of them waits any more. */
export async function markMovementsReversed(w: Work, ids: readonly string[]): Promise<void> {
  const a = w.scope.accountId;
  const who = personOf(w.scope);
  await sql`
    with movements as (
      update movement set reversed_at = ${w.now}, reversed_by = ${who}::uuid, waits = 0
      where account_id = ${a} and id = ${anyOf(ids)}
    )
    update stock_count set reversed_at = ${w.now}, reversed_by = ${who}::uuid, waits = 0
    where account_id = ${a} and id = ${anyOf(ids)}`.execute(w.tx);
}

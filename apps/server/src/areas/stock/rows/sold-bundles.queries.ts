import type { TakingCause } from '@quayside/domain/stock/events';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { BUNDLE_PARTS } from '../../products/facts.ts';
import type { SaleRow } from './movements.queries.ts';

// Bundles that were sold by hand: which movements were the parts of one.

/** A movement that is a part of a bundle which was sold by hand. */
export interface SoldBundleRow {
  readonly movementId: string;
  /** All parts of a sale have the same. */
  readonly saleId: string;
  readonly productId: string;
  readonly units: bigint;
}

export async function insertSoldBundles(w: Work, rows: readonly SoldBundleRow[]): Promise<void> {
  if (rows.length === 0) return;
  const listed = rowsOf('n', rows, {
    movement_id: ['uuid', ({ movementId }) => movementId],
    sale_id: ['uuid', ({ saleId }) => saleId],
    product_id: ['uuid', ({ productId }) => productId],
    units: ['bigint', ({ units }) => String(units)],
  });
  await sql`
    insert into sold_bundle (account_id, movement_id, sale_id, product_id, units)
    select ${w.scope.accountId}, n.* from ${listed}`.execute(w.tx);
}

/** A bundle that was sold by hand, with its parts of which the sale holds. */
export interface SoldBundle {
  readonly productId: string;
  readonly units: bigint;
  readonly parts: readonly SaleRow[];
}

/** The bundles of which these sales are parts, by the id of each part. */
export async function readSoldBundles(w: Work, saleIds: readonly string[]): Promise<Map<string, SoldBundle>> {
  if (saleIds.length === 0) return new Map();
  const a = w.scope.accountId;
  const { rows } = await sql<SaleRow & { saleId: string; bundleId: string; bundleUnits: bigint }>`
    select s.sale_id as "saleId", s.product_id as "bundleId", s.units as "bundleUnits", m.id,
      m.product_id as "productId", m.day, m.units, coalesce(r.units, 0)::bigint as returned, null as "lineId"
    from (
      select distinct sale_id from sold_bundle where account_id = ${a} and movement_id = ${anyOf(saleIds)}
    ) n
    join sold_bundle s on s.account_id = ${a} and s.sale_id = n.sale_id
    join movement m on m.account_id = ${a} and m.id = s.movement_id and m.reversed_at is null
    left join lateral (
      select sum(r.units) as units from movement r
      where r.account_id = ${a} and r.of_id = m.id and r.reversed_at is null
    ) r on true
    order by m.id`.execute(w.tx);
  const bySale = Map.groupBy(rows, ({ saleId }) => saleId);
  return new Map(
    rows.map(({ id, saleId, bundleId: productId, bundleUnits: units }) => [
      id,
      { productId, units, parts: bySale.get(saleId) ?? [] },
    ]),
  );
}

/** Units that were recorded by hand as gone, and of which no lot has given any. */
export interface WaitingTaking {
  readonly id: string;
  readonly productId: string;
  readonly cause: TakingCause;
  readonly day: string;
  readonly place: string;
  readonly units: bigint;
  readonly words: string | null;
  readonly operationId: string;
  /** The bundle that was sold, if it is already a part of one. */
  readonly saleId: string | null;
  readonly bundleId: string | null;
  readonly bundleUnits: bigint | null;
}

/**
 * The next takings by hand that wait whole for a bundle, which has no stock and never will. `about` is a product that
 * is becoming one.
 */
export async function readWaitingTakings(w: Work, about: string | null, limit: number): Promise<WaitingTaking[]> {
  const a = w.scope.accountId;
  const bundles =
    about === null ? sql`select bundle_id from ${BUNDLE_PARTS} where account_id = ${a}` : sql`select ${about}::uuid`;
  const { rows } = await sql<WaitingTaking>`
    select m.id, m.product_id as "productId", m.cause, m.day, m.place, m.units, m.words,
      m.operation_id as "operationId", s.sale_id as "saleId", s.product_id as "bundleId", s.units as "bundleUnits"
    from movement m
    left join sold_bundle s on s.account_id = m.account_id and s.movement_id = m.id
    where m.account_id = ${a} and m.product_id in (${bundles}) and m.waits > 0 and m.waits = m.units
      and m.kind = 'TAKING' and m.customer_order_line_id is null and m.reversed_at is null
    order by m.day, m.id
    limit ${limit}`.execute(w.tx);
  return rows;
}

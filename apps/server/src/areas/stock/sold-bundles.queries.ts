import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
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

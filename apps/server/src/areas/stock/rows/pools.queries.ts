import type { PoolState } from '@quayside/domain/stock/pool';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { fromDays } from './first-days.ts';
import type { ReplayFrom } from '../stock.types.ts';

// The pools of products under the moving average, and the method of the account.

/** The pool of a product at the end of a day on which it changed. */
export interface PoolRow extends PoolState {
  readonly id: string;
  readonly productId: string;
  readonly day: string;
}
const POOL = sql`
  p.id, p.product_id as "productId", p.day, p.landed_minor as "landedMinor", p.factory_minor as "factoryMinor",
  p.units, p.gone, p.waiting_minor as "waitingMinor"`;

/** The pools that the first replayed day of each product meets. */
export async function poolsBefore(w: Work, from: ReplayFrom): Promise<Map<string, PoolRow>> {
  const { rows } = await sql<PoolRow>`
    select ${POOL} from ${fromDays(from)}
    cross join lateral (
      select p.* from stock_pool p
      where p.account_id = ${w.scope.accountId} and p.product_id = f.product_id and p.day < f.day
        and p.superseded_at is null
      order by p.day desc
      limit 1
    ) p`.execute(w.tx);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** The stored pools of the replayed days. */
export async function poolsFrom(w: Work, from: ReplayFrom): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    select ${POOL} from ${fromDays(from)}
    join stock_pool p on p.account_id = ${w.scope.accountId} and p.product_id = f.product_id and p.day >= f.day
    where p.superseded_at is null`.execute(w.tx);
  return rows;
}

/** Marks pools as superseded: a replay came to another result. */
export async function supersedePools(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update stock_pool set superseded_at = ${w.now}
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
}

export async function insertPools(w: Work, rows: readonly PoolRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (key: keyof PoolRow) => sql.val(rows.map((row) => String(row[key])));
  await sql`
    insert into stock_pool (
      account_id, id, product_id, day, landed_minor, factory_minor, units, gone, waiting_minor, recorded_at
    )
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
    from unnest(
      ${column('id')}::uuid[], ${column('productId')}::uuid[], ${column('day')}::date[],
      ${column('landedMinor')}::bigint[], ${column('factoryMinor')}::bigint[], ${column('units')}::bigint[],
      ${column('gone')}::bigint[], ${column('waitingMinor')}::bigint[]
    ) n`.execute(w.tx);
}

/** What the stock of a product is worth. */
export interface StockValue {
  readonly productId: string;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}

/** Saves what the stock of products is worth, with the sum of the account; they are not stale any more. */
export async function saveStockValues(w: Work, values: readonly StockValue[]): Promise<void> {
  if (values.length === 0) return;
  const a = w.scope.accountId;
  const wanted = rowsOf('n', values, {
    product_id: ['uuid', ({ productId }) => productId],
    landed: ['numeric', ({ landedMinor }) => String(landedMinor)],
    factory: ['numeric', ({ factoryMinor }) => String(factoryMinor)],
  });
  await sql`
    with changed as materialized (
      select n.*, n.landed - s.landed_minor as landed_by, n.factory - s.factory_minor as factory_by
      from ${wanted} join product_stock s on s.account_id = ${a} and s.product_id = n.product_id
      where (s.landed_minor, s.factory_minor, s.is_stale) <> (n.landed, n.factory, false)
    ), products as (
      update product_stock s
      set landed_minor = c.landed, factory_minor = c.factory, is_stale = false, updated_at = ${w.now}
      from changed c where s.account_id = ${a} and s.product_id = c.product_id
    )
    update stock_total t
    set landed_minor = t.landed_minor + c.landed, factory_minor = t.factory_minor + c.factory, updated_at = ${w.now}
    from (select sum(landed_by) as landed, sum(factory_by) as factory from changed having count(*) > 0) c
    where t.account_id = ${a}`.execute(w.tx);
}

/** What the stock of these products is worth, landed. */
export async function stockValues(w: Work, productIds: readonly string[]): Promise<Map<string, bigint>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; landedMinor: string }>`
    select product_id as id, landed_minor as "landedMinor" from product_stock
    where account_id = ${w.scope.accountId} and product_id = ${anyOf(productIds)}`.execute(w.tx);
  return new Map(rows.map(({ id, landedMinor }) => [id, BigInt(landedMinor)]));
}

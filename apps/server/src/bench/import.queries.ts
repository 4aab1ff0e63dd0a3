import type pg from 'pg';
import type { BenchProduct } from './catalogue.ts';

/**
 * Does the same as an import, for the floor: inserts the same rows and their suppliers with unnest, in one transaction
 * of the account.
 */
export async function importFloor(
  owner: pg.Client,
  accountId: string,
  userId: string,
  products: readonly BenchProduct[],
): Promise<number> {
  const column = (of: (p: BenchProduct) => unknown) => products.map(of);
  const began = performance.now();
  await owner.query('begin');
  await owner.query(
    `
      select set_config('role', 'quayside_app', true), set_config('app.account_id', $1, true),
        set_config('app.user_id', $2, true)`,
    [accountId, userId],
  );
  const { rows } = await owner.query(
    `
      insert into product (
        account_id, id, sku, name, asin, brand, channel, length, width, height, weight, unit_weight_ug, unit_volume_mm3,
        created_at, updated_at, created_source, created_sku, created_by
      )
      select $1, gen_random_uuid(), r.sku, r.name, r.asin, r.brand, '{AMAZON_UK,AMAZON_DE}', r.length, r.width,
        r.height, r.weight, r.weight * 1000000, r.length * r.width * r.height * 1000, now(), now(), 'CSV_IMPORT', r.sku,
        $10
      from unnest(
        $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[]
      ) as r(sku, name, asin, brand, length, width, height, weight)
      returning id`,
    [
      accountId,
      column((p) => p.sku),
      column((p) => p.name),
      column((p) => p.asin),
      column((p) => p.brand),
      column((p) => p.length),
      column((p) => p.width),
      column((p) => p.height),
      column((p) => p.weight),
      userId,
    ],
  );
  const ids = rows.map((r) => r.id);
  await owner.query(
    `
      insert into product_supplier (account_id, product_id, supplier_id, position, product_updated_at, is_archived)
      select $1, r.id, s.id, 0, now(), false
      from unnest($2::uuid[], $3::text[]) as r(id, name)
      join supplier s on s.account_id = $1 and lower(s.company_name) = lower(r.name)`,
    [accountId, ids, column((p) => p.supplier)],
  );
  await owner.query('commit');
  return performance.now() - began;
}

/**
 * Counts the rows that the server's last write transaction inserted or updated, by table. It finds them by the
 * transaction id that PostgreSQL keeps in each row.
 */
export async function rowsOfLastWrite(superuser: pg.Client): Promise<Record<string, number>> {
  const last = await superuser.query('select tx_id::text as tx from outbox order by id desc limit 1');
  const tx = String(BigInt(last.rows[0].tx) % 2n ** 32n);
  const tables = await superuser.query(`select relname as name from pg_stat_user_tables where schemaname = 'public'`);
  const counts = await superuser.query(
    tables.rows
      .map(({ name }) => `select '${name}' as name, count(*)::integer as n from "${name}" where xmin::text = '${tx}'`)
      .join(' union all ') + ' order by n desc, name',
  );
  return Object.fromEntries(counts.rows.filter((r) => r.n > 0).map((r) => [r.name, r.n]));
}

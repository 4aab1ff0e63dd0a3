import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { Search } from '../area.ts';

/** Products that contain every word: first the one with exactly this SKU, then by name. */
export async function findProducts(w: Work, { text, words, most }: Search): Promise<FoundRecord[]> {
  const { rows } = await sql<{ id: string; sku: string; name: string }>`
    with exact as materialized (select p.id from product p where p.account_id = ${w.scope.accountId} and p.sku_key = lower(${text}) and p.archived_at is null),
      others as materialized (select id from find_products(${sql.val([...words])}::text[], false, ${sql.lit(most)}, 'asc') as f (id))
    select p.id, p.sku, p.name from product p where p.account_id = ${w.scope.accountId} and p.id in (select id from exact union select id from others)
    order by p.id in (select id from exact) desc, p.name_key, p.id limit ${sql.lit(most)}`.execute(w.tx);
  return rows.map((r) => ({ type: 'PRODUCT', id: r.id, title: r.name, detail: r.sku, sku: r.sku }));
}

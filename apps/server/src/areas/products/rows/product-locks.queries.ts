import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { toState } from './product-rows.queries.ts';
import type { ProductState, Terms } from './products.state.ts';
import { chunks } from '../../../db/batches.ts';

/** A product as stored, with the terms of its suppliers. */
export interface StoredProduct {
  readonly id: string;
  readonly version: number;
  readonly state: ProductState;
  /** The terms of the product's suppliers, in the order of the suppliers. */
  readonly terms: readonly Terms[];
}

/** Converts SKUs to the form that the unique index compares: to lower case, by the rules of PostgreSQL. */
export async function skuKeys(w: Work, skus: readonly string[]): Promise<string[]> {
  const rows = await sql<{
    key: string;
  }>`
    select lower(sku) as key
    from unnest(${sql.val([...skus])}::text[]) with ordinality as given(sku, n)
    order by n`.execute(w.tx);
  return rows.rows.map((r) => r.key);
}

/** Locks and reads one product. */
export const lockProduct = async (w: Work, id: string): Promise<StoredProduct | undefined> =>
  (await lockWhere(w, sql<boolean>`p.id = ${id}`))[0]?.stored;

/** Reads the products with these SKU keys (see `skuKeys`). */
export async function findProductsBySku(w: Work, keys: readonly string[]): Promise<Map<string, StoredProduct>> {
  if (keys.length === 0) return new Map();
  const rows = await lockWhere(w, sql<boolean>`p.sku_key = any(${sql.val([...keys])}::text[])`, 'peek');
  return new Map(rows.map((r) => [r.key, r.stored]));
}

/** Locks these products and returns them by id; `peek` reads them without a lock. */
export async function lockProducts(w: Work, ids: readonly string[], how?: 'peek'): Promise<Map<string, StoredProduct>> {
  const found = new Map<string, StoredProduct>();
  // All transactions lock products in the same order, so that they wait for each other instead of deadlocking.
  for (const part of chunks([...new Set(ids)].sort())) {
    const rows = await lockWhere(w, sql<boolean>`p.id = any(${sql.val(part)}::uuid[])`, how);
    for (const { stored } of rows) found.set(stored.id, stored);
  }
  return found;
}

/** The parent and the variants of each product. They stay locked until the end of the transaction. */
export async function lockFamilies(
  w: Work,
  ids: readonly string[],
): Promise<{ parentOf: Map<string, string | null>; variantsOf: (id: string) => string[] }> {
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const account = w.scope.accountId;
  const own = await sql<{ id: string; parent_id: string | null }>`
    select id, parent_id
    from product
    where account_id = ${account} and id = any(${any})
    order by id
    for update`.execute(w.tx);
  const variants = await sql<{ id: string; parent_id: string }>`
    select id, parent_id from product where account_id = ${account} and parent_id = any(${any})`.execute(w.tx);
  const byParent = Map.groupBy(variants.rows, (r) => r.parent_id);
  return {
    parentOf: new Map([...variants.rows, ...own.rows].map((r) => [r.id, r.parent_id])),
    variantsOf: (id) => (byParent.get(id) ?? []).map((r) => r.id),
  };
}

/**
 * Reads the terms of the suppliers of these products, by product. One statement reads all of them: without statistics,
 * PostgreSQL assumes that the account has no products, and a look-up for each product could read all of the account.
 */
export async function findTerms(w: Work, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Terms[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; terms: Terms[] }>`
    select ps.product_id as id, jsonb_agg(
      jsonb_build_object(
        'supplierId', ps.supplier_id, 'priceMicros', ps.price_micros::text, 'currency', ps.currency,
        'minimumOrder', ps.minimum_order, 'leadTime', ps.lead_time, 'supplierSku', ps.supplier_sku
      ) order by ps.position
    ) as terms
    from product_supplier ps
    where ps.account_id = ${w.scope.accountId} and ps.product_id = any(${sql.val([...ids])}::uuid[])
    group by ps.product_id`.execute(w.tx);
  return new Map(rows.map((r) => [r.id, r.terms]));
}

async function lockWhere(
  w: Work,
  condition: RawBuilder<boolean>,
  how?: 'peek',
): Promise<{ key: string; stored: StoredProduct }[]> {
  const rows = await w.tx
    .selectFrom('product as p')
    .selectAll('p')
    .select(sql<string>`p.sku_key`.as('key'))
    .where('p.account_id', '=', w.scope.accountId)
    .where(condition)
    .orderBy('p.id')
    .$if(how === undefined, (q) => q.forUpdate('p'))
    .execute();
  const found = await findTerms(
    w,
    rows.map((r) => r.id),
  );
  return rows.map((r) => {
    const terms = found.get(r.id) ?? [];
    const state = toState(
      r,
      terms.map((t) => t.supplierId),
    );
    return { key: r.key, stored: { id: r.id, version: r.version, state, terms } };
  });
}

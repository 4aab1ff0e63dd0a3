import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

export interface MovedProduct {
  readonly id: string;
  /** The version of the product after its supplier was changed by the merge. */
  readonly version: number;
  /** The row of the old supplier that was deleted, if the product had both suppliers. */
  readonly dropped: object | null;
}

/** How many products have this supplier. */
export async function countOfSupplier(w: Work, supplierId: string): Promise<number> {
  const row = await w.tx
    .selectFrom('product_supplier')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}

/** Locks all products of a supplier, in the order of their ids. Returns the ids. */
export async function lockProductsOfSupplier(w: Work, supplierId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select p.id
    from product p
    where p.account_id = ${w.scope.accountId}
      and p.id in (
        select ps.product_id
        from product_supplier ps
        where ps.account_id = ${w.scope.accountId} and ps.supplier_id = ${supplierId}
      )
    order by p.id for update`.execute(w.tx);
  return rows.rows.map((r) => r.id);
}

/**
 * Moves the product rows of one supplier to another, with their terms. If a product has both suppliers, the row of the
 * other supplier stays, and the row that would be moved is deleted. Returns the deleted rows.
 */
export async function moveSupplierRows(
  w: Work,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, object>> {
  const any = sql`any(${sql.val([...ids])}::uuid[])`;
  const dropped = await sql<{ id: string; row: object }>`
    delete from product_supplier f using product_supplier t
    where f.account_id = ${w.scope.accountId} and f.supplier_id = ${from} and f.product_id = ${any}
      and t.account_id = f.account_id and t.product_id = f.product_id and t.supplier_id = ${to}
    returning f.product_id as id, to_jsonb(f) - '{product_updated_at,is_archived}'::text[] as row`.execute(w.tx);
  await sql`update product_supplier set supplier_id = ${to}
    where account_id = ${w.scope.accountId} and supplier_id = ${from} and product_id = ${any}`.execute(w.tx);
  return new Map(dropped.rows.map((r) => [r.id, r.row]));
}

/** Inserts deleted rows again. Columns that are copied from the product get its current values. */
export async function restoreSupplierRows(w: Work, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into product_supplier
    select *
    from jsonb_populate_recordset(null::product_supplier, ${JSON.stringify(rows)}::jsonb)`.execute(w.tx);
}

/** Increments the versions of products. Returns the new versions by product id. */
export async function touchProducts(w: Work, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; version: number }>`
    update product set version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...ids])}::uuid[]) returning id, version`.execute(
    w.tx,
  );
  return new Map(rows.rows.map((r) => [r.id, r.version]));
}

/** Locks products. Returns only those that still exist. */
export async function lockProducts(
  w: Work,
  ids: readonly string[],
): Promise<Map<string, { readonly sku: string; readonly version: number }>> {
  const rows = await sql<{ id: string; sku: string; version: number }>`
    select id, sku, version
    from product
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...ids])}::uuid[])
    order by id
    for update`.execute(w.tx);
  return new Map(rows.rows.map((r) => [r.id, r]));
}

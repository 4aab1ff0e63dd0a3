import { say } from '@quayside/contracts/texts/catalogue';
import type { ChangelogSource } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { personOf, type Work } from '../../../db/tx.ts';
import { settleAll } from '../../../db/settle-all.ts';
import { AppError, fieldError, onConstraint } from '../../../http/errors.ts';
import { COLUMN_NAMES, recordOf, toNewRecords, toRecords } from './product-rows.queries.ts';
import type { ProductState } from './products.state.ts';
import { chunks } from '../../../db/batches.ts';
import { insertSuppliers, replaceSuppliers } from './terms.queries.ts';

const MEANINGS = {
  product_sku_key: () => fieldError('sku', say('products.sku_taken'), 'products.sku_taken'),
  product_parent_fk: () => fieldError('parentId', say('choose.product')),
};

/** Inserts products with their suppliers. The first changelog row of each has the given `source`. */
export async function insertProducts(
  w: Work,
  source: ChangelogSource,
  products: readonly { readonly id: string; readonly state: ProductState }[],
): Promise<void> {
  const insert = (part: typeof products) => {
    const { records, names: filled } = toNewRecords(part);
    const names = sql.raw(filled.join(', '));
    return sql`
      insert into product (account_id, id, ${names}, created_at, updated_at, created_source, created_sku, created_by)
      select ${w.scope.accountId}::uuid, id, ${names}, ${w.now}::timestamptz, ${w.now}::timestamptz, ${source}, sku,
        ${personOf(w.scope)}::uuid
      from json_to_recordset(${records}::json) as r(${recordOf(filled)})`.execute(w.tx);
  };
  await settleAll([
    ...chunks(products).map((part) => onConstraint(insert(part), MEANINGS)),
    insertSuppliers(w, products),
  ]);
}

/**
 * Updates products and increments their versions. The suppliers of a product are updated only if `suppliersOf` contains
 * the product; suppliers that remain keep their terms.
 */
export async function updateProducts(
  w: Work,
  products: readonly { readonly id: string; readonly state: ProductState }[],
  suppliersOf: ReadonlySet<string>,
): Promise<void> {
  const assignments = sql.raw(COLUMN_NAMES.map((name) => `${name} = r.${name}`).join(', '));
  for (const part of chunks(products)) {
    const rows = toRecords(part);
    await onConstraint(
      sql`
      update product p set ${assignments}, version = p.version + 1, updated_at = ${w.now}::timestamptz
      from json_to_recordset(${rows}::json) as r(${recordOf(COLUMN_NAMES)})
      where p.account_id = ${w.scope.accountId} and p.id = r.id`.execute(w.tx),
      MEANINGS,
    );
  }
  if (suppliersOf.size > 0)
    await replaceSuppliers(
      w,
      products.filter((p) => suppliersOf.has(p.id)),
    );
}

/**
 * Gives temporary SKUs to products whose SKUs are about to change, because they may swap SKUs with each other. The
 * caller must write the final SKUs right afterwards.
 */
export async function releaseSkus(w: Work, ids: readonly string[]): Promise<void> {
  await sql`
    update product
    set sku = id::text
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...ids])}::uuid[])`.execute(w.tx);
}

/**
 * Deletes a product and its changelog. Foreign keys prevent this even if only superseded costs still refer to the
 * product.
 */
export async function removeProduct(w: Work, id: string): Promise<void> {
  const inUse = () => new AppError('products.in_use');
  await onConstraint(
    w.tx.deleteFrom('product').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute(),
    {
      invoice_line_product_fk: inUse,
      cost_layer_product_fk: inUse,
      cost_entry_product_fk: inUse,
      product_component_component_fk: inUse,
      purchase_order_item_product_fk: inUse,
      product_parent_fk: inUse,
      lot_product_fk: inUse,
      movement_product_fk: inUse,
      sold_bundle_product_fk: inUse,
      stock_count_product_fk: inUse,
      product_stock_product_fk: inUse,
      customer_order_line_product_fk: inUse,
    },
  );
}

import { say } from '@quayside/contracts/texts/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { withFreshPlans } from '../../../db/plans.ts';
import { fieldError, onConstraint } from '../../../http/errors.ts';
import type { ProductState, Terms } from './products.state.ts';
import { chunks } from '../../../db/batches.ts';

const MEANINGS = { product_supplier_supplier_fk: () => fieldError('supplierIds', say('choose.supplier')) };

type WithSuppliers = readonly {
  readonly id: string;
  readonly state: Pick<ProductState, 'supplierIds' | 'archivedAt'>;
}[];
const supplierRows = (products: WithSuppliers) =>
  products.flatMap((p) =>
    p.state.supplierIds.map((supplier, position) => ({
      product: p.id,
      supplier,
      position,
      isArchived: p.state.archivedAt !== null,
    })),
  );

/** Replaces the suppliers of products that were written in this transaction. Suppliers that remain keep their terms. */
export async function replaceSuppliers(w: Work, products: WithSuppliers): Promise<void> {
  const rows = supplierRows(products);
  await sql`
    delete from product_supplier ps
    where ps.account_id = ${w.scope.accountId} and ps.product_id = any(${sql.val(products.map((p) => p.id))}::uuid[])
      and (ps.product_id, ps.supplier_id) not in (
        select *
        from unnest(${sql.val(rows.map((r) => r.product))}::uuid[], ${sql.val(rows.map((r) => r.supplier))}::uuid[])
      )`.execute(w.tx);
  await insertSuppliers(
    w,
    products,
    sql`on conflict (account_id, product_id, supplier_id) do update set position = excluded.position`,
  );
}

/**
 * No `on conflict` clause is needed for new products, which have no suppliers yet. The clause would make the statement
 * of an import a tenth slower.
 */
const NEVER = sql``;
/**
 * Inserts suppliers of products that were written in this transaction. `onConflict` is the clause for suppliers that a
 * product already has.
 */
export async function insertSuppliers(
  w: Work,
  products: WithSuppliers,
  onConflict: RawBuilder<unknown> = NEVER,
): Promise<void> {
  const rows = supplierRows(products);
  if (rows.length === 0) return;
  const insert = () =>
    onConstraint(
      sql`
    insert into product_supplier (account_id, product_id, supplier_id, position, is_archived, product_updated_at)
    select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz
    from unnest(
      ${sql.val(rows.map((r) => r.product))}::uuid[], ${sql.val(rows.map((r) => r.supplier))}::uuid[],
      ${sql.val(rows.map((r) => r.position))}::integer[], ${sql.val(rows.map((r) => r.isArchived))}::boolean[]
    ) as r ${onConflict}`.execute(w.tx),
      MEANINGS,
    );
  await withFreshPlans(w.tx, rows.length, insert);
}

/** Updates the terms of suppliers that the products already have. */
export async function saveTerms(
  w: Work,
  products: readonly { readonly id: string; readonly terms: readonly Terms[] }[],
): Promise<void> {
  for (const part of chunks(products.flatMap((p) => p.terms.map((t) => ({ productId: p.id, ...t }))))) {
    await sql`
      update product_supplier ps
      set price_micros = r."priceMicros", currency = r.currency, minimum_order = r."minimumOrder",
        lead_time = r."leadTime", supplier_sku = r."supplierSku"
      from json_to_recordset(${JSON.stringify(part)}::json) as r(
        "productId" uuid, "supplierId" uuid, "priceMicros" bigint, currency text, "minimumOrder" integer,
        "leadTime" integer, "supplierSku" text
      )
      where ps.account_id = ${w.scope.accountId} and ps.product_id = r."productId"
        and ps.supplier_id = r."supplierId"`.execute(w.tx);
  }
}

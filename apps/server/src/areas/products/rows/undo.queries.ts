import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { withFreshPlans } from '../../../db/plans.ts';
import { chunks } from '../../../db/batches.ts';
import { INVOICE_LINES } from '../../invoices/facts.ts';
import { CUSTOMER_LINES, LOTS, MOVEMENTS, SOLD_BUNDLES, STOCK_COUNTS } from '../../stock/facts.ts';
import { COST_ENTRIES, ORDERS, SCOPES } from '../../costs/facts.ts';
import { DUTY_RATES } from '../../freight/facts.ts';

/** The products whose future SKU belongs to another product, each with the id of that other product. */
export async function skuHolders(
  w: Work,
  wishes: readonly { readonly id: string; readonly sku: string }[],
): Promise<Map<string, string>> {
  if (wishes.length === 0) return new Map();
  const { rows } = await sql<{ id: string; holder: string }>`
    select r.id, p.id as holder
    from unnest(${sql.val(wishes.map((x) => x.id))}::uuid[], ${sql.val(wishes.map((x) => x.sku))}::text[]) as r(id, sku)
    join product p on p.account_id = ${w.scope.accountId} and p.sku_key = lower(r.sku) and p.id <> r.id`.execute(w.tx);
  return new Map(rows.map((r) => [r.id, r.holder]));
}

/** The products whose new SKU belongs to another product that keeps it, or to an earlier product in this list. */
export async function findSkuClashes(
  w: Work,
  renamed: readonly { readonly id: string; readonly sku: string }[],
): Promise<Set<string>> {
  if (renamed.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with wish as (
      select id, lower(sku) as key, n
      from unnest(
        ${sql.val(renamed.map((x) => x.id))}::uuid[], ${sql.val(renamed.map((x) => x.sku))}::text[]
      ) with ordinality as r(id, sku, n)
    )
    select x.id
    from wish x
    where exists (select from wish y where y.key = x.key and y.n < x.n)
      or exists (
        select from product p
        where p.account_id = ${w.scope.accountId} and p.sku_key = x.key and p.id not in (select id from wish)
      )`.execute(w.tx);
  return new Set(rows.map((r) => r.id));
}

/**
 * The products that something refers to, now or in the history of costs: a line, an order, a cost, a bundle, a duty
 * rate, stock, a customer order, or a variant that is not being deleted too.
 */
export async function usedProducts(w: Work, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const account = w.scope.accountId;
  const { rows } = await sql<{ id: string }>`
    with mine as (select id from unnest(${sql.val([...ids])}::uuid[]) as m(id)),
      used as (
        select l.product_id as id from ${INVOICE_LINES} l
        join mine m on m.id = l.product_id where l.account_id = ${account}
        union select o.product_id from ${ORDERS} o join mine m on m.id = o.product_id where o.account_id = ${account}
        union select e.product_id from ${COST_ENTRIES} e
        join mine m on m.id = e.product_id where e.account_id = ${account}
        union
        select c.component_id
        from product_component c
        join mine m on m.id = c.component_id
        where c.account_id = ${account}
        union
        select s.target_id
        from ${SCOPES} s
        join mine m on m.id = s.target_id
        where s.account_id = ${account} and s.target_type = 'PRODUCT'
        union select d.product_id from ${DUTY_RATES} d
        join mine m on m.id = d.product_id where d.account_id = ${account}
        -- What ever moved stays, even if it was taken back.
        union select l.product_id from ${LOTS} l join mine m on m.id = l.product_id where l.account_id = ${account}
        union select v.product_id from ${MOVEMENTS} v join mine m on m.id = v.product_id where v.account_id = ${account}
        union select b.product_id from ${SOLD_BUNDLES} b
        join mine m on m.id = b.product_id where b.account_id = ${account}
        union select c.product_id from ${STOCK_COUNTS} c
        join mine m on m.id = c.product_id where c.account_id = ${account}
        union
        select o.product_id
        from ${CUSTOMER_LINES} o
        join mine m on m.id = o.product_id
        where o.account_id = ${account}
      )
    select id from used
    union
    select v.parent_id
    from product v
    join mine m on m.id = v.parent_id
    where v.account_id = ${account}
      and (v.id not in (select id from mine) or v.id in (select id from used))`.execute(w.tx);
  return new Set(rows.map((r) => r.id));
}

/** Deletes products that nothing uses. Variants are deleted before their parents. */
export async function removeProducts(
  w: Work,
  products: readonly { readonly id: string; readonly isVariant: boolean }[],
): Promise<void> {
  await withFreshPlans(w.tx, products.length, async () => {
    for (const part of [
      ...chunks(products.filter((p) => p.isVariant)),
      ...chunks(products.filter((p) => !p.isVariant)),
    ])
      await removePart(w, sql`any(${sql.val(part.map((p) => p.id))}::uuid[])`);
  });
}

/**
 * The suppliers are deleted by a statement of their own, because a cascade would run the trigger that counts products
 * once for each row.
 */
async function removePart(w: Work, ids: RawBuilder<unknown>): Promise<void> {
  await sql`delete from product_supplier where account_id = ${w.scope.accountId} and product_id = ${ids}`.execute(w.tx);
  await sql`delete from product where account_id = ${w.scope.accountId} and id = ${ids}`.execute(w.tx);
}

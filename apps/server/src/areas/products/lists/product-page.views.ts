import type { Use } from '@quayside/contracts/errors';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import type { Product, SupplierTerms } from '@quayside/contracts/products/products';
import { barcodeKey } from '@quayside/domain/products/barcode';
import { lengthAndGirth } from '@quayside/domain/products/measures';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { COST_ENTRIES, ORDERS } from '../../costs/facts.ts';
import { DUTY_RATES } from '../../freight/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { toState } from '../rows/product-rows.queries.ts';
import { priceText } from '../rows/products.prices.ts';
import { packagingOf } from '../rows/products.state.ts';
import { productsOf, toCatalogRows, withCatalogColumns } from './products.views.ts';

/** One product, with everything that its page shows. */
export async function findProductView(w: Work, id: string): Promise<Product | undefined> {
  const row = await withCatalogColumns(productsOf(w)).selectAll('p').where('p.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const state = toState(row, []);
  const { supplierIds: _, channel, ...fields } = state;
  const [catalogRow] = await toCatalogRows(w, [row]);
  if (!catalogRow) return undefined;
  return {
    ...fields,
    ...catalogRow,
    skuAlias: row.sku_alias,
    channel: [...channel],
    lengthAndGirth: lengthAndGirth(state),
    ...(await familyOf(w, row, catalogRow.variantCount)),
    productPackaging: packagingOf(state, 'productPackaging'),
    casePackaging: packagingOf(state, 'casePackaging'),
    suppliers: row.supplier.length === 0 ? [] : await termsOf(w, id),
    sameBarcode: row.barcode === null ? [] : await listSameBarcode(w, id, row.barcode),
    stats: await statsOf(w, id),
  };
}

/** The variants of a product, sorted by SKU. */
export async function listVariantRows(w: Work, parentId: string): Promise<CatalogRow[]> {
  return toCatalogRows(
    w,
    await withCatalogColumns(productsOf(w)).where('p.parent_id', '=', parentId).orderBy(sql`p.sku_key`).execute(),
  );
}

/** The products with these ids as rows of the product lists, in the order of the ids. */
export async function listCatalogRows(w: Work, ids: readonly string[]): Promise<CatalogRow[]> {
  const rows = await withCatalogColumns(productsOf(w))
    .where(sql<boolean>`p.id = any(${sql.val([...ids])}::uuid[])`)
    .execute();
  const byId = new Map((await toCatalogRows(w, rows)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function familyOf(
  w: Work,
  { id, parent_id }: { id: string; parent_id: string | null },
  variantCount: number,
): Promise<Pick<Product, 'parent' | 'variants'>> {
  const parent =
    parent_id === null
      ? undefined
      : await w.tx
          .selectFrom('product')
          .select(['id', 'sku', 'name'])
          .where('account_id', '=', w.scope.accountId)
          .where('id', '=', parent_id)
          .executeTakeFirst();
  const variants = variantCount === 0 ? [] : await listVariantRows(w, id);
  return {
    parent: parent ?? null,
    variants: variants.map((v) => ({
      id: v.id,
      sku: v.sku,
      name: v.name,
      status: v.status,
      landedCostPerUnit: v.landedCostPerUnit,
    })),
  };
}

/** The other products with this barcode, ignoring leading zeros. */
async function listSameBarcode(w: Work, id: string, barcode: string): Promise<Product['sameBarcode']> {
  const key = barcodeKey(barcode) ?? '';
  return w.tx
    .selectFrom('product')
    .select(['id', 'sku', 'name'])
    .where('account_id', '=', w.scope.accountId)
    .where(sql<boolean>`id = any(array(select find_coded_products(array[${key}::text])))`)
    .where(sql<boolean>`lpad(barcode, 14, '0') = ${key}`)
    .where('id', '<>', id)
    .orderBy('sku_key')
    .limit(5)
    .execute();
}

/** The suppliers of a product with their terms. The usual supplier comes first. */
async function termsOf(w: Work, productId: string): Promise<SupplierTerms[]> {
  const rows = await w.tx
    .selectFrom('product_supplier as ps')
    .innerJoin(SUPPLIERS.as('s'), (on) =>
      on.onRef('s.account_id', '=', 'ps.account_id').onRef('s.id', '=', 'ps.supplier_id'),
    )
    .select([
      's.id',
      's.company_name',
      's.local_name',
      'ps.price_micros',
      'ps.currency',
      'ps.minimum_order',
      'ps.lead_time',
      'ps.supplier_sku',
    ])
    .where('ps.account_id', '=', w.scope.accountId)
    .where('ps.product_id', '=', productId)
    .orderBy('ps.position')
    .execute();
  return rows.map((r) => ({
    id: r.id,
    supplierId: r.id,
    companyName: r.company_name,
    localName: r.local_name,
    price: r.price_micros === null ? null : priceText(r.price_micros),
    currency: r.currency,
    minimumOrder: r.minimum_order,
    leadTime: r.lead_time,
    supplierSku: r.supplier_sku,
  }));
}

async function statsOf(w: Work, productId: string): Promise<Product['stats']> {
  const row = await w.tx
    .selectFrom(ORDERS.as('cost_layer'))
    .select((eb) => [
      eb.fn.countAll<bigint>().as('orders'),
      eb.fn.count<bigint>('invoice_id').distinct().as('invoices'),
      sql<string | null>`min(date)::text`.as('first'),
      sql<string | null>`max(date)::text`.as('last'),
    ])
    .where('account_id', '=', w.scope.accountId)
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return {
    invoiceCount: Number(row?.invoices ?? 0),
    orderCount: Number(row?.orders ?? 0),
    firstOrderDate: row?.first ?? null,
    lastOrderDate: row?.last ?? null,
  };
}

/** Lists all brands of the account, sorted by name. */
export const listBrandNames = async (w: Work): Promise<string[]> => byName(await distinct(w, 'brand'));

/**
 * The distinct values of a column. The query skips from one value to the next in the index, so its cost depends on the
 * number of values and not on the number of products.
 */
async function distinct(w: Work, column: 'brand' | 'product_group'): Promise<string[]> {
  const [account, name] = [w.scope.accountId, sql.ref(column)];
  const { rows } = await sql<{ value: string | null }>`
    with recursive next as (
      select (select min(${name}) from product where account_id = ${account}) as value
      union all
      select (select min(${name}) from product where account_id = ${account} and ${name} > next.value)
      from next
      where next.value is not null
    )
    select value from next`.execute(w.tx);
  return rows.flatMap((r) => r.value ?? []);
}

export async function hasVariants(w: Work, id: string): Promise<boolean> {
  const found = await w.tx
    .selectFrom('product')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** All tags or product groups, sorted by name. */
export async function listWords(w: Work, kind: 'tags' | 'groups'): Promise<string[]> {
  if (kind === 'groups') return byName(await distinct(w, 'product_group'));
  const { rows } = await sql<{
    word: string;
  }>`
    select distinct unnest(tags) as word
    from product
    where account_id = ${w.scope.accountId} and tags <> '{}'`.execute(w.tx);
  return byName(rows.map((r) => r.word));
}
const byName = (words: readonly string[]) =>
  [...words].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }) || (a < b ? -1 : 1));

/** The first 20 invoices, orders, bundles and variants that refer to the product. */
export async function listProductUses(w: Work, id: string): Promise<Use[]> {
  const account = w.scope.accountId;
  const uses = await sql<Use>`
    (
      select 'INVOICE' as type, i.id, i.invoice_number as label
      from ${INVOICES} i
      where i.account_id = ${account} and i.deleted_at is null
        and i.id in (
          select l.invoice_id
          from ${INVOICE_LINES} l
          where l.account_id = ${account} and l.product_id = ${id} and l.deleted_at is null
          union
          select e.invoice_id
          from ${COST_ENTRIES} e
          where e.account_id = ${account} and e.product_id = ${id} and e.superseded_at is null
        )
      order by i.date desc, i.id limit 20
    )
    union all (
      select 'ORDER', o.id, o.number
      from ${ORDERS} o
      where o.account_id = ${account} and o.product_id = ${id} and o.removed_at is null
      order by o.date desc, o.id
      limit 20
    )
    union all (
      select 'PURCHASE_ORDER', o.id, o.po_number
      from ${PURCHASE_ORDERS} o
      where o.account_id = ${account} and o.id in (
        select i.order_id from ${PURCHASE_ITEMS} i
        where i.account_id = ${account} and i.product_id = ${id} and i.deleted_at is null
      )
      order by o.order_date desc nulls first, o.id
      limit 20
    )
    union all (
      select 'DUTY_RATE', d.id, d.country || ' · ' || trim_scale(d.percent) || ' %'
      from ${DUTY_RATES} d
      where d.account_id = ${account} and d.product_id = ${id}
      order by d.country, d.id
      limit 20
    )
    union all (
      select 'PRODUCT', b.id, b.sku || ' · ' || b.name
      from product_component c
      join product b on b.account_id = c.account_id and b.id = c.bundle_id
      where c.account_id = ${account} and c.component_id = ${id} order by lower(b.sku), b.id limit 20
    )
    union all (
      select 'PRODUCT', v.id, v.sku || ' · ' || v.name
      from product v
      where v.account_id = ${account} and v.parent_id = ${id}
      order by lower(v.sku), v.id
      limit 20
    )
    limit 20`.execute(w.tx);
  return uses.rows;
}

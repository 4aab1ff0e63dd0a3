import { say } from '@quayside/contracts/texts/catalogue';
import type { ChangelogSource, ShippingMethod } from '@quayside/domain/lists';
import { type RawBuilder, sql } from 'kysely';
import { personOf, type Work } from '../../db/tx.ts';
import { settleAll } from '../../db/settle-all.ts';
import { withFreshPlans } from '../../db/plans.ts';
import { AppError, fieldError, onConstraint } from '../../http/errors.ts';
import { COLUMN_NAMES, recordOf, toNewRecords, toRecords, toState } from './product-rows.queries.ts';
import type { ProductState, Terms } from './products.state.ts';

/** The product fields that other areas show and copy. */
export interface ProductRef {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  /** Gross weight of a unit; null if unknown. */
  readonly unitWeightUg: bigint | null;
  readonly unitVolumeMm3: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly archivedAt: Date | null;
}
/** A stored product, locked until the end of the unit of work. */
export interface StoredProduct {
  readonly id: string;
  readonly version: number;
  readonly state: ProductState;
  /** The terms of its suppliers, in their order. */
  readonly terms: readonly Terms[];
}
/** One changelog row. */
export interface ChangeRow {
  readonly productId: string;
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** The exact values; absent if the change cannot be reverted. */
  readonly oldData?: unknown;
  readonly newData?: unknown;
}

/** Rows per statement: small enough for the parser, large enough for speed. */
const CHUNK = 1000;
export const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK));

/** The products with these ids, by id; missing ones are omitted. */
export async function findProductRefs(w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('product')
    .select(['id', 'sku', 'name', 'unit_weight_ug', 'unit_volume_mm3', 'shipping_method', 'archived_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        id: r.id,
        sku: r.sku,
        name: r.name,
        unitWeightUg: r.unit_weight_ug,
        unitVolumeMm3: r.unit_volume_mm3,
        shippingMethod: r.shipping_method,
        archivedAt: r.archived_at,
      },
    ]),
  );
}

/** Finds products by SKU; the result is keyed by the SKU as the file spells it. */
export async function findProductRefsBySku(w: Work, skus: readonly string[]): Promise<Map<string, ProductRef>> {
  if (skus.length === 0) return new Map();
  const found = await sql<{ sku: string; id: string }>`
    select given.sku, p.id from unnest(${sql.val([...new Set(skus)])}::text[]) as given(sku)
    join product p on p.account_id = ${w.scope.accountId} and p.sku_key = lower(given.sku)`.execute(w.tx);
  const refs = await findProductRefs(
    w,
    found.rows.map((r) => r.id),
  );
  return new Map(
    found.rows.flatMap((r) => {
      const ref = refs.get(r.id);
      return ref ? [[r.sku, ref] as const] : [];
    }),
  );
}

/** SKUs as the unique index compares them: in PostgreSQL's lower case. */
export async function skuKeys(w: Work, skus: readonly string[]): Promise<string[]> {
  const rows = await sql<{
    key: string;
  }>`select lower(sku) as key from unnest(${sql.val([...skus])}::text[]) with ordinality as given(sku, n) order by n`.execute(
    w.tx,
  );
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

/** Locks and reads these products, by id; `peek` reads without a lock. */
export async function lockProducts(w: Work, ids: readonly string[], how?: 'peek'): Promise<Map<string, StoredProduct>> {
  const found = new Map<string, StoredProduct>();
  // Everyone locks in the same order, so that two transactions wait for each other instead of deadlocking.
  for (const part of chunks([...new Set(ids)].sort())) {
    const rows = await lockWhere(w, sql<boolean>`p.id = any(${sql.val(part)}::uuid[])`, how);
    for (const { stored } of rows) found.set(stored.id, stored);
  }
  return found;
}

/** The parent and the variants of each product, locked until the end of the unit of work. */
export async function lockFamilies(
  w: Work,
  ids: readonly string[],
): Promise<{ parentOf: Map<string, string | null>; variantsOf: (id: string) => string[] }> {
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const account = w.scope.accountId;
  const own = await sql<{ id: string; parent_id: string | null }>`
    select id, parent_id from product where account_id = ${account} and id = any(${any}) order by id for update`.execute(
    w.tx,
  );
  const variants = await sql<{ id: string; parent_id: string }>`
    select id, parent_id from product where account_id = ${account} and parent_id = any(${any})`.execute(w.tx);
  const byParent = Map.groupBy(variants.rows, (r) => r.parent_id);
  return {
    parentOf: new Map([...variants.rows, ...own.rows].map((r) => [r.id, r.parent_id])),
    variantsOf: (id) => (byParent.get(id) ?? []).map((r) => r.id),
  };
}

const TERMS = sql<
  Terms[]
>`coalesce((select jsonb_agg(jsonb_build_object('supplierId', ps.supplier_id, 'priceMicros', ps.price_micros::text, 'currency', ps.currency,
  'minimumOrder', ps.minimum_order, 'leadTime', ps.lead_time, 'supplierSku', ps.supplier_sku) order by ps.position)
  from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id), '[]')`;

async function lockWhere(
  w: Work,
  condition: RawBuilder<boolean>,
  how?: 'peek',
): Promise<{ key: string; stored: StoredProduct }[]> {
  const rows = await w.tx
    .selectFrom('product as p')
    .selectAll('p')
    .select([TERMS.as('terms'), sql<string>`p.sku_key`.as('key')])
    .where('p.account_id', '=', w.scope.accountId)
    .where(condition)
    .orderBy('p.id')
    .$if(how === undefined, (q) => q.forUpdate('p'))
    .execute();
  return rows.map((r) => ({
    key: r.key,
    stored: {
      id: r.id,
      version: r.version,
      state: toState(
        r,
        r.terms.map((t) => t.supplierId),
      ),
      terms: r.terms,
    },
  }));
}

const MEANINGS = {
  product_sku_key: () => fieldError('sku', say('products.sku_taken'), 'products.sku_taken'),
  product_supplier_supplier_fk: () => fieldError('supplierIds', say('choose.supplier')),
  product_parent_fk: () => fieldError('parentId', say('choose.product')),
};

/** Creates products with their suppliers and a first changelog row from `source`. */
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
      select ${w.scope.accountId}::uuid, id, ${names}, ${w.now}::timestamptz, ${w.now}::timestamptz, ${source}, sku, ${personOf(w.scope)}::uuid
      from json_to_recordset(${records}::json) as r(${recordOf(filled)})`.execute(w.tx);
  };
  await settleAll([
    ...chunks(products).map((part) => onConstraint(insert(part), MEANINGS)),
    insertSuppliers(w, products, NEVER),
  ]);
}

/**
 * Updates products and increments their versions; suppliers only where `suppliersOf` names the product. Suppliers that
 * remain keep their terms.
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
      from json_to_recordset(${rows}::json) as r(${recordOf(COLUMN_NAMES)}) where p.account_id = ${w.scope.accountId} and p.id = r.id`.execute(
        w.tx,
      ),
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
 * Gives temporary SKUs to products that are about to get new ones, perhaps each other's. The final update follows at
 * once.
 */
export async function releaseSkus(w: Work, ids: readonly string[]): Promise<void> {
  await sql`update product set sku = id::text where account_id = ${w.scope.accountId} and id = any(${sql.val([...ids])}::uuid[])`.execute(
    w.tx,
  );
}

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

async function replaceSuppliers(w: Work, products: WithSuppliers): Promise<void> {
  const rows = supplierRows(products);
  await sql`
    delete from product_supplier ps where ps.account_id = ${w.scope.accountId} and ps.product_id = any(${sql.val(products.map((p) => p.id))}::uuid[])
      and (ps.product_id, ps.supplier_id) not in (select * from unnest(${sql.val(rows.map((r) => r.product))}::uuid[], ${sql.val(rows.map((r) => r.supplier))}::uuid[]))`.execute(
    w.tx,
  );
  await insertSuppliers(
    w,
    products,
    sql`on conflict (account_id, product_id, supplier_id) do update set position = excluded.position`,
  );
}

/** A new product has no supplier yet; the check for one would cost an import a tenth of this statement. */
const NEVER = sql``;
/**
 * Inserts suppliers of products written in this unit of work. `onConflict` says what to do with a supplier that a
 * product already has.
 */
async function insertSuppliers(w: Work, products: WithSuppliers, onConflict: RawBuilder<unknown>): Promise<void> {
  const rows = supplierRows(products);
  if (rows.length === 0) return;
  const insert = () =>
    onConstraint(
      sql`
    insert into product_supplier (account_id, product_id, supplier_id, position, is_archived, product_updated_at)
    select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz from unnest(${sql.val(rows.map((r) => r.product))}::uuid[], ${sql.val(rows.map((r) => r.supplier))}::uuid[],
      ${sql.val(rows.map((r) => r.position))}::integer[], ${sql.val(rows.map((r) => r.isArchived))}::boolean[]) as r
    ${onConflict}`.execute(w.tx),
      MEANINGS,
    );
  await withFreshPlans(w.tx, rows.length, insert);
}

/** Updates the terms of existing suppliers of products. */
export async function saveTerms(
  w: Work,
  products: readonly { readonly id: string; readonly terms: readonly Terms[] }[],
): Promise<void> {
  for (const part of chunks(products.flatMap((p) => p.terms.map((t) => ({ productId: p.id, ...t }))))) {
    await sql`
      update product_supplier ps set price_micros = r."priceMicros", currency = r.currency, minimum_order = r."minimumOrder", lead_time = r."leadTime", supplier_sku = r."supplierSku"
      from json_to_recordset(${JSON.stringify(part)}::json)
        as r("productId" uuid, "supplierId" uuid, "priceMicros" bigint, currency text, "minimumOrder" integer, "leadTime" integer, "supplierSku" text)
      where ps.account_id = ${w.scope.accountId} and ps.product_id = r."productId" and ps.supplier_id = r."supplierId"`.execute(
      w.tx,
    );
  }
}

const asJson = (data: unknown): string | null => (data === undefined ? null : JSON.stringify(data));

/** Adds rows to the changelog of products. */
export async function insertChangelog(w: Work, source: ChangelogSource, changes: readonly ChangeRow[]): Promise<void> {
  const insert = (part: readonly ChangeRow[]) =>
    sql`
      insert into product_changelog (account_id, id, product_id, source, field, old_value, new_value, old_data, new_data, changed_by, changed_at)
      select ${w.scope.accountId}::uuid, r.id, r.product_id, ${source}, r.field, r.old_value, r.new_value, r.old_data::jsonb, r.new_data::jsonb, ${personOf(w.scope)}::uuid,
        ${w.now}::timestamptz
      from unnest(${sql.val(part.map(() => w.newId()))}::uuid[], ${sql.val(part.map((c) => c.productId))}::uuid[], ${sql.val(part.map((c) => c.field))}::text[],
        ${sql.val(part.map((c) => c.oldValue))}::text[], ${sql.val(part.map((c) => c.newValue))}::text[], ${sql.val(part.map((c) => asJson(c.oldData)))}::text[],
        ${sql.val(part.map((c) => asJson(c.newData)))}::text[]) as r(id, product_id, field, old_value, new_value, old_data, new_data)`.execute(
      w.tx,
    );
  await withFreshPlans(w.tx, changes.length, () => settleAll(chunks(changes).map(insert)));
}

/** Deletes the product and its changelog. Foreign keys refuse this if only superseded costs still refer to it. */
export async function removeProduct(w: Work, id: string): Promise<void> {
  const inUse = () => new AppError('products.in_use');
  await onConstraint(
    w.tx.deleteFrom('product').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute(),
    {
      invoice_line_product_fk: inUse,
      cost_layer_product_fk: inUse,
      cost_entry_product_fk: inUse,
      product_component_component_fk: inUse,
      product_parent_fk: inUse,
    },
  );
}

import type { ChangelogSource, DimensionUnit, ProductStatus, SalesChannel, ShippingMethod, WeightUnit } from '@quayside/domain/lists';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, fieldError, onConstraint } from '../../http/errors.ts';
import { measuresOf, plainDecimal, type ProductState } from './products.state.ts';

/** What other areas show and copy of a product. */
export interface ProductRef {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  /** Gross weight of a unit; null where it is missing. */
  readonly unitWeightUg: bigint | null;
  readonly unitVolumeMm3: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly archivedAt: Date | null;
}
/** A product as it is stored, held until the end of the unit of work. */
export interface StoredProduct {
  readonly id: string;
  readonly version: number;
  readonly state: ProductState;
}
/** One change for the changelog. */
export interface ChangeRow {
  readonly productId: string;
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** Rows that one statement carries: small enough for the parser, large enough for speed. */
const CHUNK = 1000;
const chunks = <T>(rows: readonly T[]): T[][] => Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK));

/** The products of these ids that the account has, by id. */
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
        shippingMethod: r.shipping_method as ShippingMethod | null,
        archivedAt: r.archived_at,
      },
    ]),
  );
}

/** Products for files that name them by SKU, by the SKU as the file writes it. */
export async function findProductRefsBySku(w: Work, skus: readonly string[]): Promise<Map<string, ProductRef>> {
  if (skus.length === 0) return new Map();
  const found = await sql<{ sku: string; id: string }>`
    select given.sku, p.id from unnest(${sql.val([...new Set(skus)])}::text[]) as given(sku)
    join product p on p.account_id = ${w.scope.accountId} and lower(p.sku) = lower(given.sku)`.execute(w.tx);
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

/** SKUs as the unique index compares them: in the database's own lower case. */
export async function skuKeys(w: Work, skus: readonly string[]): Promise<string[]> {
  const rows = await sql<{
    key: string;
  }>`select lower(sku) as key from unnest(${sql.val([...skus])}::text[]) with ordinality as given(sku, n) order by n`.execute(w.tx);
  return rows.rows.map((r) => r.key);
}

/** Locks and reads one product. */
export const lockProduct = async (w: Work, id: string): Promise<StoredProduct | undefined> => (await lockWhere(w, sql<boolean>`p.id = ${id}`))[0]?.stored;

/** Locks and reads the products of these SKUs, by the key that `skuKeys` gives. */
export async function lockProductsBySku(w: Work, keys: readonly string[]): Promise<Map<string, StoredProduct>> {
  const rows = await lockWhere(w, sql<boolean>`lower(p.sku) = any(${sql.val([...keys])}::text[])`);
  return new Map(rows.map((r) => [r.key, r.stored]));
}

async function lockWhere(w: Work, condition: RawBuilder<boolean>): Promise<{ key: string; stored: StoredProduct }[]> {
  const suppliers = sql<
    string[]
  >`array(select ps.supplier_id::text from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id order by ps.position)`;
  const rows = await w.tx
    .selectFrom('product as p')
    .selectAll('p')
    .select([suppliers.as('supplier_ids'), sql<string>`lower(p.sku)`.as('key')])
    .where('p.account_id', '=', w.scope.accountId)
    .where(condition)
    .orderBy('p.id')
    .forUpdate('p')
    .execute();
  return rows.map((r) => ({ key: r.key, stored: { id: r.id, version: r.version, state: toState(r, r.supplier_ids) } }));
}

const decimal = (text: string | null): string | null => (text === null ? null : plainDecimal(text));

/** One row of the table as the area knows it. */
export function toState(r: Selectable<DB['product']>, supplierIds: readonly string[]): ProductState {
  return {
    name: r.name,
    sku: r.sku,
    skuAlias: r.sku_alias,
    asin: r.asin,
    fnsku: r.fnsku,
    brand: r.brand,
    reBrand: r.re_brand,
    group: r.product_group,
    tags: r.tags,
    notes: r.notes,
    status: r.status as ProductStatus,
    channel: r.channel as SalesChannel[],
    shippingMethod: r.shipping_method as ShippingMethod | null,
    countryOfOrigin: r.country_of_origin,
    length: decimal(r.length),
    width: decimal(r.width),
    height: decimal(r.height),
    dimensionUnit: r.dimension_unit as DimensionUnit,
    weight: decimal(r.weight),
    packagingWeight: decimal(r.packaging_weight),
    shippingWeight: decimal(r.shipping_weight),
    weightUnit: r.weight_unit as WeightUnit,
    thumbnail: r.thumbnail,
    supplierLeadTime: r.supplier_lead_time,
    supplierIds,
    archivedAt: r.archived_at?.toISOString() ?? null,
  };
}

/** Columns that are written, with their types: rows travel as one JSON parameter, so that 10,000 cost hardly more than one. */
const COLUMNS = {
  name: 'text',
  sku: 'text',
  sku_alias: 'text[]',
  asin: 'text',
  fnsku: 'text',
  brand: 'text',
  re_brand: 'text',
  product_group: 'text',
  tags: 'text[]',
  notes: 'text',
  status: 'text',
  channel: 'text[]',
  shipping_method: 'text',
  country_of_origin: 'text',
  length: 'numeric',
  width: 'numeric',
  height: 'numeric',
  dimension_unit: 'text',
  weight: 'numeric',
  packaging_weight: 'numeric',
  shipping_weight: 'numeric',
  weight_unit: 'text',
  unit_weight_ug: 'bigint',
  unit_volume_mm3: 'bigint',
  thumbnail: 'text',
  supplier_lead_time: 'integer',
  archived_at: 'timestamptz',
} as const;
const NAMES = Object.keys(COLUMNS);
const RECORD = sql.raw(['id uuid', ...Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`)].join(', '));

function toRow(id: string, s: ProductState): Record<keyof typeof COLUMNS | 'id', unknown> {
  const { weightUg, volumeMm3 } = measuresOf(s);
  return {
    id,
    name: s.name,
    sku: s.sku,
    sku_alias: s.skuAlias,
    asin: s.asin,
    fnsku: s.fnsku,
    brand: s.brand,
    re_brand: s.reBrand,
    product_group: s.group,
    tags: s.tags,
    notes: s.notes,
    status: s.status,
    channel: s.channel,
    shipping_method: s.shippingMethod,
    country_of_origin: s.countryOfOrigin,
    length: s.length,
    width: s.width,
    height: s.height,
    dimension_unit: s.dimensionUnit,
    weight: s.weight,
    packaging_weight: s.packagingWeight,
    shipping_weight: s.shippingWeight,
    weight_unit: s.weightUnit,
    unit_weight_ug: weightUg?.toString() ?? null,
    unit_volume_mm3: volumeMm3?.toString() ?? null,
    thumbnail: s.thumbnail,
    supplier_lead_time: s.supplierLeadTime,
    archived_at: s.archivedAt,
  };
}

const MEANINGS = {
  product_sku_key: () => fieldError('sku', 'SKU must be unique', 'products.sku_taken'),
  product_supplier_supplier_fk: () => fieldError('supplierIds', 'Choose a supplier'),
};

/** Adds products with their suppliers. */
export async function insertProducts(w: Work, products: readonly { readonly id: string; readonly state: ProductState }[]): Promise<void> {
  const names = sql.raw(NAMES.join(', '));
  for (const part of chunks(products)) {
    const rows = JSON.stringify(part.map((p) => toRow(p.id, p.state)));
    await onConstraint(
      sql`
      insert into product (account_id, id, ${names}, created_at, updated_at)
      select ${w.scope.accountId}::uuid, id, ${names}, ${w.now}::timestamptz, ${w.now}::timestamptz from jsonb_to_recordset(${rows}::jsonb) as r(${RECORD})`.execute(
        w.tx,
      ),
      MEANINGS,
    );
  }
  await insertSuppliers(w, products);
}

/** Writes products anew, each one version on; suppliers only where `suppliersOf` names the product. */
export async function updateProducts(
  w: Work,
  products: readonly { readonly id: string; readonly state: ProductState }[],
  suppliersOf: ReadonlySet<string>,
): Promise<void> {
  const assignments = sql.raw(NAMES.map((name) => `${name} = r.${name}`).join(', '));
  for (const part of chunks(products)) {
    const rows = JSON.stringify(part.map((p) => toRow(p.id, p.state)));
    await onConstraint(
      sql`
      update product p set ${assignments}, version = p.version + 1, updated_at = ${w.now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as r(${RECORD}) where p.account_id = ${w.scope.accountId} and p.id = r.id`.execute(w.tx),
      MEANINGS,
    );
  }
  if (suppliersOf.size === 0) return;
  await sql`delete from product_supplier where account_id = ${w.scope.accountId} and product_id = any(${sql.val([...suppliersOf])}::uuid[])`.execute(w.tx);
  await insertSuppliers(
    w,
    products.filter((p) => suppliersOf.has(p.id)),
  );
}

async function insertSuppliers(w: Work, products: readonly { readonly id: string; readonly state: ProductState }[]): Promise<void> {
  const rows = products.flatMap((p) => p.state.supplierIds.map((supplier, position) => ({ product: p.id, supplier, position })));
  if (rows.length === 0) return;
  await onConstraint(
    sql`
    insert into product_supplier (account_id, product_id, supplier_id, position)
    select ${w.scope.accountId}::uuid, r.* from unnest(${sql.val(rows.map((r) => r.product))}::uuid[], ${sql.val(rows.map((r) => r.supplier))}::uuid[],
      ${sql.val(rows.map((r) => r.position))}::integer[]) as r`.execute(w.tx),
    MEANINGS,
  );
}

/** Appends to the changelog of products. */
export async function insertChangelog(w: Work, source: ChangelogSource, changes: readonly ChangeRow[]): Promise<void> {
  for (const part of chunks(changes)) {
    await sql`
      insert into product_changelog (account_id, id, product_id, source, field, old_value, new_value, changed_by, changed_at)
      select ${w.scope.accountId}::uuid, r.id, r.product_id, ${source}, r.field, r.old_value, r.new_value, ${w.scope.userId}::uuid, ${w.now}::timestamptz
      from unnest(${sql.val(part.map(() => w.newId()))}::uuid[], ${sql.val(part.map((c) => c.productId))}::uuid[], ${sql.val(part.map((c) => c.field))}::text[],
        ${sql.val(part.map((c) => c.oldValue))}::text[], ${sql.val(part.map((c) => c.newValue))}::text[]) as r(id, product_id, field, old_value, new_value)`.execute(
      w.tx,
    );
  }
}

/** Deletes the row with its changelog. Keys of other tables catch a use that only the history knows. */
export async function removeProduct(w: Work, id: string): Promise<void> {
  const inUse = () => new AppError('products.in_use');
  await onConstraint(w.tx.deleteFrom('product').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute(), {
    invoice_line_product_fk: inUse,
    cost_layer_product_fk: inUse,
    cost_entry_product_fk: inUse,
    product_component_component_fk: inUse,
  });
}

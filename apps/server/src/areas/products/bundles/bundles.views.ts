import { type Bundles, type BundleMember, MAX_BUNDLE_DEPTH, openBundles } from '@quayside/domain/landed-cost/bundles';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { PRODUCT_COSTS } from '../../costs/facts.ts';

/** A product that is part of a bundle or a bundle itself, with its stored values. */
export interface BundleProduct extends BundleMember {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly version: number;
  readonly isProvisional: boolean;
  /**
   * The unit costs that lists are sorted by, in minor units; null if the product is not a bundle or its cost is
   * unknown.
   */
  readonly stored: { readonly isBundle: boolean; readonly landed: string | null; readonly factory: string | null };
}
/** Products with all of their parts, including the parts of parts. */
export interface OpenedBundles extends Bundles {
  readonly products: ReadonlyMap<string, BundleProduct>;
  /** Whether the cost of the product or of one of its parts comes from an invoice that is not confirmed yet. */
  isProvisional(productId: string): boolean;
}

interface Row {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly version: number;
  readonly factory_minor: bigint;
  readonly inbound_minor: bigint;
  readonly units: bigint;
  readonly is_provisional: boolean;
  readonly is_bundle: boolean;
  readonly bundle_landed: string | null;
  readonly bundle_factory: string | null;
  readonly parts: readonly { productId: string; quantity: number }[];
}

/** Totals that a calculation uses in place of the current ones. */
type Totals = ReadonlyMap<string, Pick<BundleMember, 'factoryMinor' | 'inboundMinor' | 'units'>>;

/**
 * Loads these products and all of their parts. Totals and stored values are read by a single statement, so that they
 * are consistent. `totalsOf` supplies totals to use in place of the current ones, for example those of a past day.
 */
export async function loadBundles(
  w: Work,
  productIds: readonly string[],
  totalsOf?: (ids: readonly string[]) => Promise<Totals>,
): Promise<OpenedBundles> {
  const products = new Map<string, BundleProduct>();
  const opened: OpenedBundles = {
    products,
    ...openBundles(products),
    isProvisional: (id) => [...opened.contentsOf(id).keys()].some((inside) => products.get(inside)?.isProvisional),
  };
  if (productIds.length === 0) return opened;
  // One level more than allowed is read, which is enough to find out that bundles are nested too deeply.
  const { rows } = await sql<Row>`
    with recursive inside(id, depth) as (
      select unnest(${sql.val([...new Set(productIds)])}::uuid[]), 0
      union
      select c.component_id, i.depth + 1
      from inside i
      join product_component c on c.account_id = ${w.scope.accountId} and c.bundle_id = i.id
      where i.depth <= ${MAX_BUNDLE_DEPTH}
    )
    select p.id, p.sku, p.name, p.version, coalesce(t.factory_minor, 0) as factory_minor,
      coalesce(t.inbound_minor, 0) as inbound_minor, coalesce(t.units, 0) as units,
      coalesce(t.provisional_count, 0) > 0 as is_provisional, coalesce(t.is_bundle, false) as is_bundle,
      t.bundle_landed, t.bundle_factory,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('productId', c.component_id, 'quantity', c.quantity) order by c.position)
          from product_component c where c.account_id = p.account_id and c.bundle_id = p.id
        ),
        '[]'
      ) as parts
    from (select distinct id from inside) as known
    join product p on p.account_id = ${w.scope.accountId} and p.id = known.id
    left join ${PRODUCT_COSTS} t on t.account_id = p.account_id and t.product_id = p.id`.execute(w.tx);
  const totals = await totalsOf?.(rows.map((r) => r.id));
  for (const r of rows) products.set(r.id, { ...toProduct(r), ...totals?.get(r.id) });
  return opened;
}

const toProduct = (r: Row): BundleProduct => ({
  id: r.id,
  sku: r.sku,
  name: r.name,
  version: r.version,
  factoryMinor: r.factory_minor,
  inboundMinor: r.inbound_minor,
  units: r.units,
  isProvisional: r.is_provisional,
  stored: { isBundle: r.is_bundle, landed: r.bundle_landed, factory: r.bundle_factory },
  parts: r.parts.map((part) => ({ productId: part.productId, quantity: BigInt(part.quantity) })),
});

/**
 * All bundles that contain one of these products at any depth, with the number of levels between them. If there is no
 * such bundle, the query costs only one index look-up.
 */
export async function bundlesAbove(w: Work, productIds: readonly string[]): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive above(id, depth) as (
      select c.bundle_id, 1
      from product_component c
      where c.account_id = ${w.scope.accountId} and c.component_id = any(${sql.val([...productIds])}::uuid[])
      union
      select c.bundle_id, a.depth + 1
      from above a
      join product_component c on c.account_id = ${w.scope.accountId} and c.component_id = a.id
      where a.depth <= ${MAX_BUNDLE_DEPTH}
    )
    select id, max(depth) as depth from above group by id`.execute(w.tx);
  return new Map(rows.map((r) => [r.id, r.depth]));
}

/**
 * What is in one unit of each of these products that is a bundle: plain products, with nested bundles resolved. Other
 * products are omitted; if none is a bundle, the query costs only index look-ups.
 */
export async function contentsOfBundles(
  w: Work,
  productIds: readonly string[],
): Promise<Map<string, ReadonlyMap<string, bigint>>> {
  const all = await contentsOfProducts(w, productIds);
  return new Map([...all].flatMap(([id, contents]) => (contents === null ? [] : [[id, contents] as const])));
}

/**
 * Of these products those that exist, each with what is in one unit of it, with nested bundles resolved; null if it is
 * no bundle.
 */
export async function contentsOfProducts(
  w: Work,
  productIds: readonly string[],
): Promise<Map<string, ReadonlyMap<string, bigint> | null>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; isBundle: boolean }>`
    select p.id, exists (
        select from product_component c where c.account_id = ${w.scope.accountId} and c.bundle_id = p.id
      ) as "isBundle"
    from product p
    where p.account_id = ${w.scope.accountId} and p.id = ${anyOf([...new Set(productIds)])}`.execute(w.tx);
  const bundleIds = rows.flatMap(({ id, isBundle }) => (isBundle ? id : []));
  const bundles = bundleIds.length > 0 ? await loadBundles(w, bundleIds) : null;
  return new Map(rows.map(({ id, isBundle }) => [id, isBundle && bundles ? bundles.contentsOf(id) : null]));
}

/** The ids of all products that have parts or are marked as bundles. */
export async function allBundleIds(w: Work): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select bundle_id as id from product_component where account_id = ${w.scope.accountId}
    union select product_id from ${PRODUCT_COSTS} where account_id = ${w.scope.accountId} and is_bundle`.execute(w.tx);
  return rows.map((r) => r.id);
}

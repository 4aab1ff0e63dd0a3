import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import {
  type CatalogRow,
  PRODUCT_GAPS,
  type productCatalog,
  type productTotals,
} from '@quayside/contracts/products/product-lists';
import { PRODUCT_STATUSES, SALES_CHANNELS, type SalesChannel } from '@quayside/domain/lists';
import { exponentOf } from '@quayside/domain/money/currencies';
import { formatAmount } from '@quayside/domain/money/money';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { bareWords, chipCondition } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter } from '../../../http/filters.ts';
import { PRODUCT_STOCK } from '../../stock/facts.ts';
import { PRODUCT_COSTS } from '../../costs/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { shownUnitCost } from '../bundles/bundles.answers.ts';
import { loadBundles, type OpenedBundles } from '../bundles/bundles.views.ts';
import { toMeasures } from '../rows/product-rows.queries.ts';

export type ListQuery = QueryOut<typeof productCatalog>;
export type TotalsQuery = QueryOut<typeof productTotals>;
type SortField = NonNullable<ListQuery['sort']>[number]['field'];

const FORMS = {
  archived: ['true', 'false'],
  status: PRODUCT_STATUSES,
  channel: SALES_CHANNELS,
  missing: PRODUCT_GAPS,
  supplier: 'uuid',
  parent: 'uuid',
  import: 'uuid',
  landedCostPerUnit: 'numeric',
} as const;
const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  status: sql`p.status`,
  brand: sql`p.brand`,
  name: sql`p.name`,
  sku: sql`p.sku`,
  group: sql`p.product_group`,
  shippingMethod: sql`p.shipping_method`,
  countryOfOrigin: sql`p.country_of_origin`,
  hsCode: sql`p.hs_code`,
  parent: sql`p.parent_id`,
};
const NO_SUPPLIER = sql<boolean>`not exists (
  select from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id
)`;
const GAPS: Readonly<Record<string, RawBuilder<boolean>>> = {
  WEIGHT: sql<boolean>`p.unit_weight_ug is null`,
  VOLUME: sql<boolean>`p.unit_volume_mm3 is null`,
  SUPPLIER: NO_SUPPLIER,
  COST: sql<boolean>`c.landed_per_unit is null`,
};
const nullable = (by: RawBuilder<unknown>) => ({ by, last: by });
/** The SQL expression for each sort field. Products for which `last` is null come last in both directions. */
const SORT: Readonly<Record<SortField, { by: RawBuilder<unknown>; last?: RawBuilder<unknown> }>> = {
  name: { by: sql`p.name_key` },
  sku: { by: sql`p.sku_key` },
  status: { by: sql`p.status` },
  brand: { by: sql`lower(p.brand)`, last: sql`p.brand` },
  factoryCostPerUnit: nullable(sql`c.factory_per_unit`),
  inboundCostPerUnit: nullable(sql`c.inbound_per_unit`),
  landedCostPerUnit: nullable(sql`c.landed_per_unit`),
  unitsOrdered: { by: sql`coalesce(c.units, 0)` },
  lastCostUpdateDate: nullable(sql`c.changed_at`),
  updatedAt: { by: sql`p.updated_at` },
  createdAt: { by: sql`p.created_at` },
};

function condition(w: Work, chip: FilterChip): RawBuilder<boolean> {
  const values = sql.val(chip.values);
  // For a single supplier, `=` is used instead of `any`. A product has a supplier at most once, so PostgreSQL then
  // knows that there are no duplicates, and can begin with the rows of the supplier.
  const isOne = chip.values.length === 1 ? sql`= ${chip.values[0]}::uuid` : sql`= any(${values}::uuid[])`;
  const ofSuppliers = sql<boolean>`exists (
    select from product_supplier ps
    where ps.account_id = p.account_id and ps.product_id = p.id and ps.supplier_id ${isOne}
  )`;
  switch (chip.field) {
    case 'archived':
      if (chip.values.includes('true') && chip.values.includes('false')) return sql<boolean>`true`;
      return chip.values.length === 0
        ? sql<boolean>`false`
        : chip.values.includes('true')
          ? sql<boolean>`p.archived_at is not null`
          : sql<boolean>`p.archived_at is null`;
    case 'supplier':
      return chip.op === 'isEmpty' ? NO_SUPPLIER : chip.op === 'in' ? ofSuppliers : sql<boolean>`not ${ofSuppliers}`;
    case 'channel':
      return chip.op === 'isEmpty' ? sql<boolean>`p.channel = '{}'` : sql<boolean>`p.channel && ${values}::text[]`;
    case 'tag':
      return chip.op === 'isEmpty'
        ? sql<boolean>`p.tags = '{}'`
        : sql<boolean>`p.id in (select find_tagged_products(${values}::text[]))`;
    case 'parent':
      return chipCondition(chip, sql`p.parent_id`, 'uuid');
    case 'import':
      return sql<boolean>`exists (
        select from product_import_row ir
        where ir.account_id = p.account_id and ir.product_id = p.id and ir.import_id = any(${values}::uuid[])
          and ir.action in ('CREATE', 'UPDATE')
      )`;
    case 'missing':
      return sql<boolean>`(${sql.join([sql`false`, ...chip.values.map((gap) => GAPS[gap] ?? sql`false`)], sql` or `)})`;
    // The filter compares the cost as it is displayed: in the main unit of the currency, with six decimals.
    case 'landedCostPerUnit':
      return chipCondition(
        chip,
        sql`round(c.landed_per_unit * ${`1e-${exponentOf(w.scope.currency)}`}::numeric, 6)`,
        'numeric',
      );
    default:
      return chipCondition(chip, COLUMNS[chip.field] ?? sql`null`);
  }
}

/** Products joined with their costs. `withCatalogColumns` adds the columns of the product lists. */
export const productsOf = (w: Work) =>
  w.tx
    .selectFrom('product as p')
    .leftJoin(PRODUCT_COSTS.as('c'), (on) =>
      on.onRef('c.account_id', '=', 'p.account_id').onRef('c.product_id', '=', 'p.id'),
    )
    .where('p.account_id', '=', w.scope.accountId);

type From = ReturnType<typeof productsOf> extends SelectQueryBuilder<infer D, infer _T, infer _O> ? D : never;

/**
 * Whether archived products are hidden. They are, unless a filter asks for them or the query is for one SKU: the
 * product page uses that query and must find archived products too.
 */
const hidesArchived = (q: TotalsQuery): boolean =>
  q.sku === undefined && !q.filter.some((chip) => chip.field === 'archived');

/** Whether the query selects exactly the products that are not archived, without any filter or search. */
export const isWhole = (q: TotalsQuery): boolean =>
  q.sku === undefined && q.filter.length === 0 && bareWords(q.search).length === 0;

/** The products that match a filter. The caller must add the search. */
export function filtered(w: Work, q: TotalsQuery) {
  checkFilter(q.filter, FORMS);
  let rows = productsOf(w);
  if (q.sku !== undefined) rows = rows.where(sql<boolean>`p.sku_key = lower(${q.sku.trim()})`);
  else if (hidesArchived(q)) rows = rows.where('p.archived_at', 'is', null);
  for (const chip of q.filter) rows = rows.where(condition(w, chip));
  return rows;
}

/**
 * Subquery for the ids of the products that a search finds, at most `most`. With `byName`, they are read in the order
 * of the name, and the first `skip` of them are left out (docs/adr/0027-search-beside-row-level-security.md).
 */
export const found = (q: TotalsQuery, most: number | null, byName: 'asc' | 'desc' | null = null, skip = 0) =>
  sql<{ id: string }>`find_products(
    ${sql.val(bareWords(q.search))}::text[], ${hidesArchived(q) ? false : null}::boolean, ${most}::integer,
    ${byName}::text, ${skip}::integer
  )`;

/** The products that match a search and a filter, as a relation to select from. */
export function matching(w: Work, q: TotalsQuery) {
  const rows = filtered(w, q);
  return bareWords(q.search).length === 0
    ? rows
    : rows.where(sql<boolean>`p.id in (select id from ${found(q, null)} as f (id))`);
}

const ALL_SUPPLIERS = sql<CatalogRow['supplier']>`coalesce(
  (
    select jsonb_agg(
      jsonb_build_object('id', s.id, 'companyName', s.company_name, 'localName', s.local_name) order by ps.position
    )
    from product_supplier ps
    join ${SUPPLIERS} s on s.account_id = ps.account_id and s.id = ps.supplier_id
    where ps.account_id = p.account_id and ps.product_id = p.id
  ),
  '[]'
)`;

const VARIANT_COUNT = sql<bigint>`(
  select count(*) from product v where v.account_id = p.account_id and v.parent_id = p.id
)`;

/** What of its stock the product lists show, from the kept sums; null if it never had any. */
const STOCK = sql<{ onOrder: number; inTransit: number; value: string } | null>`(
  select jsonb_build_object('onOrder', s.on_order, 'inTransit', s.in_transit, 'value', s.landed_minor::text)
  from ${PRODUCT_STOCK} s
  where s.account_id = p.account_id and s.product_id = p.id
)`;

const PARENT_SKU = sql<string | null>`(
  select q.sku from product q where q.account_id = p.account_id and q.id = p.parent_id
)`;

/** Adds the columns that the product lists show. */
export const withCatalogColumns = (rows: ReturnType<typeof productsOf>) =>
  rows.select([
    'p.id',
    'p.name',
    'p.sku',
    'p.asin',
    'p.fnsku',
    'p.barcode',
    'p.brand',
    'p.product_group',
    'p.status',
    'p.channel',
    'p.thumbnail',
    'p.picture_sha256',
    'p.tags',
    'p.parent_id',
    PARENT_SKU.as('parent_sku'),
    VARIANT_COUNT.as('variant_count'),
    'p.unit_weight_ug',
    'p.unit_volume_mm3',
    'p.shipping_method',
    'p.country_of_origin',
    'p.hs_code',
    'p.length',
    'p.width',
    'p.height',
    'p.dimension_unit',
    'p.weight',
    'p.packaging_weight',
    'p.shipping_weight',
    'p.weight_unit',
    'p.archived_at',
    'p.created_at',
    'p.updated_at',
    'p.version',
    'c.factory_minor',
    'c.inbound_minor',
    'c.units',
    'c.entry_count',
    'c.provisional_count',
    'c.by_category',
    'c.changed_at',
    'c.is_bundle',
    ALL_SUPPLIERS.as('supplier'),
    STOCK.as('stock'),
  ]);
/** A row of the product lists as the query returns it. */
export type CatalogueRow = Awaited<ReturnType<ReturnType<typeof withCatalogColumns>['execute']>>[number];

/**
 * The costs of a row, formatted. The totals contain only costs of the product itself; the unit costs of a bundle are
 * those of its parts.
 */
function costsOf(w: Work, r: CatalogueRow, bundles: OpenedBundles) {
  const { currency } = w.scope;
  const factory = r.factory_minor ?? 0n;
  const inbound = r.inbound_minor ?? 0n;
  const units = r.units ?? 0n;
  const isBundle = r.is_bundle ?? false;
  const money = (minor: bigint) => formatAmount(minor, currency);
  const own =
    units > 0n ? { factoryMinor: factory, inboundMinor: inbound, landedMinor: factory + inbound, units } : null;
  const cost = isBundle ? bundles.costOf(r.id) : own;
  const landedCostPerUnit = shownUnitCost(w, cost);
  return {
    factoryCostTotal: money(factory),
    inboundCostTotal: money(inbound),
    landedCostTotal: money(factory + inbound),
    factoryCostPerUnit: shownUnitCost(w, cost, 'factoryMinor'),
    inboundCostPerUnit: shownUnitCost(w, cost, 'inboundMinor'),
    landedCostPerUnit,
    costPerUnit: landedCostPerUnit,
    costByCategory: Object.fromEntries(
      Object.entries((r.by_category ?? {}) as Record<string, string>).map(([category, minor]) => [
        category,
        money(BigInt(minor)),
      ]),
    ),
    costEntryCount: r.entry_count ?? 0,
    unitsOrdered: Number(units),
    isProvisional: (r.provisional_count ?? 0) > 0 || (isBundle && bundles.isProvisional(r.id)),
    isBundle,
    lastCostUpdateDate: r.changed_at?.toISOString() ?? null,
  };
}

const toCatalogRow = (w: Work, r: CatalogueRow, bundles: OpenedBundles): CatalogRow => ({
  id: r.id,
  name: r.name,
  sku: r.sku,
  asin: r.asin,
  fnsku: r.fnsku,
  barcode: r.barcode,
  brand: r.brand,
  group: r.product_group,
  status: r.status,
  channel: r.channel as SalesChannel[],
  supplier: r.supplier,
  thumbnail: r.thumbnail,
  picture: r.picture_sha256?.slice(0, 16) ?? null,
  tags: r.tags,
  parentId: r.parent_id,
  parentSku: r.parent_sku,
  variantCount: Number(r.variant_count),
  hasWeight: r.unit_weight_ug !== null,
  hasVolume: r.unit_volume_mm3 !== null,
  shippingMethod: r.shipping_method,
  countryOfOrigin: r.country_of_origin,
  hsCode: r.hs_code,
  ...toMeasures(r),
  ...costsOf(w, r, bundles),
  onOrder: r.stock?.onOrder ?? 0,
  inTransit: r.stock?.inTransit ?? 0,
  totalStockValue: formatAmount(BigInt(r.stock?.value ?? 0), w.scope.currency),
  archivedAt: r.archived_at?.toISOString() ?? null,
  createdAt: r.created_at.toISOString(),
  updatedAt: r.updated_at.toISOString(),
  version: r.version,
});

/**
 * Loads the bundles among these rows, to show their exact unit costs. The stored unit costs are rounded and used only
 * for sorting.
 */
const bundlesAmong = (w: Work, rows: readonly CatalogueRow[]): Promise<OpenedBundles> =>
  loadBundles(
    w,
    rows.filter((r) => r.is_bundle).map((r) => r.id),
  );

/**
 * Applies the sort order of the list. If some products have no value to sort by, the caller can request the products
 * with a value (`present`) and those without one (`absent`) separately, because an index can be used for the former.
 */
export function inOrder<O>(
  rows: SelectQueryBuilder<From, 'p' | 'c', O>,
  q: Pick<ListQuery, 'sort'>,
  part: 'whole' | 'present' | 'absent' = 'whole',
): SelectQueryBuilder<From, 'p' | 'c', O> {
  const sort = sortOf(q);
  const sorted = sort.reduce((ordered, { field, direction }, i) => {
    const { by, last } = SORT[field];
    if (i === 0 && part === 'absent') return ordered;
    const isNullable = last !== undefined && !(i === 0 && part === 'present');
    return ordered.orderBy(by, (o) => (isNullable ? o[direction]().nullsLast() : o[direction]()));
  }, rows);
  // Products with equal values are sorted by id, in the direction of the last sort field, so that one index serves both
  // directions.
  return sorted.orderBy('p.id', sort.at(-1)?.direction ?? 'asc');
}
const sortOf = (q: Pick<ListQuery, 'sort'>): NonNullable<ListQuery['sort']> =>
  q.sort && q.sort.length > 0 ? q.sort : [{ field: 'name', direction: 'asc' }];

/** The sort direction if the list is sorted by name and nothing else; undefined otherwise. */
export function byNameOnly(q: Pick<ListQuery, 'sort'>): 'asc' | 'desc' | undefined {
  const [first, second] = sortOf(q);
  return first?.field === 'name' && !second ? first.direction : undefined;
}

/** The expression that is null for products without a value to sort by; undefined if every product has a value. */
export function wantedValue(q: Pick<ListQuery, 'sort'>): RawBuilder<unknown> | undefined {
  const first = sortOf(q)[0];
  return first && SORT[first.field].last;
}

/** The ids of the products that match a search and a filter, at most `limit` of them. */
export async function findMatchingIds(w: Work, q: TotalsQuery, limit: number): Promise<string[]> {
  const rows = await matching(w, q).select('p.id').limit(limit).execute();
  return rows.map((r) => r.id);
}

/** Converts the results of the query to rows of the product lists. */
export async function toCatalogRows(w: Work, rows: readonly CatalogueRow[]): Promise<CatalogRow[]> {
  const bundles = await bundlesAmong(w, rows);
  return rows.map((r) => toCatalogRow(w, r, bundles));
}

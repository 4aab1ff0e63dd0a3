import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import { type CatalogRow, type listProducts, PRODUCT_GAPS, type productTotals } from '@quayside/contracts/products';
import {
  type DimensionUnit,
  PRODUCT_STATUSES,
  type ProductStatus,
  SALES_CHANNELS,
  type SalesChannel,
  type ShippingMethod,
  type WeightUnit,
} from '@quayside/domain/lists';
import { exponentOf } from '@quayside/domain/money/currencies';
import { formatAmount } from '@quayside/domain/money/money';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { checkFilter } from '../../http/filters.ts';
import { shownUnitCost } from './bundles.answers.ts';
import { loadBundles, type OpenedBundles } from './bundles.views.ts';
import { decimal } from './product-rows.queries.ts';

type ListQuery = QueryOut<typeof listProducts>;
type TotalsQuery = QueryOut<typeof productTotals>;
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
  parent: sql`p.parent_id`,
};
const NO_SUPPLIER = sql<boolean>`not exists (select from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id)`;
const GAPS: Readonly<Record<string, RawBuilder<boolean>>> = {
  WEIGHT: sql<boolean>`p.unit_weight_ug is null`,
  VOLUME: sql<boolean>`p.unit_volume_mm3 is null`,
  SUPPLIER: NO_SUPPLIER,
  COST: sql<boolean>`c.landed_per_unit is null`,
};
/** What each sort sorts by; `last` puts products without a value at the end, whichever way round. */
const SORT: Readonly<Record<SortField, { by: RawBuilder<unknown>; last?: true }>> = {
  name: { by: sql`lower(p.name)` },
  sku: { by: sql`p.sku_key` },
  status: { by: sql`p.status` },
  brand: { by: sql`lower(p.brand)`, last: true },
  factoryCostPerUnit: { by: sql`c.factory_per_unit`, last: true },
  inboundCostPerUnit: { by: sql`c.inbound_per_unit`, last: true },
  landedCostPerUnit: { by: sql`c.landed_per_unit`, last: true },
  unitsOrdered: { by: sql`coalesce(c.units, 0)` },
  lastCostUpdateDate: { by: sql`c.changed_at`, last: true },
  updatedAt: { by: sql`p.updated_at` },
  createdAt: { by: sql`p.created_at` },
};

function condition(w: Work, chip: FilterChip): RawBuilder<boolean> {
  const values = sql.val(chip.values);
  const ofSuppliers = sql<boolean>`exists (select from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id and ps.supplier_id = any(${values}::uuid[]))`;
  switch (chip.field) {
    case 'archived':
      return sql<boolean>`(p.archived_at is not null)::text = any(${values}::text[])`;
    case 'supplier':
      return chip.op === 'isEmpty' ? NO_SUPPLIER : chip.op === 'in' ? ofSuppliers : sql<boolean>`not ${ofSuppliers}`;
    case 'channel':
      return chip.op === 'isEmpty' ? sql<boolean>`p.channel = '{}'` : sql<boolean>`p.channel && ${values}::text[]`;
    case 'tag':
      return chip.op === 'isEmpty' ? sql<boolean>`p.tags = '{}'` : sql<boolean>`p.tags && ${values}::text[]`;
    case 'parent':
      return chipCondition(chip, sql`p.parent_id`, 'uuid');
    case 'import':
      return sql<boolean>`exists (select from product_import_row ir where ir.account_id = p.account_id and ir.product_id = p.id and ir.import_id = any(${values}::uuid[])
        and ir.action in ('CREATE', 'UPDATE'))`;
    case 'missing':
      return sql<boolean>`(${sql.join([sql`false`, ...chip.values.map((gap) => GAPS[gap] ?? sql`false`)], sql` or `)})`;
    // Compared as it is shown: in the currency's main unit, with 6 decimals.
    case 'landedCostPerUnit':
      return chipCondition(chip, sql`round(c.landed_per_unit * ${`1e-${exponentOf(w.scope.currency)}`}::numeric, 6)`, 'numeric');
    default:
      return chipCondition(chip, COLUMNS[chip.field] ?? sql`null`);
  }
}

/** Products with what they cost; the columns of `withCatalogColumns` make catalogue rows of them. */
export const productsOf = (w: Work) =>
  w.tx
    .selectFrom('product as p')
    .leftJoin('product_cost_total as c', (on) => on.onRef('c.account_id', '=', 'p.account_id').onRef('c.product_id', '=', 'p.id'))
    .where('p.account_id', '=', w.scope.accountId);

type From = ReturnType<typeof productsOf> extends SelectQueryBuilder<infer D, infer _T, infer _O> ? D : never;

/** Products under a filter, to select from. */
export function matching(w: Work, q: TotalsQuery) {
  checkFilter(q.filter, FORMS);
  let rows = productsOf(w);
  // A SKU names one product, also an archived one: its page is found by it.
  if (q.sku !== undefined) rows = rows.where(sql<boolean>`p.sku_key = lower(${q.sku.trim()})`);
  else if (!q.filter.some((chip) => chip.field === 'archived')) rows = rows.where('p.archived_at', 'is', null);
  for (const chip of q.filter) rows = rows.where(condition(w, chip));
  // Row-level security hides the statistics of the text from the planner: it takes every search for a rare one, filters the account
  // and sorts what is left. It never walks the names in order until enough of them match, which is endless for a rare word.
  for (const word of searchIn(sql<string>`p.search_text`, q.search)) rows = rows.where(word);
  return rows;
}

const SUPPLIERS = sql<
  CatalogRow['supplier']
>`coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'companyName', s.company_name, 'localName', s.local_name) order by ps.position)
  from product_supplier ps join supplier s on s.account_id = ps.account_id and s.id = ps.supplier_id where ps.account_id = p.account_id and ps.product_id = p.id), '[]')`;

const VARIANT_COUNT = sql<bigint>`(select count(*) from product v where v.account_id = p.account_id and v.parent_id = p.id)`;

export const withCatalogColumns = (rows: ReturnType<typeof productsOf>) =>
  rows.select([
    'p.id',
    'p.name',
    'p.sku',
    'p.asin',
    'p.fnsku',
    'p.brand',
    'p.product_group',
    'p.status',
    'p.channel',
    'p.thumbnail',
    'p.picture_sha256',
    'p.tags',
    'p.parent_id',
    VARIANT_COUNT.as('variant_count'),
    'p.unit_weight_ug',
    'p.unit_volume_mm3',
    'p.shipping_method',
    'p.country_of_origin',
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
    SUPPLIERS.as('supplier'),
  ]);
export type CatalogueRow = Awaited<ReturnType<ReturnType<typeof withCatalogColumns>['execute']>>[number];

/** Totals are what was booked on the product itself; the unit costs of a bundle are those of its parts. */
function costsOf(w: Work, r: CatalogueRow, bundles: OpenedBundles) {
  const { currency } = w.scope;
  const factory = r.factory_minor ?? 0n;
  const inbound = r.inbound_minor ?? 0n;
  const units = r.units ?? 0n;
  const isBundle = r.is_bundle ?? false;
  const money = (minor: bigint) => formatAmount(minor, currency);
  const own = units > 0n ? { factoryMinor: factory, inboundMinor: inbound, landedMinor: factory + inbound, units } : null;
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
      Object.entries((r.by_category ?? {}) as Record<string, string>).map(([category, minor]) => [category, money(BigInt(minor))]),
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
  brand: r.brand,
  group: r.product_group,
  status: r.status as ProductStatus,
  channel: r.channel as SalesChannel[],
  supplier: r.supplier,
  thumbnail: r.thumbnail,
  picture: r.picture_sha256?.slice(0, 16) ?? null,
  tags: r.tags,
  parentId: r.parent_id,
  variantCount: Number(r.variant_count),
  hasWeight: r.unit_weight_ug !== null,
  hasVolume: r.unit_volume_mm3 !== null,
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
  ...costsOf(w, r, bundles),
  archivedAt: r.archived_at?.toISOString() ?? null,
  createdAt: r.created_at.toISOString(),
  updatedAt: r.updated_at.toISOString(),
  version: r.version,
});

/** The stored unit costs of bundles are rounded for sorting; what is shown comes from exact quotients, worked out for the bundles of the page. */
const bundlesAmong = (w: Work, rows: readonly CatalogueRow[]): Promise<OpenedBundles> =>
  loadBundles(
    w,
    rows.filter((r) => r.is_bundle).map((r) => r.id),
  );

/** One page of products with their unit costs, by name unless asked otherwise. The one query of the three lists. */
export async function listCatalog(w: Work, q: ListQuery): Promise<Page<CatalogRow>> {
  const window = pageWindow(q);
  const page = await pageQuery(w, q).execute();
  const count = await countBeside(page, window, () => cappedCount(w.tx, matching(w, q).select('p.id')));
  return envelope(await toCatalogRows(w, page), count, window);
}

/** From this size on, looking up what belongs to each row costs less than choosing the rows first. */
const MANY = 1000;

/** The page is chosen by ids first, so that suppliers are looked up for the rows that are shown and for no others. */
function pageQuery(w: Work, q: ListQuery) {
  const { size, offset } = pageWindow(q);
  const rows = matching(w, q);
  if (size >= MANY) return inOrder(withCatalogColumns(rows), q).limit(size).offset(offset);
  const chosen = inOrder(rows.select('p.id'), q).limit(size).offset(offset);
  return inOrder(withCatalogColumns(productsOf(w).where('p.id', 'in', chosen)), q);
}

/** The order of the list. */
export function inOrder<O>(rows: SelectQueryBuilder<From, 'p' | 'c', O>, q: Pick<ListQuery, 'sort'>): SelectQueryBuilder<From, 'p' | 'c', O> {
  const sort = q.sort ?? [{ field: 'name', direction: 'asc' }];
  const sorted = sort.reduce((ordered, { field, direction }) => {
    const { by, last } = SORT[field];
    return ordered.orderBy(by, (o) => (last ? o[direction]().nullsLast() : o[direction]()));
  }, rows);
  // The tie-break goes the same way as the last sort, so that an index serves both directions.
  return sorted.orderBy('p.id', sort.at(-1)?.direction ?? 'asc');
}

/** Exact count and sums over everything that matches. */
export async function catalogTotals(w: Work, q: TotalsQuery) {
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::text`;
  const row = await matching(w, q)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sum('c.units').as('units'),
      sum('c.factory_minor').as('factory'),
      sum('c.inbound_minor').as('inbound'),
    ])
    .executeTakeFirstOrThrow();
  const money = (minor: bigint) => formatAmount(minor, w.scope.currency);
  const [factory, inbound] = [BigInt(row.factory), BigInt(row.inbound)];
  return {
    count: Number(row.count),
    unitsOrdered: Number(row.units),
    factoryCostTotal: money(factory),
    inboundCostTotal: money(inbound),
    landedCostTotal: money(factory + inbound),
  };
}

/** Ids of what a search and filter find, at most so many. */
export async function findMatchingIds(w: Work, q: TotalsQuery, limit: number): Promise<string[]> {
  const rows = await matching(w, q).select('p.id').limit(limit).execute();
  return rows.map((r) => r.id);
}

/** The same as the lists show them. */
export async function toCatalogRows(w: Work, rows: readonly CatalogueRow[]): Promise<CatalogRow[]> {
  const bundles = await bundlesAmong(w, rows);
  return rows.map((r) => toCatalogRow(w, r, bundles));
}

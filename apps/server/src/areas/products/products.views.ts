import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Use } from '@quayside/contracts/errors';
import type { FilterChip } from '@quayside/contracts/paging';
import { type CatalogRow, type listProducts, type Product, PRODUCT_GAPS, type productTotals, type SupplierTerms } from '@quayside/contracts/products';
import { PRODUCT_STATUSES, type ProductStatus, SALES_CHANNELS, type SalesChannel } from '@quayside/domain/lists';
import { exponentOf } from '@quayside/domain/money/currencies';
import { formatAmount } from '@quayside/domain/money/money';
import { lengthAndGirth } from '@quayside/domain/products/measures';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { chipCondition, searchWords } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { checkFilter } from '../../http/filters.ts';
import { shownUnitCost } from './bundles.answers.ts';
import { loadBundles, type OpenedBundles } from './bundles.views.ts';
import { toState } from './products.queries.ts';
import { plainDecimal } from './products.state.ts';
import { priceText } from './products.prices.ts';

export type ListQuery = QueryOut<typeof listProducts>;
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
  parent: sql`p.parent_id`,
};
const NO_SUPPLIER = sql<boolean>`not exists (select from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id)`;
const GAPS: Readonly<Record<string, RawBuilder<boolean>>> = {
  WEIGHT: sql<boolean>`p.unit_weight_ug is null`,
  VOLUME: sql<boolean>`p.unit_volume_mm3 is null`,
  SUPPLIER: NO_SUPPLIER,
  COST: sql<boolean>`c.landed_per_unit is null`,
};
const nullable = (by: RawBuilder<unknown>) => ({ by, last: by });
/** What each sort sorts by; products without a value of `last` come at the end, whichever way round. */
const SORT: Readonly<Record<SortField, { by: RawBuilder<unknown>; last?: RawBuilder<unknown> }>> = {
  name: { by: sql`lower(p.name)` },
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
  // One supplier has a product once: then the rows need not be made distinct, and reading can start with them.
  const isOne = chip.values.length === 1 ? sql`= ${chip.values[0]}::uuid` : sql`= any(${values}::uuid[])`;
  const ofSuppliers = sql<boolean>`exists (select from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id and ps.supplier_id ${isOne})`;
  switch (chip.field) {
    case 'archived':
      if (chip.values.includes('true') && chip.values.includes('false')) return sql<boolean>`true`;
      return chip.values.length === 0 ? sql<boolean>`false` : chip.values.includes('true') ? sql<boolean>`p.archived_at is not null` : sql<boolean>`p.archived_at is null`;
    case 'supplier':
      return chip.op === 'isEmpty' ? NO_SUPPLIER : chip.op === 'in' ? ofSuppliers : sql<boolean>`not ${ofSuppliers}`;
    case 'channel':
      return chip.op === 'isEmpty' ? sql<boolean>`p.channel = '{}'` : sql<boolean>`p.channel && ${values}::text[]`;
    case 'tag':
      return chip.op === 'isEmpty' ? sql<boolean>`p.tags = '{}'` : sql<boolean>`p.id in (select find_tagged_products(${values}::text[]))`;
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

/** All products with their sums. */
export const productsOf = (w: Work) =>
  w.tx
    .selectFrom('product as p')
    .leftJoin('product_cost_total as c', (on) => on.onRef('c.account_id', '=', 'p.account_id').onRef('c.product_id', '=', 'p.id'))
    .where('p.account_id', '=', w.scope.accountId);

type From = ReturnType<typeof productsOf> extends SelectQueryBuilder<infer D, infer _T, infer _O> ? D : never;

/** Archived products are left out unless the filter asks for them; a SKU names one product, also an archived one: its page is found by it. */
const hidesArchived = (q: TotalsQuery): boolean => q.sku === undefined && !q.filter.some((chip) => chip.field === 'archived');

/** Whether all products that are not archived are asked for. */
export const isWhole = (q: TotalsQuery): boolean => q.sku === undefined && q.filter.length === 0 && searchWords(q.search).length === 0;

/** Products under a filter; the search is left to the caller. */
export function filtered(w: Work, q: TotalsQuery) {
  checkFilter(q.filter, FORMS);
  let rows = productsOf(w);
  if (q.sku !== undefined) rows = rows.where(sql<boolean>`p.sku_key = lower(${q.sku.trim()})`);
  else if (hidesArchived(q)) rows = rows.where('p.archived_at', 'is', null);
  for (const chip of q.filter) rows = rows.where(condition(w, chip));
  return rows;
}

/** The ids that a search finds, at most so many, or some of them by name: rows of one column, to select from (ADR 0027). */
export const found = (q: TotalsQuery, most: number | null, byName: 'asc' | 'desc' | null = null, skip = 0) =>
  sql<{ id: string }>`find_products(${sql.val(searchWords(q.search))}::text[], ${hidesArchived(q) ? false : null}::boolean, ${most}::integer, ${byName}::text, ${skip}::integer)`;

/** Products under a search and a filter, to select from. */
export function matching(w: Work, q: TotalsQuery) {
  const rows = filtered(w, q);
  return searchWords(q.search).length === 0 ? rows : rows.where(sql<boolean>`p.id in (select id from ${found(q, null)} as f (id))`);
}

const SUPPLIERS = sql<
  CatalogRow['supplier']
>`coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'companyName', s.company_name, 'localName', s.local_name) order by ps.position)
  from product_supplier ps join supplier s on s.account_id = ps.account_id and s.id = ps.supplier_id where ps.account_id = p.account_id and ps.product_id = p.id), '[]')`;

const VARIANT_COUNT = sql<bigint>`(select count(*) from product v where v.account_id = p.account_id and v.parent_id = p.id)`;

/** What a row of the list shows. */
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
export type Row = Awaited<ReturnType<ReturnType<typeof withCatalogColumns>['execute']>>[number];

/** Totals are what was booked on the product itself; the unit costs of a bundle are those of its parts. */
function costsOf(w: Work, r: Row, bundles: OpenedBundles) {
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

const toCatalogRow = (w: Work, r: Row, bundles: OpenedBundles): CatalogRow => ({
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
  ...costsOf(w, r, bundles),
  archivedAt: r.archived_at?.toISOString() ?? null,
  createdAt: r.created_at.toISOString(),
  updatedAt: r.updated_at.toISOString(),
  version: r.version,
});

/** The stored unit costs of bundles are rounded for sorting; what is shown comes from exact quotients, worked out for the bundles of the page. */
const bundlesAmong = (w: Work, rows: readonly Row[]): Promise<OpenedBundles> =>
  loadBundles(
    w,
    rows.filter((r) => r.is_bundle).map((r) => r.id),
  );

/** Rows as the lists show them. */
export async function toCatalogRows(w: Work, rows: readonly Row[]): Promise<CatalogRow[]> {
  const bundles = await bundlesAmong(w, rows);
  return rows.map((r) => toCatalogRow(w, r, bundles));
}

/** The order of the list. Of a sort that some products have no value for, one part at a time can be asked: an index gives the products that have one in order. */
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
  // The tie-break goes the same way as the last sort, so that an index serves both directions.
  return sorted.orderBy('p.id', sort.at(-1)?.direction ?? 'asc');
}
const sortOf = (q: Pick<ListQuery, 'sort'>): NonNullable<ListQuery['sort']> => (q.sort && q.sort.length > 0 ? q.sort : [{ field: 'name', direction: 'asc' }]);

/** Whether the list is by name alone, and which way round. */
export function byNameOnly(q: Pick<ListQuery, 'sort'>): 'asc' | 'desc' | undefined {
  const [first, second] = sortOf(q);
  return first?.field === 'name' && !second ? first.direction : undefined;
}

/** The value that the first sort wants and some products do not have. */
export function wantedValue(q: Pick<ListQuery, 'sort'>): RawBuilder<unknown> | undefined {
  const first = sortOf(q)[0];
  return first && SORT[first.field].last;
}

/** One product, whole. */
export async function findProductView(w: Work, id: string): Promise<Product | undefined> {
  const row = await withCatalogColumns(productsOf(w)).selectAll('p').where('p.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { supplierIds: _, channel, ...state } = toState(row, []);
  const catalogRow = toCatalogRow(w, row, await bundlesAmong(w, [row]));
  return {
    ...state,
    ...catalogRow,
    skuAlias: row.sku_alias,
    channel: [...channel],
    lengthAndGirth: lengthAndGirth(state),
    ...(await familyOf(w, row)),
    productPackaging: { ...box(row.pack_length, row.pack_width, row.pack_height, row.pack_weight), units: row.pack_units },
    casePackaging: { ...box(row.case_length, row.case_width, row.case_height, row.case_weight), unitsPerCase: row.case_units },
    suppliers: await termsOf(w, id),
    stats: await statsOf(w, id),
  };
}

const decimal = (text: string | null) => (text === null ? null : plainDecimal(text));
const box = (length: string | null, width: string | null, height: string | null, weight: string | null) => ({
  length: decimal(length),
  width: decimal(width),
  height: decimal(height),
  weight: decimal(weight),
});

/** The variants of a product, by SKU. */
export async function listVariantRows(w: Work, parentId: string): Promise<CatalogRow[]> {
  return toCatalogRows(w, await withCatalogColumns(productsOf(w)).where('p.parent_id', '=', parentId).orderBy('p.sku_key').execute());
}

async function familyOf(w: Work, { id, parent_id }: { id: string; parent_id: string | null }): Promise<Pick<Product, 'parent' | 'variants'>> {
  const parent =
    parent_id === null
      ? undefined
      : await w.tx
          .selectFrom('product')
          .select(['id', 'sku', 'name'])
          .where('account_id', '=', w.scope.accountId)
          .where('id', '=', parent_id)
          .executeTakeFirst();
  const variants = parent ? [] : await listVariantRows(w, id);
  return {
    parent: parent ?? null,
    variants: variants.map((v) => ({ id: v.id, sku: v.sku, name: v.name, status: v.status, landedCostPerUnit: v.landedCostPerUnit })),
  };
}

/** Who supplies a product and at which terms, the usual one first. */
async function termsOf(w: Work, productId: string): Promise<SupplierTerms[]> {
  const rows = await w.tx
    .selectFrom('product_supplier as ps')
    .innerJoin('supplier as s', (on) => on.onRef('s.account_id', '=', 'ps.account_id').onRef('s.id', '=', 'ps.supplier_id'))
    .select(['s.id', 's.company_name', 's.local_name', 'ps.price_micros', 'ps.currency', 'ps.minimum_order', 'ps.lead_time', 'ps.supplier_sku'])
    .where('ps.account_id', '=', w.scope.accountId)
    .where('ps.product_id', '=', productId)
    .orderBy('ps.position')
    .execute();
  return rows.map((r) => ({
    id: r.id,
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
    .selectFrom('cost_layer')
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

/** Brands in use, by name. */
export async function listBrandNames(w: Work): Promise<string[]> {
  // From one brand to the next in the index: as many steps as there are brands, however many products.
  const { rows } = await sql<{ brand: string | null }>`
    with recursive next as (
      select (select min(brand) from product where account_id = ${w.scope.accountId}) as brand
      union all
      select (select min(p.brand) from product p where p.account_id = ${w.scope.accountId} and p.brand > next.brand) from next where next.brand is not null)
    select brand from next`.execute(w.tx);
  return rows.flatMap((r) => r.brand ?? []).sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }) || (a < b ? -1 : 1));
}

/** The first 20 invoices, orders and bundles that name the product. */
export async function listProductUses(w: Work, id: string): Promise<Use[]> {
  const account = w.scope.accountId;
  const uses = await sql<Use>`
    (select 'INVOICE' as type, i.id, i.invoice_number as label from invoice i where i.account_id = ${account} and i.deleted_at is null and i.id in (
      select l.invoice_id from invoice_line l where l.account_id = ${account} and l.product_id = ${id} and l.deleted_at is null
      union select e.invoice_id from cost_entry e where e.account_id = ${account} and e.product_id = ${id} and e.superseded_at is null)
      order by i.date desc, i.id limit 20)
    union all
    (select 'ORDER', o.id, o.number from cost_layer o where o.account_id = ${account} and o.product_id = ${id} and o.removed_at is null order by o.date desc, o.id limit 20)
    union all
    (select 'PRODUCT', b.id, b.sku || ' · ' || b.name from product_component c join product b on b.account_id = c.account_id and b.id = c.bundle_id
      where c.account_id = ${account} and c.component_id = ${id} order by lower(b.sku), b.id limit 20)
    limit 20`.execute(w.tx);
  return uses.rows;
}

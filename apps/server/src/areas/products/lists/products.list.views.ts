import { COUNT_CAP, type Page } from '@quayside/contracts/paging';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { formatAmount } from '@quayside/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, countBeside, envelope, pageWindow, bareWords, searchInFolded } from '../../../db/paging.ts';
import { PLANNED_EACH_TIME } from '../../../db/prepared.ts';
import type { Work } from '../../../db/tx.ts';
import { PRODUCT_COSTS } from '../../costs/facts.ts';
import {
  byNameOnly,
  type CatalogueRow,
  filtered,
  found,
  inOrder,
  isWhole,
  type ListQuery,
  matching,
  productsOf,
  toCatalogRows,
  type TotalsQuery,
  wantedValue,
  withCatalogColumns,
} from './products.views.ts';

/**
 * For pages of at least this size, one join is faster than first choosing the rows and then looking up their details.
 */
const MANY = 1000;
/**
 * If a search has at most this many matches, they are joined with the filters. If it has more, the list is read in its
 * sort order until a page is full.
 */
const FEW = 50_000;
/** The maximum number of products that are read in sort order to fill a page. */
const WALK = 20_000;
/**
 * When the list is sorted by name and a search has more matches than this, reading the search table in the order of
 * names is faster than collecting all matches.
 */
const FEW_BY_NAME = 1_000;

interface Window {
  readonly size: number;
  readonly offset: number;
}
type Rows = ReturnType<typeof filtered>;

/** One page of products with their unit costs, by name by default. All three product lists use this query. */
export async function listCatalog(w: Work, q: ListQuery): Promise<Page<CatalogRow>> {
  const window = pageWindow(q);
  const isSearch = bareWords(q.search).length > 0;
  const { page, count } = isSearch ? await searchedPage(w, q, window) : await filteredPage(w, q, window);
  return envelope(await toCatalogRows(w, page), count, window);
}

async function filteredPage(w: Work, q: ListQuery, window: Window): Promise<{ page: CatalogueRow[]; count: number }> {
  const page = (await changesOfSupplier(w, q, window)) ?? (await inTwoParts(w, q, window));
  return { page, count: await countBeside(page, window, () => countFiltered(w, q)) };
}

async function countFiltered(w: Work, q: TotalsQuery): Promise<number> {
  if (isWhole(q)) return keptCount(w, ALL);
  const statuses = onlyIn(q, 'status');
  if (statuses) return keptCount(w, sql`status = any(${sql.val([...statuses])}::text[])`);
  const supplier = oneSupplier(q);
  if (supplier !== undefined) return keptCount(w, sql`supplier_id = ${supplier}::uuid`);
  return cappedCount(w.tx, filtered(w, q).select('p.id'));
}

/** The values of the filter on this field, if it has the form "is one of these" and is the only filter. */
function onlyIn({ filter, sku }: TotalsQuery, field: string): readonly string[] | undefined {
  const [chip, second] = filter;
  return sku === undefined && !second && chip?.field === field && chip.op === 'in' ? chip.values : undefined;
}
function oneSupplier(q: TotalsQuery): string | undefined {
  const [supplier, second] = onlyIn(q, 'supplier') ?? [];
  return second === undefined ? supplier : undefined;
}

/**
 * Reads the products of a single supplier, sorted by latest change, from an index. Without this special case,
 * PostgreSQL would read all products of the account until it had found enough of the supplier's products for a page.
 */
async function changesOfSupplier(w: Work, q: ListQuery, { size, offset }: Window): Promise<CatalogueRow[] | undefined> {
  const supplier = oneSupplier(q);
  const [sort, second] = q.sort ?? [];
  if (supplier === undefined || sort?.field !== 'updatedAt' || second) return undefined;
  const chosen = await w.tx
    .selectFrom('product_supplier as ps')
    .select('ps.product_id as id')
    .where('ps.account_id', '=', w.scope.accountId)
    .where('ps.supplier_id', '=', supplier)
    .where('ps.is_archived', '=', false)
    .orderBy('ps.product_updated_at', sort.direction)
    .orderBy('ps.product_id', sort.direction)
    .limit(size)
    .offset(offset)
    .execute();
  return rowsOf(w, idsOf(chosen), q, 'whole');
}

/**
 * Reads a page in two parts, so that an index can be used: first the products that have a value to sort by, then those
 * without one.
 */
async function inTwoParts(w: Work, q: ListQuery, { size, offset }: Window): Promise<CatalogueRow[]> {
  const value = wantedValue(q);
  if (!value) return slice(w, filtered(w, q), q, 'whole', { size, offset });
  const present = () => filtered(w, q).where(sql<boolean>`${value} is not null`);
  const first = await slice(w, present(), q, 'present', { size, offset });
  if (first.length === size) return first;
  const before = first.length > 0 || offset === 0 ? offset + first.length : await exactCount(present());
  const absent = filtered(w, q).where(sql<boolean>`${value} is null`);
  return [
    ...first,
    ...(await slice(w, absent, q, 'absent', { size: size - first.length, offset: Math.max(0, offset - before) })),
  ];
}

type Part = 'whole' | 'present' | 'absent';

/** Selects the ids of the page first, so that suppliers are looked up only for the rows on the page. */
async function slice(w: Work, rows: Rows, q: ListQuery, part: Part, { size, offset }: Window): Promise<CatalogueRow[]> {
  if (size >= MANY) return inOrder(withCatalogColumns(rows), q, part).limit(size).offset(offset).execute();
  return rowsOf(w, idsOf(await inOrder(rows.select('p.id'), q, part).limit(size).offset(offset).execute()), q, part);
}

/**
 * Reads the rows with these ids. This is a separate statement, because its plan can be reused, whereas choosing the ids
 * needs a plan for the values of the query.
 */
async function rowsOf(w: Work, ids: readonly string[], q: ListQuery, part: Part): Promise<CatalogueRow[]> {
  if (ids.length === 0) return [];
  const chosen = productsOf(w).where(sql<boolean>`p.id = any(${sql.val([...ids])}::uuid[])`);
  return inOrder(withCatalogColumns(chosen), q, part).execute();
}
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id);

const exactCount = async (rows: Rows): Promise<number> => {
  const row = await rows.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirst();
  return Number(row?.count ?? 0n);
};

/**
 * Runs a search. If there are few matches, they are looked up by word, then filtered and sorted. If there are many,
 * reading the list in its sort order finds a page sooner. If that takes too long, because the matches come late in the
 * order, they are looked up by word after all.
 */
async function searchedPage(w: Work, q: ListQuery, window: Window): Promise<{ page: CatalogueRow[]; count: number }> {
  const chosen = await chooseMatches(w, q, window);
  const page = await rowsOf(w, chosen.ids, q, 'whole');
  return { page, count: await countBeside(page, window, chosen.count) };
}

interface Chosen {
  readonly ids: readonly string[];
  readonly count: () => Promise<number>;
}

async function chooseMatches(w: Work, q: ListQuery, window: Window): Promise<Chosen> {
  const isPlain = q.filter.length === 0 && q.sku === undefined;
  const byName = isPlain ? byNameOnly(q) : undefined;
  // Without a filter, the matches do not have to be counted beyond the maximum that the list shows as its count.
  const most = isPlain ? COUNT_CAP : FEW;
  const few = byName ? FEW_BY_NAME : most;
  const rows = filtered(w, q)
    .where(sql<boolean>`found_count.n <= ${few}`)
    .where(sql<boolean>`p.id in (select id from found)`);
  const { rows: answer } = await sql<{ n: number; id: string | null; total: bigint | null }>`
    with found as materialized (select id from ${found(q, most + 1)} as f (id)),
      found_count as materialized (select count(*)::integer as n from found)
    select found_count.n, page.*
    from found_count
    left join lateral (${pageOfIds(rows, q, window)}) as page on true`.execute(w.tx);
  const n = answer[0]?.n ?? 0;
  if (n <= few) return chosenFrom(answer, () => cappedCount(w.tx, matching(w, q).select('p.id')));
  if (!byName) return manyMatches(w, q, window);
  const { rows: ids } = await sql<{
    id: string;
  }>`select id from ${found(q, window.size, byName, window.offset)} as f (id)`.execute(w.tx);
  return { ids: idsOf(ids), count: async () => n };
}

interface ByName {
  readonly search: string;
  readonly most: number;
  /** A further condition for a product `p`, which most of the matches meet. */
  readonly condition: RawBuilder<boolean>;
  /** Up to how many matches are counted, whether or not they meet the condition. */
  readonly countUpTo: number;
}

/**
 * The first products by name that contain every word and are not archived. The total is exact if there are few matches;
 * otherwise it also counts those that do not meet the condition.
 */
export async function firstByName(
  w: Work,
  { search, most, condition, countUpTo }: ByName,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const q = { search, filter: [] };
  const { rows } = await sql<{ n: number; id: string | null; total: bigint | null }>`
    with found as materialized (select id from ${found(q, Math.max(countUpTo, FEW_BY_NAME) + 1)} as f (id)),
      found_count as materialized (select count(*)::integer as n from found)
    select found_count.n, page.*
    from found_count
    left join lateral (
      select p.id, count(*) over () as total
      from product p
      where found_count.n <= ${FEW_BY_NAME} and p.account_id = ${w.scope.accountId}
        and p.id = any(array(select id from found limit ${FEW_BY_NAME + 1})) and ${condition}
      order by p.name_key, p.id
      limit ${most}
    ) as page on true`.execute(w.tx);
  const n = rows[0]?.n ?? 0;
  if (n <= FEW_BY_NAME) return { ids: rows.flatMap((r) => r.id ?? []), total: Number(rows[0]?.total ?? 0n) };
  const ids: string[] = [];
  for (let [skip, take] = [0, 2 * most]; ids.length < most && skip < n; skip += take, take *= 4) {
    const { rows: met } = await sql<{ id: string; place: number }>`
      with named as materialized (
        select id, place from ${found(q, take, 'asc', skip)} with ordinality as f (id, place)
      )
      select named.id, named.place::integer
      from named
      join product p on p.account_id = ${w.scope.accountId} and p.id = named.id
      where ${condition}
      order by named.place`.execute(w.tx);
    ids.push(...idsOf(met));
    if (skip + take >= WALK) break;
  }
  return { ids: ids.slice(0, most), total: n };
}

const pageOfIds = (rows: Rows, q: ListQuery, { size, offset }: Window) =>
  inOrder(rows.select(['p.id', sql<bigint>`count(*) over ()`.as('total')]), q)
    .limit(size)
    .offset(offset);

const chosenFrom = (
  answer: readonly { readonly id: string | null; readonly total: bigint | null }[],
  otherwise: () => Promise<number>,
): Chosen => ({
  ids: answer.flatMap((r) => r.id ?? []),
  count: async () => (answer[0]?.total === null || answer[0] === undefined ? otherwise() : Number(answer[0].total)),
});

async function manyMatches(w: Work, q: ListQuery, window: Window): Promise<Chosen> {
  const { size, offset } = window;
  const value = wantedValue(q);
  const rows = value ? filtered(w, q).where(sql<boolean>`${value} is not null`) : filtered(w, q);
  const walk = inOrder(rows.select(['p.id', 'p.search_text']), q, value ? 'present' : 'whole').limit(WALK);
  // The limit in the subquery hides the search words from the planner, which assumes that every word is rare and would
  // sort all products of the account.
  const { rows: met } = await sql<{ id: string }>`
    select id
    from (${walk}) as walked
    where ${sql.join(searchInFolded(sql`walked.search_text`, bareWords(q.search)), sql` and `)}
    limit ${size} offset ${offset}`.execute(w.tx);
  const reading = searchInFolded(sql<string>`p.search_text`, bareWords(q.search)).reduce(
    (all, word) => all.where(word),
    filtered(w, q),
  );
  const countRead = () => cappedCount(w.tx, reading.select('p.id'));
  if (met.length === size)
    return { ids: idsOf(met), count: q.filter.length === 0 ? async () => COUNT_CAP + 1 : countRead };
  const { rows: known } = await sql<{ n: bigint }>`select count(*) as n from (${filtered(w, q)
    .select('p.id')
    .limit(WALK + 1)}) as narrow`.execute(w.tx);
  const isNarrow = Number(known[0]?.n) <= WALK;
  return chosenFrom(await pageOfIds(isNarrow ? reading : matching(w, q), q, window).execute(), countRead);
}

/** Selects the rows of `product_tally` that count all products, not only those of one supplier. */
const ALL = sql`supplier_id is null`;

/** The number of products that are not archived, from the table `product_tally`. */
async function keptCount(w: Work, of: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: string | null;
  }>`
    select sum(products - archived)::text as count
    from product_tally
    where account_id = ${w.scope.accountId} and ${of}`.execute(w.tx);
  return Number(rows[0]?.count ?? 0);
}

interface Sums {
  readonly count: number;
  readonly units: bigint;
  readonly factory: bigint;
  readonly inbound: bigint;
}

/**
 * The totals of all products that are not archived: the stored totals of all products minus the totals of archived
 * ones.
 */
async function keptSums(w: Work): Promise<Sums> {
  const account = w.scope.accountId;
  const { rows } = await sql<{ count: string; units: string; factory: string; inbound: string }>`
    select (kept.products - kept.archived)::text as count, (kept.units - gone.units)::text as units,
      (kept.factory - gone.factory)::text as factory, (kept.inbound - gone.inbound)::text as inbound
    from (
      select coalesce(sum(products), 0) as products, coalesce(sum(archived), 0) as archived,
        coalesce(sum(units), 0) as units, coalesce(sum(factory_minor), 0) as factory,
        coalesce(sum(inbound_minor), 0) as inbound
      from product_tally
      where account_id = ${account} and ${ALL}
    ) as kept, (
      select coalesce(sum(c.units), 0) as units, coalesce(sum(c.factory_minor), 0) as factory,
        coalesce(sum(c.inbound_minor), 0) as inbound
      from product p
      join ${PRODUCT_COSTS} c on c.account_id = p.account_id and c.product_id = p.id
      where p.account_id = ${account} and p.archived_at is not null
    ) as gone`.execute(w.tx);
  return toSums(rows[0]);
}

async function readSums(w: Work, q: TotalsQuery): Promise<Sums> {
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::text`;
  const row = await (await cheapest(w, q))
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .select([
      sql<string>`count(*)::text`.as('count'),
      sum('c.units').as('units'),
      sum('c.factory_minor').as('factory'),
      sum('c.inbound_minor').as('inbound'),
    ])
    .executeTakeFirst();
  return toSums(row);
}

/**
 * The products that match a search and a filter. Rare words are looked up in the search table; common words are
 * compared with each product, which is then faster.
 */
async function cheapest(w: Work, q: TotalsQuery): Promise<Rows> {
  if (bareWords(q.search).length === 0) return filtered(w, q);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${found(q, FEW + 1)} as f`.execute(w.tx);
  if ((rows[0]?.n ?? 0) <= FEW) return matching(w, q);
  return searchInFolded(sql<string>`p.search_text`, bareWords(q.search)).reduce(
    (all, word) => all.where(word),
    filtered(w, q),
  );
}

const toSums = (row: { count: string; units: string; factory: string; inbound: string } | undefined): Sums => ({
  count: Number(row?.count ?? 0),
  units: BigInt(row?.units ?? 0),
  factory: BigInt(row?.factory ?? 0),
  inbound: BigInt(row?.inbound ?? 0),
});

/** The exact number and the totals of all products that match. */
export async function catalogTotals(w: Work, q: TotalsQuery) {
  const { count, units, factory, inbound } = isWhole(q) ? await keptSums(w) : await readSums(w, q);
  const money = (minor: bigint) => formatAmount(minor, w.scope.currency);
  return {
    count,
    unitsOrdered: Number(units),
    factoryCostTotal: money(factory),
    inboundCostTotal: money(inbound),
    landedCostTotal: money(factory + inbound),
  };
}

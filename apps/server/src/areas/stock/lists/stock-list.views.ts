import type { QueryOut } from '@quayside/contracts/endpoint';
import { COUNT_CAP } from '@quayside/contracts/paging';
import type { getStockTotals, listStock, stockFilters } from '@quayside/contracts/stock/stock';
import { exponentOf } from '@quayside/domain/money/currencies';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, countBeside, pageWindow } from '../../../db/paging.ts';
import { planForAverageAccount, readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { allNeverNull, byId, byNumber, byOwn, byText, defineList } from '../../../http/list.ts';
import { PRODUCTS, PRODUCT_SUPPLIERS } from '../../products/facts.ts';
import { type StockFigures, stockAt } from './stock-at.views.ts';
import { type AsOf, stockAsKnown } from './stock-known.views.ts';

// Chooses pages of the stock of products, and adds it up. This file writes nothing.

type Query = QueryOut<typeof listStock>;
type TotalsQuery = QueryOut<typeof getStockTotals>;

/** The stock of products with the products. */
const stocks = (w: Work, { on, asKnownOn }: AsOf) =>
  w.tx
    .selectFrom((asKnownOn === undefined ? stockAt(w, on) : stockAsKnown(w, on ?? asKnownOn, asKnownOn)).as('s'))
    .innerJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 's.account_id').onRef('p.id', '=', 's.product_id'))
    .where('s.account_id', '=', w.scope.accountId);

const list = defineList<typeof listStock, typeof stockFilters>({
  filters: {
    product: byId(sql`s.product_id`),
    supplier: byOwn(
      'uuid',
      ({ values }) => sql<boolean>`exists (
        select from ${PRODUCT_SUPPLIERS} ps
        where ps.account_id = p.account_id and ps.product_id = p.id
          and ps.supplier_id = any(${sql.val(values)}::uuid[])
      )`,
    ),
    sku: byText(sql`p.sku`),
    onOrder: byNumber(sql`s.on_order`),
    packed: byNumber(sql`s.packed`),
    inTransit: byNumber(sql`s.in_transit`),
    missing: byNumber(sql`s.missing`),
    onHand: byNumber(sql`s.on_hand`),
    waiting: byNumber(sql`s.waits`),
    unknown: byNumber(sql`s.unknown`),
    value: byNumber((w) => sql`s.landed_minor * ${`1e-${exponentOf(w.scope.currency)}`}::numeric`),
  },
  words: sql<string>`lower(concat_ws(' ', p.sku, p.name, p.asin, p.fnsku, p.barcode))`,
  sorts: allNeverNull({
    sku: sql`p.sku_key`,
    name: sql`p.name_key`,
    onOrder: sql`s.on_order`,
    packed: sql`s.packed`,
    inTransit: sql`s.in_transit`,
    missing: sql`s.missing`,
    onHand: sql`s.on_hand`,
    waiting: sql`s.waits`,
    unknown: sql`s.unknown`,
    value: sql`s.landed_minor`,
    factoryValue: sql`s.factory_minor`,
  }),
  usual: [{ field: 'sku', direction: 'asc' }],
  last: sql`p.id`,
  lastDirection: 'asc',
});
export const stockInOrder = list.inOrder;

/** The stock that a search and a filter find. */
export const matching = (w: Work, q: AsOf & Pick<TotalsQuery, 'search' | 'filter'>) =>
  list.filtered(w, stocks(w, q), q);

/** The stock of a product as the list shows it. */
interface StockHead extends Omit<StockFigures, 'account_id' | 'product_id'> {
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly picture: string | null;
}

/** One page of the stock of products, and the total count. */
export async function listStockHeads(
  w: Work,
  q: Query,
): Promise<{ rows: StockHead[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const found = matching(w, q);
  const columns = found.select([
    's.product_id as productId',
    'p.sku',
    'p.name',
    'p.picture_sha256 as picture',
    's.on_order',
    's.packed',
    's.in_transit',
    's.missing',
    's.on_hand',
    's.unknown',
    's.waits',
    's.landed_minor',
    's.factory_minor',
    totalOf(w, q).as('total'),
  ]);
  const rows = await readPage(w.tx, stockInOrder(w, columns, q.sort), window);
  const total = rows[0]?.total ?? null;
  const count = await countBeside(rows, window, async () =>
    total === null ? cappedCount(w.tx, found.select('s.product_id')) : Number(total),
  );
  return { rows, count, window };
}

/** SQL: how many rows the list has, as far as that costs nothing; null if they have to be counted. */
function totalOf(w: Work, q: Query): RawBuilder<bigint | null> {
  // The stock of a past day is worked out as a whole, so that its rows are counted with it.
  if (!isNow(q)) return sql`count(*) over ()`;
  if (!isWhole(q)) return sql`null::bigint`;
  // The number of all rows is kept.
  return sql`(
    select least(t.products, ${sql.lit(COUNT_CAP + 1)}) from stock_total t where t.account_id = ${w.scope.accountId}
  )`;
}

/** Whether the stock of now is asked, as it is known now. */
export const isNow = ({ on, asKnownOn }: AsOf): boolean => on === undefined && asKnownOn === undefined;
const isWhole = ({ filter, search, ...asOf }: AsOf & Pick<TotalsQuery, 'filter' | 'search'>): boolean =>
  isNow(asOf) && filter.length === 0 && search === undefined;

/** What stock adds up to. */
type StockSums = Omit<StockFigures, 'account_id' | 'product_id'> & { readonly count: bigint };

/** What the stock that a search and a filter find adds up to. Of all stock now, the sums are kept. */
export async function sumStock(w: Work, q: TotalsQuery): Promise<StockSums | undefined> {
  if (isWhole(q)) return keptSums(w);
  await planForAverageAccount(w.tx);
  const found = matching(w, q).selectAll('s');
  const { rows } = await sql<StockSums>`
    select count(*) as count, sum(on_order)::bigint as on_order, sum(packed)::bigint as packed,
      sum(in_transit)::bigint as in_transit, sum(missing)::bigint as missing,
      coalesce(sum(on_hand), 0)::bigint as on_hand, coalesce(sum(unknown), 0)::bigint as unknown,
      coalesce(sum(waits), 0)::bigint as waits, coalesce(sum(landed_minor), 0) as landed_minor,
      coalesce(sum(factory_minor), 0) as factory_minor
    from (${found}) f`.execute(w.tx);
  return rows[0];
}

async function keptSums(w: Work): Promise<StockSums | undefined> {
  const { rows } = await sql<StockSums>`
    select t.products as count, t.on_order, t.packed, t.in_transit, t.missing, t.on_hand, t.unknown, t.waits,
      t.landed_minor, t.factory_minor
    from stock_total t
    where t.account_id = ${w.scope.accountId}`.execute(w.tx);
  return rows[0];
}

import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  listOpeningStock,
  openingStockFilters,
  openingStockTotals,
} from '@quayside/contracts/stock/opening-stock';
import type { Place } from '@quayside/domain/stock/places';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import { inPeopleOrder } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { allNeverNull, byDay, byId, byText, defineList } from '../../../http/list.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Reads opening stock: receipts of lots without an order. This file writes nothing. A row costs what the factory got:
// costs without an order may have joined its lot.

const openingStock = (w: Work) =>
  w.tx
    .selectFrom('receipt as r')
    .innerJoin('lot as l', (j) => j.onRef('l.account_id', '=', 'r.account_id').onRef('l.id', '=', 'r.lot_id'))
    .innerJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.product_id'))
    .where('r.account_id', '=', w.scope.accountId)
    .where('l.kind', '=', 'OPENING')
    .where('r.reversed_at', 'is', null);

const list = defineList<typeof listOpeningStock, typeof openingStockFilters>({
  filters: {
    product: byId(sql.ref('r.product_id')),
    place: byText(sql.ref('r.place')),
    day: byDay(sql.ref('r.day')),
  },
  words: sql<string>`lower(concat_ws(' ', p.sku, p.name))`,
  sorts: allNeverNull({
    day: sql`r.day`,
    sku: inPeopleOrder(sql`p.sku`),
    quantity: sql`r.units`,
    cost: sql`l.factory_minor`,
    place: sql`r.place`,
  }),
  usual: [{ field: 'day', direction: 'desc' }],
  last: sql`r.id`,
  lastDirection: 'desc',
});
export const inOpeningOrder = list.inOrder;

/** The opening stock that a search and a filter find. */
export const matchingOpening = (w: Work, q: Pick<QueryOut<typeof openingStockTotals>, 'search' | 'filter'>) =>
  list.filtered(w, openingStock(w), q);

/** Opening stock as lists show it. */
export interface OpeningHead {
  readonly id: string;
  readonly lotId: string;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  readonly day: string;
  readonly place: Place;
  readonly units: bigint;
  readonly costMinor: bigint;
  readonly onHand: bigint;
  readonly createdAt: Date;
  readonly createdBy: string | null;
}

/** One page of opening stock, and the total count. */
export const listOpeningHeads = (w: Work, q: QueryOut<typeof listOpeningStock>) =>
  list.heads(w, q, matchingOpening(w, q).select('r.id'), readHeads);

async function readHeads(w: Work, ids: readonly string[]): Promise<Map<string, OpeningHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OpeningHead>`
    select r.id, l.id as "lotId", r.product_id as "productId", p.sku, p.name as "productName", r.day, r.place, r.units,
      l.factory_minor as "costMinor", l.received - l.taken as "onHand", r.created_at as "createdAt",
      r.created_by as "createdBy"
    from receipt r
    join lot l on l.account_id = r.account_id and l.id = r.lot_id
    join ${PRODUCTS} p on p.account_id = r.account_id and p.id = r.product_id
    where r.account_id = ${w.scope.accountId} and r.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The number, the units and the cost of opening stock that matches a filter. */
export function sumOpening(w: Work, q: QueryOut<typeof openingStockTotals>) {
  return matchingOpening(w, q)
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`coalesce(sum(r.units), 0)::bigint`.as('units'),
      sql<bigint>`coalesce(sum(l.factory_minor), 0)::bigint`.as('costMinor'),
      sql<bigint>`coalesce(sum(l.received - l.taken), 0)::bigint`.as('onHand'),
    ])
    .executeTakeFirstOrThrow();
}

/** A row of opening stock that holds. */
interface KnownOpening {
  readonly id: string;
  readonly units: string;
  readonly costMinor: string;
}

/** What is recorded of the same products, days and places as these rows, by the places of the rows in the list. */
export async function knownOpening(
  w: Work,
  rows: readonly { readonly productId: string; readonly day: string; readonly place: string }[],
): Promise<Map<number, KnownOpening[]>> {
  if (rows.length === 0) return new Map();
  const listed = rowsOf('n', [...rows.entries()], {
    at: ['integer', ([at]) => at],
    product_id: ['uuid', ([, row]) => row.productId],
    day: ['date', ([, row]) => row.day],
    place: ['text', ([, row]) => row.place],
  });
  const { rows: found } = await sql<KnownOpening & { at: number }>`
    select n.at, r.id, r.units::text as units, l.factory_minor::text as "costMinor" from ${listed}
    join receipt r on r.account_id = ${w.scope.accountId} and r.product_id = n.product_id and r.day = n.day
    join lot l on l.account_id = r.account_id and l.id = r.lot_id
    where l.kind = 'OPENING' and r.reversed_at is null and r.place = n.place
    order by r.id`.execute(w.tx);
  return Map.groupBy(found, ({ at }) => at);
}

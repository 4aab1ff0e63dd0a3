import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  listReceipts as listReceiptsCall,
  receiptFilters,
  receiptTotals,
} from '@quayside/contracts/stock/receipts';
import type { Place } from '@quayside/domain/stock/places';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { inPeopleOrder } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { allNeverNull, byDay, byId, byOwn, byPresence, byText, defineList } from '../../../http/list.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Chooses pages of receipts. This file writes nothing.

/** Receipts with their products and orders. */
const receipts = (w: Work) =>
  w.tx
    .selectFrom('receipt as r')
    .leftJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.product_id'))
    .leftJoin(ORDERS.as('c'), (j) => j.onRef('c.account_id', '=', 'r.account_id').onRef('c.id', '=', 'r.order_id'))
    .where('r.account_id', '=', w.scope.accountId);

const list = defineList<typeof listReceiptsCall, typeof receiptFilters>({
  filters: {
    order: byId(sql.ref('r.order_id')),
    plan: byId(sql.ref('r.plan_id')),
    product: byId(sql.ref('r.product_id')),
    day: byDay(sql.ref('r.day')),
    place: byText(sql.ref('r.place')),
    surplus: byOwn('text', () => sql<boolean>`r.surplus > 0`),
    reversed: byPresence(sql`r.reversed_at is not null`),
  },
  words: sql<string>`lower(concat_ws(' ', p.sku, p.name, c.number, r.surplus_reason))`,
  sorts: allNeverNull({
    day: sql`r.day`,
    sku: inPeopleOrder(sql`p.sku`),
    quantity: sql`r.units`,
    place: sql`r.place`,
  }),
  usual: [{ field: 'day', direction: 'desc' }],
  last: sql`r.id`,
  lastDirection: 'desc',
});
export const { inOrder } = list;

/** The receipts that a search and a filter find. */
export const matching = (w: Work, q: Pick<QueryOut<typeof receiptTotals>, 'search' | 'filter'>) =>
  list.filtered(w, receipts(w), q);

/** The number of receipts that hold, with their units, and of those that were reversed. */
export const sumReceipts = (w: Work, q: QueryOut<typeof receiptTotals>) =>
  matching(w, q)
    .select([
      sql<bigint>`count(*) filter (where r.reversed_at is null)`.as('count'),
      sql<bigint>`coalesce(sum(r.units) filter (where r.reversed_at is null), 0)::bigint`.as('units'),
      sql<bigint>`coalesce(sum(r.surplus) filter (where r.reversed_at is null), 0)::bigint`.as('surplus'),
      sql<bigint>`coalesce(sum(r.found + r.found_short) filter (where r.reversed_at is null), 0)::bigint`.as('found'),
      sql<bigint>`count(*) filter (where r.reversed_at is not null)`.as('reversed'),
    ])
    .executeTakeFirstOrThrow();

/** A receipt as lists show it. */
export interface ReceiptHead {
  readonly id: string;
  readonly packListId: string | null;
  readonly packListNumber: bigint | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly planId: string | null;
  readonly planNumber: bigint | null;
  readonly planStatus: string | null;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  readonly day: string;
  readonly place: Place;
  readonly units: bigint;
  readonly surplus: bigint;
  readonly surplusReason: string | null;
  readonly found: bigint;
  readonly credited: bigint;
  readonly isOpening: boolean;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly reversedAt: Date | null;
}

/** One page of receipts, newest first unless sorted otherwise, and the total count. */
export const listReceiptHeads = (w: Work, q: QueryOut<typeof listReceiptsCall>) =>
  list.heads(w, q, matching(w, q).select('r.id'), readHeads);

async function readHeads(w: Work, ids: readonly string[]): Promise<Map<string, ReceiptHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ReceiptHead>`
    select r.id, l.id as "packListId", l.number as "packListNumber", r.order_id as "orderId", c.number as "orderNumber",
      r.plan_id as "planId", s.number as "planNumber", s.status as "planStatus", r.product_id as "productId", p.sku,
      p.name as "productName", r.day, r.place, r.units, r.surplus, r.surplus_reason as "surplusReason",
      r.found + r.found_short as found, r.credited, t.kind = 'OPENING' as "isOpening", r.created_at as "createdAt",
      r.created_by as "createdBy", r.reversed_at as "reversedAt"
    from receipt r
    join ${PRODUCTS} p on p.account_id = r.account_id and p.id = r.product_id
    join lot t on t.account_id = r.account_id and t.id = r.lot_id
    left join ${PACK_LISTS} l on l.account_id = r.account_id and l.id = r.lot_id
    left join ${ORDERS} c on c.account_id = r.account_id and c.id = r.order_id
    left join ${SHIPMENT_PLANS} s on s.account_id = r.account_id and s.id = r.plan_id
    where r.account_id = ${w.scope.accountId} and r.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

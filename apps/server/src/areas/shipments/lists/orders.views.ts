import type { FILTERS_OF_KIND, listOrders, orderFilters } from '@quayside/contracts/shipments/orders';
import type { InvoiceStatus, ShippingMethod } from '@quayside/domain/lists';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { type RawBuilder, sql } from 'kysely';
import { chipCondition, inPeopleOrder } from '../../../db/paging.ts';
import { planForAverageAccount } from '../../../db/plans.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { byDay, byId, byOwn, byPresence, byText, defineList } from '../../../http/list.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { LEAD_TIMES, SUPPLIERS } from '../../suppliers/facts.ts';
import { wordMatches } from '../rows/number-search.views.ts';
import type { QueryOf } from '../shipments.types.ts';

// Reads supplier orders with their invoices, products and what is packed of them. This file writes nothing.

/** Supplier orders that exist. All joins are left joins, so that a page does not read what it does not need. */
export const orders = (w: Work) =>
  w.tx
    .selectFrom(ORDERS.as('c'))
    .leftJoin('order_packing as k', (j) =>
      j.onRef('k.account_id', '=', 'c.account_id').onRef('k.order_id', '=', 'c.id'),
    )
    .leftJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.product_id'))
    .leftJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .leftJoin(PURCHASE_ORDERS.as('o'), (j) =>
      j.onRef('o.account_id', '=', 'c.account_id').onRef('o.id', '=', 'c.purchase_order_id'),
    )
    .where('c.account_id', '=', w.scope.accountId)
    .where('c.removed_at', 'is', null);

export const STATUS = sql<ShipmentStatus>`coalesce(k.status, 'OPEN')`;
/** What went back to the supplier counts as never packed, shipped or received, as in lots and five quantities. */
export const PACKED = sql<bigint>`coalesce(k.packed - k.credited, 0)`;
export const SHIPPED = sql<bigint>`coalesce(k.shipped - k.credited, 0)`;
export const RECEIVED = sql<bigint>`coalesce(k.received - k.credited, 0)`;
export const MISSING = sql<bigint>`coalesce(k.missing, 0)`;
/** Invoiced, less what credit notes take out. */
export const INVOICED = sql<bigint>`(c.units - c.adjusted_units)`;
export const UNPACKED = sql<bigint>`(c.units - coalesce(k.lot_units, 0))`;
/** Orders are numbered as text, and a longer number is a later one. */
export const BY_NUMBER = sql`row(length(c.number), c.number)`;

/** SQL condition: the order has a pack list of which something is true. */
const hasPackList = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from pack_list l
  left join carton ct on ct.account_id = l.account_id and ct.id = l.carton_id
  left join shipment_plan sp on sp.account_id = l.account_id and sp.id = l.plan_id
  where l.account_id = c.account_id and l.order_id = c.id and l.removed_at is null and ${condition}
)`;
const WORDS = sql`concat_ws(
  ' ', c.number, i.invoice_number, p.sku, p.name, s.company_name, s.local_name, o.po_number, o.internal_number
)`;

/** SQL condition: the order, its invoice, product or supplier has a word, or it is a number of its packing. */
export const orderHas = (word: string): RawBuilder<boolean> =>
  wordMatches(word, WORDS, {
    packList: (number) => hasPackList(sql`l.number = ${number}`),
    carton: (number) => hasPackList(sql`ct.number = ${number}`),
    plan: (number) => hasPackList(sql`sp.number = ${number}`),
  });

/** Orders that are not OPEN have a row and an index; most others have none. */
const hasStatus = (statuses: readonly string[]): RawBuilder<boolean> => {
  const listed = sql`any(${sql.val([...statuses])}::text[])`;
  return statuses.includes('OPEN')
    ? sql<boolean>`${STATUS} = ${listed}`
    : sql<boolean>`(k.status <> 'OPEN' and k.status = ${listed})`;
};

/** The statuses from the least advanced to the most, as SQL expression of a status. */
export const statusRank = (status: RawBuilder<unknown>) =>
  sql`array_position(${sql.val([...SHIPMENT_STATUSES])}::text[], ${status})`;

/** The other filters are of customer orders. */
type SupplierFilters = Pick<typeof orderFilters, (typeof FILTERS_OF_KIND)['SUPPLIER'][number]>;
const list = defineList<typeof listOrders, SupplierFilters>({
  filters: {
    status: byOwn(SHIPMENT_STATUSES, (chip) =>
      chip.op === 'in' ? hasStatus(chip.values) : chipCondition(chip, STATUS),
    ),
    supplier: byId(sql.ref('i.supplier_id')),
    product: byId(sql.ref('c.product_id')),
    shippingMethod: byText(sql.ref('c.shipping_method')),
    date: byDay(sql.ref('c.date')),
    readyOn: byDay(sql.ref('k.ready_on')),
    unpacked: byPresence(sql`${UNPACKED} > 0`),
    missing: byPresence(sql`${MISSING} > 0`),
    plan: byOwn('uuid', (chip) => hasPackList(chipCondition(chip, sql.ref('l.plan_id'), 'uuid'))),
  },
  words: orderHas,
  sorts: {
    number: BY_NUMBER,
    date: sql`c.date`,
    sku: inPeopleOrder(sql`p.sku`),
    supplier: inPeopleOrder(sql`s.company_name`),
    invoiceNumber: inPeopleOrder(sql`i.invoice_number`),
    quantity: INVOICED,
    received: RECEIVED,
    packed: PACKED,
    shipped: SHIPPED,
    unpacked: UNPACKED,
    readyOn: sql`k.ready_on`,
    status: statusRank(STATUS),
    // Only customer orders have a channel.
    channel: sql`null::text`,
  },
  usual: [],
  last: sql`c.id`,
  lastDirection: 'desc',
});
export const { inOrder } = list;

/** The orders that a search, a filter and statuses find. */
export function matching(w: Work, q: Pick<QueryOf<'orderTotals'>, 'search' | 'filter' | 'orderStatuses'>) {
  const found = list.filtered(w, orders(w), q);
  return q.orderStatuses === undefined ? found : found.where(hasStatus(q.orderStatuses));
}

/** An order as lists and pages show it. */
export interface OrderHead {
  readonly id: string;
  readonly number: string;
  readonly status: ShipmentStatus;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly invoiceStatus: InvoiceStatus;
  readonly lineId: string;
  readonly linePosition: number;
  readonly date: string;
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly purchaseOrderId: string | null;
  readonly poNumber: string | null;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  readonly thumbnail: string | null;
  /** With surplus, without what never came. */
  readonly units: bigint;
  readonly invoiced: bigint;
  /** What its pack lists hold of its units. */
  readonly held: bigint;
  readonly packed: bigint;
  /** With what went back to the supplier. */
  readonly everPacked: bigint;
  readonly shipped: bigint;
  readonly received: bigint;
  readonly missing: bigint;
  readonly packLists: number;
  readonly caseUnits: number | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly readyOn: string | null;
  readonly expectedOn: string | null;
  readonly notes: string | null;
  readonly version: number;
}

/** The orders with these ids that exist. */
export async function readOrderHeads(w: Work, ids: readonly string[]): Promise<Map<string, OrderHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OrderHead>`
    select c.id, c.number, ${STATUS} as status, c.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber",
      i.status as "invoiceStatus", c.invoice_line_id as "lineId", l.position as "linePosition", c.date,
      i.supplier_id as "supplierId", s.company_name as "supplierName", c.purchase_order_id as "purchaseOrderId",
      o.po_number as "poNumber", c.product_id as "productId", p.sku, p.name as "productName", p.thumbnail, c.units,
      ${INVOICED} as invoiced, coalesce(k.lot_units, 0) as held, ${PACKED} as packed, ${SHIPPED} as shipped,
      coalesce(k.packed, 0) as "everPacked", ${RECEIVED} as received, ${MISSING} as missing,
      coalesce(k.pack_lists, 0) as "packLists",
      p.case_units as "caseUnits", c.shipping_method as "shippingMethod", k.ready_on as "readyOn", k.notes,
      c.date + (
        case when t.supplier_id is not null then 0 end
        + coalesce(t.production_days, 0) + coalesce(t.transit_days, 0) + coalesce(t.check_in_days, 0)
      ) as "expectedOn",
      coalesce(k.version, 0) as version
    from ${ORDERS} c
    join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    join ${INVOICE_LINES} l on l.account_id = c.account_id and l.id = c.invoice_line_id
    left join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
    left join ${LEAD_TIMES} t on t.account_id = s.account_id and t.supplier_id = s.id
      and t.shipping_method = coalesce(c.shipping_method, s.shipping_method)
    left join ${PURCHASE_ORDERS} o on o.account_id = c.account_id and o.id = c.purchase_order_id
    left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}
      and c.removed_at is null`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One page of orders, and the total count. */
export const listOrderHeads = (w: Work, q: Omit<QueryOf<'listOrders'>, 'kind'>) =>
  list.heads(w, q, matching(w, q).select('c.id'), readOrderHeads);

/** The number of orders that match a filter, and their units. */
export async function sumOrders(w: Work, q: Parameters<typeof matching>[1]) {
  await planForAverageAccount(w.tx);
  return matching(w, q)
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`coalesce(sum(${INVOICED}), 0)::bigint`.as('units'),
      sql<bigint>`coalesce(sum(${UNPACKED}), 0)::bigint`.as('unpacked'),
      sql<bigint>`coalesce(sum(${RECEIVED}), 0)::bigint`.as('received'),
      sql<bigint>`coalesce(sum(${MISSING}), 0)::bigint`.as('missing'),
      sql<bigint>`coalesce(sum(${PACKED}), 0)::bigint`.as('packed'),
      sql<bigint>`coalesce(sum(${SHIPPED}), 0)::bigint`.as('shipped'),
    ])
    .executeTakeFirstOrThrow();
}

/** The number of orders of each status, with their units. */
export async function countByStatus(w: Work) {
  await planForAverageAccount(w.tx);
  return orders(w)
    .select([
      STATUS.as('status'),
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`sum(${INVOICED})::bigint`.as('units'),
      sql<bigint>`sum(${UNPACKED})::bigint`.as('unpacked'),
    ])
    .groupBy(STATUS)
    .execute();
}

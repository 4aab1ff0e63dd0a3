import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  fiveQuantitiesFilters,
  fiveQuantitiesTotals,
  listFiveQuantities,
} from '@quayside/contracts/stock/five-quantities';
import { type Difference, DIFFERENCES } from '@quayside/domain/stock/five-quantities';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { inPeopleOrder } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byOwn, byPresence, defineList } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Chooses pages of the five quantities. This file writes nothing.

/** The lines with their products. All joins are left joins, so that a page does not read what it does not need. */
const fiveQuantities = (w: Work) =>
  w.tx
    .selectFrom('five_quantities as f')
    .leftJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'f.account_id').onRef('p.id', '=', 'f.product_id'))
    .leftJoin(SUPPLIERS.as('u'), (j) =>
      j.onRef('u.account_id', '=', 'f.account_id').onRef('u.id', '=', 'f.supplier_id'),
    )
    .leftJoin(PURCHASE_ORDERS.as('o'), (j) =>
      j.onRef('o.account_id', '=', 'f.account_id').onRef('o.id', '=', 'f.purchase_order_id'),
    )
    .leftJoin(ORDERS.as('c'), (j) => j.onRef('c.account_id', '=', 'f.account_id').onRef('c.id', '=', 'f.id'))
    .where('f.account_id', '=', w.scope.accountId);

const OPEN: Readonly<Record<Difference, RawBuilder<bigint>>> = {
  NOT_INVOICED: sql`f.not_invoiced`,
  NOT_PACKED: sql`f.not_packed`,
  NOT_SHIPPED: sql`f.not_shipped`,
  NOT_RECEIVED: sql`f.not_received`,
};
const list = defineList<typeof listFiveQuantities, typeof fiveQuantitiesFilters>({
  filters: {
    difference: byOwn(DIFFERENCES, ({ values }) => {
      const parts = values.map((kind) => sql`${OPEN[kind as Difference]} <> 0`);
      return sql<boolean>`(f.is_open and (${sql.join(parts, sql` or `)}))`;
    }),
    line: byId(sql.ref('f.id')),
    supplier: byId(sql.ref('f.supplier_id')),
    product: byId(sql.ref('f.product_id')),
    purchaseOrder: byId(sql.ref('f.purchase_order_id')),
    open: byPresence(sql`f.is_open`),
    inTransit: byPresence(sql`f.in_transit > 0`),
  },
  words: sql<string>`lower(concat_ws(' ', p.sku, p.name, u.company_name, o.po_number, o.internal_number, c.number))`,
  sorts: {
    value: sql`f.value_minor`,
    sku: inPeopleOrder(sql`p.sku`),
    ordered: sql`f.ordered`,
    notInvoiced: sql`f.ordered - f.invoiced`,
    notPacked: sql`f.invoiced - f.packed`,
    notShipped: sql`f.packed - f.shipped`,
    notReceived: sql`f.shipped - f.received`,
  },
  usual: [{ field: 'value', direction: 'desc' }],
  last: sql`f.id`,
  lastDirection: 'asc',
});
export const { inOrder } = list;

/** The lines that a search and a filter find. */
export const matching = (w: Work, q: Pick<QueryOut<typeof fiveQuantitiesTotals>, 'search' | 'filter'>) =>
  list.filtered(w, fiveQuantities(w), q);

/** A record that a line links to. */
interface Named {
  readonly id: string;
  readonly number: string;
}

/** What lists show of a line beside its quantities. */
export interface LineHead {
  readonly id: string;
  readonly poNumber: string | null;
  readonly sku: string;
  readonly productName: string;
  readonly supplierName: string | null;
  readonly orders: readonly Named[];
  readonly invoices: readonly Named[];
  readonly plans: readonly PlanOfLine[];
  readonly accepted: readonly AcceptedHead[];
}
interface PlanOfLine {
  readonly id: string;
  readonly number: bigint;
}
interface AcceptedHead {
  readonly id: string;
  readonly difference: Difference;
  readonly units: bigint;
  readonly words: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
}

/** The ids of one page of lines, the dearest first unless sorted otherwise, and the total count. */
export async function listLineIds(w: Work, q: QueryOut<typeof listFiveQuantities>) {
  const ids = matching(w, q).select('f.id');
  const { rows, ...rest } = await list.rows(w, q, ids, ids);
  return { ids: rows.map(({ id }) => id), ...rest };
}

/** What lists show of these lines beside what is stored of them. Each statement finds its rows by keys. */
export async function readLineHeads(
  w: Work,
  lines: readonly { readonly id: string; readonly orderIds: readonly string[] }[],
): Promise<Map<string, LineHead>> {
  if (lines.length === 0) return new Map();
  const orderIds = lines.flatMap((line) => line.orderIds);
  const { rows } = await sql<Pick<LineHead, 'id' | 'poNumber' | 'sku' | 'productName' | 'supplierName'>>`
    select f.id, o.po_number as "poNumber", p.sku, p.name as "productName", u.company_name as "supplierName"
    from five_quantities f
    join ${PRODUCTS} p on p.account_id = f.account_id and p.id = f.product_id
    left join ${PURCHASE_ORDERS} o on o.account_id = f.account_id and o.id = f.purchase_order_id
    left join ${SUPPLIERS} u on u.account_id = f.account_id and u.id = f.supplier_id
    where f.account_id = ${w.scope.accountId} and f.id = ${anyOf(lines.map(({ id }) => id))}`.execute(w.tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const orders = await ordersById(w, orderIds);
  const plans = await plansOfOrders(w, orderIds);
  const accepted = await acceptedOf(
    w,
    lines.map(({ id }) => id),
  );
  return new Map(
    lines.flatMap((line) => {
      const row = byId.get(line.id);
      if (!row) return [];
      const own = line.orderIds.flatMap((id) => orders.get(id) ?? []);
      const head = {
        ...row,
        orders: own.map(({ id, number }) => ({ id, number })),
        invoices: distinct(own.map(({ invoiceId, invoiceNumber }) => ({ id: invoiceId, number: invoiceNumber }))),
        plans: distinct(line.orderIds.flatMap((id) => plans.get(id) ?? [])),
        accepted: accepted.get(line.id) ?? [],
      };
      return [[line.id, head] as const];
    }),
  );
}

/** Records without those that were there before. */
const distinct = <R extends { readonly id: string }>(records: readonly R[]): R[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

interface OrderOfLine extends Named {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
}

async function ordersById(w: Work, ids: readonly string[]): Promise<Map<string, OrderOfLine>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OrderOfLine>`
    select c.id, c.number, i.id as "invoiceId", i.invoice_number as "invoiceNumber"
    from ${ORDERS} c
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function plansOfOrders(w: Work, orderIds: readonly string[]): Promise<Map<string, PlanOfLine[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<PlanOfLine & { orderId: string }>`
    select distinct l.order_id as "orderId", s.id, s.number
    from ${PACK_LISTS} l
    join ${SHIPMENT_PLANS} s on s.account_id = l.account_id and s.id = l.plan_id
    where l.account_id = ${w.scope.accountId} and l.order_id = ${anyOf(orderIds)} and l.removed_at is null
    order by s.number`.execute(w.tx);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

async function acceptedOf(w: Work, lineIds: readonly string[]): Promise<Map<string, AcceptedHead[]>> {
  const { rows } = await sql<AcceptedHead & { lineId: string }>`
    select id, line_id as "lineId", difference, units, words, created_at as "createdAt", created_by as "createdBy"
    from accepted_difference
    where account_id = ${w.scope.accountId} and line_id = ${anyOf(lineIds)} and taken_back_at is null`.execute(w.tx);
  return Map.groupBy(rows, ({ lineId }) => lineId);
}

type OpenColumn = 'not_invoiced' | 'not_packed' | 'not_shipped' | 'not_received';
/** What is missing of some lines and what is too much of others are added up apart: neither settles the other. */
const missing = (of: OpenColumn) => sql<bigint>`coalesce(sum(greatest(${sql.ref(`f.${of}`)}, 0)), 0)::bigint`;
const surplus = (of: OpenColumn) => sql<bigint>`coalesce(sum(greatest(-${sql.ref(`f.${of}`)}, 0)), 0)::bigint`;

/** The number of lines that match a filter, and what of them is open. */
export const sumLines = (w: Work, q: QueryOut<typeof fiveQuantitiesTotals>) =>
  matching(w, q)
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`count(*) filter (where f.is_open)`.as('openCount'),
      missing('not_invoiced').as('notInvoiced'),
      missing('not_packed').as('notPacked'),
      missing('not_shipped').as('notShipped'),
      missing('not_received').as('notReceived'),
      surplus('not_invoiced').as('overInvoiced'),
      surplus('not_packed').as('overPacked'),
      surplus('not_shipped').as('overShipped'),
      surplus('not_received').as('overReceived'),
      sql<bigint>`coalesce(sum(f.value_minor), 0)::bigint`.as('valueMinor'),
    ])
    .executeTakeFirstOrThrow();

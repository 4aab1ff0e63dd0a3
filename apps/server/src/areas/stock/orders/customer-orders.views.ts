import type { QueryOut } from '@quayside/contracts/endpoint';
import type { CUSTOMER_ORDER_SORT, listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import type { FilterChip } from '@quayside/contracts/paging';
import type { UnknownCost } from '@quayside/contracts/primitives';
import type { Place } from '@quayside/domain/stock/places';
import type { Fulfilment } from '@quayside/domain/stock/sale-places';
import { CUSTOMER_ORDER_STATUSES, type CustomerOrderStatus } from '@quayside/domain/stock/order-report';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { cappedCount, chipCondition, countBeside, pageWindow, searchIn } from '../../../db/paging.ts';
import { planForAverageAccount, readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { UNKNOWN_OF_TAKINGS } from '../lists/unknown-cost.views.ts';

// Reads customer orders with what their lines cost. This file writes nothing.

export const customerOrders = (w: Work) =>
  w.tx.selectFrom('customer_order as o').where('o.account_id', '=', w.scope.accountId);
type OrderQuery = ReturnType<typeof customerOrders>;

/** SQL condition: the order has a line of which something is true. */
const hasLine = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from customer_order_line l
  left join ${PRODUCTS} p on p.account_id = l.account_id and p.id = l.product_id
  where l.account_id = o.account_id and l.customer_order_id = o.id and ${condition}
)`;
const WORDS = sql<string>`lower(concat_ws(' ', o.number, l.sku, p.sku, p.name))`;
/** SQL: what of the sale of a line `l` waits, or null. */
const LINE_WAITS = sql<bigint | null>`(
  select sum(m.waits)::bigint from movement m
  where m.account_id = l.account_id and m.customer_order_line_id = l.id and m.reversed_at is null
)`;

type Filter = Pick<QueryOut<typeof orderTotals>, 'search' | 'filter'>;

export function withCustomerFilters(query: OrderQuery, q: Filter): OrderQuery {
  const words = searchIn(WORDS, q.search).map(hasLine);
  return [...words, ...q.filter.map(conditionOf)].reduce((rows, condition) => rows.where(condition), query);
}

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'product':
      return hasLine(chipCondition(chip, sql.ref('l.product_id'), 'uuid'));
    case 'date':
      return chipCondition(chip, sql.ref('o.day'), 'date');
    case 'channel':
      return chipCondition(chip, sql.ref('o.channel'));
    case 'unknownSku':
      return hasLine(sql`l.product_id is null`);
    case 'waiting':
      return hasLine(sql`${LINE_WAITS} > 0`);
    default:
      return chipCondition(chip, sql.ref('o.status'));
  }
}

const QUANTITY = sql`(
  select sum(l.units) from customer_order_line l
  where l.account_id = o.account_id and l.customer_order_id = o.id
)`;
const SORTS: Readonly<Record<(typeof CUSTOMER_ORDER_SORT)[number], RawBuilder<unknown>>> = {
  number: sql`o.number`,
  date: sql`o.day`,
  quantity: QUANTITY,
  status: sql`array_position(${sql.val([...CUSTOMER_ORDER_STATUSES])}::text[], o.status)`,
  channel: sql`o.channel`,
};

type Sort = readonly { readonly field: (typeof CUSTOMER_ORDER_SORT)[number]; readonly direction: 'asc' | 'desc' }[];

/** The sort order of the list: the newest first unless sorted otherwise. */
export const inCustomerOrder = <D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  sort: Sort | undefined,
): SelectQueryBuilder<D, T, O> =>
  (sort ?? [{ field: 'date' as const, direction: 'desc' as const }])
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORTS[field], direction), rows)
    .orderBy(sql`o.id`, 'desc');

/** A line of a customer order as lists and pages show it. */
export interface CustomerLineHead {
  readonly id: string;
  readonly orderId: string;
  readonly sku: string;
  readonly productId: string | null;
  readonly productName: string | null;
  readonly status: CustomerOrderStatus;
  readonly fulfilment: Fulfilment;
  /** The place that its sale left; null while nothing did. */
  readonly place: Place | null;
  readonly units: bigint;
  readonly shipped: bigint;
  readonly currency: string | null;
  readonly priceMinor: bigint | null;
  readonly waits: bigint;
  readonly returned: bigint;
  /** What lots gave for it, less what came back; null while nothing is known. */
  readonly costMinor: bigint | null;
  readonly unknownCost: UnknownCost;
}
export interface CustomerOrderHead {
  readonly id: string;
  readonly number: string;
  readonly day: string;
  readonly channel: string;
  readonly status: CustomerOrderStatus;
}

/** SQL: what lots `l` gave in takings `t`: its cost, why that is not known, and the units without an exchange rate. */
const GIVEN = sql`sum(${costOfTaking('l', 'landed_minor')}) as cost, ${UNKNOWN_OF_TAKINGS} as unknown_cost,
  sum(t.units) filter (where l.landed_minor is null and l.kind <> 'COUNT') as unrated`;

/**
 * SQL: what the sale of a line `ol` costs, what of it waits, and what came back. The sale of a bundle is that of its
 * parts: a bundle waits for any part, and came back once all of it did.
 */
export const LINE_SALE = sql`
  left join lateral (
    select max((s.waits + s.per - 1) / s.per) as waits, min(s.returned / s.per) as returned,
      sum(s.cost)::bigint as cost, max(s.unknown_cost) as unknown_cost, sum(s.unrated) as unrated,
      min(s.place) as place
    from (
      select m.place, m.waits, m.units / ol.shipped as per, (
          select coalesce(sum(r.units), 0)::bigint from movement r
          where r.account_id = m.account_id and r.of_id = m.id and r.reversed_at is null
        ) as returned, x.cost, x.unknown_cost, x.unrated
      from movement m
      cross join lateral (
        select sum(y.cost) as cost, max(y.unknown_cost) as unknown_cost, sum(y.unrated) as unrated
        from (
          select ${GIVEN}
          from taking t
          join lot l on l.account_id = t.account_id and l.id = t.lot_id
          where t.account_id = m.account_id and t.event_id = m.id and t.superseded_at is null
          union all
          select ${GIVEN}
          from taking t
          join lot l on l.account_id = t.account_id and l.id = t.lot_id
          where t.account_id = m.account_id and t.of_id = m.id and t.superseded_at is null
        ) y
      ) x
      where m.account_id = ol.account_id and m.customer_order_line_id = ol.id and m.reversed_at is null
    ) s
  ) m on true`;

/** The lines of these orders, by order. */
export async function readCustomerLines(
  w: Work,
  orderIds: readonly string[],
): Promise<Map<string, CustomerLineHead[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<CustomerLineHead>`
    select ol.id, ol.customer_order_id as "orderId", ol.sku, ol.product_id as "productId", p.name as "productName",
      ol.status, ol.units, ol.shipped, ol.currency, ol.price_minor as "priceMinor", coalesce(m.waits, 0) as waits,
      coalesce(m.returned, 0) as returned, m.cost as "costMinor", m.unknown_cost as "unknownCost",
      ol.fulfilment, m.place
    from customer_order_line ol
    left join ${PRODUCTS} p on p.account_id = ol.account_id and p.id = ol.product_id
    ${LINE_SALE}
    where ol.account_id = ${w.scope.accountId} and ol.customer_order_id = ${anyOf(orderIds)}
    order by ol.sku, ol.id`.execute(w.tx);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** The customer orders with these ids. */
export async function readCustomerOrders(w: Work, ids: readonly string[]): Promise<Map<string, CustomerOrderHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CustomerOrderHead>`
    select id, number, day, channel, status from customer_order
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One page of customer orders, and the total count. */
export async function listCustomerOrderHeads(
  w: Work,
  q: QueryOut<typeof listOrders>,
  sort: Sort | undefined,
): Promise<{ rows: CustomerOrderHead[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const ids = withCustomerFilters(customerOrders(w), q).select('o.id');
  const page = await readPage(w.tx, inCustomerOrder(ids, sort), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, ids));
  const byId = await readCustomerOrders(
    w,
    page.map(({ id }) => id),
  );
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), count, window };
}

/** The number of customer orders that match a filter, their units, and what they cost. */
export async function sumCustomerOrders(w: Work, q: QueryOut<typeof orderTotals>) {
  await planForAverageAccount(w.tx);
  const found = withCustomerFilters(customerOrders(w), q).select('o.id');
  const { rows } = await sql<{
    count: bigint;
    units: bigint;
    shipped: bigint;
    waits: bigint;
    unknown: bigint;
    costMinor: bigint;
    withoutRate: bigint;
  }>`
    with found as materialized (${found})
    select (select count(*) from found) as count, coalesce(sum(ol.units), 0)::bigint as units,
      coalesce(sum(ol.shipped), 0)::bigint as shipped, coalesce(sum(m.waits), 0)::bigint as waits,
      count(*) filter (where ol.product_id is null) as unknown, coalesce(sum(m.cost), 0)::bigint as "costMinor",
      coalesce(sum(m.unrated), 0)::bigint as "withoutRate"
    from found f
    join customer_order_line ol on ol.account_id = ${w.scope.accountId} and ol.customer_order_id = f.id
    ${LINE_SALE}`.execute(w.tx);
  const [sums] = rows;
  if (!sums) throw new Error('A sum has one row');
  return sums;
}

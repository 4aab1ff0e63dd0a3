import type { Difference, DifferenceFacts } from '@quayside/domain/stock/five-quantities';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { ORDER_PACKINGS, PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { COST_ENTRIES, ORDERS, PRODUCT_COSTS } from '../../costs/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads what the five quantities follow from. This file writes nothing.

/** What is known of a line of a purchase order, or of an order without one. */
export interface LineFacts extends Omit<DifferenceFacts, 'purchaseOrder'> {
  readonly id: string;
  readonly purchaseOrderId: string | null;
  readonly isOpen: boolean | null;
  readonly isInvoicing: boolean | null;
  readonly productId: string;
  readonly supplierId: string | null;
  readonly orderIds: readonly string[];
}

/** What so many units cost. */
interface LandedCost {
  readonly landedMinor: bigint;
  readonly units: bigint;
}

interface FactsRow extends Omit<LineFacts, 'accepted'> {
  readonly accepted: Readonly<Partial<Record<Difference, string>>>;
}

/** The lines of which a change of these orders, invoices or purchase orders can have changed something. */
export async function linesOf(
  w: Work,
  by: 'order' | 'invoice' | 'purchaseOrder',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const a = w.scope.accountId;
  const ofOrders = sql`
    select c.id, l.purchase_order_line_id as item_id
    from ${ORDERS} c
    join ${INVOICE_LINES} l on l.account_id = c.account_id and l.id = c.invoice_line_id
    where c.account_id = ${a} and ${sql.ref(by === 'order' ? 'c.id' : 'c.invoice_id')} = ${anyOf(ids)}`;
  // With an item that was deleted, its orders stand alone.
  const ofPurchaseOrders = sql`
    select c.id, i.id as item_id
    from ${PURCHASE_ITEMS} i
    left join ${INVOICE_LINES} l on l.account_id = i.account_id and l.purchase_order_line_id = i.id
    left join ${ORDERS} c on c.account_id = l.account_id and c.invoice_line_id = l.id
    where i.account_id = ${a} and i.order_id = ${anyOf(ids)}`;
  // Items that are gone have lines that have to go as well.
  const known = sql`
    union
    select id from five_quantities where account_id = ${a} and purchase_order_id = ${anyOf(ids)}`;
  const { rows } = await sql<{ id: string }>`
    with found as (${by === 'purchaseOrder' ? ofPurchaseOrders : ofOrders})
    select id from found where id is not null
    union
    select item_id from found where item_id is not null
    ${by === 'purchaseOrder' ? known : sql``}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** The next lines that there are or were, in the order of their ids. */
export async function linesAfter(w: Work, after: string | null, most: number): Promise<string[]> {
  const a = w.scope.accountId;
  const next = (column: string) => sql`(${after}::uuid is null or ${sql.ref(column)} > ${after}::uuid)`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select f.id from five_quantities f where f.account_id = ${a} and ${next('f.id')} order by f.id limit ${most})
      union
      (select i.id from ${PURCHASE_ITEMS} i where i.account_id = ${a} and ${next('i.id')} order by i.id limit ${most})
      union
      (select k.order_id from ${ORDER_PACKINGS} k
        where k.account_id = ${a} and ${next('k.order_id')} order by k.order_id limit ${most})
    ) lines
    order by id limit ${most}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** Open lines of the products of these orders of which nothing is invoiced yet: the product says what they cost. */
export async function uninvoicedLines(w: Work, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select f.id from five_quantities f
    where f.account_id = ${w.scope.accountId} and f.is_open and f.invoiced = 0
      and f.product_id in (
        select product_id from ${ORDERS} where account_id = f.account_id and id = ${anyOf(orderIds)}
      )`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/**
 * What is known of these lines; one that is not among them has no five quantities. An order without a purchase order
 * has some once something of it is packed, because an account that does not pack would else be full of them.
 */
export async function readLineFacts(w: Work, ids: readonly string[]): Promise<Map<string, LineFacts>> {
  if (ids.length === 0) return new Map();
  const a = w.scope.accountId;
  const keys = sql`${anyOf(ids)}`;
  const { rows } = await sql<FactsRow>`
    with named as (
      select c.id from ${ORDERS} c where c.account_id = ${a} and c.id = ${keys}
      union
      select c.id
      from ${INVOICE_LINES} l
      join ${ORDERS} c on c.account_id = l.account_id and c.invoice_line_id = l.id
      where l.account_id = ${a} and l.purchase_order_line_id = ${keys}
    ), orders as materialized (
      select c.id, coalesce(i.id, c.id) as line_id, c.product_id, v.supplier_id,
        c.units - c.adjusted_units as invoiced
      from named n
      join ${ORDERS} c on c.account_id = ${a} and c.id = n.id and c.removed_at is null
      join ${INVOICE_LINES} l on l.account_id = c.account_id and l.id = c.invoice_line_id
      join ${INVOICES} v on v.account_id = c.account_id and v.id = c.invoice_id
      left join ${PURCHASE_ITEMS} i on i.account_id = l.account_id and i.id = l.purchase_order_line_id
        and i.deleted_at is null and i.product_id = c.product_id
        and exists (
          select from ${PURCHASE_ORDERS} o
          where o.account_id = i.account_id and o.id = i.order_id and o.status <> 'DRAFT'
        )
    ), sums as (
      select o.line_id, sum(o.invoiced)::bigint as invoiced, coalesce(sum(k.packed), 0)::bigint as packed,
        coalesce(sum(k.shipped), 0)::bigint as shipped, coalesce(sum(k.received), 0)::bigint as received,
        coalesce(sum(k.missing), 0)::bigint as missing, array_agg(o.id order by o.id) as ids
      from orders o
      left join ${ORDER_PACKINGS} k on k.account_id = ${a} and k.order_id = o.id
      group by o.line_id
    ), parts as (
      select o.line_id, sum(l.credited)::bigint as credited,
        coalesce(sum(l.missing) filter (where s.status = 'IN_TRANSIT'), 0)::bigint as in_transit,
        coalesce(sum(l.short + l.lost) filter (where l.plan_id is null and l.missing > 0), 0)::bigint as decided
      from orders o
      join ${PACK_LISTS} l on l.account_id = ${a} and l.order_id = o.id and l.removed_at is null
      left join ${SHIPMENT_PLANS} s on s.account_id = l.account_id and s.id = l.plan_id
      group by o.line_id
    ), lines as (
      select i.id, i.order_id as purchase_order_id, o.status = 'OPEN' as is_open, exists (
          select from ${PURCHASE_ITEMS} x
          where x.account_id = i.account_id and x.order_id = i.order_id and x.deleted_at is null
            and x.invoiced_quantity > 0
        ) as is_invoicing, i.product_id, o.supplier_id, trunc(i.quantity)::bigint as ordered
      from ${PURCHASE_ITEMS} i
      join ${PURCHASE_ORDERS} o on o.account_id = i.account_id and o.id = i.order_id and o.status <> 'DRAFT'
      where i.account_id = ${a} and i.id = ${keys} and i.deleted_at is null and i.product_id is not null
      union all
      select o.id, null, null, null, o.product_id, o.supplier_id, o.invoiced
      from orders o
      join sums t on t.line_id = o.id
      where o.line_id = o.id and o.id = ${keys} and t.packed > 0
    )
    select n.id, n.purchase_order_id as "purchaseOrderId", n.is_open as "isOpen", n.is_invoicing as "isInvoicing",
      n.product_id as "productId", n.supplier_id as "supplierId", n.ordered, coalesce(t.invoiced, 0) as invoiced,
      -- What went back to the supplier counts as never sent, as in the replay of stock.
      coalesce(t.packed, 0) - coalesce(p.credited, 0) as packed,
      coalesce(t.shipped, 0) - coalesce(p.credited, 0) as shipped,
      coalesce(t.received, 0) - coalesce(p.credited, 0) as received, coalesce(p.in_transit, 0) as "inTransit",
      coalesce(t.missing, 0) as missing, coalesce(p.decided, 0) as "decidedUnshipped",
      coalesce(u.quantity_tolerance_hundredths, 0) as "toleranceHundredths", coalesce(t.ids, '{}') as "orderIds",
      coalesce((
        select jsonb_object_agg(d.difference, d.units::text) from accepted_difference d
        where d.account_id = ${a} and d.line_id = n.id and d.taken_back_at is null
      ), '{}') as accepted
    from lines n
    left join sums t on t.line_id = n.id
    left join parts p on p.line_id = n.id
    left join ${SUPPLIERS} u on u.account_id = ${a} and u.id = n.supplier_id`.execute(w.tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        accepted: Object.fromEntries(Object.entries(row.accepted).map(([kind, units]) => [kind, BigInt(units)])),
      },
    ]),
  );
}

/** What orders cost landed, all their pack lists together. */
export async function orderCosts(w: Work, orderIds: readonly string[]): Promise<Map<string, LandedCost>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<LandedCost & { id: string }>`
    select c.id, c.units, coalesce((
        select sum(e.account_minor) from ${COST_ENTRIES} e
        where e.account_id = c.account_id and e.layer_id = c.id and e.superseded_at is null and not e.is_excluded
      ), 0)::bigint as "landedMinor"
    from ${ORDERS} c
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(orderIds)}`.execute(w.tx);
  return new Map(rows.map(({ id, ...cost }) => [id, cost]));
}

/** What products cost landed on average: what their orders cost, and their units. */
export async function productCosts(w: Work, productIds: readonly string[]): Promise<Map<string, LandedCost>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<LandedCost & { id: string }>`
    select product_id as id, factory_minor + inbound_minor as "landedMinor", units
    from ${PRODUCT_COSTS}
    where account_id = ${w.scope.accountId} and product_id = ${anyOf(productIds)} and units > 0`.execute(w.tx);
  return new Map(rows.map(({ id, ...cost }) => [id, cost]));
}

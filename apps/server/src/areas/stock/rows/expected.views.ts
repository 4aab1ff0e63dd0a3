import type { MissingKind } from '@quayside/domain/stock/receipts';
import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { ORDER_PACKINGS, PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { BUNDLE_PARTS, PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads what of orders is expected to arrive. This file writes nothing.

/** A pack list of which units can arrive. */
export interface ExpectedRow {
  readonly id: string;
  readonly number: bigint;
  readonly orderId: string;
  readonly productId: string;
  readonly units: bigint;
  readonly received: bigint;
  readonly surplus: bigint;
  readonly short: bigint;
  readonly lost: bigint;
  readonly credited: bigint;
  readonly missing: bigint;
  readonly planId: string | null;
  readonly planStatus: ShipmentStatus | null;
  readonly shippedOn: string | null;
}

const EXPECTED = sql`
  l.id, l.number, l.order_id as "orderId", c.product_id as "productId", l.units, l.received, l.surplus, l.short, l.lost,
  l.credited, l.missing, l.plan_id as "planId", s.status as "planStatus", s.shipped_on as "shippedOn"`;

/** The pack lists with these ids, or of these orders, by number. */
export async function readExpected(w: Work, by: 'id' | 'order_id', ids: readonly string[]): Promise<ExpectedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ExpectedRow>`
    select ${EXPECTED}
    from ${PACK_LISTS} l
    join ${ORDERS} c on c.account_id = l.account_id and c.id = l.order_id
    left join ${SHIPMENT_PLANS} s on s.account_id = l.account_id and s.id = l.plan_id
    where l.account_id = ${w.scope.accountId} and ${sql.ref(`l.${by}`)} = ${anyOf(ids)} and l.removed_at is null
    order by l.number`.execute(w.tx);
  return rows;
}

/** An order of which units can arrive. */
export interface ExpectedOrder {
  readonly id: string;
  readonly number: string;
  readonly productId: string;
  readonly sku: string;
  readonly unpacked: bigint;
  /** How far quantities of its supplier may be off. */
  readonly toleranceHundredths: number;
  /** Whether its product has become a bundle since, which has no stock of its own. */
  readonly isBundle: boolean;
}

/** SQL: what is expected of an order `c` beside its id and its product. */
const ORDER = sql`
  c.number as "orderNumber", p.sku, c.units - coalesce(k.lot_units, 0) as unpacked,
  coalesce(u.quantity_tolerance_hundredths, 0) as "toleranceHundredths", exists (
    select from ${BUNDLE_PARTS} b where b.account_id = c.account_id and b.bundle_id = c.product_id
  ) as "isBundle", c.removed_at is not null as "isRemoved"`;
const ORDER_JOINS = sql`
  join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
  join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
  left join ${SUPPLIERS} u on u.account_id = i.account_id and u.id = i.supplier_id
  left join ${ORDER_PACKINGS} k on k.account_id = c.account_id and k.order_id = c.id`;

interface OrderRow extends Omit<ExpectedOrder, 'id' | 'number'> {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly isRemoved: boolean;
}
const orderOf = ({ orderId, orderNumber, productId, sku, unpacked, ...row }: OrderRow): ExpectedOrder => ({
  ...{ id: orderId, number: orderNumber, productId, sku, unpacked },
  ...{ toleranceHundredths: row.toleranceHundredths, isBundle: row.isBundle },
});

/** The orders with these ids that exist. */
export async function readExpectedOrders(w: Work, ids: readonly string[]): Promise<Map<string, ExpectedOrder>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OrderRow>`
    select c.id as "orderId", c.product_id as "productId", ${ORDER}
    from ${ORDERS} c ${ORDER_JOINS}
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)} and c.removed_at is null`.execute(w.tx);
  return new Map(rows.map((row) => [row.orderId, orderOf(row)]));
}

/** The pack lists with these ids, by number, and those of their orders that exist, with one statement. */
export async function readExpectedWithOrders(
  w: Work,
  ids: readonly string[],
): Promise<{ readonly packLists: readonly ExpectedRow[]; readonly orders: Map<string, ExpectedOrder> }> {
  if (ids.length === 0) return { packLists: [], orders: new Map() };
  const { rows } = await sql<ExpectedRow & OrderRow>`
    select ${EXPECTED}, ${ORDER}
    from ${PACK_LISTS} l
    join ${ORDERS} c on c.account_id = l.account_id and c.id = l.order_id
    left join ${SHIPMENT_PLANS} s on s.account_id = l.account_id and s.id = l.plan_id ${ORDER_JOINS}
    where l.account_id = ${w.scope.accountId} and l.id = ${anyOf(ids)} and l.removed_at is null
    order by l.number`.execute(w.tx);
  const orders = rows.flatMap((row) => (row.isRemoved ? [] : [[row.orderId, orderOf(row)] as const]));
  return { packLists: rows, orders: new Map(orders) };
}

/** A decision about units that did not arrive, of which some can still be found. */
export interface OpenDecision {
  readonly id: string;
  readonly packListId: string;
  readonly kind: MissingKind;
  readonly units: bigint;
}

/** The decisions about these pack lists of which units were found since, the earliest first, with these units. */
export async function readFoundDecisions(w: Work, packListIds: readonly string[]): Promise<OpenDecision[]> {
  if (packListIds.length === 0) return [];
  const { rows } = await sql<OpenDecision>`
    select id, pack_list_id as "packListId", kind, found as units
    from missing_decision
    where account_id = ${w.scope.accountId} and pack_list_id = ${anyOf(packListIds)} and taken_back_at is null
      and found > 0
    order by day, id`.execute(w.tx);
  return rows;
}

/** The decisions about these pack lists that hold, the latest first, with the units that were not found since. */
export async function readOpenDecisions(w: Work, packListIds: readonly string[]): Promise<OpenDecision[]> {
  if (packListIds.length === 0) return [];
  const { rows } = await sql<OpenDecision>`
    select id, pack_list_id as "packListId", kind, units - found as units
    from missing_decision
    where account_id = ${w.scope.accountId} and pack_list_id = ${anyOf(packListIds)} and taken_back_at is null
      and found < units
    order by day desc, id desc`.execute(w.tx);
  return rows;
}

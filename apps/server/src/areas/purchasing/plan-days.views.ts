import type { ShipmentPlanDays } from '@quayside/domain/payables/due-days';
import { type RawBuilder, sql } from 'kysely';
import { RECEIPTS } from '../stock/facts.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../shipments/facts.ts';
import { ORDERS } from '../costs/facts.ts';

// Reads the days of shipment plans and of what arrives without one, which the days of invoices and purchase orders
// follow. This file writes nothing.

/**
 * SQL expression: the day on which a plan `s` was delivered: the one that a person typed, else that of its first
 * receipt that holds.
 */
const deliveredOn = sql`coalesce(s.delivered_on, (
  select min(r.day) from ${RECEIPTS} r
  where r.account_id = s.account_id and r.plan_id = s.id and r.reversed_at is null
))`;

/**
 * SQL expression: the days of the shipment plans in which pack lists of these supplier orders are, as JSON. It is a
 * part of the statements that read facts, so that the plans cost no statement of their own. `orders` is a condition on
 * `cost_layer as c`.
 *
 * Orders of which units arrived without a plan are listed after the plans, each as delivered on the day of the first
 * such receipt. Once there is one, so are the orders of which nothing has arrived and nothing is in a plan: of several
 * orders the latest day counts, and it is unknown while one is.
 */
export const planDaysOf = (orders: RawBuilder<unknown>): RawBuilder<ShipmentPlanDays[]> => sql<ShipmentPlanDays[]>`(
  select coalesce(json_agg(y.days order by y.number, y.days ->> 'deliveredOn'), '[]')
  from (
    select s.number, json_build_object(
      'readyDate', s.estimated_ready_date, 'readyOn', s.ready_on, 'etd', s.estimated_ship_date,
      'shippedOn', s.shipped_on, 'eta', s.eta, 'arrivedOn', s.arrived_on, 'deliveryDate', s.estimated_delivery_date,
      'deliveredOn', ${deliveredOn}, 'inspectedOn', null
    ) as days
    from (
      select distinct l.account_id, l.plan_id
      from ${ORDERS} c
      join ${PACK_LISTS} l on l.account_id = c.account_id and l.order_id = c.id and l.removed_at is null
      where ${orders} and c.removed_at is null and l.plan_id is not null
    ) x
    join ${SHIPMENT_PLANS} s on s.account_id = x.account_id and s.id = x.plan_id and s.removed_at is null
    union all
    select null, json_build_object(
      'readyDate', null, 'readyOn', null, 'etd', null, 'shippedOn', null, 'eta', null, 'arrivedOn', null,
      'deliveryDate', null, 'deliveredOn', x.day, 'inspectedOn', null, 'isWithoutPlan', true
    )
    from (
      select c.account_id, c.id, f.day, count(f.day) over () as received
      from ${ORDERS} c
      cross join lateral (
        select min(r.day) as day from ${RECEIPTS} r
        where r.account_id = c.account_id and r.order_id = c.id and r.plan_id is null and r.reversed_at is null
      ) f
      where ${orders} and c.removed_at is null and c.units > 0
    ) x
    where x.received > 0 and (x.day is not null or not exists (
      select from ${PACK_LISTS} l
      where l.account_id = x.account_id and l.order_id = x.id and l.removed_at is null and l.plan_id is not null
    ))
  ) y
)`;

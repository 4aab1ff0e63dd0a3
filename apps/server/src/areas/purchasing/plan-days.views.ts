import type { ShipmentPlanDays } from '@quayside/domain/payables/due-days';
import { type RawBuilder, sql } from 'kysely';

// Reads the days of shipment plans, which the days of invoices and purchase orders follow. This file writes nothing.

/**
 * SQL expression: the day on which a plan `s` was delivered: the one that a person typed, else that of its first
 * receipt that holds.
 */
const deliveredOn = sql`coalesce(s.delivered_on, (
  select min(r.day) from receipt r
  where r.account_id = s.account_id and r.plan_id = s.id and r.reversed_at is null
))`;

/**
 * SQL expression: the days of the shipment plans in which pack lists of these supplier orders are, as JSON. It is a
 * part of the statements that read facts, so that the plans cost no statement of their own. `orders` is a condition on
 * `cost_layer as c`.
 */
export const planDaysOf = (orders: RawBuilder<unknown>): RawBuilder<ShipmentPlanDays[]> => sql<ShipmentPlanDays[]>`(
  select coalesce(json_agg(json_build_object(
    'readyDate', s.estimated_ready_date, 'readyOn', s.ready_on, 'etd', s.estimated_ship_date,
    'shippedOn', s.shipped_on, 'eta', s.eta, 'arrivedOn', s.arrived_on, 'deliveryDate', s.estimated_delivery_date,
    'deliveredOn', ${deliveredOn}, 'inspectedOn', null
  ) order by s.number), '[]')
  from (
    select distinct l.account_id, l.plan_id
    from cost_layer c
    join pack_list l on l.account_id = c.account_id and l.order_id = c.id and l.removed_at is null
    where ${orders} and c.removed_at is null and l.plan_id is not null
  ) x
  join shipment_plan s on s.account_id = x.account_id and s.id = x.plan_id and s.removed_at is null
)`;

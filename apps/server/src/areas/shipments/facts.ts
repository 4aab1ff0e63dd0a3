import type { PackListRef } from '@quayside/contracts/pack-list-ref';
import type { ShipmentPlanDays } from '@quayside/domain/payables/due-days';
import { type RawBuilder, sql } from 'kysely';
import { numberedAs } from '../../db/numbered-as.ts';
import { relation } from '../../db/relation.ts';
import { ORDERS } from '../costs/facts.ts';
import { firstReceiptDay } from '../stock/facts.ts';

/** Shipment plans, also the removed ones. */
export const SHIPMENT_PLANS = relation('shipment_plan', [
  'account_id',
  'id',
  'archived_at',
  'carrier_contact_id',
  'country',
  'currency',
  'delivered_on',
  'estimated_delivery_date',
  'eta',
  'freight_rate_id',
  'job_number',
  'missing',
  'name',
  'number',
  'pack_lists',
  'removed_at',
  'shipped_on',
  'shipping_method',
  'status',
  'to_address_type',
  'tracking_number',
  'units',
  'updated_at',
  'warehouse_reference',
]);

/** Pack lists, also the removed ones: parts of supplier orders as they are packed. */
export const PACK_LISTS = relation('pack_list', [
  'account_id',
  'id',
  'carton_id',
  'credited',
  'lost',
  'lot_units',
  'missing',
  'number',
  'order_id',
  'plan_id',
  'received',
  'removed_at',
  'short',
  'surplus',
  'units',
]);

/** Carton rows: identical cartons with the same contents. */
export const CARTON_ROWS = relation('carton', [
  'account_id',
  'id',
  'carton_type_id',
  'count',
  'measured_ug',
  'number',
  'plan_id',
]);

/** The types of cartons, with their sides. */
export const CARTON_TYPES = relation('carton_type', [
  'account_id',
  'id',
  'dimension_unit',
  'height',
  'length',
  'volume_mm3',
  'width',
]);

/** How much of a supplier order is packed, and what was adjusted. */
export const ORDER_PACKINGS = relation('order_packing', [
  'account_id',
  'in_transit',
  'lot_units',
  'missing',
  'order_id',
  'packed',
  'received',
  'shipped',
  'unshipped',
]);

/** SQL expression: a plan by its number and, if it has one, its name: SP-0001 Spring, by sea. */
export const planLabelOf = (number: RawBuilder<unknown>, name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${numberedAs('SP', number)} || coalesce(' ' || ${name}, ''))`;

/** SQL expression: the pack list with this id, as people recognise it; null without one. */
export const packListRefOf = (
  accountId: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<PackListRef | null> =>
  sql<PackListRef | null>`(
    select jsonb_build_object(
      'id', pl.id, 'number', ${numberedAs('PL', sql`pl.number`)},
      'plan', case when sp.id is not null
        then jsonb_build_object('id', sp.id, 'number', ${numberedAs('SP', sql`sp.number`)}) end
    )
    from pack_list pl
    left join shipment_plan sp on sp.account_id = pl.account_id and sp.id = pl.plan_id
    where pl.account_id = ${accountId} and pl.id = ${id}
  )`;

/**
 * SQL expression: the day on which a plan `s` was delivered: the one that a person typed, else that of its first
 * receipt that holds.
 */
const deliveredOn = sql`coalesce(
  s.delivered_on, ${firstReceiptDay(sql`r.account_id = s.account_id and r.plan_id = s.id`)}
)`;

/**
 * SQL expression: the days of the shipment plans in which pack lists of these supplier orders are, as JSON. It is a
 * part of the statements that read facts, so that the plans cost no statement of their own. `orders` is a condition on
 * a row `c` of `ORDERS`.
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
      join pack_list l on l.account_id = c.account_id and l.order_id = c.id and l.removed_at is null
      where ${orders} and c.removed_at is null and l.plan_id is not null
    ) x
    join shipment_plan s on s.account_id = x.account_id and s.id = x.plan_id and s.removed_at is null
    union all
    select null, json_build_object(
      'readyDate', null, 'readyOn', null, 'etd', null, 'shippedOn', null, 'eta', null, 'arrivedOn', null,
      'deliveryDate', null, 'deliveredOn', x.day, 'inspectedOn', null, 'isWithoutPlan', true
    )
    from (
      select c.account_id, c.id, f.day, count(f.day) over () as received
      from ${ORDERS} c
      cross join lateral ${firstReceiptDay(
        sql`r.account_id = c.account_id and r.order_id = c.id and r.plan_id is null`,
      )} f
      where ${orders} and c.removed_at is null and c.units > 0
    ) x
    where x.received > 0 and (x.day is not null or not exists (
      select from pack_list l
      where l.account_id = x.account_id and l.order_id = x.id and l.removed_at is null and l.plan_id is not null
    ))
  ) y
)`;

import type { ShippingMethod } from '@quayside/domain/lists';
import { sidesOf } from '@quayside/domain/shipments/cartons';
import type { CartonRow } from '@quayside/domain/shipments/leaves';
import type { CartonDimensionUnit } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents } from '../../../events/reactions.ts';
import { CARTON_ROWS, CARTON_TYPES, PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import type { TargetType } from '../costs.types.ts';

// This file reads facts of shipments: costs know pack lists by their ids, and what else they need to know of them is
// read here.

/** A pack list that is not removed. */
export interface PackListRow {
  readonly id: string;
  readonly number: bigint;
  readonly orderId: string;
  /** The units that its costs are shared over: packed, with surplus, without what never came or went back. */
  readonly units: bigint;
  readonly cartonId: string | null;
  readonly planId: string | null;
}

/** Pack lists, carton rows and shipment plans by their ids. */
export interface ShipmentTargets {
  readonly packListIds: readonly string[];
  readonly cartonIds: readonly string[];
  readonly planIds: readonly string[];
}

/** SQL: the columns of `PackListRow`. */
const OF_LISTS = sql`id, number, order_id, lot_units, carton_id, plan_id`;

/**
 * The pack lists of these targets; with them all others of their carton rows and plans, because a row is shared and a
 * plan is rated as a whole; and the other pack lists of their orders, because these share what their order carries.
 */
export async function packListsAround(w: Work, targets: ShipmentTargets): Promise<PackListRow[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<PackListRow>`
    with named as materialized (
      select ${OF_LISTS} from ${PACK_LISTS}
      where account_id = ${a} and removed_at is null and id = ${anyOf(targets.packListIds)}
      union
      select ${OF_LISTS} from ${PACK_LISTS}
      where account_id = ${a} and removed_at is null and carton_id = ${anyOf(targets.cartonIds)}
      union
      select ${OF_LISTS} from ${PACK_LISTS}
      where account_id = ${a} and removed_at is null and plan_id = ${anyOf(targets.planIds)}
    ), around as materialized (
      select * from named
      union
      select ${OF_LISTS} from ${PACK_LISTS} where account_id = ${a} and carton_id in (select carton_id from named)
      union
      select ${OF_LISTS} from ${PACK_LISTS} where account_id = ${a} and plan_id in (select plan_id from named)
    )
    select id, number, order_id as "orderId", lot_units as units, carton_id as "cartonId", plan_id as "planId"
    from around
    union
    select ${OF_LISTS}
    from ${PACK_LISTS}
    where account_id = ${a} and order_id in (select order_id from around) and removed_at is null`.execute(w.tx);
  return rows;
}

/** The pack lists of these orders that are not removed. */
export async function packListsOfOrders(w: Work, orderIds: readonly string[]): Promise<PackListRow[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<PackListRow>`
    select id, number, order_id as "orderId", lot_units as units, carton_id as "cartonId", plan_id as "planId"
    from ${PACK_LISTS}
    where account_id = ${w.scope.accountId} and order_id = ${anyOf(orderIds)} and removed_at is null
    order by number`.execute(w.tx);
  return rows;
}

interface RawCarton {
  readonly id: string;
  readonly count: number;
  readonly measuredUg: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly unit: CartonDimensionUnit | null;
}

/** The carton rows with these ids, with what is known of each carton. */
export async function cartonRows(w: Work, ids: readonly string[]): Promise<CartonRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RawCarton>`
    select c.id, c.count, c.measured_ug as "measuredUg", t.volume_mm3 as "volumeMm3", t.length, t.width, t.height,
      t.dimension_unit as unit
    from ${CARTON_ROWS} c
    left join ${CARTON_TYPES} t on t.account_id = c.account_id and t.id = c.carton_type_id
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}`.execute(w.tx);
  return rows.map(({ id, count, measuredUg, volumeMm3, unit, ...sides }) => ({
    id,
    count: BigInt(count),
    sides: unit === null ? null : sidesOf({ ...sides, unit }),
    measuredUg,
    volumeMm3,
  }));
}

/** What costs need to know of a plan. */
export interface PlanRow {
  readonly id: string;
  readonly shippingMethod: ShippingMethod | null;
  readonly freightRateId: string | null;
  /** Of the destination. */
  readonly country: string | null;
}

export async function plansById(w: Work, ids: readonly string[]): Promise<PlanRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PlanRow>`
    select id, shipping_method as "shippingMethod", freight_rate_id as "freightRateId", country
    from ${SHIPMENT_PLANS}
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return rows;
}

/** The targets among these that exist. */
export async function existingTargets(w: Work, type: TargetType, ids: readonly string[]): Promise<Set<string>> {
  const table = TABLES[type];
  if (!table || ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}
      ${table === 'carton' ? sql`` : sql`and removed_at is null`}`.execute(w.tx);
  return new Set(rows.map(({ id }) => id));
}
const TABLES: Partial<Readonly<Record<TargetType, 'pack_list' | 'carton' | 'shipment_plan'>>> = {
  PACK_LIST: 'pack_list',
  CARTON: 'carton',
  SHIPMENT: 'shipment_plan',
};

/**
 * The pack lists, carton rows and plans whose costs a change of these may move: themselves, and the pack lists and rows
 * that are in one of their plans or carton rows now.
 */
export async function targetsAround(w: Work, touched: ShipmentTargets): Promise<{ type: TargetType; id: string }[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<{ id: string; cartonId: string | null; planId: string | null }>`
    with named as materialized (
      select carton_id, plan_id from ${PACK_LISTS} where account_id = ${a} and id = ${anyOf(touched.packListIds)}
      union
      select id, plan_id from ${CARTON_ROWS} where account_id = ${a} and id = ${anyOf(touched.cartonIds)}
      union
      select null, unnest(${sql.val([...touched.planIds])}::uuid[])
    )
    select id, carton_id as "cartonId", plan_id as "planId"
    from ${PACK_LISTS} where account_id = ${a} and plan_id in (select plan_id from named)
    union
    select id, carton_id, plan_id
    from ${PACK_LISTS} where account_id = ${a} and carton_id in (select carton_id from named)`.execute(w.tx);
  const of = (type: TargetType, ids: readonly (string | null)[]) =>
    [...new Set(ids)].flatMap((id) => (id === null ? [] : [{ type, id }]));
  return [
    ...of('PACK_LIST', [...touched.packListIds, ...rows.map(({ id }) => id)]),
    ...of('CARTON', [...touched.cartonIds, ...rows.map(({ cartonId }) => cartonId)]),
    ...of('SHIPMENT', [...touched.planIds, ...rows.map(({ planId }) => planId)]),
  ];
}

/** The plans for which one of these freight rates was chosen. */
export async function plansByRates(w: Work, rateIds: readonly string[]): Promise<string[]> {
  if (rateIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from ${SHIPMENT_PLANS}
    where account_id = ${w.scope.accountId} and freight_rate_id = ${anyOf(rateIds)}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** The orders of these products, or of products with these HS codes, with pack lists that go to these destinations. */
export async function ordersUnderDuty(w: Work, { productIds, hsCodes, countries }: ReactionEvents['duty.changed']) {
  const a = w.scope.accountId;
  const digits = sql`regexp_replace(p.hs_code, '\\D', '', 'g')`;
  const { rows } = await sql<{ id: string }>`
    select distinct c.id
    from ${PRODUCTS} p
    join cost_layer c on c.account_id = ${a} and c.product_id = p.id and c.removed_at is null
    join ${PACK_LISTS} l on l.account_id = ${a} and l.order_id = c.id and l.plan_id is not null
    join ${SHIPMENT_PLANS} s on s.account_id = ${a} and s.id = l.plan_id
    where p.account_id = ${a}
      and (
        ${productIds === null}
        or p.id = any(${sql.val([...(productIds ?? [])])}::uuid[])
        or ${digits} = any(${sql.val([...hsCodes])}::text[])
      )
      and (${countries === null} or s.country = any(${sql.val([...(countries ?? [])])}::text[]))`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** What of freight and insurance orders and pack lists bear, for duty on it. */
export interface BorneRow {
  readonly orderId: string;
  readonly packListId: string | null;
  readonly category: 'SHIPPING' | 'INSURANCE';
  readonly minor: bigint;
}

/** The sums of the entries of freight and insurance that count, by order and pack list. */
export async function freightBorne(w: Work, orderIds: readonly string[]): Promise<BorneRow[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<BorneRow>`
    select layer_id as "orderId", pack_list_id as "packListId", cost_type as category,
      sum(account_minor)::bigint as minor
    from cost_entry
    where account_id = ${w.scope.accountId} and layer_id = ${anyOf(orderIds)} and superseded_at is null
      and not is_excluded and cost_type in ('SHIPPING', 'INSURANCE')
    group by layer_id, pack_list_id, cost_type`.execute(w.tx);
  return rows;
}

/** The HS codes of products that have one. */
export async function hsCodesOf(w: Work, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'hs_code'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(productIds))
    .execute();
  return new Map(rows.flatMap(({ id, hs_code }): [string, string][] => (hs_code === null ? [] : [[id, hs_code]])));
}

import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import type { ArrivalsOfPackList } from '@quayside/domain/shipments/pack-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { listOf } from '../../../db/list-of.ts';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';

/** What is packed and shipped of an order. */
export interface OrderPacking {
  readonly orderId: string;
  readonly packed: bigint;
  readonly shipped: bigint;
  readonly received: bigint;
  /** Of what is packed, shipped and received: what went back to the supplier by credit notes. */
  readonly credited: bigint;
  readonly missing: bigint;
  /** What its pack lists hold of its units. */
  readonly lotUnits: bigint;
  /** Packed, and neither shipped nor received. */
  readonly unshipped: bigint;
  readonly inTransit: bigint;
  readonly packLists: number;
  readonly status: ShipmentStatus;
}

/** What a pack list adds to the packing of its order; the status is that of its plan, null without one. */
export interface PackListToSum extends ArrivalsOfPackList {
  readonly units: bigint;
  readonly credited: bigint;
  readonly lotUnits: bigint;
}
/** An order whose packing is worked out. */
export interface OrderToPack {
  readonly orderId: string;
  /** 0 for an order that was removed. */
  readonly units: bigint;
  /** Whether a row for its packing exists. */
  readonly isStored: boolean;
  /** Its pack lists that are not removed. */
  readonly packLists: readonly PackListToSum[];
}

/** Reads of orders, with one statement, what is needed to work out what is packed and shipped of them. */
export async function readOrdersToPack(w: Work, orderIds: readonly string[]): Promise<OrderToPack[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<{
    orderId: string;
    orderUnits: bigint | null;
    isStored: boolean;
    units: bigint | null;
    received: bigint;
    credited: bigint;
    missing: bigint;
    lotUnits: bigint;
    planStatus: ShipmentStatus | null;
  }>`
    select o.id as "orderId", case when c.removed_at is null then c.units end as "orderUnits",
      k.order_id is not null as "isStored", l.units, l.received, l.credited, l.missing, l.lot_units as "lotUnits",
      s.status as "planStatus"
    from ${rowsOf('o', orderIds, { id: ['uuid', (id) => id] })}
    left join ${ORDERS} c on c.account_id = ${a} and c.id = o.id
    left join order_packing k on k.account_id = ${a} and k.order_id = o.id
    left join lateral (
      select * from pack_list l where l.account_id = ${a} and l.order_id = o.id and l.removed_at is null ${BY_KEYS}
    ) l on true
    left join shipment_plan s on s.account_id = l.account_id and s.id = l.plan_id`.execute(w.tx);
  return [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, ofOrder]) => ({
    orderId,
    units: ofOrder[0]?.orderUnits ?? 0n,
    isStored: ofOrder[0]?.isStored ?? false,
    packLists: ofOrder.flatMap(({ units, ...row }) => (units === null ? [] : [{ ...row, units }])),
  }));
}

/** Writes what is packed of orders, where it differs. Returns the ids of the orders that were written. */
export async function saveOrderPackings(
  w: Work,
  rows: readonly (OrderPacking & Pick<OrderToPack, 'isStored'>)[],
): Promise<string[]> {
  const stored = rows.filter(({ isStored }) => isStored);
  const others = rows.filter(({ isStored }) => !isStored);
  return [...(await updateOrderPackings(w, stored)), ...(await insertOrderPackings(w, others))];
}

const packingsOf = (rows: readonly OrderPacking[]) =>
  rowsOf('n', rows, {
    order_id: ['uuid', ({ orderId }) => orderId],
    packed: ['bigint', ({ packed }) => packed],
    shipped: ['bigint', ({ shipped }) => shipped],
    received: ['bigint', ({ received }) => received],
    credited: ['bigint', ({ credited }) => credited],
    missing: ['bigint', ({ missing }) => missing],
    lot_units: ['bigint', ({ lotUnits }) => lotUnits],
    unshipped: ['bigint', ({ unshipped }) => unshipped],
    in_transit: ['bigint', ({ inTransit }) => inTransit],
    pack_lists: ['integer', ({ packLists }) => packLists],
    status: ['text', ({ status }) => status],
  });

/** Most orders have a row, and changing it takes half as long as an insert that meets it. */
async function updateOrderPackings(w: Work, rows: readonly OrderPacking[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: written } = await sql<{ id: string }>`
    update order_packing o
    set packed = n.packed, shipped = n.shipped, received = n.received, credited = n.credited, missing = n.missing,
      lot_units = n.lot_units, unshipped = n.unshipped, in_transit = n.in_transit, pack_lists = n.pack_lists,
      status = n.status,
      version = o.version + 1, updated_at = ${w.now}::timestamptz
    from ${packingsOf(rows)}
    where o.account_id = ${w.scope.accountId} and o.order_id = n.order_id
      and (
        o.packed, o.shipped, o.received, o.credited, o.missing, o.lot_units, o.unshipped, o.in_transit, o.pack_lists,
        o.status
      ) is distinct from (
        n.packed, n.shipped, n.received, n.credited, n.missing, n.lot_units, n.unshipped, n.in_transit, n.pack_lists,
        n.status
      )
    returning o.order_id as id`.execute(w.tx);
  return written.map(({ id }) => id);
}

async function insertOrderPackings(w: Work, rows: readonly OrderPacking[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: written } = await sql<{ id: string }>`
    insert into order_packing as o
      (account_id, order_id, packed, shipped, received, credited, missing, lot_units, unshipped, in_transit,
        pack_lists, status, updated_at)
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
    from ${packingsOf(rows)}
    on conflict (account_id, order_id) do update
    set packed = excluded.packed, shipped = excluded.shipped, received = excluded.received,
      credited = excluded.credited, missing = excluded.missing, lot_units = excluded.lot_units,
      unshipped = excluded.unshipped,
      in_transit = excluded.in_transit, pack_lists = excluded.pack_lists, status = excluded.status,
      version = o.version + 1, updated_at = excluded.updated_at
    where (
        o.packed, o.shipped, o.received, o.credited, o.missing, o.lot_units, o.unshipped, o.in_transit, o.pack_lists,
        o.status
      ) is distinct from (
        excluded.packed, excluded.shipped, excluded.received, excluded.credited, excluded.missing, excluded.lot_units,
        excluded.unshipped, excluded.in_transit, excluded.pack_lists, excluded.status
      )
    returning order_id as id`.execute(w.tx);
  return written.map(({ id }) => id);
}

/** The units of these orders; 0 for one that was removed. */
export async function unitsOfOrders(w: Work, orderIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await w.tx
    .selectFrom(ORDERS.as('cost_layer'))
    .select(['id', 'units', 'removed_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(orderIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.removed_at === null ? row.units : 0n]));
}

/** The sums of a plan. Null: one of the measures is unknown. */
export interface PlanSums {
  readonly packLists: number;
  readonly units: bigint;
  readonly received: bigint;
  /** Shipped, and neither received nor decided. */
  readonly missing: bigint;
  readonly cartons: bigint;
  readonly weightUg: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly chargeableUg: bigint | null;
  readonly estimatedCostMinor: bigint | null;
  /** The currency of the chosen freight rate; null: the estimated cost is in the currency of the plan. */
  readonly estimatedCostCurrency: string | null;
  /** Why the chargeable weight is unknown, and the products that lack a measure. */
  readonly lackingReason: string | null;
  readonly lackingProductIds: readonly string[];
  /** The hash of the CSV. */
  readonly contentSha256: string;
}

/** Writes the sums of a plan. */
export async function savePlanSums(w: Work, planId: string, sums: PlanSums): Promise<void> {
  const text = (value: bigint | null) => (value === null ? null : String(value));
  await w.tx
    .updateTable('shipment_plan')
    .set({
      pack_lists: sums.packLists,
      units: sums.units,
      received: sums.received,
      missing: sums.missing,
      cartons: sums.cartons,
      weight_ug: text(sums.weightUg),
      volume_mm3: text(sums.volumeMm3),
      chargeable_ug: text(sums.chargeableUg),
      estimated_cost_minor: sums.estimatedCostMinor,
      estimated_cost_currency: sums.estimatedCostCurrency,
      lacking_reason: sums.lackingReason,
      lacking_product_ids: [...sums.lackingProductIds],
      content_sha256: sums.contentSha256,
      updated_at: w.now,
    })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', planId)
    .execute();
}

/** Gives the carton rows of these plans, and those that left them, the plan of their pack lists. */
export async function syncCartonPlans(w: Work, cartonIds: readonly string[]): Promise<void> {
  if (cartonIds.length === 0) return;
  await sql`
    update carton c set plan_id = n.plan_id, version = c.version + 1, updated_at = ${w.now}
    from (
      -- Read once for all rows: with a limit for each row, the plan walks through the numbers of the account. Grouped,
      -- because a join of carton rows with their pack lists compares each with each where statistics are missing.
      select l.carton_id as id,
        (array_agg(l.plan_id order by l.number) filter (where l.number is not null))[1] as plan_id
      from (
        select carton_id, plan_id, number
        from pack_list
        where account_id = ${w.scope.accountId} and carton_id = ${anyOf(cartonIds)} and removed_at is null
        union all
        select given.id, null, null from unnest(${listOf('uuid', cartonIds)}) as given (id)
      ) l
      group by l.carton_id
    ) n
    where c.account_id = ${w.scope.accountId} and c.id = n.id and c.plan_id is distinct from n.plan_id`.execute(w.tx);
}

import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Work } from '../../db/tx.ts';

/** What is packed and shipped of an order. */
export interface OrderPacking {
  readonly orderId: string;
  readonly packed: bigint;
  readonly shipped: bigint;
  readonly received: bigint;
  readonly missing: bigint;
  /** What its pack lists hold of its units. */
  readonly lotUnits: bigint;
  /** Packed, and neither shipped nor received. */
  readonly unshipped: bigint;
  readonly inTransit: bigint;
  readonly packLists: number;
  readonly status: ShipmentStatus;
}

/** Writes what is packed of orders, where it differs. Returns the ids of the orders that were written. */
export async function saveOrderPackings(w: Work, rows: readonly OrderPacking[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const column = <K extends keyof OrderPacking>(key: K) => sql.val(rows.map((row) => String(row[key])));
  const { rows: written } = await sql<{ id: string }>`
    insert into order_packing as o
      (account_id, order_id, packed, shipped, received, missing, lot_units, unshipped, in_transit,
        pack_lists, status, updated_at)
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
    from unnest(
      ${column('orderId')}::uuid[], ${column('packed')}::bigint[], ${column('shipped')}::bigint[],
      ${column('received')}::bigint[], ${column('missing')}::bigint[], ${column('lotUnits')}::bigint[],
      ${column('unshipped')}::bigint[], ${column('inTransit')}::bigint[],
      ${column('packLists')}::integer[], ${column('status')}::text[]
    ) n
    on conflict (account_id, order_id) do update
    set packed = excluded.packed, shipped = excluded.shipped, received = excluded.received,
      missing = excluded.missing, lot_units = excluded.lot_units, unshipped = excluded.unshipped,
      in_transit = excluded.in_transit, pack_lists = excluded.pack_lists, status = excluded.status,
      version = o.version + 1, updated_at = excluded.updated_at
    where (
        o.packed, o.shipped, o.received, o.missing, o.lot_units, o.unshipped, o.in_transit, o.pack_lists, o.status
      ) is distinct from (
        excluded.packed, excluded.shipped, excluded.received, excluded.missing, excluded.lot_units, excluded.unshipped,
        excluded.in_transit, excluded.pack_lists, excluded.status
      )
    returning order_id as id`.execute(w.tx);
  return written.map(({ id }) => id);
}

/** The units of these orders; 0 for one that was removed. */
export async function unitsOfOrders(w: Work, orderIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await w.tx
    .selectFrom('cost_layer')
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
      select k.id, l.plan_id
      from carton k
      -- Read once for all rows: with a limit for each row, the plan walks through the numbers of the account.
      left join (
        select distinct on (carton_id) carton_id, plan_id
        from pack_list
        where account_id = ${w.scope.accountId} and carton_id = ${anyOf(cartonIds)} and removed_at is null
        order by carton_id, number
      ) l on l.carton_id = k.id
      where k.account_id = ${w.scope.accountId} and k.id = ${anyOf(cartonIds)}
    ) n
    where c.account_id = ${w.scope.accountId} and c.id = n.id and c.plan_id is distinct from n.plan_id`.execute(w.tx);
}

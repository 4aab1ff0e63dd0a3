import type { Packed } from '@quayside/domain/shipments/leaves';
import { orderStatus, packListStatus, shippedUnits } from '@quayside/domain/shipments/pack-lists';
import { roundDiv } from '@quayside/domain/money/money';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { type CartonOfLeaves, measure, readCartonsOfLeaves, readPackLists } from '../rows/leaves.views.ts';
import { csvOfPlan, sha256Of } from '../send/plan-csv.ts';
import { estimateOf, type RatesOfPlans, readRatesOf } from './plan-estimates.ts';
import { shipDayOf } from './plan-days.ts';
import { type PlanGoods, totalOf } from './plan-goods.ts';
import { findPlanRows, type PlanRow } from '../rows/plans.queries.ts';
import {
  type OrderPacking,
  type OrderToPack,
  type PackListToSum,
  type PlanSums,
  readOrdersToPack,
  saveOrderPackings,
  savePlanSums,
} from '../rows/sync.queries.ts';

/**
 * Brings up to date what is packed and shipped of these orders, and their status, after a write of their pack lists, of
 * the plans of these or of the orders' units. The caller holds the cost lock.
 */
export async function syncOrders(w: Work, orderIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0) return;
  const orders = await readOrdersToPack(w, ids);
  const written = await saveOrderPackings(
    w,
    orders.map((order) => ({ ...packingOf(order), isStored: order.isStored })),
  );
  if (written.length > 0) await emit(w, changed('orders', written));
  await react(w, 'order.packed', { orderIds: ids });
}

function packingOf({ orderId, units, packLists }: OrderToPack): OrderPacking {
  const sum = (of: (row: PackListToSum) => bigint) => packLists.reduce((all, row) => all + of(row), 0n);
  return {
    orderId,
    packed: sum((row) => row.units),
    shipped: sum(shippedUnits),
    received: sum((row) => row.received),
    credited: sum((row) => row.credited),
    missing: sum((row) => (hasEnded(row.planStatus) ? row.missing : 0n)),
    lotUnits: sum((row) => row.lotUnits),
    unshipped: sum((row) => ((row.planStatus ?? 'OPEN') === 'OPEN' ? row.missing : 0n)),
    inTransit: sum((row) => (row.planStatus === 'IN_TRANSIT' ? row.missing : 0n)),
    packLists: packLists.length,
    status: orderStatus(
      units,
      packLists.map((row) => ({ units: row.lotUnits, status: packListStatus(row) })),
    ),
  };
}

/** What has not arrived of a plan is missing once it is RECEIVED, and under way until then. */
const hasEnded = (status: PackListToSum['planStatus']): boolean => status === 'RECEIVED' || status === 'CLOSED';

/**
 * Brings the sums of these plans up to date, after a write of their pack lists, of the cartons of these, of the
 * measures of their orders, or of what the plans say about how they are charged. Returns what is in them, by plan.
 */
export async function syncPlans(w: Work, planIds: readonly string[]): Promise<Map<string, PlanGoods>> {
  const ids = [...new Set(planIds)];
  if (ids.length === 0) return new Map();
  const plans = await workOutPlans(w, ids);
  for (const { plan, sums } of plans) await savePlanSums(w, plan.id, sums);
  await emit(w, changed('shipment-plans', ids));
  return new Map(plans.map(({ plan, goods }) => [plan.id, goods]));
}

/** A plan with its pack lists and cartons, and the sums that follow from these. */
interface WorkedOut {
  readonly plan: PlanRow;
  readonly goods: PlanGoods;
  readonly sums: PlanSums;
}

/** Works out the sums of these plans from their pack lists and cartons, beside what is stored. */
export async function workOutPlans(w: Work, ids: readonly string[]): Promise<WorkedOut[]> {
  const packLists = Map.groupBy(await readPackLists(w, 'plan_id', ids), ({ planId }) => planId ?? '');
  const cartons = await readCartonsOfLeaves(
    w,
    [...packLists.values()].flat().flatMap(({ cartonId }) => cartonId ?? []),
  );
  const plans = await findPlanRows(w, ids);
  const rates = await readRatesOf(w, plans);
  return plans.map((plan) => {
    const rows = packLists.get(plan.id) ?? [];
    const own = new Map(rows.flatMap(({ cartonId }) => entryOf(cartons, cartonId)));
    const goods = { rows, cartons: own, packed: measure(rows, own) };
    return { plan, goods, sums: sumsOf(plan, goods, rates, todayOf(w)) };
  });
}

function sumsOf(
  plan: PlanRow,
  { rows, cartons: own, packed }: PlanGoods,
  rates: RatesOfPlans,
  today: string,
): PlanSums {
  const estimate = estimateOf(
    {
      rate: rates.byId.get(plan.freight_rate_id ?? '') ?? null,
      shippingMethod: plan.shipping_method,
      calculateBy: plan.calculate_by,
      currency: plan.currency,
      shippingRate: plan.shipping_rate,
      containerEstimateMinor: plan.container_estimate_minor,
    },
    packed,
    { day: shipDayOf(plan) ?? today, containers: rates.containers },
  );
  return {
    packLists: rows.length,
    units: rows.reduce((all, row) => all + row.units, 0n),
    received: rows.reduce((all, row) => all + row.received, 0n),
    missing: rows.reduce((all, row) => all + row.missing, 0n),
    cartons: [...own.values()].reduce((all, { count }) => all + BigInt(count), 0n),
    weightUg: sumOf(packed, 'weight'),
    volumeMm3: sumOf(packed, 'volume'),
    chargeableUg: estimate.chargeableUg,
    estimatedCostMinor: estimate.costMinor,
    estimatedCostCurrency: estimate.currency,
    lackingReason: estimate.lacking?.reason ?? null,
    lackingProductIds: (estimate.lacking?.lacking ?? []).map(({ productId }) => productId),
    contentSha256: sha256Of(csvOfPlan({ plan, packLists: rows, cartons: own, packed })),
  };
}

const entryOf = (cartons: ReadonlyMap<string, CartonOfLeaves>, id: string | null): [string, CartonOfLeaves][] => {
  const carton = id === null ? undefined : cartons.get(id);
  return carton ? [[carton.id, carton]] : [];
};

/** What all measures of a plan add up to, rounded once; null while one is unknown. */
function sumOf(packed: readonly Packed[], of: 'weight' | 'volume'): bigint | null {
  const total = totalOf(packed, of);
  return total && roundDiv(total.n, total.d);
}

/** Tells the areas that know due days that the plans of these orders, or their days, are others. */
export const announceDays = (w: Work, orderIds: readonly string[]): Promise<void> =>
  orderIds.length === 0 ? Promise.resolve() : react(w, 'shipment.days-changed', { orderIds: [...new Set(orderIds)] });

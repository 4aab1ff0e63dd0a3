import { MODE_RATINGS, ratingOfMethod, type Rating } from '@quayside/domain/shipments/chargeable';
import { ratingOfRate } from '@quayside/domain/shipments/freight-rates';
import type { CartonRow, Leaf } from '@quayside/domain/shipments/leaves';
import { partsOfWhole } from '@quayside/domain/shipments/lots';
import { leafKey } from '@quayside/domain/shipments/numbers';
import { type GoodsInScope, looseGoods } from '@quayside/domain/shipments/shipment-shares';
import { compareKeys } from '@quayside/domain/money/allocate';
import type { Work } from '../../../db/tx.ts';
import type { CostLineRow, OrderRow, ScopeRow } from '../costs.types.ts';
import { isDutyLine } from './cost-lines.ts';
import { type DutyFactsOn, readDutyFacts } from './duty-facts.ts';
import { freightRatesById } from './freight-rates.views.ts';
import { ordersById } from '../rows/orders.queries.ts';
import { cartonRows, type PackListRow, packListsAround, type PlanRow, plansById } from './pack-lists.views.ts';

/** The pack lists that lines are shared over, with all that their weights depend on. */
interface ShippedGoods {
  /** The pack lists that a row of a scope stands for; none for orders, invoices and products. */
  leavesOf(row: Pick<ScopeRow, 'type' | 'targetId'>): readonly Leaf[];
  /** What a line is shared over: these leaves, and what they are rated with. */
  goodsOf(line: CostLineRow, leaves: readonly Leaf[]): GoodsInScope;
}

/** An order as a whole, as a leaf. */
export const wholeOrder = (order: OrderRow): Leaf => ({
  layerId: order.id,
  packListId: null,
  planId: null,
  cartonRowId: null,
  key: leafKey(order.number, null),
  productId: order.productId,
  productSku: order.productSku,
  units: order.units,
  weightUg: order.weightUg,
  volumeMm3: order.volumeMm3,
  factoryMinor: order.factoryMinor,
  shippingMethod: order.shippingMethod,
});

/** What lines without pack lists in their scopes are shared over: orders as a whole. */
const NOTHING_SHIPPED: ShippedGoods = {
  leavesOf: () => [],
  goodsOf: (line, leaves) => ({ ...looseGoods(leaves), shippingMethod: line.shippingMethod }),
};

/** Reads the pack lists of these scopes, and everything that their weights depend on. */
export async function readShippedGoods(
  w: Work,
  scope: readonly Pick<ScopeRow, 'type' | 'targetId'>[],
  lines: readonly CostLineRow[],
): Promise<ShippedGoods> {
  const ids = (type: ScopeRow['type']) => [
    ...new Set(scope.filter((row) => row.type === type).map(({ targetId }) => targetId)),
  ];
  const targets = { packListIds: ids('PACK_LIST'), cartonIds: ids('CARTON'), planIds: ids('SHIPMENT') };
  if (targets.packListIds.length + targets.cartonIds.length + targets.planIds.length === 0) return NOTHING_SHIPPED;
  const packLists = await packListsAround(w, targets);
  const orders = new Map(
    (await ordersById(w, [...new Set(packLists.map(({ orderId }) => orderId))])).map((order) => [order.id, order]),
  );
  const planIds = [...new Set(packLists.flatMap(({ planId }) => planId ?? []))];
  const plans = new Map((await plansById(w, planIds)).map((plan) => [plan.id, plan]));
  const rows = await cartonRows(w, [...new Set(packLists.flatMap(({ cartonId }) => cartonId ?? []))]);
  const packListsOf = Map.groupBy(packLists, ({ orderId }) => orderId);
  const leaves = leavesOf(packLists, packListsOf, orders);
  const duty = lines.some(isDutyLine)
    ? await readDutyFacts(w, {
        leaves,
        plans,
        unitsOf: new Map([...orders].map(([id, { units }]) => [id, units])),
        packListsOf,
      })
    : null;
  return goodsAmong(leaves, { rows, ratings: await ratingsOf(w, [...plans.values()]), duty });
}

function leavesOf(
  packLists: readonly PackListRow[],
  packListsOf: ReadonlyMap<string, readonly PackListRow[]>,
  orders: ReadonlyMap<string, OrderRow>,
): Leaf[] {
  const factoryParts = new Map(
    [...orders.values()].flatMap(({ id, units, factoryMinor }) =>
      factoryMinor === null ? [] : [...partsOfWhole(factoryMinor, units, packListsOf.get(id) ?? []).parts],
    ),
  );
  return packLists.flatMap((row): Leaf[] => {
    const order = orders.get(row.orderId);
    if (!order) return [];
    return [
      {
        ...wholeOrder(order),
        packListId: row.id,
        planId: row.planId,
        cartonRowId: row.cartonId,
        key: leafKey(order.number, row.number),
        units: row.units,
        factoryMinor: factoryParts.get(row.id) ?? null,
      },
    ];
  });
}

/** The method of each plan: that of the rate that was chosen for it, otherwise that of its mode, by sea without one. */
async function ratingsOf(w: Work, plans: readonly PlanRow[]): Promise<Map<string, Rating>> {
  const rates = await freightRatesById(
    w,
    plans.flatMap(({ freightRateId }) => freightRateId ?? []),
  );
  return new Map(
    plans.map(({ id, shippingMethod, freightRateId }) => {
      const rate = freightRateId === null ? undefined : rates.get(freightRateId);
      if (rate) return [id, ratingOfRate(rate)];
      return [id, shippingMethod === null ? MODE_RATINGS.SEA : ratingOfMethod(shippingMethod)];
    }),
  );
}

interface Around {
  readonly rows: readonly CartonRow[];
  readonly ratings: ReadonlyMap<string, Rating>;
  readonly duty: DutyFactsOn | null;
}

function goodsAmong(all: readonly Leaf[], { rows, ratings, duty }: Around): ShippedGoods {
  const byId = new Map(all.map((leaf) => [leaf.packListId, leaf]));
  const byCarton = Map.groupBy(all, ({ cartonRowId }) => cartonRowId);
  const byPlan = Map.groupBy(all, ({ planId }) => planId);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return {
    leavesOf({ type, targetId }) {
      if (type === 'CARTON') return byCarton.get(targetId) ?? [];
      if (type === 'SHIPMENT') return byPlan.get(targetId) ?? [];
      const leaf = type === 'PACK_LIST' ? byId.get(targetId) : undefined;
      return leaf ? [leaf] : [];
    },
    goodsOf(line, leaves) {
      const others = matesOf(leaves, byCarton, byPlan);
      const cartonIds = new Set([...leaves, ...others].flatMap(({ cartonRowId }) => cartonRowId ?? []));
      return {
        leaves,
        others,
        rows: [...cartonIds].flatMap((id) => rowById.get(id) ?? []),
        ratings,
        shippingMethod: line.shippingMethod,
        duty: duty && isDutyLine(line) ? duty(line.date, leaves) : new Map(),
      };
    },
  };
}

/** The other pack lists of the carton rows and plans of these. */
function matesOf(
  leaves: readonly Leaf[],
  byCarton: ReadonlyMap<string | null, readonly Leaf[]>,
  byPlan: ReadonlyMap<string | null, readonly Leaf[]>,
): Leaf[] {
  const inScope = new Set(leaves.map(({ key }) => key));
  const mates = new Map<string, Leaf>();
  const collect = (all: readonly Leaf[]) => {
    for (const leaf of all) if (!inScope.has(leaf.key)) mates.set(leaf.key, leaf);
  };
  for (const id of new Set(leaves.map(({ cartonRowId }) => cartonRowId))) if (id) collect(byCarton.get(id) ?? []);
  for (const id of new Set(leaves.map(({ planId }) => planId))) if (id) collect(byPlan.get(id) ?? []);
  return [...mates.values()].sort((a, b) => compareKeys(a.key, b.key));
}

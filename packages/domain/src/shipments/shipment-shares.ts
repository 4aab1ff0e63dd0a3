import { chargeableMethodOf } from '../landed-cost/defaults.ts';

import type { AllocationReason, Basis, ShippingMethod, Measure } from '../lists.ts';
import { rateShipment, ratingOfMethod, type Rated, type Rating } from './chargeable.ts';
import { DUTY_SCALE, weighDuty, type DutyFacts } from './duty.ts';
import { fraction, inProportion, NOTHING, times, type Fraction } from './fractions.ts';
import {
  distinctProducts,
  packedOf,
  productsOfLeaves,
  sharesOfRow,
  together,
  type CartonRow,
  type Leaf,
  type MeasuredLeaf,
  type Packed,
  type Unweighable,
} from './leaves.ts';

const SHIPMENT_BASES = ['WEIGHT', 'VOLUME', 'CARTONS', 'CHARGEABLE_WEIGHT', 'DUTY'] as const satisfies readonly Basis[];
/** The bases that look at cartons, plans and destinations. The others weigh a leaf as they weigh an order. */
export type ShipmentBasis = (typeof SHIPMENT_BASES)[number];
export const isShipmentBasis = (basis: Basis): basis is ShipmentBasis =>
  (SHIPMENT_BASES as readonly Basis[]).includes(basis);

/** The goods that a cost line is allocated over. */
export interface GoodsInScope {
  /** The leaves in the scope of the line. Each key occurs once. */
  readonly leaves: readonly Leaf[];
  /** The other pack lists of their carton rows and plans: a row is shared, and a plan is rated, as a whole. */
  readonly others: readonly Leaf[];
  readonly rows: readonly CartonRow[];
  /** The method of each plan by its id: that of its rate, otherwise that of its mode. */
  readonly ratings: ReadonlyMap<string, Rating>;
  /** The shipping method of the invoice, for leaves that are in no plan. */
  readonly shippingMethod: ShippingMethod | null;
  /** The facts for DUTY by the key of each leaf; other bases ignore them. */
  readonly duty: ReadonlyMap<string, DutyFacts>;
}

/** Leaves that are in no plan and no carton, such as orders as a whole. */
export const looseGoods = (leaves: readonly Leaf[]): GoodsInScope => ({
  leaves,
  others: [],
  rows: [],
  ratings: new Map(),
  shippingMethod: null,
  duty: new Map(),
});

/** How one plan was rated; null is what is in no plan. */
interface RatedPlan extends Rated {
  readonly planId: string | null;
}

/**
 * The weight of every leaf in scope, in their sequence: whole numbers that are in the exact proportions. Each is the
 * leaf's measure × `scale`.
 */
export interface WeighedLeaves {
  readonly weighed: readonly { readonly leaf: Leaf; readonly weight: bigint }[];
  readonly scale: bigint;
  /** What the weights count. */
  readonly measure: Measure;
  readonly plans: readonly RatedPlan[];
}

/**
 * Weighs the leaves of a line by a basis of shipments (stock §7), or says what is missing, negative or zero. The
 * weights are exact, so that the caller rounds once, at the leaves: `allocateOver` over the keys of the leaves and
 * these weights, once per currency.
 */
export function weighLeaves(basis: ShipmentBasis, goods: GoodsInScope): WeighedLeaves | Unweighable {
  const weighing = weighBy(basis, goods);
  if ('reason' in weighing) return weighing;
  const negative = weighing.weighed.filter(({ weight }) => weight < 0n).map(({ leaf }) => leaf);
  if (negative.length > 0) return { reason: 'NEGATIVE_BASIS', lacking: productsOfLeaves(negative) };
  return weighing.weighed.some(({ weight }) => weight > 0n)
    ? weighing
    : { reason: 'ZERO_BASIS', lacking: productsOfLeaves(goods.leaves) };
}

function weighBy(basis: ShipmentBasis, goods: GoodsInScope): WeighedLeaves | Unweighable {
  switch (basis) {
    case 'WEIGHT':
      return byMeasure(goods, 'weight', 'MISSING_WEIGHT', 'GROSS_WEIGHT');
    case 'VOLUME':
      return byMeasure(goods, 'volume', 'MISSING_VOLUME', 'VOLUME');
    case 'CARTONS':
      return byCartons(goods);
    case 'CHARGEABLE_WEIGHT':
      return byChargeableWeight(goods);
    case 'DUTY': {
      const weighing = weighDuty(goods.leaves, goods.duty);
      return 'reason' in weighing ? weighing : { ...weighing, scale: DUTY_SCALE, measure: 'DUTY', plans: [] };
    }
  }
}

/** Weighs the leaves in scope by exact fractions; a missing one is reported with its product. */
function byFractions(
  leaves: readonly Leaf[],
  fractions: ReadonlyMap<string, Fraction | null>,
  reason: AllocationReason,
  rest: Omit<WeighedLeaves, 'weighed' | 'scale'>,
): WeighedLeaves | Unweighable {
  const lacking = leaves.filter(({ key }) => (fractions.get(key) ?? null) === null);
  if (lacking.length > 0) return { reason, lacking: productsOfLeaves(lacking) };
  const { weights, scale } = inProportion(leaves.map(({ key }) => fractions.get(key) ?? NOTHING));
  return { ...rest, scale, weighed: leaves.map((leaf, i) => ({ leaf, weight: weights[i] ?? 0n })) };
}

const packedAll = ({ leaves, others, rows }: GoodsInScope): Packed[] => packedOf([...leaves, ...others], rows);

function byMeasure(
  goods: GoodsInScope,
  of: 'weight' | 'volume',
  reason: AllocationReason,
  measure: Measure,
): WeighedLeaves | Unweighable {
  const measured = packedAll(goods).flatMap(({ leaves }) => leaves);
  const fractions = new Map(measured.map((one: MeasuredLeaf) => [one.leaf.key, one[of]]));
  return byFractions(goods.leaves, fractions, reason, { measure, plans: [] });
}

/** The cartons of each row, shared among its pack lists by volume, by units where one lacks it (stock §7). */
function byCartons(goods: GoodsInScope): WeighedLeaves | Unweighable {
  const cartons = packedAll(goods).flatMap(({ row, leaves }): [string, Fraction | null][] => {
    const all = leaves.map(({ leaf }) => leaf);
    const shares = sharesOfRow(all, 'volumeMm3');
    return all.map(({ key }, i) => [key, row && times(fraction(row.count), shares[i] ?? NOTHING)]);
  });
  return byFractions(goods.leaves, new Map(cartons), 'NO_CARTONS', { measure: 'CARTONS', plans: [] });
}

/** Rates each plan by itself with its method, and what is in no plan together (stock §7). */
function byChargeableWeight(goods: GoodsInScope): WeighedLeaves | Unweighable {
  const planIds = new Set(goods.leaves.map(({ planId }) => planId));
  const byPlan = Map.groupBy(packedAll(goods), ({ leaves }) => leaves[0]?.leaf.planId ?? null);
  const inScope = new Set(goods.leaves.map(({ key }) => key));
  const rated: RatedPlan[] = [];
  const unrated: Unweighable[] = [];
  for (const planId of planIds) {
    const whole = byPlan.get(planId) ?? [];
    const ofPlan = planId === null ? whole.map((one) => onlyIn(inScope, one)) : whole;
    const result = rateShipment(ofPlan, ratingOf(goods, planId));
    if ('reason' in result) unrated.push(result);
    else rated.push({ planId, ...result });
  }
  const gap = firstGap(unrated);
  if (gap) return gap;
  const plans = rated.toSorted((a, b) => ((a.planId ?? '') < (b.planId ?? '') ? -1 : 1));
  const [only, ...others] = rated;
  if (only?.measure && others.length === 0 && ratingOf(goods, only.planId).level === 'SHIPMENT') {
    // The factor of the only plan is the same for all its leaves, so that they share by what was measured of them.
    const of = only.measure === 'VOLUME' ? 'volume' : 'weight';
    const weighing = byMeasure(goods, of, 'MISSING_WEIGHT', only.measure);
    return 'reason' in weighing ? weighing : { ...weighing, plans };
  }
  const weights = new Map(rated.flatMap(({ byLeaf }) => [...byLeaf]));
  return byFractions(goods.leaves, weights, 'MISSING_WEIGHT', { measure: 'CHARGEABLE_WEIGHT', plans });
}

/** What is in no plan was not rated together with what is beside the scope. */
const onlyIn = (keys: ReadonlySet<string>, { row, leaves }: Packed): Packed =>
  together(
    row,
    leaves.filter(({ leaf }) => keys.has(leaf.key)),
  );

function ratingOf({ leaves, ratings, shippingMethod }: GoodsInScope, planId: string | null): Rating {
  if (planId === null)
    return ratingOfMethod(
      chargeableMethodOf(
        { shippingMethod },
        leaves.filter((leaf) => leaf.planId === null),
      ),
    );
  const rating = ratings.get(planId);
  if (!rating) throw new RangeError(`The method of the plan ${planId} is missing`);
  return rating;
}

const GAP_ORDER: readonly AllocationReason[] = ['MISSING_WEIGHT', 'MISSING_VOLUME', 'NO_CARTONS'];

/** One reason for all plans that cannot be rated, the first kind of measure that is missing, with all products. */
function firstGap(unrated: readonly Unweighable[]): Unweighable | undefined {
  const reason = GAP_ORDER.find((one) => unrated.some((gap) => gap.reason === one));
  if (reason === undefined) return undefined;
  return { reason, lacking: distinctProducts(unrated.flatMap(({ lacking }) => lacking)) };
}

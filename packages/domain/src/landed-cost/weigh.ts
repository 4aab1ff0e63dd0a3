import type { AllocationReason, Basis, ShippingMethod, Measure } from '../lists.ts';
import { chargeableMethodOf, VOLUMETRIC } from './defaults.ts';
import { distinctProducts, type Leaf, type Unweighable } from '../shipments/leaves.ts';
import { isShipmentBasis, type GoodsInScope, type WeighedLeaves, weighLeaves } from '../shipments/shipment-shares.ts';
import type { CostLine } from './types.ts';

/** An order or pack list and its weight. */
type WeighedLeaf = WeighedLeaves['weighed'][number];

/**
 * The weight of every leaf in scope, in the sequence of the leaves. No weight is negative, and at least one is above 0.
 */
interface Weighing extends WeighedLeaves {
  readonly chargeableMethod: ShippingMethod | null;
}

/** A basis that weighs orders; MANUAL uses typed amounts instead. */
export type WeighedBasis = Exclude<Basis, 'MANUAL'>;

/** What has no units weighs nothing by any basis (stock §2), and lacks nothing that it would be weighed by. */
const hasUnits = ({ units }: Leaf): boolean => units !== 0n;

const isMissing = (measure: bigint | null): boolean => measure === null || measure <= 0n;
const lacksWeight = (order: Leaf): boolean => isMissing(order.weightUg);
const lacksVolume = (order: Leaf): boolean => isMissing(order.volumeMm3);
const lacksFactoryAmount = (order: Leaf): boolean => order.factoryMinor === null;

/**
 * A missing weight counts as 0 here. This does no harm, because weights of a scope with a missing measure are never
 * used.
 */
const grossWeight = (order: Leaf): bigint => order.units * (order.weightUg ?? 0n);
const volume = (order: Leaf): bigint => order.units * (order.volumeMm3 ?? 0n);
const factoryAmount = (order: Leaf): bigint => (hasUnits(order) ? (order.factoryMinor ?? 0n) : 0n);

const weighEach = (orders: readonly Leaf[], weightOf: (order: Leaf) => bigint): WeighedLeaf[] =>
  orders.map((leaf) => ({ leaf, weight: weightOf(leaf) }));
const total = (weighed: readonly WeighedLeaf[]): bigint => weighed.reduce((sum, { weight }) => sum + weight, 0n);

const productsOf = (orders: readonly Leaf[]) =>
  distinctProducts(orders.map(({ productId, productSku }) => ({ productId, sku: productSku })));

/** The bases by which orders as a whole are weighed. */
type OrderBasis = Exclude<WeighedBasis, 'CARTONS' | 'DUTY'>;

const GAPS: Readonly<Record<OrderBasis, readonly (readonly [AllocationReason, (order: Leaf) => boolean])[]>> = {
  QUANTITY: [],
  EQUAL: [],
  VALUE: [['NO_RATE', lacksFactoryAmount]],
  WEIGHT: [['MISSING_WEIGHT', lacksWeight]],
  VOLUME: [['MISSING_VOLUME', lacksVolume]],
  CHARGEABLE_WEIGHT: [
    ['MISSING_WEIGHT', lacksWeight],
    ['MISSING_VOLUME', lacksVolume],
  ],
};

/**
 * Finds the first kind of measure that is missing, and all products that lack a measure, so that a person can complete
 * them in one go.
 */
function gapOf(basis: OrderBasis, orders: readonly Leaf[]): Unweighable | undefined {
  const gaps = GAPS[basis];
  const bearing = orders.some(hasUnits) ? orders.filter(hasUnits) : orders;
  const first = gaps.find(([, lacks]) => bearing.some(lacks));
  return (
    first && {
      reason: first[0],
      lacking: productsOf(bearing.filter((order) => gaps.some(([, lacks]) => lacks(order)))),
    }
  );
}

/**
 * Decides once for the whole scope: if its gross weight is at least its volumetric weight, all orders share by weight,
 * otherwise all by volume.
 */
function chargeable(line: CostLine, orders: readonly Leaf[]): Weighing {
  const chargeableMethod = chargeableMethodOf(line, orders);
  const { n, d } = VOLUMETRIC[chargeableMethod];
  const gross = weighEach(orders, grossWeight);
  const volumes = weighEach(orders, volume);
  const isByGross = total(gross) * d >= total(volumes) * n;
  return {
    weighed: isByGross ? gross : volumes,
    scale: 1n,
    measure: isByGross ? 'GROSS_WEIGHT' : 'VOLUME',
    plans: [],
    chargeableMethod,
  };
}

function weighBy(basis: OrderBasis, line: CostLine, orders: readonly Leaf[]): Weighing {
  const by = (measure: Measure, weightOf: (order: Leaf) => bigint): Weighing => ({
    weighed: weighEach(orders, weightOf),
    scale: 1n,
    measure,
    plans: [],
    chargeableMethod: null,
  });
  switch (basis) {
    case 'QUANTITY':
      return by('UNITS', (order) => order.units);
    case 'VALUE':
      return by('FACTORY_AMOUNT', factoryAmount);
    case 'WEIGHT':
      return by('GROSS_WEIGHT', grossWeight);
    case 'VOLUME':
      return by('VOLUME', volume);
    case 'EQUAL':
      return by('EQUAL', (order) => (hasUnits(order) ? 1n : 0n));
    case 'CHARGEABLE_WEIGHT':
      return chargeable(line, orders);
  }
}

/** Orders as a whole are measured by their units alone. */
const hasPackLists = ({ leaves }: GoodsInScope): boolean => leaves.some(({ packListId }) => packListId !== null);

/**
 * Weighs the leaves by the basis, or reports what is missing, negative or zero. It never falls back to another basis
 * silently.
 */
export function weigh(basis: WeighedBasis, line: CostLine, goods: GoodsInScope): Weighing | Unweighable {
  if (basis === 'CARTONS' || basis === 'DUTY' || (isShipmentBasis(basis) && hasPackLists(goods))) {
    const leaves = goods.leaves.filter(hasUnits);
    if (leaves.length === 0) return { reason: 'ZERO_BASIS', lacking: productsOf(goods.leaves) };
    const weighing = weighLeaves(basis, { ...goods, leaves });
    return 'reason' in weighing ? weighing : { ...weighing, chargeableMethod: null };
  }
  return weighOrders(basis, line, goods.leaves);
}

function weighOrders(basis: OrderBasis, line: CostLine, orders: readonly Leaf[]): Weighing | Unweighable {
  const weighing = weighBy(basis, line, orders);
  const gap = gapOf(basis, orders);
  if (gap) return gap;
  const negative = weighing.weighed.filter(({ weight }) => weight < 0n);
  if (negative.length > 0) return { reason: 'NEGATIVE_BASIS', lacking: productsOf(negative.map(({ leaf }) => leaf)) };
  if (total(weighing.weighed) === 0n) return { reason: 'ZERO_BASIS', lacking: productsOf(orders) };
  return weighing;
}

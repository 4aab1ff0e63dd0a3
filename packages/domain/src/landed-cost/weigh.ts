import type { Basis, ShippingMethod, AllocationReason } from '../lists.ts';
import { chargeableMethodOf, VOLUMETRIC } from './defaults.ts';
import type { CostLine, LackingProduct, OrderInScope, Measure } from './types.ts';

/** An order and its weight. */
interface WeighedOrder {
  readonly order: OrderInScope;
  readonly weight: bigint;
}

/**
 * The weight of every order in scope, in the sequence of the orders. No weight is negative, and at least one is above
 * 0.
 */
interface Weighing {
  readonly weighed: readonly WeighedOrder[];
  readonly measure: Measure;
  readonly chargeableMethod: ShippingMethod | null;
}

/** The reason why the orders of a scope cannot be weighed, and the products that cause it. */
interface Unweighable {
  readonly reason: AllocationReason;
  readonly lacking: LackingProduct[];
}

/** A basis that weighs orders; MANUAL uses typed amounts instead. */
export type WeighedBasis = Exclude<Basis, 'MANUAL'>;

const isMissing = (measure: bigint | null): boolean => measure === null || measure <= 0n;
const lacksWeight = (order: OrderInScope): boolean => isMissing(order.weightUg);
const lacksVolume = (order: OrderInScope): boolean => isMissing(order.volumeMm3);
const lacksFactoryAmount = (order: OrderInScope): boolean => order.factoryMinor === null;

/**
 * A missing weight counts as 0 here. This does no harm, because weights of a scope with a missing measure are never
 * used.
 */
const grossWeight = (order: OrderInScope): bigint => order.units * (order.weightUg ?? 0n);
const volume = (order: OrderInScope): bigint => order.units * (order.volumeMm3 ?? 0n);
const factoryAmount = (order: OrderInScope): bigint => order.factoryMinor ?? 0n;

const weighEach = (orders: readonly OrderInScope[], weightOf: (order: OrderInScope) => bigint): WeighedOrder[] =>
  orders.map((order) => ({ order, weight: weightOf(order) }));
const total = (weighed: readonly WeighedOrder[]): bigint => weighed.reduce((sum, { weight }) => sum + weight, 0n);

/**
 * Lists the distinct products of these orders, sorted by SKU, so that the result does not depend on the sequence of the
 * orders.
 */
function productsOf(orders: readonly OrderInScope[]): LackingProduct[] {
  const byId = new Map(orders.map(({ productId, productSku }) => [productId, { productId, sku: productSku }]));
  return [...byId.values()].sort((a, b) => (a.sku + a.productId < b.sku + b.productId ? -1 : 1));
}

const GAPS: Readonly<Record<WeighedBasis, readonly (readonly [AllocationReason, (order: OrderInScope) => boolean])[]>> =
  {
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
function gapOf(basis: WeighedBasis, orders: readonly OrderInScope[]): Unweighable | undefined {
  const gaps = GAPS[basis];
  const first = gaps.find(([, lacks]) => orders.some(lacks));
  return (
    first && { reason: first[0], lacking: productsOf(orders.filter((order) => gaps.some(([, lacks]) => lacks(order)))) }
  );
}

/**
 * Decides once for the whole scope: if its gross weight is at least its volumetric weight, all orders share by weight,
 * otherwise all by volume.
 */
function chargeable(line: CostLine, orders: readonly OrderInScope[]): Weighing {
  const chargeableMethod = chargeableMethodOf(line, orders);
  const { n, d } = VOLUMETRIC[chargeableMethod];
  const gross = weighEach(orders, grossWeight);
  const volumes = weighEach(orders, volume);
  const isByGross = total(gross) * d >= total(volumes) * n;
  return { weighed: isByGross ? gross : volumes, measure: isByGross ? 'GROSS_WEIGHT' : 'VOLUME', chargeableMethod };
}

function weighBy(basis: WeighedBasis, line: CostLine, orders: readonly OrderInScope[]): Weighing {
  const by = (measure: Measure, weightOf: (order: OrderInScope) => bigint): Weighing => ({
    weighed: weighEach(orders, weightOf),
    measure,
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
      return by('EQUAL', () => 1n);
    case 'CHARGEABLE_WEIGHT':
      return chargeable(line, orders);
  }
}

/**
 * Weighs the orders by the basis, or reports what is missing, negative or zero. It never falls back to another basis
 * silently.
 */
export function weigh(basis: WeighedBasis, line: CostLine, orders: readonly OrderInScope[]): Weighing | Unweighable {
  const weighing = weighBy(basis, line, orders);
  const gap = gapOf(basis, orders);
  if (gap) return gap;
  const negative = weighing.weighed.filter(({ weight }) => weight < 0n);
  if (negative.length > 0) return { reason: 'NEGATIVE_BASIS', lacking: productsOf(negative.map(({ order }) => order)) };
  if (total(weighing.weighed) === 0n) return { reason: 'ZERO_BASIS', lacking: productsOf(orders) };
  return weighing;
}

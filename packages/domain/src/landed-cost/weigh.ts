import type { Basis, ShippingMethod, UnassignedReason } from '../lists.ts';
import { chargeableMethodOf, VOLUMETRIC } from './defaults.ts';
import type { CostLine, LackingProduct, LayerInScope, Measure } from './types.ts';

/** A layer and its weight. */
export interface WeighedLayer {
  readonly layer: LayerInScope;
  readonly weight: bigint;
}

/**
 * The weight of every layer in scope, in the order of the layers. No weight is negative, and at least one is above 0.
 */
export interface Weighing {
  readonly weighed: readonly WeighedLayer[];
  readonly measure: Measure;
  readonly chargeableMethod: ShippingMethod | null;
}

/** Why a scope cannot be weighed, and the products that cause it. */
export interface Unweighable {
  readonly reason: UnassignedReason;
  readonly lacking: LackingProduct[];
}

/** A basis that weighs layers; MANUAL uses typed amounts instead. */
export type WeighedBasis = Exclude<Basis, 'MANUAL'>;

const isMissing = (measure: bigint | null): boolean => measure === null || measure <= 0n;
const lacksWeight = (layer: LayerInScope): boolean => isMissing(layer.weightUg);
const lacksVolume = (layer: LayerInScope): boolean => isMissing(layer.volumeMm3);
const lacksFactoryAmount = (layer: LayerInScope): boolean => layer.factoryMinor === null;

/** A missing weight counts as 0 here; a scope with a missing measure is refused before its weights are used. */
const grossWeight = (layer: LayerInScope): bigint => layer.units * (layer.weightUg ?? 0n);
const volume = (layer: LayerInScope): bigint => layer.units * (layer.volumeMm3 ?? 0n);
const factoryAmount = (layer: LayerInScope): bigint => layer.factoryMinor ?? 0n;

const weighEach = (layers: readonly LayerInScope[], weightOf: (layer: LayerInScope) => bigint): WeighedLayer[] =>
  layers.map((layer) => ({ layer, weight: weightOf(layer) }));
const total = (weighed: readonly WeighedLayer[]): bigint => weighed.reduce((sum, { weight }) => sum + weight, 0n);

/**
 * The distinct products of these layers, sorted by SKU, so that the result does not depend on the order of the layers.
 */
function productsOf(layers: readonly LayerInScope[]): LackingProduct[] {
  const byId = new Map(layers.map(({ productId, productSku }) => [productId, { productId, sku: productSku }]));
  return [...byId.values()].sort((a, b) => (a.sku + a.productId < b.sku + b.productId ? -1 : 1));
}

const GAPS: Readonly<Record<WeighedBasis, readonly (readonly [UnassignedReason, (layer: LayerInScope) => boolean])[]>> =
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

/** The first kind of missing measure, with all products that lack any: a person can then complete them in one go. */
function gapOf(basis: WeighedBasis, layers: readonly LayerInScope[]): Unweighable | undefined {
  const gaps = GAPS[basis];
  const first = gaps.find(([, lacks]) => layers.some(lacks));
  return (
    first && { reason: first[0], lacking: productsOf(layers.filter((layer) => gaps.some(([, lacks]) => lacks(layer)))) }
  );
}

/**
 * The whole scope is rated once: if its gross weight is at least its volumetric weight, all layers share by weight,
 * otherwise all by volume.
 */
function chargeable(line: CostLine, layers: readonly LayerInScope[]): Weighing {
  const chargeableMethod = chargeableMethodOf(line, layers);
  const { n, d } = VOLUMETRIC[chargeableMethod];
  const gross = weighEach(layers, grossWeight);
  const volumes = weighEach(layers, volume);
  const isByGross = total(gross) * d >= total(volumes) * n;
  return { weighed: isByGross ? gross : volumes, measure: isByGross ? 'GROSS_WEIGHT' : 'VOLUME', chargeableMethod };
}

function weighBy(basis: WeighedBasis, line: CostLine, layers: readonly LayerInScope[]): Weighing {
  const by = (measure: Measure, weightOf: (layer: LayerInScope) => bigint): Weighing => ({
    weighed: weighEach(layers, weightOf),
    measure,
    chargeableMethod: null,
  });
  switch (basis) {
    case 'QUANTITY':
      return by('UNITS', (layer) => layer.units);
    case 'VALUE':
      return by('FACTORY_AMOUNT', factoryAmount);
    case 'WEIGHT':
      return by('GROSS_WEIGHT', grossWeight);
    case 'VOLUME':
      return by('VOLUME', volume);
    case 'EQUAL':
      return by('EQUAL', () => 1n);
    case 'CHARGEABLE_WEIGHT':
      return chargeable(line, layers);
  }
}

/**
 * Weighs the layers by the basis, or reports what is missing, negative or zero. It never falls back to another basis
 * silently.
 */
export function weigh(basis: WeighedBasis, line: CostLine, layers: readonly LayerInScope[]): Weighing | Unweighable {
  const weighing = weighBy(basis, line, layers);
  const gap = gapOf(basis, layers);
  if (gap) return gap;
  const negative = weighing.weighed.filter(({ weight }) => weight < 0n);
  if (negative.length > 0) return { reason: 'NEGATIVE_BASIS', lacking: productsOf(negative.map(({ layer }) => layer)) };
  if (total(weighing.weighed) === 0n) return { reason: 'ZERO_BASIS', lacking: productsOf(layers) };
  return weighing;
}

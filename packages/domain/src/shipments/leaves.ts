import type { AllocationReason } from '../lists.ts';
import { compareKeys } from '../money/allocate.ts';
import type { LackingProduct, OrderInScope } from '../landed-cost/types.ts';
import { knownMeasure, type Sides } from './cartons.ts';
import { fraction, NOTHING, sumOfFractions, times, type Fraction } from './fractions.ts';

/**
 * A leaf of an allocation (stock §7): a pack list, or an order as a whole. Units, weight, volume and factory amount are
 * those of the leaf; weight and volume are per unit. `key` is made by `leafKey`. The bases QUANTITY, VALUE and EQUAL
 * weigh a leaf as they weigh an order.
 */
export interface Leaf extends OrderInScope {
  readonly packListId: string | null;
  readonly planId: string | null;
  readonly cartonRowId: string | null;
}

/** A row of identical cartons, with what is known of each carton. */
export interface CartonRow {
  readonly id: string;
  readonly count: bigint;
  readonly sides: Sides | null;
  /** The measured weight of one carton in micrograms; null: nobody measured it. */
  readonly measuredUg: bigint | null;
  /** The volume of one carton in cubic millimetres; null is unknown. */
  readonly volumeMm3: bigint | null;
}

/** Why leaves cannot be weighed, and the products that cause it. */
export interface Unweighable {
  readonly reason: AllocationReason;
  readonly lacking: LackingProduct[];
}

/** A leaf with its measures. They are exact; null is missing. */
export interface MeasuredLeaf {
  readonly leaf: Leaf;
  /** Micrograms. */
  readonly weight: Fraction | null;
  /** Cubic millimetres. */
  readonly volume: Fraction | null;
}

/** The leaves of one carton row, or one leaf that is in no carton, and what they measure together. */
export interface Packed {
  readonly row: CartonRow | null;
  readonly leaves: readonly MeasuredLeaf[];
  readonly weight: Fraction | null;
  readonly volume: Fraction | null;
}

/** Adds up what leaves measure together; null while one of them lacks it. */
export function together(row: CartonRow | null, leaves: readonly MeasuredLeaf[]): Packed {
  const sum = (of: 'weight' | 'volume'): Fraction | null => {
    const known = leaves.flatMap((leaf) => leaf[of] ?? []);
    return known.length === leaves.length ? sumOfFractions(known) : null;
  };
  return { row, leaves, weight: sum('weight'), volume: sum('volume') };
}

/** Lists distinct products, sorted by SKU, so that the result does not depend on the sequence. */
export function distinctProducts(products: readonly LackingProduct[]): LackingProduct[] {
  const byId = new Map(products.map((product) => [product.productId, product]));
  return [...byId.values()].sort((a, b) => compareKeys(a.sku, b.sku) || compareKeys(a.productId, b.productId));
}

export const productsOfLeaves = (leaves: readonly Leaf[]): LackingProduct[] =>
  distinctProducts(leaves.map(({ productId, productSku }) => ({ productId, sku: productSku })));

const ofUnits = (units: bigint, one: bigint | null): Fraction | null => {
  const known = knownMeasure(one);
  return known === null ? null : fraction(units * known);
};

/**
 * The parts that the pack lists of a row have in what was measured of its cartons (stock §7): by their units × measure,
 * or by units where one lacks that. They add up to 1.
 */
export function sharesOfRow(leaves: readonly Leaf[], of: 'weightUg' | 'volumeMm3'): Fraction[] {
  const measures = leaves.map((leaf) => ofUnits(leaf.units, leaf[of])?.n ?? null);
  const weights = measures.every((measure) => measure !== null && measure > 0n)
    ? measures.map((measure) => measure ?? 0n)
    : leaves.map(({ units }) => units);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  return weights.map((weight) => (total === 0n ? NOTHING : fraction(weight, total)));
}

/**
 * Measures leaves (stock §7): what was measured of the cartons wins over the product. A row has to come with all its
 * pack lists, because they share it. Without a measured weight a leaf weighs its units × gross weight, without tare,
 * because the gross weight of a unit contains its part of the case. Throws when a row of a leaf is missing.
 */
export function packedOf(leaves: readonly Leaf[], rows: readonly CartonRow[]): Packed[] {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const ofRow = Map.groupBy(leaves, ({ cartonRowId }) => cartonRowId);
  const loose = ofRow.get(null) ?? [];
  const inRows = [...ofRow].flatMap(([id, inRow]): Packed[] => {
    if (id === null) return [];
    const row = rowById.get(id);
    if (!row) throw new RangeError(`The carton row ${id} is missing`);
    return [together(row, measuredInRow(row, inRow))];
  });
  return [
    ...inRows,
    ...loose.map((leaf) =>
      together(null, [
        { leaf, weight: ofUnits(leaf.units, leaf.weightUg), volume: ofUnits(leaf.units, leaf.volumeMm3) },
      ]),
    ),
  ];
}

function measuredInRow(row: CartonRow, leaves: readonly Leaf[]): MeasuredLeaf[] {
  const [weightUg, volumeMm3] = [knownMeasure(row.measuredUg), knownMeasure(row.volumeMm3)];
  const [weightShares, volumeShares] = [sharesOfRow(leaves, 'weightUg'), sharesOfRow(leaves, 'volumeMm3')];
  const part = (measure: bigint, share: Fraction | undefined) => times(fraction(row.count * measure), share ?? NOTHING);
  return leaves.map((leaf, i) => ({
    leaf,
    weight: weightUg === null ? ofUnits(leaf.units, leaf.weightUg) : part(weightUg, weightShares[i]),
    volume: volumeMm3 === null ? ofUnits(leaf.units, leaf.volumeMm3) : part(volumeMm3, volumeShares[i]),
  }));
}

/** The sum of a measure; what is missing counts as nothing. */
export const sumOfMeasure = (packed: readonly Packed[], of: 'weight' | 'volume'): Fraction =>
  sumOfFractions(packed.flatMap((one) => one[of] ?? []));

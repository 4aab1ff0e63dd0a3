import { COST_CATEGORIES, type CostCategory } from '../lists.ts';

/** An entry as the totals see it. Entries of excluded lines may be passed in: they do not count. */
export interface TotalledEntry {
  readonly category: CostCategory;
  readonly accountMinor: bigint;
  readonly excluded: boolean;
}

/** What a product cost in all: landed = factory + inbound, always. */
export interface ProductTotals {
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
  readonly landedMinor: bigint;
  /** Units of its layers. Per unit is unknown while this is 0. */
  readonly units: bigint;
  /** How many entries count. */
  readonly entryCount: number;
  /** Sum by category; a category whose sum is 0 has no key. */
  readonly byCategory: Partial<Record<CostCategory, bigint>>;
}

/** Entries, and the units of layers, that appear or disappear together. */
export interface TotalsPart {
  readonly entries: readonly TotalledEntry[];
  readonly units: bigint;
}

/** The totals of a product without costs. */
export const NO_TOTALS: ProductTotals = { factoryMinor: 0n, inboundMinor: 0n, landedMinor: 0n, units: 0n, entryCount: 0, byCategory: {} };

type Sums = Record<CostCategory, bigint>;
const NO_SUMS = Object.fromEntries(COST_CATEGORIES.map((category) => [category, 0n])) as Sums;

function totalsOf(units: bigint, entryCount: number, sums: Sums): ProductTotals {
  const byCategory: Partial<Sums> = {};
  let landedMinor = 0n;
  for (const category of COST_CATEGORIES) {
    landedMinor += sums[category];
    if (sums[category] !== 0n) byCategory[category] = sums[category];
  }
  return { factoryMinor: sums.FACTORY_INVOICE, inboundMinor: landedMinor - sums.FACTORY_INVOICE, landedMinor, units, entryCount, byCategory };
}

/** The totals in full, from all entries of a product (layerless ones too) and the units of its layers. */
export const sumEntries = (entries: readonly TotalledEntry[], units: bigint): ProductTotals =>
  applyDelta(NO_TOTALS, { entries: [], units: 0n }, { entries, units });

/** The totals after a change: the same as a full recompute, for the price of what changed. */
export function applyDelta(totals: ProductTotals, removed: TotalsPart, added: TotalsPart): ProductTotals {
  const sums: Sums = { ...NO_SUMS, ...totals.byCategory };
  let entryCount = totals.entryCount;
  const count = (entries: readonly TotalledEntry[], sign: 1 | -1): void => {
    for (const { category, accountMinor, excluded } of entries) {
      if (excluded) continue;
      sums[category] += BigInt(sign) * accountMinor;
      entryCount += sign;
    }
  };
  count(removed.entries, -1);
  count(added.entries, 1);
  return totalsOf(totals.units - removed.units + added.units, entryCount, sums);
}

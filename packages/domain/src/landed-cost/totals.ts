import { COST_CATEGORIES, type CostCategory } from '../lists.ts';

/** The fields of an entry that totals need. Entries of excluded lines may be passed in; they do not count. */
export interface TotalledEntry {
  readonly category: CostCategory;
  readonly accountMinor: bigint;
  readonly excluded: boolean;
}

/** The total cost of a product. landed = factory + inbound, always. */
interface ProductTotals {
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
  readonly landedMinor: bigint;
  /** The number of units of the product's orders. While this is 0, unit costs are unknown. */
  readonly units: bigint;
  /** The number of entries that count. */
  readonly entryCount: number;
  /** The sum of each category. A category whose sum is 0 has no key. */
  readonly byCategory: Partial<Record<CostCategory, bigint>>;
}

/** Entries and units of orders that are added or removed together. */
interface TotalsPart {
  readonly entries: readonly TotalledEntry[];
  readonly units: bigint;
}

/** The totals of a product without costs. */
export const NO_TOTALS: ProductTotals = {
  factoryMinor: 0n,
  inboundMinor: 0n,
  landedMinor: 0n,
  units: 0n,
  entryCount: 0,
  byCategory: {},
};

type Sums = Record<CostCategory, bigint>;
const NO_SUMS = Object.fromEntries(COST_CATEGORIES.map((category) => [category, 0n])) as Sums;

function totalsOf(units: bigint, entryCount: number, sums: Sums): ProductTotals {
  const byCategory: Partial<Sums> = {};
  let landedMinor = 0n;
  for (const category of COST_CATEGORIES) {
    landedMinor += sums[category];
    if (sums[category] !== 0n) byCategory[category] = sums[category];
  }
  return {
    factoryMinor: sums.FACTORY_INVOICE,
    inboundMinor: landedMinor - sums.FACTORY_INVOICE,
    landedMinor,
    units,
    entryCount,
    byCategory,
  };
}

/** Computes the totals from all entries of a product (those without an order too) and the units of its orders. */
export const sumEntries = (entries: readonly TotalledEntry[], units: bigint): ProductTotals =>
  applyDelta(NO_TOTALS, { entries: [], units: 0n }, { entries, units });

/** Updates the totals after a change. The result equals a full recompute, but only the change is processed. */
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

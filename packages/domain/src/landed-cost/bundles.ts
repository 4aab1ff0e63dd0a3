import { decimalText, pow10, roundDiv } from '../money/money.ts';

/** How deep bundles may be nested. */
export const MAX_BUNDLE_DEPTH = 20;
/**
 * The maximum number of units of other products in a bundle, in total. It keeps the cost of a bundle within the range
 * of the column by which lists are sorted.
 */
export const MAX_BUNDLE_UNITS = 1_000_000_000n;
/** The number of decimals of a minor unit in the values by which lists are sorted and filtered. */
const STORED_DECIMALS = 12;

/** One component of a bundle. */
export interface BundlePart {
  readonly productId: string;
  /** The number of units of the component in one bundle. */
  readonly quantity: bigint;
}
/** A product with the figures and components that bundle costs need. */
export interface BundleMember {
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
  /** The number of units of the product's orders. While this is 0, its unit cost is unknown. */
  readonly units: bigint;
  /** The product's components. Without any it is not a bundle, and its own totals are its cost. */
  readonly parts: readonly BundlePart[];
}
/** An exact unit cost: each sum divided by `units`, neither rounded nor reduced. landed = factory + inbound. */
export interface UnitCost {
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
  readonly landedMinor: bigint;
  /** The divisor, which is always above 0. */
  readonly units: bigint;
}
/** Computes contents, costs and depths of bundles, and caches them. */
export interface Bundles {
  /** The number of units of each plain product in one unit of this product, with nested bundles resolved. */
  contentsOf(productId: string): ReadonlyMap<string, bigint>;
  /**
   * Computes the exact cost of one unit. For a bundle it is Σ quantity × unit cost of its parts; null when the cost of
   * any part is unknown.
   */
  costOf(productId: string): UnitCost | null;
  /** How deep bundles are nested below this product; 0 for a plain product. */
  depthOf(productId: string): number;
}

/** Creates the calculator over the given products. Throws when a bundle contains itself. */
export function openBundles(products: ReadonlyMap<string, BundleMember>): Bundles {
  const contents = new Map<string, ReadonlyMap<string, bigint>>();
  const depths = new Map<string, number>();
  const entered = new Set<string>();
  const partsOf = (id: string) => products.get(id)?.parts ?? [];

  function visit(id: string): void {
    if (contents.has(id)) return;
    if (entered.has(id)) throw new RangeError(`The bundle ${id} holds itself`);
    entered.add(id);
    const parts = partsOf(id);
    for (const part of parts) visit(part.productId);
    contents.set(id, parts.length === 0 ? new Map([[id, 1n]]) : together(parts, contents));
    depths.set(
      id,
      parts.length === 0
        ? 0
        : 1 + parts.reduce((deepest, part) => Math.max(deepest, depths.get(part.productId) ?? 0), 0),
    );
  }
  const contentsOf = (id: string): ReadonlyMap<string, bigint> => {
    visit(id);
    return contents.get(id) ?? new Map();
  };
  return {
    contentsOf,
    costOf: (id) => costOfContents(contentsOf(id), products),
    depthOf(id) {
      visit(id);
      return depths.get(id) ?? 0;
    },
  };
}

function together(
  parts: readonly BundlePart[],
  contents: ReadonlyMap<string, ReadonlyMap<string, bigint>>,
): ReadonlyMap<string, bigint> {
  const sum = new Map<string, bigint>();
  for (const part of parts)
    for (const [id, units] of contents.get(part.productId) ?? [])
      sum.set(id, (sum.get(id) ?? 0n) + part.quantity * units);
  return sum;
}

function costOfContents(
  contents: ReadonlyMap<string, bigint>,
  products: ReadonlyMap<string, BundleMember>,
): UnitCost | null {
  // Products with the same number of units share a denominator, which keeps it short.
  const byUnits = new Map<bigint, { factory: bigint; inbound: bigint }>();
  for (const [id, quantity] of contents) {
    const product = products.get(id);
    if (!product || product.units <= 0n) return null;
    const sum = byUnits.get(product.units) ?? { factory: 0n, inbound: 0n };
    byUnits.set(product.units, {
      factory: sum.factory + quantity * product.factoryMinor,
      inbound: sum.inbound + quantity * product.inboundMinor,
    });
  }
  let [factoryMinor, inboundMinor, units] = [0n, 0n, 1n];
  for (const [own, sum] of byUnits) {
    factoryMinor = factoryMinor * own + sum.factory * units;
    inboundMinor = inboundMinor * own + sum.inbound * units;
    units *= own;
  }
  return { factoryMinor, inboundMinor, landedMinor: factoryMinor + inboundMinor, units };
}

/**
 * Formats a quotient for sorting and filtering in lists: a decimal text of minor units, rounded half away from zero.
 * Displayed figures come from the exact quotient instead.
 */
export const storedQuotient = (minor: bigint, units: bigint): string =>
  decimalText(roundDiv(minor * pow10(STORED_DECIMALS), units), STORED_DECIMALS);

import { compareKeys } from '../money/allocate.ts';

/** Units of a SKU at a place: in all cartons of a row, or in a pack list that is in no carton. */
export interface Holding {
  /** The number of the carton row or pack list, or the place that a file gives. */
  readonly place: string;
  readonly sku: string;
  readonly units: bigint;
}

/** Units of one SKU at one place. */
export interface HeldUnits {
  readonly place: string;
  readonly units: bigint;
}

/** A SKU of which two records differ, with the places of both sides. */
export interface ContentsDifference {
  /** TOTAL: the sums differ. PLACE: the sums agree, and the units are in other places. */
  readonly code: 'TOTAL' | 'PLACE';
  readonly sku: string;
  readonly planned: bigint;
  readonly packed: bigint;
  /** For PLACE only the places that differ. */
  readonly plannedIn: readonly HeldUnits[];
  readonly packedIn: readonly HeldUnits[];
}

const sumOf = (held: readonly HeldUnits[]): bigint => held.reduce((sum, { units }) => sum + units, 0n);

/** The units of each SKU by place, sorted by place. */
function bySku(holdings: readonly Holding[]): Map<string, HeldUnits[]> {
  const skus = Map.groupBy(holdings, ({ sku }) => sku);
  return new Map(
    [...skus].map(([sku, held]) => [
      sku,
      [...Map.groupBy(held, ({ place }) => place)]
        .map(([place, all]) => ({ place, units: all.reduce((sum, { units }) => sum + units, 0n) }))
        .filter(({ units }) => units !== 0n)
        .toSorted((a, b) => compareKeys(a.place, b.place)),
    ]),
  );
}

/** The places of one side that the other side does not have with the same units. */
const without = (held: readonly HeldUnits[], other: readonly HeldUnits[]): HeldUnits[] =>
  held.filter(({ place, units }) => !other.some((one) => one.place === place && one.units === units));

/**
 * Holds what cartons contain against the pack lists of a plan, or the factory's packing list against the plan (stock
 * §9), sorted by SKU. `hasSamePlaces` is whether both sides name places alike; then a unit that went into another
 * carton is found too, with both cartons.
 */
export function compareContents(
  planned: readonly Holding[],
  packed: readonly Holding[],
  hasSamePlaces: boolean,
): ContentsDifference[] {
  const [plan, packs] = [bySku(planned), bySku(packed)];
  const skus = [...new Set([...plan.keys(), ...packs.keys()])].toSorted(compareKeys);
  return skus.flatMap((sku): ContentsDifference[] => {
    const [plannedIn, packedIn] = [plan.get(sku) ?? [], packs.get(sku) ?? []];
    const sums = { sku, planned: sumOf(plannedIn), packed: sumOf(packedIn) };
    if (sums.planned !== sums.packed) return [{ code: 'TOTAL', ...sums, plannedIn, packedIn }];
    const differ = { plannedIn: without(plannedIn, packedIn), packedIn: without(packedIn, plannedIn) };
    return hasSamePlaces && differ.plannedIn.length + differ.packedIn.length > 0
      ? [{ code: 'PLACE', ...sums, ...differ }]
      : [];
  });
}

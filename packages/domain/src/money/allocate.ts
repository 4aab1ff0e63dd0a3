import { abs } from './money.ts';

/** One receiver of an allocation: a key that is unique and stable, and its weight. */
export interface Part {
  readonly key: string;
  readonly weight: bigint;
}

/** What a receiver got. `roundingUnits` (0, or 1 with the total's sign) is the part of it that rounding added to the floor. */
export interface Share {
  readonly key: string;
  readonly share: bigint;
  readonly roundingUnits: bigint;
}

/** The order of keys by code unit, which no locale changes. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Splits a total in proportion to the weights so that the shares add up to it exactly (largest remainder):
 * everyone gets the floor of the exact share, the missing units go to the largest fractions, ties to the smaller
 * key. A negative total is split as its absolute value and negated. The answer is in the order of the input,
 * but no share depends on that order.
 */
export function allocate(total: bigint, parts: readonly Part[]): Share[] {
  const weightTotal = checkedWeightTotal(parts);
  if (weightTotal === 0n) {
    if (total !== 0n) throw new RangeError('Nothing to allocate over: the weights add up to 0');
    return parts.map(({ key }) => ({ key, share: 0n, roundingUnits: 0n }));
  }
  const sign = total < 0n ? -1n : 1n;
  const size = abs(total);
  const floors = parts.map(({ weight }) => (size * weight) / weightTotal);
  const missing = size - floors.reduce((sum, floor) => sum + floor, 0n);
  const rounded = new Set(
    parts
      .map(({ key, weight }) => ({ key, fraction: (size * weight) % weightTotal }))
      .sort((a, b) => (a.fraction === b.fraction ? compareKeys(a.key, b.key) : a.fraction > b.fraction ? -1 : 1))
      .slice(0, Number(missing))
      .map(({ key }) => key),
  );
  return parts.map(({ key }, i) => {
    const roundingUnits = rounded.has(key) ? sign : 0n;
    return { key, share: sign * (floors[i] ?? 0n) + roundingUnits, roundingUnits };
  });
}

function checkedWeightTotal(parts: readonly Part[]): bigint {
  const seen = new Set<string>();
  let sum = 0n;
  for (const { key, weight } of parts) {
    if (seen.has(key)) throw new RangeError(`The key ${key} occurs twice`);
    if (weight < 0n) throw new RangeError(`The weight of ${key} is negative`);
    seen.add(key);
    sum += weight;
  }
  return sum;
}

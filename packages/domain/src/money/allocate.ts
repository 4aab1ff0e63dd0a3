import { abs } from './money.ts';

/** One recipient of an allocation: a stable, unique key and a weight. */
export interface Part {
  readonly key: string;
  readonly weight: bigint;
}

/**
 * One recipient's share. `roundingUnits` (0, or 1 with the total's sign) is what rounding added to the floor of the
 * exact share.
 */
interface Share {
  readonly key: string;
  readonly share: bigint;
  readonly roundingUnits: bigint;
}

/** Compares keys by code unit, so that the result does not depend on a locale. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Splits a total in proportion to the weights so that the shares add up to it exactly (largest-remainder method). Each
 * recipient gets the floor of its exact share; the missing units go to the largest fractions, and ties go to the
 * smaller key. A negative total is split as its absolute value and then negated. Shares are returned in the order of
 * the input, but no share depends on that order.
 */
export const allocate = (total: bigint, parts: readonly Part[]): Share[] =>
  allocateOver(total, parts, ({ key }, share, roundingUnits) => ({ key, share, roundingUnits }));

/**
 * Like `allocate`, for recipients that carry more data than a key and a weight: joins each recipient with its share.
 */
export function allocateOver<P extends Part, R>(
  total: bigint,
  parts: readonly P[],
  join: (part: P, share: bigint, roundingUnits: bigint) => R,
): R[] {
  const weightTotal = checkedWeightTotal(parts);
  if (weightTotal === 0n) {
    if (total !== 0n) throw new RangeError('Nothing to allocate over: the weights add up to 0');
    return parts.map((part) => join(part, 0n, 0n));
  }
  const sign = total < 0n ? -1n : 1n;
  const size = abs(total);
  const exact = parts.map((part) => ({
    part,
    floor: (size * part.weight) / weightTotal,
    fraction: (size * part.weight) % weightTotal,
  }));
  const missing = size - exact.reduce((sum, { floor }) => sum + floor, 0n);
  const byFraction = [...exact].sort((a, b) =>
    a.fraction === b.fraction ? compareKeys(a.part.key, b.part.key) : a.fraction > b.fraction ? -1 : 1,
  );
  const rounded = new Set(byFraction.slice(0, Number(missing)).map(({ part }) => part.key));
  return exact.map(({ part, floor }) => {
    const roundingUnits = rounded.has(part.key) ? sign : 0n;
    return join(part, sign * floor + roundingUnits, roundingUnits);
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

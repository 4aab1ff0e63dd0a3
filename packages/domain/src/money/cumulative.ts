import { abs } from './money.ts';

/**
 * The part of a total that belongs to the first `taken` of `whole` units: `floor(total × taken ÷ whole)`, computed on
 * the absolute values, so that a negative total mirrors the positive one. Throws when `whole` is 0.
 */
export function cumulativePart(total: bigint, taken: bigint, whole: bigint): bigint {
  if (whole === 0n) throw new RangeError('No part of nothing');
  const size = (abs(total) * abs(taken)) / abs(whole);
  const isNegative = [total, taken, whole].filter((value) => value < 0n).length % 2 === 1;
  return isNegative ? -size : size;
}

/**
 * Splits a total over takings in their order: each gets the part up to it minus the part before it. The last unit of
 * `whole` takes the rest, so nothing is lost however the whole is taken.
 */
export function cumulativeParts(total: bigint, takings: readonly bigint[], whole: bigint): bigint[] {
  let taken = 0n;
  return takings.map((taking) => {
    const before = cumulativePart(total, taken, whole);
    taken += taking;
    return cumulativePart(total, taken, whole) - before;
  });
}

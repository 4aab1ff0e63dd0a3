import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, compareKeys, type Part } from './allocate.ts';

const parts = (weights: Readonly<Record<string, bigint>>): Part[] =>
  Object.entries(weights).map(([key, weight]) => ({ key, weight }));
const shares = (total: bigint, weights: Readonly<Record<string, bigint>>): Record<string, bigint> =>
  Object.fromEntries(allocate(total, parts(weights)).map(({ key, share }) => [key, share]));
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

describe('allocate', () => {
  it.each([
    [
      'a third each, one cent over: the tie goes to the smallest key',
      100n,
      { a: 1n, b: 1n, c: 1n },
      { a: 34n, b: 33n, c: 33n },
    ],
    ['two cents over: the two smallest keys', 200n, { a: 1n, b: 1n, c: 1n }, { a: 67n, b: 67n, c: 66n }],
    [
      'the largest fraction, not the largest weight: 4.2, 2.8, 3.0',
      10n,
      { a: 42n, b: 28n, c: 30n },
      { a: 4n, b: 3n, c: 3n },
    ],
    ['fractions .5 .3 .2 of 1, 3, 6: the cent goes to .5', 11n, { a: 15n, b: 33n, c: 62n }, { a: 2n, b: 3n, c: 6n }],
    ['a negative total mirrors the positive one', -100n, { a: 1n, b: 1n, c: 1n }, { a: -34n, b: -33n, c: -33n }],
    ['a weight of 0 gets nothing, not even rounding', 1n, { a: 0n, b: 1n, c: 1n }, { a: 0n, b: 1n, c: 0n }],
    ['more receivers than cents', 2n, { a: 1n, b: 1n, c: 1n, d: 1n }, { a: 1n, b: 1n, c: 0n, d: 0n }],
    ['one receiver takes all', -7n, { a: 5n }, { a: -7n }],
    ['nothing to share', 0n, { a: 5n, b: 3n }, { a: 0n, b: 0n }],
    ['nothing to share over nothing', 0n, { a: 0n }, { a: 0n }],
    [
      'keys are compared by code unit: capitals before small letters, 10 before 9',
      1n,
      { 'k-9': 1n, 'k-10': 1n, K: 1n },
      { 'k-9': 0n, 'k-10': 0n, K: 1n },
    ],
    ['weights beyond 2^53 stay exact: 1/2 is not 0.49999', 3n, { a: 2n ** 80n, b: 2n ** 80n - 1n }, { a: 2n, b: 1n }],
  ])('%s', (_reason, total, weights, expected) => {
    expect(shares(total, weights)).toEqual(expected);
  });

  it.each([
    ['PO-10', 'PO-9', -1],
    ['b', 'B', 1],
    ['a', 'a', 0],
  ])('compares %s with %s by code unit: %i', (a, b, expected) => {
    expect(compareKeys(a, b)).toBe(expected);
  });

  it('returns shares in the order of the input and reports the rounding units with the sign of the total', () => {
    expect(allocate(-100n, parts({ c: 1n, a: 1n, b: 1n }))).toEqual([
      { key: 'c', share: -33n, roundingUnits: 0n },
      { key: 'a', share: -34n, roundingUnits: -1n },
      { key: 'b', share: -33n, roundingUnits: 0n },
    ]);
  });

  it.each([
    [
      'two equal keys',
      5n,
      [
        { key: 'a', weight: 1n },
        { key: 'a', weight: 2n },
      ],
      'The key a occurs twice',
    ],
    [
      'a negative weight',
      5n,
      [
        { key: 'a', weight: -1n },
        { key: 'b', weight: 2n },
      ],
      'The weight of a is negative',
    ],
    ['weights of 0 with something to share', 5n, [{ key: 'a', weight: 0n }], 'the weights add up to 0'],
    ['nobody to share with', 5n, [], 'the weights add up to 0'],
  ])('throws for %s', (_what, total, input, message) => {
    expect(() => allocate(total, input)).toThrow(message);
  });

  const anAllocation = fc.record({
    total: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    weights: fc
      .array(fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 10n ** 20n })), {
        minLength: 1,
        maxLength: 12,
      })
      .filter((weights) => weights.some((weight) => weight > 0n)),
  });
  const keyed = (weights: readonly bigint[]): Part[] => weights.map((weight, i) => ({ key: `PO-${i}`, weight }));

  it('adds up to the total; each share has the right sign and is less than one unit from exact', () => {
    fc.assert(
      fc.property(anAllocation, ({ total, weights }) => {
        const all = sum(weights);
        const allocated = allocate(total, keyed(weights));
        expect(sum(allocated.map(({ share }) => share))).toBe(total);
        allocated.forEach(({ share, roundingUnits }, i) => {
          const error = share * all - total * (weights[i] ?? 0n);
          expect(error < all && -error < all).toBe(true);
          expect(share * total >= 0n).toBe(true);
          expect(roundingUnits === 0n || roundingUnits === (total < 0n ? -1n : 1n)).toBe(true);
        });
      }),
    );
  });

  it('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(
        anAllocation.chain(({ total, weights }) =>
          fc.record({
            total: fc.constant(total),
            input: fc.constant(keyed(weights)),
            shuffled: fc.shuffledSubarray(keyed(weights), { minLength: weights.length }),
          }),
        ),
        ({ total, input, shuffled }) => {
          const byKey = (list: readonly Part[]) => [...allocate(total, list)].sort((a, b) => compareKeys(a.key, b.key));
          expect(byKey(shuffled)).toEqual(byKey(input));
        },
      ),
    );
  });

  it('depends only on the proportion of the weights', () => {
    fc.assert(
      fc.property(anAllocation, fc.bigInt({ min: 1n, max: 1000n }), ({ total, weights }, factor) => {
        expect(allocate(total, keyed(weights.map((weight) => weight * factor)))).toEqual(
          allocate(total, keyed(weights)),
        );
      }),
    );
  });
});

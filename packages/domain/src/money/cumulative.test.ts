import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { cumulativePart, cumulativeParts } from './cumulative.ts';

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

describe('the parts of a total', () => {
  it.each([
    ['three equal takings of 100: the last takes the rest', 100n, [1n, 1n, 1n], 3n, [33n, 33n, 34n]],
    ['a negative total mirrors', -100n, [1n, 1n, 1n], 3n, [-33n, -33n, -34n]],
    ['a negative whole with negative takings mirrors as well', -100n, [-1n, -2n], -3n, [-33n, -67n]],
    ['what is not taken keeps its part', 100n, [1n, 1n], 3n, [33n, 33n]],
    ['a taking that is given back gives back its part', 100n, [2n, -1n], 3n, [66n, -33n]],
    ['nothing taken', 100n, [0n], 3n, [0n]],
  ])('%s', (_name, total, takings, whole, expected) => {
    expect(cumulativeParts(total, takings, whole)).toEqual(expected);
  });

  it('need something to be parts of', () => {
    expect(() => cumulativePart(1n, 1n, 0n)).toThrow('No part of nothing');
  });

  it('add up exactly, mirror, and do not depend on how finely the whole is taken', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        (total, takings, cut) => {
          const whole = sum(takings);
          const parts = cumulativeParts(total, takings, whole);
          expect(sum(parts)).toBe(total);
          expect(cumulativeParts(-total, takings, whole)).toEqual(parts.map((part) => -part));
          const at = cut % takings.length;
          const joined = [sum(takings.slice(0, at)), sum(takings.slice(at))];
          expect(cumulativeParts(total, joined, whole)).toEqual([sum(parts.slice(0, at)), sum(parts.slice(at))]);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

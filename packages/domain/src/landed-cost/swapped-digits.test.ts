import { expect, it } from 'vitest';
import { swappedDigitsHint } from './swapped-digits.ts';

it.each([
  [900n, true, '132 typed for 123'],
  [-900n, true, '123 typed for 132'],
  [27n, true, '0.41 for 0.14'],
  [0n, false, 'no difference, no hint'],
  [10n, false, 'ten cents come from no swap of neighbours'],
  [100n, false, 'one pound comes from no swap of neighbours'],
])('a difference of %s may come from swapped digits: %s (%s)', (difference, expected) => {
  expect(swappedDigitsHint(difference)).toBe(expected);
});

import { describe, expect, it } from 'vitest';
import { cutShare } from './replay-shown.ts';
import { shareByHand, shownShare } from './shown-share.ts';

const KILOGRAMS = { exact: 9, fewest: 1 };
const CUBIC_METRES = { exact: 9, fewest: 3 };

describe('the measures of a share', () => {
  it('are shown with so many decimals that a calculation by hand gives the same cent', () => {
    // Of 1,410.06, the exact share is 102.1516...; 1.0 ÷ 14.4 and 1.04 ÷ 14.38 of it would be another amount.
    const shown = shownShare(1_042_000_000n, 14_383_350_000n, [141_006n], KILOGRAMS);
    expect(shown).toEqual({ part: '1.042', whole: '14.383' });
    expect(shareByHand(141_006n, shown, 2)).toBe('102.1541');
  });
  it('have no more decimals than they need, and no fewer than the unit has', () => {
    expect(shownShare(6_480_000_000n, 15_000_000_000n, [266_055n], CUBIC_METRES)).toEqual({
      part: '6.480',
      whole: '15.000',
    });
    expect(shownShare(1200n, 5000n, [348_000n], { exact: 0, fewest: 0 })).toEqual({ part: '1200', whole: '5000' });
  });
  it('never show a measure above zero as zero', () => {
    expect(shownShare(20_000_000n, 40_000_000n, [0n], KILOGRAMS)).toEqual({ part: '0.02', whole: '0.04' });
  });
  it('give the same cents as the exact measures for a credit, of both totals', () => {
    for (let seed = 1n; seed < 400n; seed += 1n) {
      const weight = (seed * 982_451_653n) % 90_000_000_007n;
      const whole = weight + ((seed * 57_885_161n) % 700_000_000_003n) + 1n;
      const totals = [(seed * 7_919n) % 10_000_019n, -(seed * 104_729n) % 10_000_019n];
      const { part, whole: all } = shownShare(weight, whole, totals, KILOGRAMS);
      const digits = (text: string) => BigInt(text.replace('.', ''));
      expect(totals.map((total) => cutShare(total, digits(part), digits(all)))).toEqual(
        totals.map((total) => cutShare(total, weight, whole)),
      );
    }
  });
});

import { describe, expect, it } from 'vitest';
import { cutShare } from './replay-shown.ts';
import { measureText, shareByHand, shownShare } from './shown-share.ts';

const KILOGRAMS = { exact: 9, fewest: 1, divisor: 1n };
const CUBIC_METRES = { exact: 9, fewest: 3, divisor: 1n };
const CARTONS = { exact: 0, fewest: 0, divisor: 3n };

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
    expect(shownShare(1200n, 5000n, [348_000n], { exact: 0, fewest: 0, divisor: 1n })).toEqual({
      part: '1200',
      whole: '5000',
    });
  });
  it('never show a measure above zero as zero', () => {
    expect(shownShare(20_000_000n, 40_000_000n, [0n], KILOGRAMS)).toEqual({ part: '0.02', whole: '0.04' });
  });
  it('are fractions where weights have a common denominator: thirds of cartons', () => {
    expect(shownShare(60n, 180n, [30_000n], CARTONS)).toEqual({ part: '20', whole: '60' });
    // 100.00 by 20 1/3 of 61 cartons is 33.33: 20 of 61 would be 32.78.
    expect(shownShare(61n, 183n, [10_000n], CARTONS)).toEqual({ part: '20.333', whole: '61.000' });
    expect(measureText(61n, CARTONS)).toBe('20.333333333');
    expect(measureText(864_000_000_000n, KILOGRAMS)).toBe('864.000000000');
  });
  it('stay exact with weights that are greater than any number of JavaScript', () => {
    const scale = { ...KILOGRAMS, divisor: 10n ** 24n };
    const kilograms = (n: bigint) => n * 10n ** 33n;
    expect(shownShare(kilograms(3000n), kilograms(4080n), [200_000n], scale)).toEqual({
      part: '3000.0',
      whole: '4080.0',
    });
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

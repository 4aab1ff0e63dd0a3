import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { differenceOf, isPaid, type Instalment } from './instalments.ts';
import { MAX_INSTALMENTS, reshare, surplusOf } from './reshare.ts';
import { isGoneRest, makesRest } from './rest.ts';
import { minor, minors } from './testing/money.ts';

const one = (hundredths: number | null, amount: string, settled = '0.00'): Instalment => ({
  id: `${hundredths} ${amount}`,
  hundredths,
  amountMinor: minor(amount),
  settledMinor: minor(settled),
});
const NOTHING_YET = one(null, '0.00');

describe('what nobody is left to take', () => {
  it.each([
    ['becomes a rest by percents', [one(3000, '3.00'), one(7000, '7.00')], true],
    ['stays a difference by amounts', [one(null, '3.00'), one(null, '7.00')], false],
    ['stays a difference without instalments', [], false],
    ['becomes a rest beside an earlier one', [one(10_000, '3.00'), one(null, '7.00')], true],
    [
      'stays a difference of as many as there may be',
      Array.from({ length: MAX_INSTALMENTS }, () => one(100, '1.00')),
      false,
    ],
    [
      'becomes the last one that there may be',
      Array.from({ length: MAX_INSTALMENTS - 1 }, () => one(100, '1.00')),
      true,
    ],
  ])('%s', (_, instalments, expected) => {
    expect(makesRest(instalments)).toBe(expected);
  });

  it.each([
    ['1,200.00', [one(10_000, '1,000.00', '1,000.00'), NOTHING_YET], '1,000.00 200.00'],
    ['1,500.00', [one(3000, '300.00', '300.00'), one(7000, '700.00', '700.00'), NOTHING_YET], '300.00 700.00 500.00'],
    // One with a percent is open, so it takes all of it.
    ['1,500.00', [one(3000, '300.00', '300.00'), one(7000, '700.00'), NOTHING_YET], '300.00 1,200.00 0.00'],
    // A rest of which something is paid takes the next one, too.
    [
      '1,500.00',
      [one(10_000, '1,000.00', '1,000.00'), one(null, '200.00', '50.00'), NOTHING_YET],
      '1,000.00 500.00 0.00',
    ],
    [
      '1,500.00',
      [one(10_000, '1,000.00', '1,000.00'), one(null, '200.00', '200.00'), NOTHING_YET],
      '1,000.00 200.00 300.00',
    ],
    ['900.00', [one(10_000, '1,000.00', '1,000.00'), NOTHING_YET], '1,000.00 0.00'],
  ])('of %s is that of the rest', (total, instalments, expected) => {
    expect(reshare(minor(total), instalments)).toEqual(minors(expected));
  });

  it.each([
    ['is gone at 0', true, '0.00', '0.00', false, true],
    ['stays while something is open', true, '1.00', '0.00', false, false],
    ['stays while something settles it', true, '1.00', '1.00', true, false],
    ['stays at 0 with the fee of a payment', true, '0.00', '0.00', true, false],
    ['stays when it is no rest', false, '0.00', '0.00', false, false],
  ])('%s', (_, ...[isRest, amount, settled, hasEntries, expected]) => {
    const rest = { isRest, amountMinor: minor(amount), settledMinor: minor(settled) };
    expect(isGoneRest(rest, hasEntries)).toBe(expected);
  });

  it('is never out of sight: with a rest, instalments by percents are the total, or stand at what is settled', () => {
    const anyInstalment = fc
      .record({
        hundredths: fc.integer({ min: 1, max: 10_000 }),
        amount: fc.bigInt(0n, 9_999n),
        paid: fc.integer({ min: 0, max: 4 }),
      })
      .map(({ hundredths, amount, paid }) => ({
        ...one(hundredths, '0.00'),
        amountMinor: amount,
        settledMinor: (amount * BigInt(paid)) / 4n,
      }));
    fc.assert(
      fc.property(
        fc.array(anyInstalment, { minLength: 1, maxLength: 6 }),
        fc.bigInt(0n, 40_000n),
        (instalments, total) => {
          const all = [...instalments, NOTHING_YET];
          const amounts = reshare(total, all);
          const after = all.map((each, place) => ({ ...each, amountMinor: amounts[place] ?? 0n }));
          const difference = differenceOf(total, amounts);
          expect(difference <= 0n).toBe(true);
          expect(-difference).toBe(surplusOf(total, after));
          if (difference < 0n) expect(after.every(isPaid)).toBe(true);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRate, type Rate } from '../money/money.ts';
import { isDayFar } from '../days/days.ts';
import { invoiceRateWarning } from './warnings.ts';

const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
};

describe('the rate of an invoice', () => {
  it.each([
    ['0.1075', '0.1075', null],
    ['0.118250', '0.1075', null],
    ['0.118251', '0.1075', 'RATE_FAR'],
    ['0.09675', '0.1075', null],
    ['0.096749', '0.1075', 'RATE_FAR'],
    ['9.3', '0.1075', 'LOOKS_SWAPPED'],
    ['8.38', '0.1075', 'LOOKS_SWAPPED'],
    ['8.37', '0.1075', 'RATE_FAR'],
    ['1075', '0.1075', 'RATE_FAR'],
    ['1.05', '0.98', null],
  ] as const)('%s where %s is known: %s', (typed, known, warning) =>
    expect(invoiceRateWarning(rate(typed), rate(known))).toBe(warning),
  );

  it('is warned of exactly outside a tenth, whatever the number of its decimals', () => {
    const figure = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 5 }));
    const text = ([digits, scale]: readonly [number, number]) => (digits / 10 ** scale).toFixed(scale);
    fc.assert(
      fc.property(figure, figure, (one, other) => {
        const [a, b] = [BigInt(one[0]) * 10n ** BigInt(other[1]), BigInt(other[0]) * 10n ** BigInt(one[1])];
        const isNear = 10n * (a > b ? a - b : b - a) <= b;
        expect(invoiceRateWarning(rate(text(one)), rate(text(other))) === null).toBe(isNear);
      }),
    );
  });
});

describe('the day of an invoice', () => {
  it.each([
    ['2025-11-27', false],
    ['2025-11-26', true],
    ['2027-11-27', false],
    ['2027-11-28', true],
    ['2062-08-01', true],
  ])('%s is more than a year from 27 November 2026: %s', (day, isFar) =>
    expect(isDayFar(day, '2026-11-27')).toBe(isFar),
  );
});

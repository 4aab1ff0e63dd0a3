import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../refusal.ts';
import { inShort, shortened } from '../testing/in-short.ts';
import {
  convert,
  formatAmount,
  formatQuantity,
  grouped,
  inverseRate,
  moneyWords,
  parseAmount,
  parseQuantity,
  parseRate,
  RATE_ONE,
  roundDiv,
  storedInverse,
  type Rate,
  typedRate,
  unitCost,
} from './money.ts';

const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
};
const says = <T>(result: Result<T>): string => (result.ok ? 'accepted' : inShort(result.message));

describe('parseAmount', () => {
  it.each([
    ['1234.50', 'GBP', 123450n],
    ['1.5', 'GBP', 150n],
    ['-0.07', 'GBP', -7n],
    ['-0', 'GBP', 0n],
    [' 12 ', 'GBP', 1200n],
    ['1234', 'JPY', 1234n],
    ['0.001', 'KWD', 1n],
    ['9999999999999.99', 'GBP', 999999999999999n],
  ])('reads %s %s', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, value: minor });
  });

  it.each([
    ['1.234', 'GBP', 'amount.decimals GBP 2', 'a third decimal would be lost'],
    ['1.500', 'GBP', 'amount.decimals GBP 2', 'zeros at the end are decimals too'],
    ['1.0', 'JPY', 'amount.no_decimals JPY', 'a yen has no part'],
    ['1.2345', 'KWD', 'amount.decimals KWD 3', 'a fourth decimal would be lost'],
    ['NaN', 'GBP', 'amount.form', 'no number'],
    ['Infinity', 'GBP', 'amount.form', 'no number'],
    ['1e3', 'GBP', 'amount.form', 'exponents are refused'],
    ['1,50', 'GBP', 'amount.form', 'on the wire only a point separates decimals'],
    ['.5', 'GBP', 'amount.form', 'no digit before the point'],
    ['5.', 'GBP', 'amount.form', 'no digit after the point'],
    ['+5', 'GBP', 'amount.form', 'no plus sign on the wire'],
    ['', 'GBP', 'amount.form', 'empty'],
    ['٣', 'GBP', 'amount.form', 'only the digits 0 to 9'],
    ['10000000000000', 'GBP', 'amount.too_large', '10^15 minor units'],
    ['1'.repeat(41), 'JPY', 'amount.form', 'longer than any amount'],
    ['1', 'XAU', 'currency.unknown XAU', 'gold is no currency here'],
  ])('refuses %s %s with "%s": %s', (text, currency, message) => {
    expect(shortened(parseAmount(text, currency))).toEqual({ ok: false, code: 'bad_input', message });
  });

  it('parses every amount that it formats back to the same value', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
        fc.constantFrom('GBP', 'JPY', 'KWD'),
        (minor, currency) => {
          expect(parseAmount(formatAmount(minor, currency), currency)).toEqual({ ok: true, value: minor });
        },
      ),
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [123450n, 'GBP', '1234.50'],
    [-5n, 'GBP', '-0.05'],
    [0n, 'GBP', '0.00'],
    [-7n, 'JPY', '-7'],
    [1n, 'KWD', '0.001'],
  ])('formats %s of %s as %s', (minor, currency, text) => {
    expect(formatAmount(minor, currency)).toBe(text);
  });
});

describe('quantities', () => {
  it.each([
    ['1200', 1_200_000_000n, '1200'],
    ['1.500000', 1_500_000n, '1.5'],
    ['-0.000001', -1n, '-0.000001'],
    ['0', 0n, '0'],
    ['100', 100_000_000n, '100'],
  ])('parses %s as %s millionths and formats it as %s', (text, micro, shortest) => {
    expect(parseQuantity(text)).toEqual({ ok: true, value: micro });
    expect(formatQuantity(micro)).toBe(shortest);
  });

  it.each([
    ['1.0000000', 'quantity.decimals 6'],
    ['a dozen', 'quantity.form'],
    ['1000000000', 'amount.too_large'],
  ])('refuses %s', (text, message) => {
    expect(says(parseQuantity(text))).toBe(message);
  });
});

describe('parseRate', () => {
  it.each([
    ['0.7925', 7925n, 4],
    ['1.2500000000000', 125n, 2],
    ['145', 145n, 0],
    ['10.00', 10n, 0],
    ['0.0000123456', 123456n, 10],
    ['1.234567891', 1234567891n, 9],
  ])('parses %s and preserves the typed text', (text, digits, scale) => {
    expect(parseRate(` ${text} `)).toEqual({ ok: true, value: { digits, scale, text } });
  });

  it.each([
    ['0', 'rate.above_zero'],
    ['0.000', 'rate.above_zero'],
    ['-1', 'rate.form'],
    ['1e-3', 'rate.form'],
    ['1.', 'rate.form'],
    ['0,79', 'rate.form'],
    [`0.${'0'.repeat(40)}1`, 'rate.form'],
    ['1.2345678912', 'rate.digits 10'],
    ['12345678900', 'rate.digits 10'],
  ])('refuses %s', (text, message) => {
    expect(says(parseRate(text))).toBe(message);
  });
});

describe('convert', () => {
  it.each([
    [123450n, 'USD', 'GBP', '0.7925', 97834n, '1234.50 x 0.7925 = 978.341250 -> 978.34'],
    [100n, 'USD', 'GBP', '0.785', 79n, '0.785 is half way: away from zero'],
    [-100n, 'USD', 'GBP', '0.785', -79n, 'the same below zero'],
    [100n, 'USD', 'GBP', '0.7849', 78n, 'just below half way'],
    [1000n, 'JPY', 'GBP', '0.0052', 520n, '1000 yen x 0.0052 = 5.20: from no decimals to two'],
    [520n, 'GBP', 'JPY', '192.3', 1000n, '5.20 x 192.3 = 999.96 -> 1000: from two decimals to none'],
    [1n, 'KWD', 'USD', '3.25', 0n, '0.001 x 3.25 = 0.00325 -> 0.00'],
    [5n, 'USD', 'KWD', '0.3077', 15n, '0.05 x 0.3077 = 0.015385 -> 0.015'],
    [777n, 'EUR', 'EUR', '1', 777n, 'the same currency'],
  ])('converts %s %s to %s at %s to %s: %s', (minor, from, to, text, expected) => {
    expect(convert(minor, from, to, rate(text))).toBe(expected);
  });

  it('changes nothing at rate 1 within one currency', () => {
    expect(convert(-12345n, 'KWD', 'KWD', RATE_ONE)).toBe(-12345n);
  });

  it('is an odd function and stays within half a minor unit of exact', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.integer({ min: 0, max: 12 }),
        (minor, digits, scale) => {
          const r = { digits: BigInt(digits), scale, text: '' };
          const converted = convert(minor, 'USD', 'GBP', r);
          expect(convert(-minor, 'USD', 'GBP', r)).toBe(-converted);
          const twiceError = 2n * (converted * 10n ** BigInt(scale) - minor * r.digits);
          expect(twiceError <= 10n ** BigInt(scale) && -twiceError <= 10n ** BigInt(scale)).toBe(true);
        },
      ),
    );
  });
});

describe('roundDiv', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [4n, 3n, 1n],
    [0n, -7n, 0n],
  ])('rounds %s / %s to %s', (n, d, expected) => {
    expect(roundDiv(n, d)).toBe(expected);
  });
});

describe('unitCost', () => {
  it.each([
    [100001n, 1_000_000_000n, 'GBP', '1.00001', '1000 units for 1000.01: a cent that four decimals would hide'],
    [773254n, 100_000_000n, 'GBP', '77.3254', 'four decimals need no more'],
    [1000n, 2_000_000n, 'GBP', '5.0000', 'always at least four'],
    [200n, 3_000_000n, 'GBP', '0.666667', 'six decimals, rounded up'],
    [-200n, 3_000_000n, 'GBP', '-0.666667', 'away from zero below zero'],
    [1000n, 3_000_000n, 'JPY', '333.333333', 'a yen has no decimals, its unit cost has'],
    [1n, 2_000_000_000_000n, 'GBP', '0.0000', 'below half a millionth'],
    [1n, 20_000_000_000n, 'GBP', '0.000001', 'half a millionth, away from zero'],
    [0n, 5_000_000n, 'GBP', '0.0000', 'free goods cost 0'],
    [300n, 1_500_000n, 'GBP', '2.0000', 'one and a half units'],
  ])('of %s over %s millionths in %s is %s: %s', (total, units, currency, text) => {
    expect(unitCost(total, units, currency)).toBe(text);
  });

  it.each([0n, -1n])('is unknown for %s units', (units) => {
    expect(() => unitCost(100n, units, 'GBP')).toThrow('needs units');
  });
});

describe('inverseRate', () => {
  it.each([
    ['0.7925', '1.261829653', '1 / 0.7925 = 1.26182965299…'],
    ['1', '1', 'itself'],
    ['10', '0.1', 'zeros at the end are cut'],
    ['3', '0.3333333333', 'ten digits, not ten decimals'],
    ['0.0052', '192.3076923', '1 / 0.0052 = 192.307692307…'],
    ['192.3', '0.005200208008', 'leading zeros are no digits'],
    ['9999999999', '0.0000000001', '1 / 9999999999 = 1.00000000010…e-10: ten digits are 1.000000000e-10'],
    ['0.00000000000003', '33333333330000', 'beyond ten digits the rest is zeros'],
    ['0.00000000000001', '100000000000000', 'a power of ten stays one'],
  ])('of %s is %s: %s', (text, expected) => {
    const inverse = inverseRate(rate(text));
    expect(inverse.text).toBe(expected);
    expect({ digits: inverse.digits, scale: inverse.scale }).toEqual({
      digits: BigInt(expected.replace('.', '')),
      scale: expected.split('.')[1]?.length ?? 0,
    });
  });

  it('has ten significant digits: times the rate it is 1 within half of the tenth digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 9 }), (digits, scale) => {
        const inverse = inverseRate({ digits: BigInt(digits), scale, text: '' });
        const one = 10n ** BigInt(scale + inverse.scale);
        const error = BigInt(digits) * inverse.digits - one;
        expect((error < 0n ? -error : error) * 2n * 10n ** 9n <= one).toBe(true);
        expect(inverse.digits.toString().replace(/0+$/, '').length <= 10).toBe(true);
      }),
    );
  });
});

describe('the direction in which a rate was typed', () => {
  it.each([
    ['9.32', '0.1072961373'],
    ['20500', '0.000048780488'],
    ['7.1', '0.1408450704'],
    ['150.25', '0.006655574043'],
  ])('is the inverse, if %s was typed that way', (typed, stored) => {
    expect(storedInverse(rate(typed))).toBe(stored);
    expect(typedRate(rate(stored))).toEqual({ text: typed, isInverse: true });
  });
  it.each(['0.1073', '0.764526', '1.3079', '142.857'])('is that of the stored rate %s', (stored) => {
    expect(typedRate(rate(stored))).toEqual({ text: stored, isInverse: false });
  });
  it('is the one in which the rate is at least 1, if both rates are short or both are long', () => {
    expect(typedRate(rate('0.125'))).toEqual({ text: '8', isInverse: true });
    expect(typedRate(rate('8.0'))).toEqual({ text: '8', isInverse: false });
    expect(typedRate(rate('0.764525862'))).toEqual({ text: '1.308000226', isInverse: true });
    expect(typedRate(rate('1.307999998'))).toEqual({ text: '1.307999998', isInverse: false });
  });
});

describe('an amount in a text', () => {
  it.each([
    [598_000n, 'USD', 'USD 5,980.00'],
    [-123_456_789_012n, 'GBP', 'GBP −1,234,567,890.12'],
    [999n, 'JPY', 'JPY 999'],
    [123_456_789_012n, 'JPY', 'JPY 123,456,789,012'],
    [1_234_567n, 'KWD', 'KWD 1,234.567'],
    [0n, 'EUR', 'EUR 0.00'],
  ])('has its code before it, and separated thousands: %s %s is %s', (minor, currency, words) =>
    expect(moneyWords(minor, currency)).toBe(words),
  );
  it('separates no decimals', () => expect(grouped('1234.123456')).toBe('1,234.123456'));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inShort, shortened } from '../testing/in-short.ts';
import { evaluateSum, sumToAmount, sumToQuantity } from './expression.ts';
import { decimalText, formatAmount } from './money.ts';

const shown = (text: string): string => {
  const sum = evaluateSum(text);
  return sum.ok ? decimalText(sum.value.digits, sum.value.scale) : inShort(sum.message);
};
const amount = (text: string, currency = 'GBP'): string => {
  const minor = sumToAmount(text, currency);
  return minor.ok ? formatAmount(minor.value, currency) : inShort(minor.message);
};

describe('evaluateSum', () => {
  it.each([
    ['120*0.85+14', '116', 'products before sums'],
    ['=120*0.85+14', '116', 'an equals sign in front, as in a spreadsheet'],
    ['14+120*0.85', '116', 'in either order'],
    ['(14+120)*0.5', '67', 'brackets first'],
    ['10-2-3', '5', 'from the left'],
    ['100/10/5', '2', 'from the left'],
    ['2*-3', '-6', 'a sign before a number'],
    ['--5', '5', 'two signs'],
    ['-(2+3)', '-5', 'a sign before a bracket'],
    ['+5', '5', 'a plus sign'],
    [' 1 + 1 ', '2', 'spaces'],
    ['0,85*100', '85', 'a decimal comma'],
    ['12,5', '12.5', 'a decimal comma'],
    [',5+.5', '1', 'no digit in front'],
    ['0,125', '0.125', 'three decimals after a leading zero are no thousands'],
    ['1234,567', '1234.567', 'four digits in front are no thousands'],
    ['1,234.50', '1234.5', 'thousands and a point'],
    ['1,234,567', '1234567', 'two groups of thousands'],
    ['1.234,50', '1234.5', 'thousands and a comma, as on the continent'],
    ['1.5', '1.5', 'a point is always a decimal point'],
    ['12 345,60', '12345.6', 'thousands separated by a space'],
    ['12\u202f345.60', '12345.6', 'by a narrow no-break space'],
    ['12\u00a0345,6-1', '12344.6', 'by a no-break space'],
    ["1'234.50", '1234.5', 'by an apostrophe, as in Switzerland'],
    ['£1,234.50', '1234.5', 'the sign of a currency in front'],
    ['-5 €', '-5', 'or behind'],
    ['CNY 500.00', '500', 'or its code'],
    ['5.', '5', 'a point that waits for its decimals'],
    ['1/8', '0.125', 'a quotient that ends'],
    ['1/3*3', '1', 'exact on the way: no 0.999'],
    ['10/3', '3.33333333333333333333', 'a quotient that does not end, rounded for showing'],
    ['-1/-4', '0.25', 'signs in a quotient'],
    ['3×4÷2−1', '5', 'the signs of a printed sum'],
    ['0.1+0.2', '0.3', 'no binary floating point'],
    ['0*5', '0', 'zero'],
  ])('evaluates %s to %s: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ['', 'sum.form'],
    ['=', 'sum.form'],
    ['1+', 'sum.form'],
    ['*2', 'sum.form'],
    ['1 2', 'sum.form'],
    ['2(3)', 'sum.form'],
    ['()', 'sum.form'],
    ['1)', 'sum.form'],
    ['(1', 'sum.bracket'],
    ['1/0', 'sum.divides_by_zero'],
    ['1/(2-2)', 'sum.divides_by_zero'],
    ['1e3', 'sum.not_a_number 1e3'],
    ['two', 'sum.not_a_number two'],
    ['2*abc', 'sum.not_a_number abc'],
    ['12 pcs', 'sum.not_a_number pcs'],
    ['1 234x', 'sum.not_a_number 234x'],
    ['1.2.3', 'sum.not_a_number 1.2.3'],
    ['1,2,3', 'sum.not_a_number 1,2,3'],
    ['.', 'sum.not_a_number .'],
    ['1,234*2', 'sum.ambiguous 1,234 1234 1.234'],
    ['1'.repeat(201), 'field.max_length 200'],
    ['NaN', 'sum.not_a_number NaN'],
  ])('refuses %s with "%s"', (text, message) => {
    expect(shortened(evaluateSum(text))).toEqual({ ok: false, code: 'bad_input', message });
  });

  it('agrees with exact arithmetic on generated sums', () => {
    const aNumber = fc.bigInt({ min: -99999n, max: 99999n });
    fc.assert(
      fc.property(aNumber, aNumber, aNumber, (a, b, c) => {
        const text = `${decimalText(a, 2)}*(${decimalText(b, 2)}-${decimalText(c, 2)})`;
        const { digits, scale } = ((sum) => (sum.ok ? sum.value : { digits: -1n, scale: 99 }))(evaluateSum(text));
        expect(digits * 10n ** BigInt(4 - scale)).toBe(a * (b - c));
      }),
    );
  });
});

describe('sumToAmount', () => {
  it.each([
    ['120*0.85+14', 'GBP', '116.00', 'the sum of the help text'],
    ['10/3', 'GBP', '3.33', 'rounded because it is a sum'],
    ['1/3+1/3+1/3', 'GBP', '1.00', 'rounded once, not three times'],
    ['0.005*1', 'GBP', '0.01', 'half away from zero'],
    ['-0.005*1', 'GBP', '-0.01', 'half away from zero'],
    ['3*0.5', 'JPY', '2', 'half a yen, away from zero'],
    ['1.5', 'GBP', '1.50', 'a plain number'],
    ['-(1.25)', 'GBP', '-1.25', 'brackets and a sign do not make a sum'],
    ['1.250', 'GBP', 'amount.decimals GBP 2', 'a plain number is never rounded'],
    ['=1.255', 'GBP', 'amount.decimals GBP 2', 'an equals sign does not make a sum'],
    ['1.0', 'JPY', 'amount.no_decimals JPY', 'a plain number is never rounded'],
    ['9999999999999.99+0.01', 'GBP', 'amount.too_large', '10^15 minor units'],
    ['1/0', 'GBP', 'sum.divides_by_zero', 'the reason is passed on'],
    ['CNY 1 500.00', 'CNY', '1500.00', 'the currency of the field'],
    ['$5', 'AUD', '5.00', 'a sign of several currencies'],
    ['€5', 'GBP', 'sum.other_currency EUR GBP', 'another currency'],
    ['1', 'XYZ', 'currency.unknown XYZ', 'no such currency'],
  ])('reads %s in %s as %s: %s', (text, currency, expected) => {
    expect(isKnown(currency) ? amount(text, currency) : refusalOf(text, currency)).toBe(expected);
  });
  const isKnown = (currency: string): boolean => currency !== 'XYZ';
  const refusalOf = (text: string, currency: string): string => {
    const result = sumToAmount(text, currency);
    return result.ok ? 'accepted' : inShort(result.message);
  };
});

describe('sumToQuantity', () => {
  it.each([
    ['12*40', { ok: true, value: 480_000_000n }],
    ['1/3', { ok: true, value: 333_333n }],
    ['0.000001', { ok: true, value: 1n }],
    ['5 €', { ok: false, code: 'bad_input', message: 'sum.not_a_number 5 €' }],
    ['0.0000001', { ok: false, code: 'bad_input', message: 'quantity.decimals 6' }],
  ])('reads %s', (text, expected) => {
    expect(shortened(sumToQuantity(text))).toEqual(expected);
  });
});

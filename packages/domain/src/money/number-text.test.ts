import { describe, expect, it } from 'vitest';
import { decimalMarkOf, readNumber } from './number-text.ts';

describe('readNumber', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['1,234', '1234'],
    ['12,34,567.00', '1234567.00'],
    ["1'234.50", '1234.50'],
    ['1 234 567', '1234567'],
    ['1\u202f234', '1234'],
    [' .5 ', '0.5'],
    ['5.', '5'],
    ['-12.30', '-12.30'],
    ['\u221212', '-12'],
    ['12.30-', '-12.30'],
    ['(1,000.00)', '-1000.00'],
    ['-0.00', '0.00'],
    ['１，２３４．５０', '1234.50'],
  ])('reads %j as %s', (text, plain) => {
    expect(readNumber(text, '.')).toEqual({ plain, currency: null });
  });

  it.each([
    ['1.234,50', '1234.50'],
    ['0,125', '0.125'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
  ])('reads %j as %s when the comma is the decimal mark', (text, plain) => {
    expect(readNumber(text, ',')).toEqual({ plain, currency: null });
  });

  it.each([
    ['$1,234.50', '1234.50', null],
    ['-$5', '-5', null],
    ['$-5', '-5', null],
    ['($5.00)', '-5.00', null],
    ['US$ 12', '12', 'USD'],
    ['12.00 usd', '12.00', 'USD'],
    ['CNY1,200', '1200', 'CNY'],
    ['RMB 9.90', '9.90', 'CNY'],
    ['￥88.00', '88.00', null],
    ['88元', '88', null],
  ])('strips the currency from %j', (text, plain, currency) => {
    expect(readNumber(text, '.')).toEqual({ plain, currency });
  });

  it.each([
    '',
    '-',
    'abc',
    '12a',
    '1,23',
    '1,2345',
    '12,34',
    '1.2.3',
    '1,234 567',
    'USD',
    '1e5',
    '5%',
    '12/3',
    '١٢',
    '12 pcs',
    `1${' '.repeat(70)}`,
  ])('refuses %j', (text) => {
    expect(readNumber(text, '.')).toBeUndefined();
  });
});

describe('decimalMarkOf', () => {
  it.each([
    [['1,234.50', '12'], '.'],
    [['1.234,50'], ','],
    [['12,5', '1,234'], ','],
    [['0,125'], ','],
    [['0.125'], '.'],
    [['1,234,567'], '.'],
    [['€ 9,90'], ','],
    [['1,234', '1.234', '12', 'text, with commas.', ''], undefined],
    [['1,5', '1.5'], undefined],
    [['1,5', '2,5', '1.5'], ','],
  ])('finds in %j the decimal mark %s', (cells, mark) => {
    expect(decimalMarkOf(cells)).toBe(mark);
  });
});

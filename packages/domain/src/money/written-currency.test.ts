import { describe, expect, it } from 'vitest';
import { codeOf, currencyOfSign, currencyOfWord, mayBeIn } from './written-currency.ts';

describe('a currency that is written beside a number', () => {
  it.each([
    ['HK$', 'HKD', ['USD', 'CNY']],
    ['A$', 'AUD', ['USD', 'CAD']],
    ['C$', 'CAD', ['USD', 'AUD']],
    ['NT$', 'TWD', ['USD', 'HKD']],
    ['R$', 'BRL', ['USD', 'MXN']],
    ['元', 'CNY', ['USD', 'JPY']],
    ['円', 'JPY', ['CNY', 'USD']],
    ['rmb', 'CNY', ['USD', 'JPY']],
  ])('%s is %s and no other', (sign, code, others) => {
    const written = currencyOfSign(sign) ?? null;
    expect([codeOf(written), mayBeIn(written, code), ...others.map((other) => mayBeIn(written, other))]).toEqual([
      code,
      true,
      ...others.map(() => false),
    ]);
  });
  it.each([
    ['$', ['USD', 'CAD', 'AUD', 'MXN', 'HKD'], ['CNY', 'GBP', 'EUR', 'JPY', 'BRL']],
    ['¥', ['CNY', 'JPY'], ['USD', 'KRW']],
  ])('%s can be some currencies, and is the code of none', (sign, some, others) => {
    const written = currencyOfSign(sign) ?? null;
    expect([codeOf(written), written?.name]).toEqual([null, sign]);
    expect(some.filter((code) => !mayBeIn(written, code))).toEqual([]);
    expect(others.filter((code) => mayBeIn(written, code))).toEqual([]);
  });
  it('that is absent can be any', () => {
    expect([mayBeIn(null, 'CNY'), codeOf(null), currencyOfSign('pcs')]).toEqual([true, null, undefined]);
  });
});

it.each([
  ['usd', 'USD'],
  ['US dollar', 'USD'],
  ['€', 'EUR'],
  ['zł', 'PLN'],
  ['R', 'ZAR'],
  ['人民币', 'CNY'],
  [' RMB ', 'CNY'],
  ['$', undefined],
  ['¥', undefined],
  ['dollars', undefined],
])('the word %j means %s', (word, code) => expect(currencyOfWord(word)).toBe(code));

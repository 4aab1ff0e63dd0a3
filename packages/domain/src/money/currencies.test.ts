import { describe, expect, it } from 'vitest';
import { CURRENCIES, exponentOf, isCurrency, symbolOf } from './currencies.ts';

describe('currencies', () => {
  it.each([
    ['GBP', 2, 'the usual two decimals'],
    ['JPY', 0, 'no minor unit in use'],
    ['KWD', 3, 'fils are thousandths'],
    ['HUF', 2, 'ISO says 2 where locale data says 0'],
    ['IDR', 2, 'ISO says 2 where locale data says 0'],
    ['UGX', 0, 'no minor unit since 2013'],
    ['ISK', 0, 'no minor unit since 2007'],
    ['XCG', 2, 'the Caribbean guilder that followed ANG'],
  ])('%s has %i decimals: %s', (code, exponent) => {
    expect(exponentOf(code)).toBe(exponent);
    expect(isCurrency(code)).toBe(true);
  });

  it('lists every code once, in order, with a name and a symbol', () => {
    const codes = CURRENCIES.map((c) => c.code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(CURRENCIES.filter((c) => c.name === '' || c.symbol === '' || !/^[A-Z]{3}$/.test(c.code))).toEqual([]);
    expect(CURRENCIES.length).toBe(155);
  });

  it('gives no two currencies the same symbol', () => {
    const symbols = CURRENCIES.map((c) => c.symbol);
    expect(new Set(symbols).size).toBe(symbols.length);
  });

  it.each(['XAU', 'XXX', 'BOV', 'CHE', 'gbp', 'EURO', '', 'toString'])('does not know %s', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => exponentOf(code)).toThrow('Unknown currency');
    expect(() => symbolOf(code)).toThrow('Unknown currency');
  });

  it('formats a currency as its symbol, or as its code when it has none', () => {
    expect([symbolOf('GBP'), symbolOf('CNY'), symbolOf('JPY'), symbolOf('SEK')]).toEqual(['£', 'CN¥', '¥', 'SEK']);
  });
});

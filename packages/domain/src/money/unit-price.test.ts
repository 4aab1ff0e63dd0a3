import { describe, expect, it } from 'vitest';
import { shortened } from '../testing/in-short.ts';
import { MICRO } from './money.ts';
import { amountOfUnits, isPriceOf, parseUnitPrice, type UnitPrice } from './unit-price.ts';

const price = (text: string): UnitPrice => {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
};

describe('unit price', () => {
  it('is a plain number with up to 10 decimals', () => {
    expect(price('-0.0425')).toEqual({ digits: -425n, scale: 4 });
    expect(shortened(parseUnitPrice('0.12345678901'))).toMatchObject({ ok: false, message: 'price.decimals 10' });
    expect(shortened(parseUnitPrice('1,5'))).toMatchObject({ ok: false, message: 'price.form' });
  });

  it.each([
    ['15', 1200n * MICRO, 'CNY', 1_800_000n],
    ['0.0425', 333n * MICRO, 'USD', 1415n],
    ['0.005', 1n * MICRO, 'USD', 1n],
    ['-0.005', 1n * MICRO, 'USD', -1n],
    ['2.5', 1n * MICRO, 'JPY', 3n],
    ['1.0005', 2_500_000n, 'KWD', 2501n],
  ])('of %s for %s millionths in %s makes %s, rounded once', (text, quantity, currency, amount) => {
    expect(amountOfUnits(price(text), quantity, currency)).toEqual({ ok: true, value: amount });
  });

  it('refuses amounts that are too large', () => {
    expect(shortened(amountOfUnits(price('999999999'), 999_999n * MICRO, 'USD'))).toMatchObject({
      ok: false,
      message: 'amount.too_large',
    });
  });

  it.each([
    ['33.33', 10_000n, 3n, 'USD', true],
    ['33.3', 10_000n, 3n, 'USD', false],
    ['33.34', 10_000n, 3n, 'USD', false],
    ['4.5', 541_200n, 1200n, 'USD', false],
    ['4.51', 541_200n, 1200n, 'USD', true],
    ['0.0425', 1415n, 333n, 'USD', true],
    ['15', 46n, 3n, 'JPY', true],
    ['15', 47n, 3n, 'JPY', false],
    ['5', 500n, 0n, 'USD', false],
  ])('of %s matches the amount %s for %s units in %s: %s', (text, amount, units, currency, agrees) => {
    expect(isPriceOf(price(text), amount, units * MICRO, currency)).toBe(agrees);
  });
});

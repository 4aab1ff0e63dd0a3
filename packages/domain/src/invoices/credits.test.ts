import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOfCredit, leftAfterCredits, type LineFigures } from './credits.ts';

const line: LineFigures = { amountMinor: 10_000n, taxMinor: 2_000n, quantityMicro: 12_000_000n };
const ALL = { amountMinor: null, quantityMicro: null };
const some = (amountMinor: bigint, quantityMicro: bigint | null = null) => ({ amountMinor, quantityMicro });

describe('the figures of a credit', () => {
  it('default to everything that is left, including the units of an order', () => {
    expect(figuresOfCredit(line, line, ALL, true)).toEqual({
      amountMinor: -10_000n,
      taxMinor: -2_000n,
      quantityMicro: -12_000_000n,
    });
    const left = { amountMinor: 4_000n, taxMinor: 801n, quantityMicro: 5_000_000n };
    expect(figuresOfCredit(line, left, ALL, true)).toEqual({
      amountMinor: -4_000n,
      taxMinor: -801n,
      quantityMicro: -5_000_000n,
    });
    expect(figuresOfCredit(line, left, ALL, false)).toEqual({
      amountMinor: -4_000n,
      taxMinor: -801n,
      quantityMicro: 0n,
    });
  });

  it('take the tax in proportion, rounded once, and never more than the tax that is left', () => {
    expect(figuresOfCredit(line, line, some(3_333n), true)).toEqual({
      amountMinor: -3_333n,
      taxMinor: -667n,
      quantityMicro: 0n,
    });
    expect(figuresOfCredit(line, { ...line, taxMinor: 100n }, some(3_333n), true)?.taxMinor).toBe(-100n);
    expect(figuresOfCredit(line, { ...line, taxMinor: -1n }, some(3_333n), true)?.taxMinor).toBe(0n);
  });

  it('may exceed what is left', () => {
    expect(figuresOfCredit(line, line, some(20_000n), true)).toEqual({
      amountMinor: -20_000n,
      taxMinor: -2_000n,
      quantityMicro: -12_000_000n,
    });
  });

  it('return units when a quantity is given, even without an amount', () => {
    expect(figuresOfCredit(line, line, some(5_000n, 3_000_000n), true)?.quantityMicro).toBe(-3_000_000n);
    expect(figuresOfCredit(line, line, some(0n, 3_000_000n), true)).toEqual({
      amountMinor: 0n,
      taxMinor: 0n,
      quantityMicro: -3_000_000n,
    });
    expect(figuresOfCredit(line, line, some(10_000n, 0n), true)?.quantityMicro).toBe(0n);
  });

  it('are undefined when nothing is left, the wanted amount is 0, or the line itself is negative', () => {
    expect(figuresOfCredit(line, { amountMinor: 0n, taxMinor: 0n, quantityMicro: 0n }, ALL, true)).toBeUndefined();
    expect(figuresOfCredit(line, { amountMinor: -5n, taxMinor: -1n, quantityMicro: 0n }, ALL, true)).toBeUndefined();
    expect(figuresOfCredit(line, line, some(0n), true)).toBeUndefined();
    const discount = { amountMinor: -500n, taxMinor: -100n, quantityMicro: 0n };
    expect(figuresOfCredit(discount, discount, ALL, false)).toBeUndefined();
  });

  it('leave 0 when credits of any size end with a credit of everything that is left', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 9n),
        fc.bigInt(0n, 10n ** 9n),
        fc.array(fc.bigInt(1n, 10n ** 6n), { maxLength: 5 }),
        (amountMinor, taxMinor, parts) => {
          const whole: LineFigures = { amountMinor, taxMinor, quantityMicro: 7_000_000n };
          let left = whole;
          for (const part of parts) {
            if (part >= left.amountMinor) break;
            const credit = figuresOfCredit(whole, left, some(part), true);
            left = credit ? leftAfterCredits(left, credit) : left;
            expect(left.taxMinor >= 0n).toBe(true);
          }
          const last = figuresOfCredit(whole, left, ALL, true);
          expect(last && leftAfterCredits(left, last)).toEqual({ amountMinor: 0n, taxMinor: 0n, quantityMicro: 0n });
        },
      ),
    );
  });
});

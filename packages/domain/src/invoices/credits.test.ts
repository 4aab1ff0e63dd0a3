import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CreditableLine,
  creditsOfInvoice,
  leftAfterCredits,
  type LineFigures,
  type WantedCredit,
} from './credits.ts';

const line: LineFigures = { amountMinor: 10_000n, taxMinor: 2_000n, quantityMicro: 12_000_000n };
const ALL = { amountMinor: null, quantityMicro: null };
const some = (amountMinor: bigint, quantityMicro: bigint | null = null) => ({ amountMinor, quantityMicro });

/** The figures of a credit for an invoice that has only this line. */
const figuresOfCredit = (line: LineFigures, left: LineFigures, wanted: WantedCredit, isOrder: boolean) =>
  creditsOfInvoice([{ line, left, isOrder, wanted }])[0];

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

  it('return units when a quantity is given, even without an amount', () => {
    expect(figuresOfCredit(line, line, some(5_000n, 3_000_000n), true)?.quantityMicro).toBe(-3_000_000n);
    expect(figuresOfCredit(line, line, some(0n, 3_000_000n), true)).toEqual({
      amountMinor: 0n,
      taxMinor: 0n,
      quantityMicro: -3_000_000n,
    });
    expect(figuresOfCredit(line, line, some(10_000n, 0n), true)?.quantityMicro).toBe(0n);
  });

  it('are what the units cost when only these are given, rounded once, and all that is left with the last of them', () => {
    const units = (quantityMicro: bigint) => ({ amountMinor: null, quantityMicro });
    // 5 of 12 units of 100.00 are 41.67.
    expect(figuresOfCredit(line, line, units(5_000_000n), true)).toEqual({
      amountMinor: -4_167n,
      taxMinor: -833n,
      quantityMicro: -5_000_000n,
    });
    const left = { amountMinor: 5_833n, taxMinor: 1_167n, quantityMicro: 7_000_000n };
    expect(figuresOfCredit(line, left, units(7_000_000n), true)).toEqual({
      amountMinor: -5_833n,
      taxMinor: -1_167n,
      quantityMicro: -7_000_000n,
    });
    // Money that was credited before is not credited again.
    expect(figuresOfCredit(line, { ...left, amountMinor: 1_000n }, units(5_000_000n), true)?.amountMinor).toBe(-1_000n);
    expect(figuresOfCredit(line, line, units(0n), true)?.amountMinor).toBe(-10_000n);
    const service = { ...line, quantityMicro: 0n };
    expect(figuresOfCredit(service, service, units(5_000_000n), false)?.amountMinor).toBe(-10_000n);
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

const figures = (amountMinor: bigint, taxMinor = 0n): LineFigures => ({ amountMinor, taxMinor, quantityMicro: 0n });
const untouched = (line: LineFigures, wanted: WantedCredit | null): CreditableLine => ({
  line,
  left: line,
  isOrder: false,
  wanted,
});

describe('a discount', () => {
  const goods = figures(10_000n, 2_000n);
  const discount = figures(-1_000n, -200n);

  it('is credited in proportion to the other lines', () => {
    expect(creditsOfInvoice([untouched(goods, ALL), untouched(discount, null)])).toEqual([
      figures(-10_000n, -2_000n),
      figures(1_000n, 200n),
    ]);
    expect(creditsOfInvoice([untouched(goods, some(5_000n)), untouched(discount, ALL)])).toEqual([
      figures(-5_000n, -1_000n),
      figures(500n, 100n),
    ]);
    expect(creditsOfInvoice([untouched(goods, null), untouched(discount, ALL)])).toEqual([undefined, undefined]);
    // Half of 10.01 is rounded up, so that goods and discount never add up to more than the invoice.
    const odd = creditsOfInvoice([untouched(goods, some(5_000n)), untouched(figures(-1_001n), null)]);
    expect(odd[1]?.amountMinor).toBe(501n);
  });

  it('counts what was credited before, and ends at nothing', () => {
    const lines = [
      { ...untouched(goods, ALL), left: figures(5_000n, 1_000n) },
      { ...untouched(discount, null), left: figures(-500n, -100n) },
    ];
    expect(creditsOfInvoice(lines)).toEqual([figures(-5_000n, -1_000n), figures(500n, 100n)]);
  });

  /** Whether the remaining figure has the same sign as the original one, or is 0, and is not larger. */
  const isWithin = (left: bigint, figure: bigint) =>
    figure < 0n ? left <= 0n && left >= figure : left >= 0n && left <= figure;

  it('never lets credits take more than the invoice has, and all credits leave nothing', () => {
    const aLine = fc.record({ amount: fc.bigInt(0n, 500n), tax: fc.bigInt(0n, 100n) });
    fc.assert(
      fc.property(
        fc.array(aLine, { minLength: 1, maxLength: 4 }),
        fc.array(aLine, { maxLength: 4 }),
        fc.array(fc.array(fc.bigInt(0n, 200n), { minLength: 4, maxLength: 4 }), { maxLength: 6 }),
        (goodsOf, discountsOf, notes) => {
          const whole = [
            ...goodsOf.map(({ amount, tax }) => figures(amount, tax)),
            ...discountsOf.map(({ amount, tax }) => figures(-amount - 1n, -tax)),
          ];
          const net = (lines: readonly LineFigures[], of: 'amountMinor' | 'taxMinor') =>
            lines.reduce((total, line) => total + line[of], 0n);
          // A discount is never larger than the sum of the other lines.
          fc.pre(net(whole, 'amountMinor') >= 0n && net(whole, 'taxMinor') >= 0n);
          let left: readonly LineFigures[] = whole;
          const credit = (wanted: (i: number) => WantedCredit) => {
            const credits = creditsOfInvoice(
              whole.map((line, i) => ({ line, left: left[i] ?? line, isOrder: false, wanted: wanted(i) })),
            );
            left = left.map((line, i) => leftAfterCredits(line, credits[i] ?? figures(0n)));
            for (const [i, line] of whole.entries())
              for (const of of ['amountMinor', 'taxMinor'] as const)
                expect(isWithin(left[i]?.[of] ?? 0n, line[of])).toBe(true);
            expect(net(left, 'amountMinor') >= 0n && net(left, 'amountMinor') <= net(whole, 'amountMinor')).toBe(true);
          };
          for (const note of notes)
            credit((i) => {
              const most = left[i]?.amountMinor ?? 0n;
              const asked = note[i % note.length] ?? 0n;
              return some(asked < most ? asked : most > 0n ? most : 0n);
            });
          credit(() => ALL);
          expect(net(left, 'amountMinor')).toBe(0n);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthsOf, leadTimeOf, leftOf, percentText, totalDays, WHOLE } from './terms.ts';

describe('shares of a price', () => {
  it.each([
    ['30', 3000],
    ['33.3', 3330],
    ['33.33', 3333],
    ['0.01', 1],
    ['100', WHOLE],
    ['100.00', WHOLE],
    ['0', undefined],
    ['0.00', undefined],
    ['100.01', undefined],
    ['-5', undefined],
    ['33.333', undefined],
    ['1e2', undefined],
    ['', undefined],
  ])('%j is %j hundredths of a per cent', (text, hundredths) => {
    expect(hundredthsOf(text)).toBe(hundredths);
  });

  it('are formatted in one way and parse back to the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: WHOLE }), (hundredths) => {
        const text = percentText(hundredths);
        expect(hundredthsOf(text)).toBe(hundredths);
        expect(text).not.toMatch(/\.$|\.\d*0$/);
      }),
    );
  });

  it('that split the whole leave nothing, and leaving one out leaves exactly that one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: WHOLE - 1 }), { maxLength: 9 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), WHOLE];
        const shares = edges.slice(1).map((edge, i) => percentText(edge - (edges[i] ?? 0)));
        expect(leftOf(shares)).toBe(0);
        expect(leftOf(shares.slice(1))).toBe(hundredthsOf(shares[0] ?? ''));
      }),
    );
  });

  it('above the whole leave a negative rest', () => {
    expect(leftOf(['60', '60'])).toBe(-2000);
  });
});

describe('a lead time', () => {
  const sea = { shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 };
  it.each([
    [{ production: 30, transit: 35, checkIn: 5 }, 70],
    [{ production: 30, transit: null, checkIn: null }, 30],
    [{ production: 0, transit: null, checkIn: null }, 0],
    [{ production: null, transit: null, checkIn: null }, null],
  ])('%j is %j days', (days, total) => {
    expect(totalDays(days)).toBe(total);
  });

  it.each([
    [{ leadTime: 45, shippingMethod: 'SEA', leadTimes: [sea] }, 70],
    [{ leadTime: 45, shippingMethod: 'AIR', leadTimes: [sea] }, 45],
    [
      { leadTime: 45, shippingMethod: 'SEA', leadTimes: [{ ...sea, production: null, transit: null, checkIn: null }] },
      45,
    ],
    [{ leadTime: null, shippingMethod: null, leadTimes: [sea] }, null],
  ])('of %j is %j days', (supplier, total) => {
    expect(leadTimeOf(supplier)).toBe(total);
  });
});

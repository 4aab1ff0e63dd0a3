import { describe, expect, it } from 'vitest';
import { filterOf, gapOf, isFilteredBy, productsGap, withFilter } from './equation.ts';

const sums = {
  currency: 'CNY',
  assigned: '100.00',
  unassigned: '20.00',
  excluded: '5.00',
  recoverableTax: '13.00',
  difference: '-0.50',
  total: '137.50',
};
const account = { ...sums, currency: 'GBP', invoices: 1, withoutRate: 0, addsUp: true };

describe('the equation', () => {
  it('adds up to the minor unit, even with a negative difference', () => expect(gapOf(sums)).toBeUndefined());
  it('counts a sum that is larger than a typed amount may be', () => {
    const large = { ...sums, assigned: '12345678901234.00', total: '12345678901271.50' };
    expect(gapOf(large)).toBeUndefined();
    expect(gapOf({ ...large, total: '12345678901271.51' })).toBe('0.01');
  });
  it('shows what is missing or too much', () => {
    expect(gapOf({ ...sums, total: '137.51' })).toBe('0.01');
    expect(
      gapOf({
        ...sums,
        currency: 'JPY',
        assigned: '100',
        unassigned: '0',
        excluded: '0',
        recoverableTax: '0',
        difference: '0',
        total: '99',
      }),
    ).toBe('-1');
  });
  it('compares the sum of the products with the assigned costs', () => {
    const products = { factory: '80.00', inbound: '20.00', landed: '100.00', equalsAssigned: true };
    expect(productsGap({ account, products })).toBeUndefined();
    expect(productsGap({ account, products: { ...products, landed: '99.98' } })).toBe('-0.02');
  });
});

describe('a figure filters the list', () => {
  it('by kind and currency', () => {
    expect(filterOf('recoverableTax', 'CNY')).toEqual({ kind: 'TAX', currency: 'CNY' });
    expect(filterOf('difference', undefined)).toEqual({ kind: 'DIFFERENCE' });
    expect(filterOf('assigned', 'CNY')).toBeUndefined();
  });
  it('instead of the previous filter, without changing the sort order', () => {
    const next = withFilter(new URLSearchParams('f.kind.in=TAX&f.supplier.in=s1&sort=-amount&page=3&q=x'), {
      kind: 'EXCLUDED',
      currency: 'CNY',
    });
    expect(next.toString()).toBe('sort=-amount&f.kind.in=EXCLUDED&f.currency.in=CNY');
    expect(isFilteredBy(next, { kind: 'EXCLUDED', currency: 'CNY' })).toBe(true);
    expect(isFilteredBy(next, { kind: 'EXCLUDED' })).toBe(false);
    expect(isFilteredBy(next, { kind: 'TAX', currency: 'CNY' })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { aLine } from '../testing/an-invoice.ts';
import { allOf, checkCredit, hasLeft, leftOf, NONE } from './credit-form.ts';

const credited = { amount: '890.50', taxAmount: '0.00', quantity: '10' };
const check = (amount: string, quantity = '') =>
  checkCredit([aLine({ credited })], new Map([['line-1', { amount, quantity }]]), 'CNY');

describe('what is left of a line', () => {
  it('is the line less its previous credits', () =>
    expect(leftOf(aLine({ credited }), 'CNY')).toEqual({ amount: 500000n, quantity: 90_000_000n }));
  it('is never below zero', () => {
    const spent = leftOf(aLine({ credited: { amount: '6000.00', taxAmount: '0.00', quantity: '100' } }), 'CNY');
    expect(spent).toEqual({ amount: 0n, quantity: 0n });
    expect(hasLeft(spent)).toBe(false);
  });
  it('is nothing on a fully credited line without an order, where the quantity does not count units', () => {
    const spent = leftOf(
      aLine({ order: null, quantity: '1', credited: { amount: '5890.50', taxAmount: '0.00', quantity: '0' } }),
      'CNY',
    );
    expect(hasLeft(spent)).toBe(false);
  });
  it('is proposed as a whole, with units only for a line with an order', () => {
    expect(allOf(aLine({ credited }), 'CNY')).toEqual({ amount: '5000.00', quantity: '90' });
    expect(allOf(aLine({ order: null }), 'CNY')).toEqual({ amount: '5890.50', quantity: '' });
    expect(allOf(aLine({ credited: { amount: '5890.50', taxAmount: '0.00', quantity: '100' } }), 'CNY')).toEqual(NONE);
  });
});

describe('a discount', () => {
  const lines = [
    aLine({ invoiceLineId: 'goods', amount: '100.00', credited: null }),
    aLine({ invoiceLineId: 'discount', amount: '-10.00', order: null, credited: null }),
  ];
  const of = (amount: string) => checkCredit(lines, new Map([['goods', { amount, quantity: '' }]]), 'CNY');
  it('is credited in proportion to the other lines, and is not sent', () => {
    expect(of('100')).toMatchObject({ total: 9000n, deductions: new Map([['discount', 1000n]]) });
    expect(of('50')).toMatchObject({ total: 4500n, deductions: new Map([['discount', 500n]]) });
    expect(of('50').lines).toEqual([{ invoiceLineId: 'goods', amount: '50.00', quantity: '0' }]);
    expect(of('')).toMatchObject({ total: 0n, deductions: new Map([['discount', 0n]]), lines: [] });
  });
});

describe('the input for a credit', () => {
  it('is added up, and sent as positive amounts', () => {
    expect(check('100*2', '4')).toMatchObject({
      total: 20000n,
      lines: [{ invoiceLineId: 'line-1', amount: '200.00', quantity: '4' }],
    });
    expect(check('100*2', '4').problems.size).toBe(0);
  });
  it('can have units without an amount', () =>
    expect(check('', '4').lines).toEqual([{ invoiceLineId: 'line-1', amount: '0.00', quantity: '4' }]));
  it('omits lines without input', () => expect(check('', '').lines).toEqual([]));
  it('cannot exceed what is left', () => {
    expect(check('5000.01').problems.get('line-1')?.amount).toContain('5000.00');
    expect(check('', '91').problems.get('line-1')?.quantity).toContain('90');
  });
  it('is refused if it is invalid or not positive', () => {
    expect(check('abc').problems.get('line-1')?.amount).toBeDefined();
    expect(check('-5').problems.get('line-1')?.amount).toBeDefined();
    expect(check('abc').lines).toEqual([]);
  });
});

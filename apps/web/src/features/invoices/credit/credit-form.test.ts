import { describe, expect, it } from 'vitest';
import { aLine } from '../testing/an-invoice.ts';
import { allOf, checkCredit, hasLeft, leftOf, NONE } from './credit-form.ts';

const credited = { amount: '890.50', taxAmount: '0.00', quantity: '10' };
const check = (amount: string, quantity = '') =>
  checkCredit([aLine({ credited })], new Map([['line-1', { amount, quantity }]]), 'CNY');

describe('what is left of a line', () => {
  it('is the line without its credits so far', () =>
    expect(leftOf(aLine({ credited }), 'CNY')).toEqual({ amount: 500000n, quantity: 90_000_000n }));
  it('is never below nothing', () => {
    const spent = leftOf(aLine({ credited: { amount: '6000.00', taxAmount: '0.00', quantity: '100' } }), 'CNY');
    expect(spent).toEqual({ amount: 0n, quantity: 0n });
    expect(hasLeft(spent)).toBe(false);
  });
  it('is nothing on a line that is no order, once its amount is credited: the quantity there counts no units', () => {
    const spent = leftOf(
      aLine({ order: null, quantity: '1', credited: { amount: '5890.50', taxAmount: '0.00', quantity: '0' } }),
      'CNY',
    );
    expect(hasLeft(spent)).toBe(false);
  });
  it('is proposed whole, with units only where they were ordered', () => {
    expect(allOf(aLine({ credited }), 'CNY')).toEqual({ amount: '5000.00', quantity: '90' });
    expect(allOf(aLine({ order: null }), 'CNY')).toEqual({ amount: '5890.50', quantity: '' });
    expect(allOf(aLine({ credited: { amount: '5890.50', taxAmount: '0.00', quantity: '100' } }), 'CNY')).toEqual(NONE);
  });
});

describe('what is typed', () => {
  it('is added up, and sent as amounts above 0', () => {
    expect(check('100*2', '4')).toMatchObject({
      total: 20000n,
      lines: [{ invoiceLineId: 'line-1', amount: '200.00', quantity: '4' }],
    });
    expect(check('100*2', '4').problems.size).toBe(0);
  });
  it('credits units without an amount too', () =>
    expect(check('', '4').lines).toEqual([{ invoiceLineId: 'line-1', amount: '0.00', quantity: '4' }]));
  it('leaves out lines on which nothing is typed', () => expect(check('', '').lines).toEqual([]));
  it('is never more than what is left', () => {
    expect(check('5000.01').problems.get('line-1')?.amount).toContain('5000.00');
    expect(check('', '91').problems.get('line-1')?.quantity).toContain('90');
  });
  it('is told where it cannot be read, or takes nothing off', () => {
    expect(check('abc').problems.get('line-1')?.amount).toBeDefined();
    expect(check('-5').problems.get('line-1')?.amount).toBeDefined();
    expect(check('abc').lines).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { aBalance, aBill, aPayment, paidOf } from '../testing/a-payment.ts';
import { newRow, restOnLast, rowsOf, sumRows, wantedOf, withRestOnLast } from './schedule-rows.ts';

const BILL = aBill({ total: '100.01', payments: [] });
const byPercent = (...percents: string[]) => percents.map((percent, at) => newRow(`${at}`, { percent, amount: '' }));
const byAmount = (...amounts: string[]) => amounts.map((amount, at) => newRow(`${at}`, { percent: '', amount }));

describe('the sum of typed instalments', () => {
  it('shares the total like the server, ties to the earlier one', () => {
    expect(sumRows(BILL, 'PERCENT', byPercent('33.33', '33.33', '33.34'))).toEqual({
      amounts: [3333n, 3333n, 3335n],
      difference: 0n,
      hasSwappedDigits: false,
    });
    expect(sumRows(aBill({ total: '0.05', payments: [] }), 'PERCENT', byPercent('50', '50')).amounts).toEqual([3n, 2n]);
  });
  it('keeps what is paid, and shares the rest by the remaining percents', () => {
    const bill = aBill({ total: '12000.00', payments: [paidOf(aPayment()), aBalance()] });
    expect(sumRows(bill, 'PERCENT', rowsOf(bill.payments)).amounts).toEqual([300_000n, 900_000n]);
  });
  it('reads comma, sums and nothing; what cannot be read has no sum', () => {
    expect(sumRows(BILL, 'PERCENT', byPercent('33,33', '')).difference).toBe(6667n);
    expect(sumRows(BILL, 'AMOUNT', byAmount('50+20', '')).difference).toBe(3001n);
    expect(sumRows(BILL, 'AMOUNT', byAmount('50', 'x')).difference).toBeNull();
    expect(sumRows(BILL, 'PERCENT', byPercent('x')).difference).toBeNull();
  });
  it('hints at swapped digits', () =>
    expect(sumRows(BILL, 'AMOUNT', byAmount('10.00', '90.10')).hasSwappedDigits).toBe(true));
});

describe('the rest', () => {
  it('is put on the last one that is not paid', () => {
    expect(restOnLast(BILL, 'AMOUNT', byAmount('30', '60'))).toBe('70.01');
    expect(withRestOnLast(BILL, 'PERCENT', byPercent('30', '60')).map(({ percent }) => percent)).toEqual(['30', '70']);
    const bill = aBill({ total: '10000.00', payments: [aPayment(), paidOf(aBalance({ amount: '6000.00' }))] });
    expect(withRestOnLast(bill, 'AMOUNT', rowsOf(bill.payments)).map(({ amount }) => amount)).toEqual([
      '4000.00',
      '6000.00',
    ]);
  });
  it('is not offered where the last one would fall to nothing', () => {
    expect(restOnLast(BILL, 'AMOUNT', byAmount('100.01', '50'))).toBeUndefined();
    expect(restOnLast(BILL, 'PERCENT', byPercent('100', '50'))).toBeUndefined();
  });
});

it('a day that follows is sent as such, and a fixed one as the day', () => {
  const rows = rowsOf([aPayment({ isPinned: true, dueDate: '2026-12-01' }), aBalance()]);
  expect(wantedOf(aBill(), 'PERCENT', rows).map(({ dueDate, isPinned }) => [dueDate, isPinned])).toEqual([
    ['2026-12-01', undefined],
    [undefined, false],
  ]);
});

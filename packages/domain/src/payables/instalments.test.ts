import { describe, expect, it } from 'vitest';
import { openOf, statusOf, summaryOf } from './instalments.ts';
import { minor } from './testing/money.ts';

const part = (amount: string, settled: string, dueDay: string | null = null) => ({
  amountMinor: minor(amount),
  settledMinor: minor(settled),
  dueDay,
});

describe('an instalment', () => {
  it.each([
    ['100.00', '0.00', '100.00', 'UNPAID'],
    ['100.00', '99.99', '0.01', 'UNPAID'],
    ['100.00', '100.00', '0.00', 'PAID'],
    ['0.00', '0.00', '0.00', 'PAID'],
  ])('of %s with %s settled has %s open and is %s', (amount, settled, open, status) => {
    expect(openOf(part(amount, settled))).toBe(minor(open));
    expect(statusOf(part(amount, settled))).toBe(status);
  });
});

describe('a schedule', () => {
  const paid = part('30.00', '30.00', '2027-01-10');
  it.each([
    [
      'is due on the earliest day of what is open',
      [paid, part('20.00', '5.00', '2027-03-01'), part('50.00', '0.00', '2027-02-01')],
      '2027-02-01',
      [false, false],
      '65.00',
    ],
    ['ignores an unknown day', [paid, part('70.00', '0.00')], null, [false, false], '70.00'],
    [
      'is due on the last day when all is paid',
      [paid, part('70.00', '70.00', '2027-02-01')],
      '2027-02-01',
      [true, true],
      '0.00',
    ],
    [
      'is confirmed but not reconciled when all is paid and the total is another one',
      [paid],
      '2027-01-10',
      [true, false],
      '0.00',
    ],
  ])('%s', (_name, parts, dueDay, [isConfirmed, isReconciled], open) => {
    const expected = { dueDay, isConfirmed, isReconciled, openMinor: minor(open) };
    expect(summaryOf(minor('100.00'), parts)).toEqual(expected);
  });
});

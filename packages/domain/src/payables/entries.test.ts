import { describe, expect, it } from 'vitest';
import { shortened } from '../testing/in-short.ts';
import { compareEntries, newestPayment, paymentToUndo, reduceEntries, type InstalmentEntry } from './entries.ts';
import { minor } from './testing/money.ts';

/** "a PAYMENT 2027-01-09 1 3000.00 322.50": id, kind, day, rank, amount and base; without a base it is assumed. */
const entry = (text: string): InstalmentEntry => {
  const [id = '', kind, day = '', rank, amount = '1.00', base] = text.split(' ');
  return {
    id,
    kind: kind === 'CREDIT' ? 'CREDIT' : 'PAYMENT',
    day,
    rank: Number(rank),
    amountMinor: minor(amount),
    baseMinor: base === undefined ? null : minor(base),
  };
};

describe('the order of entries', () => {
  it('is by day, then by recording', () => {
    const entries = [entry('c PAYMENT 2027-01-02 1'), entry('b CREDIT 2027-01-01 3'), entry('a PAYMENT 2027-01-01 2')];
    expect(entries.toSorted(compareEntries).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});

describe('the payment to undo', () => {
  it('is the one recorded last, whatever its day, and never a credit', () => {
    const entries = [entry('a PAYMENT 2027-01-09 1'), entry('b PAYMENT 2027-01-02 2'), entry('c CREDIT 2027-01-03 3')];
    expect(paymentToUndo(entries)).toEqual({ ok: true, value: entries[1] });
    expect(newestPayment(entries)?.id).toBe('b');
  });

  it('is refused when nothing was paid', () => {
    const expected = { ok: false, code: 'payments.unpaid', message: 'payment.nothing_to_undo' };
    expect(shortened(paymentToUndo([entry('c CREDIT 2027-01-03 3')]))).toEqual(expected);
  });
});

describe('a surplus that entries give up', () => {
  const entries = [
    entry('a PAYMENT 2027-01-01 1 3,000.00 322.50'),
    entry('b CREDIT 2027-01-02 2 1,000.00 107.33'),
    entry('c PAYMENT 2027-01-03 3 8,100.00 870.75'),
  ];
  const reduced = (givesUp: string, of = entries) =>
    reduceEntries(minor(givesUp), of).map(({ id, ...parts }) => [
      id,
      ...[parts.keptMinor, parts.keptBaseMinor, parts.restMinor, parts.restBaseMinor].map((n) =>
        n === null ? '-' : n,
      ),
    ]);

  it.each([
    ['is taken off the newest', '100.00', [['c', '8,000.00', '860.00', '100.00', '10.75']]],
    [
      'goes on to the ones before it',
      '9,200.00',
      [
        ['c', '0.00', '0.00', '8,100.00', '870.75'],
        ['b', '0.00', '0.00', '1,000.00', '107.33'],
        ['a', '2,900.00', '311.75', '100.00', '10.75'],
      ],
    ],
    ['of 0 takes nothing', '0.00', []],
  ])('%s', (_name, givesUp, expected) => {
    expect(reduced(givesUp)).toEqual(expected.map(([id, ...rest]) => [id, ...rest.map((text) => minor(text))]));
  });

  it('leaves an assumed base assumed', () => {
    const [one] = reduceEntries(1n, [entry('a PAYMENT 2027-01-01 1 3.00')]);
    expect([one?.keptBaseMinor, one?.restBaseMinor]).toEqual([null, null]);
  });

  it('cannot be more than they have', () => {
    expect(() => reduced('12,100.01')).toThrow('less than the instalment gives up');
  });
});

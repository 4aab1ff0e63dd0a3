import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inShort } from '../testing/in-short.ts';
import { runs } from '../testing/runs.ts';
import { checkCreditUse, partsOfCredit, usesOfCreditNote, type CreditedInvoice, type CreditUse } from './credits.ts';
import { sumOf } from './instalments.ts';
import { minor, minors } from './testing/money.ts';

const invoice = (id: string, credited: string, opens: string, number = id): CreditedInvoice => ({
  id,
  number,
  creditedMinor: minor(credited),
  instalments: minors(opens).map((openMinor, i) => ({ id: `${id}.${i + 1}`, openMinor })),
});
const used = (amount: string, invoices: readonly CreditedInvoice[], keepAsCredit = false) => {
  const { uses, restMinor } = usesOfCreditNote(minor(amount), invoices, keepAsCredit);
  return [...uses.map(({ instalmentId, amountMinor }) => [instalmentId, amountMinor]), ['rest', restMinor]];
};

describe('the amount of a credit note', () => {
  it.each([
    [
      'is used on the last instalments first',
      '5,000.00',
      [invoice('A', '5,000.00', '0.00 3,000.00 4,000.00')],
      [
        ['A.3', '4,000.00'],
        ['A.2', '1,000.00'],
        ['rest', '0.00'],
      ],
    ],
    [
      'leaves as a credit what the open instalments do not take',
      '5,000.00',
      [invoice('A', '5,000.00', '0.00 300.00')],
      [
        ['A.2', '300.00'],
        ['rest', '4,700.00'],
      ],
    ],
    [
      'is used on each invoice at most by what its lines are credited',
      '50.00',
      [invoice('A', '20.00', '100.00'), invoice('B', '25.00', '100.00')],
      [
        ['A.1', '20.00'],
        ['B.1', '25.00'],
        ['rest', '5.00'],
      ],
    ],
    [
      'goes to invoices by number when it is less than its lines',
      '30.00',
      [invoice('x', '20.00', '100.00', 'HS-2'), invoice('y', '20.00', '100.00', 'HS-10')],
      [
        ['y.1', '20.00'],
        ['x.1', '10.00'],
        ['rest', '0.00'],
      ],
    ],
    ['takes nothing off an invoice without a schedule', '50.00', [invoice('A', '50.00', '')], [['rest', '50.00']]],
    ['of a note for no invoice is a credit', '50.00', [], [['rest', '50.00']]],
  ])('%s', (_name, amount, invoices, expected) => {
    expect(used(amount, invoices)).toEqual(expected.map(([id, text = '']) => [id, minor(text)]));
    expect(used(amount, invoices.toReversed())).toEqual(used(amount, invoices));
  });

  it('stays a credit as a whole when a person keeps it', () => {
    expect(used('50.00', [invoice('A', '50.00', '100.00')], true)).toEqual([['rest', 5000n]]);
  });
});

const use = (id: string, amount: string, refund: string | null = null): CreditUse => ({
  id,
  rank: Number(id),
  amountMinor: minor(amount),
  refundMinor: refund === null ? null : minor(refund),
});

describe('the base of a credit', () => {
  const credit = { amountMinor: minor('100.00'), baseMinor: minor('10.75') };

  it('is used cumulatively in the order of recording, and the last use takes the rest', () => {
    const { uses, left } = partsOfCredit(credit, [use('2', '33.33'), use('1', '33.33'), use('3', '33.34')]);
    expect(uses.map(({ id, baseMinor }) => [id, baseMinor])).toEqual([
      ['1', 358n],
      ['2', 358n],
      ['3', 359n],
    ]);
    expect(left).toEqual({ amountMinor: 0n, baseMinor: 0n });
  });

  it('leaves its rest with what is not used', () => {
    expect(partsOfCredit(credit, [use('1', '33.33')]).left).toEqual({ amountMinor: 6667n, baseMinor: 717n });
    expect(partsOfCredit(credit, []).left).toEqual(credit);
  });

  it('differs from the money that a refund brought', () => {
    const { uses } = partsOfCredit(credit, [use('1', '50.00', '5.30'), use('2', '50.00', '5.50')]);
    expect(uses.map(({ differenceMinor }) => differenceMinor)).toEqual([7n, -12n]);
  });

  it('and what is left always add up, and a use that is taken back leaves the others as without it', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.bigInt({ min: 0n, max: 10n ** 7n }),
        (some, rest, base) => {
          const whole = { amountMinor: sumOf(some) + rest, baseMinor: base };
          const uses = some.map((amountMinor, i): CreditUse => ({ ...use(String(i), '0.01'), amountMinor }));
          const result = partsOfCredit(whole, uses);
          expect(sumOf(result.uses.map(({ baseMinor }) => baseMinor)) + result.left.baseMinor).toBe(base);
          expect(sumOf(some) + result.left.amountMinor).toBe(whole.amountMinor);
          if (rest === 0n) expect(result.left.baseMinor).toBe(0n);
          const last = partsOfCredit(whole, uses.slice(0, -1));
          expect(last.uses).toEqual(result.uses.slice(0, -1));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('the use of a credit', () => {
  it.each([
    ['0.00', '50.00', 'payment.above_zero'],
    ['-1.00', '50.00', 'payment.above_zero'],
    ['100.01', '500.00', 'payment.more_than_left 0.01'],
    ['60.00', '50.00', 'payment.more_than_open 10.00'],
    ['50.00', '50.00', null],
    ['100.00', null, null],
  ])('of %s where %s is open is refused: %s', (amount, open, expected) => {
    const limits = { leftMinor: minor('100.00'), openMinor: open === null ? null : minor(open), currency: 'CNY' };
    const result = checkCreditUse(minor(amount), limits);
    expect(result.ok ? null : inShort(result.message)).toBe(expected);
  });
});

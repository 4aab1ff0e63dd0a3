import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { inShort } from '../testing/in-short.ts';
import { sumOf } from './instalments.ts';
import type { PaidDocument } from './settle.ts';
import { minor, rateOf } from './testing/money.ts';
import { settleTransfer, type TransferPart } from './transfer.ts';

const document = (change: Partial<PaidDocument> = {}): PaidDocument => ({
  kind: 'INVOICE',
  currency: 'USD',
  accountCurrency: 'GBP',
  rate: rateOf('0.76'),
  ...change,
});
const part = (id: string, amount: string, change: Partial<TransferPart> = {}): TransferPart => ({
  id,
  supplierId: 'supplier-1',
  document: document(),
  number: 'HS-1142',
  position: 1,
  openMinor: minor(amount, 'USD'),
  amountMinor: minor(amount, 'USD'),
  ...change,
});
const debit = (amount: string) => ({ amountMinor: minor(amount, 'GBP'), currency: 'GBP', rate: null });
const transferred = (parts: readonly TransferPart[], amount: string | null, fee = '0.00') => {
  const result = settleTransfer(parts, amount === null ? null : debit(amount), minor(fee, 'GBP'));
  return result.ok ? result.value : `${result.field} | ${inShort(result.message)}`;
};

describe('one transfer', () => {
  it('is shared by the amounts', () => {
    const parts = [part('a', '1,000.00'), part('b', '500.00', { position: 2 }), part('c', '333.33', { position: 3 })];
    const entry = (id: string, amount: string, base: string, fee: string) => ({
      id,
      amountMinor: minor(amount),
      baseMinor: minor(base),
      feeMinor: minor(fee),
      isAssumed: false,
    });
    expect(transferred(parts, '1,398.90', '9.00')).toEqual([
      entry('a', '1,000.00', '763.04', '4.91'),
      entry('b', '500.00', '381.52', '2.45'),
      entry('c', '333.33', '254.34', '1.64'),
    ]);
  });

  it.each([
    ['by number', { number: 'HS-1142' }, { number: 'HS-1141' }, [1n, 2n]],
    ['by position', { position: 2 }, { position: 1 }, [1n, 2n]],
    ['by the text of number and position: 10 before 2', { position: 2 }, { position: 10 }, [1n, 2n]],
    [
      'by the text of number and position: "HS-1 9" before "HS-10 1"',
      { number: 'HS-10', position: 1 },
      { number: 'HS-1', position: 9 },
      [1n, 2n],
    ],
    ['by code unit: capitals first', { number: 'hs' }, { number: 'HS' }, [1n, 2n]],
    ['by id in the end', { number: 'HS' }, { number: 'HS' }, [2n, 1n]],
  ])('gives a tie away %s', (_name, a, b, expected) => {
    const parts = [part('a', '1.00', a), part('b', '1.00', b)];
    const bases = (result: ReturnType<typeof transferred>) =>
      typeof result === 'string' ? result : result.map(({ baseMinor }) => baseMinor);
    expect(bases(transferred(parts, '0.03'))).toEqual(expected);
    expect(bases(transferred(parts.toReversed(), '0.03'))).toEqual(expected.toReversed());
  });

  it('with nothing typed of the bank assumes each base by its own document', () => {
    const order = document({ kind: 'PURCHASE_ORDER', rate: rateOf('0.8') });
    const result = transferred([part('a', '10.00'), part('b', '10.00', { document: order })], null, '0.02');
    expect(result).toMatchObject([
      { baseMinor: null, isAssumed: true, feeMinor: 1n },
      { baseMinor: 800n, isAssumed: true, feeMinor: 1n },
    ]);
  });

  it.each([
    ['nothing to pay', [], null, 'payments | payment.choose'],
    [
      'more than is open',
      [part('a', '5.00'), part('b', '5.00', { openMinor: 455n })],
      null,
      'payments.1.amount | payment.more_than_open 0.45',
    ],
    ['an amount of 0', [part('a', '0.00')], null, 'payments.0.amount | payment.above_zero'],
    ['an instalment twice', [part('a', '5.00'), part('a', '5.00')], null, 'payments.1.id | payment.twice'],
    [
      'two suppliers',
      [part('a', '5.00'), part('b', '5.00', { supplierId: 'supplier-2' })],
      null,
      'payments.1.id | payment.one_supplier',
    ],
    [
      'two currencies',
      [part('a', '5.00'), part('b', '5.00', { document: document({ currency: 'CNY' }) })],
      null,
      'payments.1.id | payment.one_currency USD',
    ],
    [
      'no rate and nothing of the bank',
      [part('a', '5.00', { document: document({ rate: null }) })],
      null,
      'paidAmount | payment.needs_bank_amount USD GBP',
    ],
    [
      'another amount in the own currency',
      [
        part('a', '5.00', { document: document({ currency: 'GBP' }) }),
        part('b', '5.00', { document: document({ currency: 'GBP' }) }),
      ],
      '10.30',
      'paidAmount | payment.bank_took_more 0.30',
    ],
    ['a fee below 0', [part('a', '5.00')], null, 'fee | field.min 0', '-1.00'],
  ])('is refused: %s', (_name, parts, amount, expected, fee = '0.00') => {
    expect(transferred(parts, amount, fee)).toBe(expected);
  });

  it('is its debit to the last minor unit, in any order of its parts', () => {
    const anyPart = fc.record({
      amountMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      number: fc.constantFrom('HS-1', 'HS-10', 'hs-1'),
      position: fc.integer({ min: 1, max: 12 }),
    });
    const cases = fc.array(anyPart, { minLength: 1, maxLength: 12 }).chain((some) => {
      const parts = some.map((one, i) => part(String(i), '0.01', { ...one, openMinor: one.amountMinor }));
      return fc.record({ parts: fc.constant(parts), again: fc.shuffledSubarray(parts, { minLength: parts.length }) });
    });
    fc.assert(
      fc.property(
        cases,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 999n }),
        (some, base, fee) => {
          const bank = { amountMinor: base, currency: 'GBP', rate: null };
          const [one, other] = [some.parts, some.again].map((parts) => {
            const result = settleTransfer(parts, bank, fee);
            return result.ok ? result.value.toSorted((a, b) => Number(a.id) - Number(b.id)) : [];
          });
          expect(sumOf((one ?? []).map(({ baseMinor }) => baseMinor ?? -1n))).toBe(base);
          expect(sumOf((one ?? []).map(({ feeMinor }) => feeMinor))).toBe(fee);
          expect(other).toEqual(one);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});

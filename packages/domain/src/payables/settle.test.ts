import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { inShort } from '../testing/in-short.ts';
import { isDayFar } from '../days/days.ts';
import { checkPaidOn, hasBankChanged, rateWarning, settle, type PaidDocument, type WantedPayment } from './settle.ts';
import { minor, rateOf } from './testing/money.ts';

const invoice = (rate: string | null = '0.1075', change: Partial<PaidDocument> = {}): PaidDocument => ({
  kind: 'INVOICE',
  currency: 'CNY',
  accountCurrency: 'GBP',
  rate: rate === null ? null : rateOf(rate),
  ...change,
});
const purchaseOrder = (rate: string | null = '0.1075') => invoice(rate, { kind: 'PURCHASE_ORDER' });
const OWN = invoice(null, { currency: 'GBP' });
const debit = (amount: string, currency = 'GBP', rate: string | null = null) => ({
  amountMinor: minor(amount, currency),
  currency,
  rate: rate === null ? null : rateOf(rate),
});
const payment = (amount: string, change: Partial<WantedPayment> = {}): WantedPayment => ({
  amountMinor: minor(amount),
  bank: null,
  feeMinor: 0n,
  keepExcess: false,
  ...change,
});
const settled = (document: PaidDocument, open: string, wanted: WantedPayment) => {
  const result = settle(document, minor(open), wanted);
  return result.ok ? result.value : `${result.field} | ${result.code} | ${inShort(result.message)}`;
};
const entry = (
  amount: string,
  base: string | null,
  isAssumed: boolean,
  credit: readonly [string, string] | null = null,
) => ({
  amountMinor: minor(amount),
  baseMinor: base === null ? null : minor(base, 'GBP'),
  isAssumed,
  feeMinor: 0n,
  credit: credit && { amountMinor: minor(credit[0]), baseMinor: minor(credit[1], 'GBP') },
});

describe('a payment', () => {
  it.each([
    [
      'has what left the bank as its base',
      invoice(),
      '41,100.00',
      payment('41,100.00', { bank: debit('4,413.66') }),
      entry('41,100.00', '4,413.66', false),
    ],
    [
      'may be a part of what is open',
      invoice(),
      '41,100.00',
      payment('0.01', { bank: debit('0.01') }),
      entry('0.01', '0.01', false),
    ],
    [
      'converts another currency once, half away from zero',
      invoice(),
      '100.00',
      payment('100.00', { bank: debit('12.50', 'EUR', '0.8652') }),
      entry('100.00', '10.82', false),
    ],
    [
      'needs no rate of the document when the bank is typed',
      invoice(null),
      '100.00',
      payment('100.00', { bank: debit('10.75') }),
      entry('100.00', '10.75', false),
    ],
    [
      'is assumed on an invoice, and then follows what was booked',
      invoice(),
      '100.00',
      payment('100.00'),
      entry('100.00', null, true),
    ],
    [
      'is assumed on a purchase order at its rate',
      purchaseOrder(),
      '33.33',
      payment('33.33'),
      entry('33.33', '3.58', true),
    ],
    ['in the own currency is its own base', OWN, '100.00', payment('100.00'), entry('100.00', '100.00', false)],
    [
      'in the own currency takes the equal amount of the bank',
      OWN,
      '100.00',
      payment('100.00', { bank: debit('100.00') }),
      entry('100.00', '100.00', false),
    ],
    [
      'of more than is open leaves a credit with its part of the base',
      invoice(),
      '8,000.00',
      payment('8,100.00', { bank: debit('870.75'), keepExcess: true }),
      entry('8,000.00', '860.00', false, ['100.00', '10.75']),
    ],
    [
      'of more than is open leaves the rounding with the credit',
      invoice(),
      '33.33',
      payment('100.01', { bank: debit('10.00'), keepExcess: true }),
      entry('33.33', '3.33', false, ['66.68', '6.67']),
    ],
    [
      'of more than is open has an assumed credit at the rate',
      invoice(),
      '8,000.00',
      payment('8,100.05', { keepExcess: true }),
      entry('8,000.00', null, true, ['100.05', '10.76']),
    ],
    [
      'of more than is open of a purchase order converts both at its rate',
      purchaseOrder(),
      '33.33',
      payment('66.66', { keepExcess: true }),
      entry('33.33', '3.58', true, ['33.33', '3.58']),
    ],
    [
      'of more than is open in the own currency keeps equal amounts',
      OWN,
      '80.00',
      payment('100.00', { bank: debit('100.00'), keepExcess: true }),
      entry('80.00', '80.00', false, ['20.00', '20.00']),
    ],
    [
      'of less than is open keeps nothing',
      invoice(),
      '8,000.00',
      payment('100.00', { bank: debit('10.75'), keepExcess: true }),
      entry('100.00', '10.75', false),
    ],
  ])('%s', (_name, document, open, wanted, expected) => {
    expect(settled(document, open, wanted)).toEqual(expected);
  });

  it('leaves the fee with the entry', () => {
    const wanted = payment('8,100.00', { bank: debit('870.75'), keepExcess: true, feeMinor: 1200n });
    expect(settled(invoice(), '8,000.00', wanted)).toMatchObject({ feeMinor: 1200n, baseMinor: 86_000n });
  });

  it.each([
    ['0', invoice(), '100.00', payment('0.00'), 'amount | bad_input | payment.above_zero'],
    ['below 0', invoice(), '100.00', payment('-1.00'), 'amount | bad_input | payment.above_zero'],
    ['more than is open', invoice(), '100.00', payment('145.00'), 'amount | bad_input | payment.more_than_open 45.00'],
    [
      'much more than is open',
      invoice(),
      '100.00',
      payment('987654.00'),
      'amount | bad_input | payment.more_than_open 987,554.00',
    ],
    [
      'a paid instalment',
      invoice(),
      '0.00',
      payment('1.00', { keepExcess: true }),
      'amount | payments.paid | payment.paid',
    ],
    ['a fee below 0', invoice(), '100.00', payment('1.00', { feeMinor: -1n }), 'fee | bad_input | field.min 0'],
    [
      '0 from the bank',
      invoice(),
      '100.00',
      payment('1.00', { bank: debit('0.00') }),
      'paidAmount | bad_input | payment.above_zero',
    ],
    [
      'another currency without a rate',
      invoice(),
      '100.00',
      payment('1.00', { bank: debit('1.00', 'EUR') }),
      'paidRate | bad_input | payment.needs_rate EUR GBP',
    ],
    [
      'a rate of the own currency',
      invoice(),
      '100.00',
      payment('1.00', { bank: debit('1.00', 'GBP', '1') }),
      'paidRate | bad_input | payment.own_rate',
    ],
    [
      'nothing of the bank and no rate',
      invoice(null),
      '100.00',
      payment('1.00'),
      'paidAmount | bad_input | payment.needs_bank_amount CNY GBP',
    ],
    [
      'nothing of the bank and no rate of a purchase order',
      purchaseOrder(null),
      '100.00',
      payment('1.00'),
      'paidAmount | bad_input | payment.needs_bank_amount CNY GBP',
    ],
    [
      'more from the bank in the own currency',
      OWN,
      '100.00',
      payment('100.00', { bank: debit('100.30') }),
      'paidAmount | bad_input | payment.bank_took_more 0.30',
    ],
    [
      'less from the bank in the own currency',
      OWN,
      '100.00',
      payment('100.00', { bank: debit('99.70') }),
      'paidAmount | bad_input | payment.bank_took_less 0.30',
    ],
  ])('is refused: %s', (_name, document, open, wanted, expected) => {
    expect(settled(document, open, wanted)).toBe(expected);
  });

  it('and its credit together are what was paid, in both currencies', () => {
    const any = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });
    fc.assert(
      fc.property(any, any, any, (openMinor, amountMinor, baseMinor) => {
        const bank = { amountMinor: baseMinor, currency: 'GBP', rate: null };
        const result = settle(invoice(), openMinor, { amountMinor, bank, feeMinor: 0n, keepExcess: true });
        if (!result.ok) throw new Error(result.message.code);
        const { credit, ...one } = result.value;
        expect(one.amountMinor <= openMinor).toBe(true);
        expect(one.amountMinor + (credit?.amountMinor ?? 0n)).toBe(amountMinor);
        expect((one.baseMinor ?? -1n) + (credit?.baseMinor ?? 0n)).toBe(baseMinor);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('the day of a payment', () => {
  it('is today or earlier', () => {
    expect(checkPaidOn('2028-02-29', '2028-02-29')).toEqual({ ok: true, value: '2028-02-29' });
    expect(checkPaidOn('2028-03-01', '2028-02-29')).toMatchObject({ ok: false, field: 'paidOn' });
  });
});

describe('the rate of a payment', () => {
  it.each([
    ['exactly 10 % above', '0.1', '100.00', '11.00', null],
    ['exactly 10 % below', '0.1', '100.00', '9.00', null],
    ['more than 10 % above', '0.1', '100.00', '11.01', 'RATE_FAR'],
    ['more than 10 % below', '0.1', '100.00', '8.99', 'RATE_FAR'],
    ['with both amounts swapped', '0.1', '10.00', '100.00', 'LOOKS_SWAPPED'],
    ['swapped, exactly 10 % off', '0.1', '10.00', '110.00', 'LOOKS_SWAPPED'],
    ['swapped, more than 10 % off', '0.1', '10.00', '110.01', 'RATE_FAR'],
    ['near 1, where swapped amounts are near as well', '0.98', '100.00', '102.00', null],
    ['of nothing', '0.1', '100.00', '0.00', 'RATE_FAR'],
  ])('%s', (_name, rate, amount, base, expected) => {
    expect(rateWarning(invoice(rate), { amountMinor: minor(amount), baseMinor: minor(base, 'GBP') })).toBe(expected);
  });

  it('is in the units of the currencies', () => {
    const yen = invoice('0.0052', { currency: 'JPY' });
    expect(rateWarning(yen, { amountMinor: 50_003n, baseMinor: minor('260.02', 'GBP') })).toBeNull();
    expect(rateWarning(yen, { amountMinor: 260n, baseMinor: minor('50,003.00', 'GBP') })).toBe('LOOKS_SWAPPED');
  });

  it.each([
    ['the own currency', OWN, 1n],
    ['a document without a rate', invoice(null), 1n],
    ['an assumed base', invoice(), null],
  ])('never warns for %s', (_name, document, baseMinor) => {
    expect(rateWarning(document, { amountMinor: 100n, baseMinor })).toBeNull();
  });
});

describe('bank details', () => {
  it.each([
    [null, null, false],
    [5, null, false],
    [null, 5, false],
    [4, 5, false],
    [6, 5, true],
  ])('changed at %s, last paid at %s: warns %s', (changedAt, lastPaidAt, expected) => {
    expect(hasBankChanged(changedAt, lastPaidAt)).toBe(expected);
  });
});

describe('the day of a payment beside that of its document', () => {
  it.each([
    ['2027-11-20', '2026-11-20', false],
    ['2027-11-21', '2026-11-20', true],
    ['2025-11-20', '2026-11-20', false],
    ['2025-11-19', '2026-11-20', true],
    ['2020-01-01', '2026-11-20', true],
    ['2029-02-28', '2028-02-29', false],
    ['2029-03-01', '2028-02-29', true],
    ['9999-12-31', '9999-01-01', false],
    ['9998-01-01', '9999-12-31', true],
  ])('%s of %s is far: %s', (day, documentDay, expected) => {
    expect(isDayFar(day, documentDay)).toBe(expected);
  });
});

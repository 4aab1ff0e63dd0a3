import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import {
  atInvoiceRate,
  atPaidRate,
  costRateOf,
  costRateSums,
  paidRateOf,
  worthOf,
  worthOfOpen,
  type ValuedEntry,
} from './exchange.ts';
import { sumOf } from './instalments.ts';
import { minor, minors, rateOf } from './testing/money.ts';

const entry = (
  id: string,
  day: string,
  amount: string,
  base: string | null,
  change: Partial<ValuedEntry> = {},
): ValuedEntry => ({
  id,
  day,
  rank: Number(id),
  amountMinor: minor(amount),
  baseMinor: base === null ? null : minor(base),
  isMoney: true,
  ...change,
});
const CURRENCIES = { currency: 'CNY', accountCurrency: 'GBP' };
const RATE = rateOf('0.1075');

describe('the invoice of 137,000.00 CNY at 0.1075', () => {
  const lines = minors('70,080.00 40,115.55 26,804.45');
  const totalMinor = minor('137,000.00');
  const invoice = { totalMinor, bookedMinor: worthOf(lines, CURRENCIES, RATE) };
  const deposit = entry('1', '2027-01-10', '41,100.00', '4,413.66');
  const balance = entry('2', '2027-03-10', '95,900.00', '10,340.74');
  const fees = { deposit: minor('12.00'), balance: minor('3.35') };

  it.each([
    ['the deposit paid', [deposit], ['4,418.25'], ['-4.59'], '10,309.25'],
    ['all paid', [deposit, balance], ['4,418.25', '10,309.25'], ['-4.59', '31.49'], '0.00'],
  ])('costs 14,727.50 under INVOICE_RATE, with %s', (_name, entries, booked, differences, open) => {
    expect(invoice.bookedMinor).toBe(minor('14,727.50'));
    const result = atInvoiceRate(invoice, entries);
    expect(result?.entries.map(({ bookedMinor }) => bookedMinor)).toEqual(booked.map((text) => minor(text)));
    expect(result?.entries.map(({ differenceMinor }) => differenceMinor)).toEqual(
      differences.map((text) => minor(text)),
    );
    expect(result?.openWorthMinor).toBe(minor(open));
  });

  it.each([
    ['the deposit paid', [deposit], '0.1074664964', '14,722.91', '10,309.25'],
    ['all paid', [deposit, balance], '0.1076963504', '14,754.40', '0.00'],
  ])('under PAID_RATE, with %s, converts at %s', (_name, entries, rate, cost, open) => {
    const resolved = atInvoiceRate(invoice, entries)?.entries ?? [];
    const costRate = costRateOf({ totalMinor, ...CURRENCIES, rate: RATE }, resolved);
    expect(costRate.text).toBe(rate);
    const costMinor = worthOf(lines, CURRENCIES, costRate);
    expect(costMinor).toBe(minor(cost));
    const result = atPaidRate({ totalMinor, costMinor }, resolved);
    expect(result.entries.map(({ differenceMinor }) => differenceMinor)).toEqual(entries.map(() => 0n));
    expect(result.openWorthMinor).toBe(minor(open));
  });

  it('takes the debits of 14,769.75 apart under both policies', () => {
    const debits = minor('4,413.66') + fees.deposit + minor('10,340.74') + fees.balance;
    expect(debits).toBe(minor('14,769.75'));
    expect(minor('14,727.50') + minor('26.90') + minor('15.35')).toBe(debits);
    expect(minor('14,754.40') + 0n + minor('15.35')).toBe(debits);
  });

  it('has the differences of a history without an entry that was undone', () => {
    const part = entry('3', '2027-02-10', '20,000.00', '2,160.00');
    const rest = entry('4', '2027-04-10', '75,900.00', '8,200.00');
    const without = atInvoiceRate(invoice, [deposit, rest]);
    expect(without?.entries.map(({ differenceMinor }) => differenceMinor)).toEqual([minor('-4.59'), minor('40.75')]);
    expect(
      atInvoiceRate(
        invoice,
        [deposit, part, rest].filter((one) => one !== part),
      ),
    ).toEqual(without);
  });

  it('restates all parts when total or booked value change', () => {
    const changed = { totalMinor: minor('150,000.00'), bookedMinor: minor('16,125.00') };
    const result = atInvoiceRate(changed, [balance, deposit]);
    expect(result?.entries.map(({ id, bookedMinor }) => [id, bookedMinor])).toEqual([
      ['1', minor('4,418.25')],
      ['2', minor('10,309.25')],
    ]);
    expect(result?.openWorthMinor).toBe(minor('1,397.50'));
  });
});

describe('the entries of an invoice', () => {
  const invoice = { totalMinor: 300n, bookedMinor: 100n };
  it('are taken by day, then by recording, whatever their order', () => {
    const entries = [
      entry('3', '2027-01-02', '1.00', null, { rank: 1 }),
      entry('2', '2027-01-01', '1.00', null, { rank: 3 }),
      entry('1', '2027-01-01', '1.00', null, { rank: 2 }),
    ];
    const result = atInvoiceRate(invoice, entries);
    expect(result?.entries.map(({ id, bookedMinor }) => [id, bookedMinor])).toEqual([
      ['1', 33n],
      ['2', 33n],
      ['3', 34n],
    ]);
  });

  it('with an assumed base have no difference, also after the booked value changed', () => {
    const assumed = [entry('1', '2027-01-01', '1.00', null), entry('2', '2027-01-02', '2.00', '0.70')];
    expect(atInvoiceRate(invoice, assumed)?.entries.map(({ differenceMinor }) => differenceMinor)).toEqual([0n, 3n]);
    const later = atInvoiceRate({ ...invoice, bookedMinor: 150n }, assumed);
    expect(later?.entries.map(({ baseMinor, differenceMinor }) => [baseMinor, differenceMinor])).toEqual([
      [50n, 0n],
      [70n, -30n],
    ]);
  });

  it.each([
    ['without a rate', { totalMinor: 300n, bookedMinor: null }],
    ['with a total of 0', { totalMinor: 0n, bookedMinor: 0n }],
  ])('of an invoice %s have no differences yet', (_name, unknown) => {
    expect(atInvoiceRate(unknown, [entry('1', '2027-01-01', '1.00', '0.40')])).toBeNull();
  });

  it('of a negative total mirror', () => {
    const entries = [entry('1', '2027-01-01', '1.00', '0.40'), entry('2', '2027-01-02', '2.00', '0.70')];
    const mirrored = entries.map((one) => ({
      ...one,
      amountMinor: -one.amountMinor,
      baseMinor: -(one.baseMinor ?? 0n),
    }));
    const values = (result: ReturnType<typeof atInvoiceRate>, sign: bigint) =>
      result?.entries.map((one) => [sign * one.bookedMinor, sign * one.differenceMinor]);
    const negative = atInvoiceRate({ totalMinor: -300n, bookedMinor: -100n }, mirrored);
    expect(values(negative, -1n)).toEqual(values(atInvoiceRate(invoice, entries), 1n));
  });
});

describe('the cost rate', () => {
  const invoice = { totalMinor: minor('100.00'), ...CURRENCIES, rate: RATE };
  const rateWith = (...entries: readonly ValuedEntry[]) =>
    costRateOf(
      invoice,
      entries.map((one) => ({ ...one, baseMinor: one.baseMinor ?? 0n })),
    ).text;

  it.each([
    ['is the frozen rate without an entry', [], '0.1075'],
    [
      'is the frozen rate when only a credit note was used',
      [entry('1', '2027-01-01', '100.00', '99.00', { isMoney: false })],
      '0.1075',
    ],
    [
      'leaves credit notes out of both sums',
      [entry('1', '2027-01-01', '40.00', '1.00', { isMoney: false }), entry('2', '2027-01-01', '60.00', '6.60')],
      '0.11',
    ],
    [
      'counts what is open at the frozen rate',
      [entry('1', '2027-01-01', '40.00', '1.00', { isMoney: false }), entry('2', '2027-01-01', '30.00', '3.30')],
      '0.10875',
    ],
    ['is the frozen rate when nothing left the bank', [entry('1', '2027-01-01', '100.00', '0.00')], '0.1075'],
  ])('%s', (_name, entries, expected) => {
    expect(rateWith(...entries)).toBe(expected);
  });

  it.each([
    ['in units of the currencies', ['JPY', 'GBP'], 50_003n, 26_002n, '0.005200087995'],
    ['of more than 1', ['KWD', 'JPY'], 1_000n, 487n, '487'],
    ['rounded half away from zero', ['USD', 'GBP'], 300n, 200n, '0.6666666667'],
    ['of a small unit', ['VND', 'GBP'], 3_000_001n, 9_000n, '0.00002999999'],
  ])('is exact to 10 significant digits %s', (_name, currencies, amountMinor, baseMinor, expected) => {
    const [currency = '', accountCurrency = ''] = currencies;
    const paid = costRateOf({ totalMinor: amountMinor, currency, accountCurrency, rate: RATE }, [
      { amountMinor, baseMinor, isMoney: true },
    ]);
    expect(paid.text).toBe(expected);
  });

  it('is the quotient of two sums, which are shown without rounding', () => {
    const entries = [
      { amountMinor: minor('40.00'), baseMinor: minor('4.33'), isMoney: true },
      { amountMinor: minor('10.00'), baseMinor: minor('1.00'), isMoney: false },
    ];
    const odd = { ...invoice, totalMinor: minor('100.01'), rate: rateOf('0.10751') };
    expect(costRateSums(odd, entries)).toEqual({
      openMinor: minor('50.01'),
      openWorth: '5.3765751',
      amountMinor: minor('90.01'),
      worth: '9.7065751',
    });
    expect(costRateOf(odd, entries).text).toBe('0.1078388523');
    expect(costRateSums(invoice, entries)).toMatchObject({ openWorth: '5.375', worth: '9.705' });
    expect(costRateSums({ ...invoice, totalMinor: minor('50.00') }, entries)).toMatchObject({ openWorth: '0.00' });
    const paid = (base: string, amount: string) => paidRateOf(minor(base), minor(amount), CURRENCIES)?.text ?? null;
    expect([paid('4,413.66', '41,100.00'), paid('0.00', '1.00'), paid('1.00', '0.00')]).toEqual([
      '0.1073883212',
      null,
      null,
    ]);
  });

  it('leaves a few minor units as one difference on the last day', () => {
    const lines = minors('0.05 0.05 0.05');
    const resolved = atInvoiceRate({ totalMinor: 15n, bookedMinor: worthOf(lines, CURRENCIES, RATE) }, [
      entry('2', '2027-02-01', '0.05', '0.01'),
      entry('1', '2027-01-01', '0.10', '0.01'),
    ]);
    const entries = resolved?.entries ?? [];
    const costMinor = worthOf(lines, CURRENCIES, costRateOf({ ...invoice, totalMinor: 15n }, entries));
    expect(costMinor).toBe(3n);
    const result = atPaidRate({ totalMinor: 15n, costMinor }, entries);
    expect(result.entries.map(({ id, differenceMinor }) => [id, differenceMinor])).toEqual([
      ['1', 0n],
      ['2', -1n],
    ]);
  });
});

describe('what is open', () => {
  it.each([
    ['cumulatively over the instalments', 100n, [1n, 1n, 1n], [33n, 33n, 34n]],
    ['with nothing for a paid one', 100n, [0n, 3n], [0n, 100n]],
    ['of nothing', 0n, [0n, 0n], [0n, 0n]],
  ])('is worth its part %s', (_name, worth, opens, expected) => {
    expect(worthOfOpen(worth, opens)).toEqual(expected);
  });
});

describe('any invoice', () => {
  const anyEntry = fc.record({
    amountMinor: fc.bigInt({ min: 1n, max: 10n ** 7n }),
    baseMinor: fc.option(fc.bigInt({ min: 0n, max: 10n ** 7n })),
    day: fc.constantFrom('2027-01-01', '2027-01-02', '2027-02-28'),
    isMoney: fc.boolean(),
  });
  const anyInvoice = fc
    .record({
      entries: fc.array(anyEntry, { minLength: 1, maxLength: 10 }),
      open: fc.bigInt({ min: 0n, max: 10n ** 7n }),
      rate: fc.integer({ min: 1, max: 10 ** 6 }).map((n) => rateOf(String(n / 10 ** 5))),
      cuts: fc.array(fc.bigInt({ min: 1n, max: 99n }), { maxLength: 6 }),
    })
    .map(({ entries, open, rate, cuts }) => {
      const totalMinor = sumOf(entries.map(({ amountMinor }) => amountMinor)) + open;
      const parts = cuts.map((cut) => (totalMinor * cut) / 700n);
      return {
        entries: entries.map((one, i): ValuedEntry => ({ ...one, id: String(i), rank: i })),
        totalMinor,
        components: [...parts, totalMinor - sumOf(parts)],
        rate,
        open,
      };
    });
  const RUNS = { numRuns: runs(300) };

  it('has parts and open worth that are together what was booked, for any order of the input', () => {
    fc.assert(
      fc.property(anyInvoice, ({ entries, totalMinor, components, rate, open }) => {
        const bookedMinor = worthOf(components, CURRENCIES, rate);
        const result = atInvoiceRate({ totalMinor, bookedMinor }, entries);
        if (!result) throw new Error('There is a rate');
        expect(sumOf(result.entries.map((one) => one.bookedMinor)) + result.openWorthMinor).toBe(bookedMinor);
        if (open === 0n) expect(result.openWorthMinor).toBe(0n);
        expect(atInvoiceRate({ totalMinor, bookedMinor }, entries.toReversed())).toEqual(result);
      }),
      RUNS,
    );
  });

  it('that is settled costs, under both policies, what all its entries were worth less the differences', () => {
    fc.assert(
      fc.property(anyInvoice, ({ entries, totalMinor, components, rate, open }) => {
        const bookedMinor = worthOf(components, CURRENCIES, rate);
        const invoice = atInvoiceRate({ totalMinor, bookedMinor }, entries);
        const resolved = invoice?.entries ?? [];
        const bases = sumOf(resolved.map(({ baseMinor }) => baseMinor));
        const costMinor = worthOf(components, CURRENCIES, costRateOf({ totalMinor, ...CURRENCIES, rate }, resolved));
        const paid = atPaidRate({ totalMinor, costMinor }, resolved);
        const differences = (of: typeof resolved) => sumOf(of.map(({ differenceMinor }) => differenceMinor));
        expect(bookedMinor - (invoice?.openWorthMinor ?? 0n) + differences(resolved)).toBe(bases);
        expect(costMinor - paid.openWorthMinor + differences(paid.entries)).toBe(bases);
        if (open > 0n) expect(differences(paid.entries)).toBe(0n);
      }),
      RUNS,
    );
  });

  it('paid in money alone leaves only rounding as a difference under PAID_RATE', () => {
    fc.assert(
      fc.property(anyInvoice, fc.bigInt({ min: 90n, max: 110n }), ({ totalMinor, components, rate }, percent) => {
        const baseMinor = (worthOf([totalMinor], CURRENCIES, rate) * percent) / 100n;
        fc.pre(baseMinor > 0n);
        const money = [{ ...entry('1', '2027-01-01', '0.01', null), amountMinor: totalMinor, baseMinor }];
        const resolved = atInvoiceRate({ totalMinor, bookedMinor: 0n }, money)?.entries ?? [];
        const costMinor = worthOf(components, CURRENCIES, costRateOf({ totalMinor, ...CURRENCIES, rate }, resolved));
        const off = atPaidRate({ totalMinor, costMinor }, resolved).entries[0]?.differenceMinor ?? 99n;
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(BigInt(components.length) + 1n);
      }),
      RUNS,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { inShort } from '../testing/in-short.ts';
import { differenceOf, isPaid, sumOf, type Instalment } from './instalments.ts';
import { amountOfOneMore, isOutOfStep, reshare, shareByWeights, surplusOf, takeSurplus } from './reshare.ts';
import { anySchedule } from './testing/schedules.ts';
import { instalments, minor, minors } from './testing/money.ts';

const RUNS = { numRuns: runs(300) };

describe('shares by percents', () => {
  it.each([
    ['100.01', 'CNY', [33.33, 33.33, 33.34], '33.33 33.33 33.35'],
    ['0.05', 'CNY', [50, 50], '0.03 0.02'],
    ['117,198.40', 'CNY', [30, 70], '35,159.52 82,038.88'],
    ['50,003', 'JPY', [30, 70], '15,001 35,002'],
    ['0.001', 'KWD', [50, 50], '0.001 0.000'],
    [
      '9,999,999,999,999.99',
      'CNY',
      [33.33, 33.33, 33.34],
      '3,333,000,000,000.00 3,333,000,000,000.00 3,333,999,999,999.99',
    ],
    ['100.00', 'CNY', [100], '100.00'],
  ])('of %s %s by %j are %s', (total, currency, percents, expected) => {
    const weights = percents.map((percent) => BigInt(Math.round(percent * 100)));
    expect(shareByWeights(minor(total, currency), weights)).toEqual(minors(expected, currency));
  });

  it('keep ties in the order of up to 100 places', () => {
    const shares = shareByWeights(
      50n,
      Array.from({ length: 100 }, () => 1n),
    );
    expect(shares.findLastIndex((share) => share === 1n)).toBe(49);
  });
});

describe('a schedule in which something is open', () => {
  it.each([
    ['too little', '12,000.00', ['30 3000.00 100.00', '70 7000.00 7000.00'], true],
    ['too much', '9,000.00', ['30 3000.00 100.00', '70 7000.00 7000.00'], true],
    ['the total', '10,000.00', ['30 3000.00 100.00', '70 7000.00 7000.00'], false],
    ['too little, but all is paid', '12,000.00', ['30 3000.00 3000.00', '70 7000.00 7000.00'], false],
    ['too little by amounts', '12,000.00', ['- 3000.00 100.00', '- 7000.00 7000.00'], false],
  ])('is out of step if it comes to %s', (_, total, before, expected) => {
    expect(isOutOfStep(minor(total), instalments(...before))).toBe(expected);
  });
});

describe('a schedule whose total changes', () => {
  it.each([
    [
      'keeps what is paid; the rest is not split again',
      '12,000.00',
      ['30 3000.00 3000.00', '70 7000.00'],
      '3,000.00 9,000.00',
    ],
    [
      'keeps nobody below what is settled and shares the rest again',
      '9,000.00',
      ['20 2000.00 2000.00', '40 4000.00 3900.00', '40 4000.00'],
      '2,000.00 3,900.00 3,100.00',
    ],
    ['is shared anew when nothing is settled', '12,000.00', ['30 3000.00', '70 7000.00'], '3,600.00 8,400.00'],
    [
      'leaves the others at what is settled when the rest is 0',
      '3,000.00',
      ['30 3000.00 3000.00', '70 7000.00'],
      '3,000.00 0.00',
    ],
    [
      'leaves the others at what is settled when the rest is below 0',
      '2,500.00',
      ['30 3000.00 3000.00', '40 4000.00 100.00', '30 3000.00'],
      '3,000.00 100.00 0.00',
    ],
    [
      'shows the rest when nobody is left to take it',
      '12,000.00',
      ['30 3000.00 3000.00', '70 7000.00 7000.00'],
      '3,000.00 7,000.00',
    ],
    ['shares an instalment of 0 again', '0.10', ['50 0.01', '50 0.00'], '0.05 0.05'],
    [
      'gives a later rest to the instalment that was made for the first one',
      '13,000.00',
      ['30 3000.00 3000.00', '70 7000.00 7000.00', '- 2000.00'],
      '3,000.00 7,000.00 3,000.00',
    ],
    [
      'gives nothing to that instalment while one with a percent is open',
      '12,000.00',
      ['30 3000.00 3000.00', '70 7000.00', '- 2000.00'],
      '3,000.00 9,000.00 0.00',
    ],
    [
      'gives the rest to the first of two such instalments',
      '13,000.00',
      ['100 10000.00 10000.00', '- 1000.00 500.00', '- 2000.00'],
      '10,000.00 3,000.00 0.00',
    ],
    [
      'gives an undone payment back what it had, although the rest alone would be shared in another way',
      '0.04',
      ['10 0.01', '20 0.01', '35 0.01 0.01', '35 0.01'],
      '0.01 0.01 0.01 0.01',
    ],
    [
      'leaves out who is paid by exactly his share, as he will be left out the next time',
      '0.05',
      ['0.55 0.00', '10.73 0.01', '8.64 0.01', '58.19 0.06', '8.04 0.01 0.01', '13.85 0.02 0.01'],
      '0.00 0.01 0.00 0.02 0.01 0.01',
    ],
    ['stays when it is by amounts', '12,000.00', ['- 3000.00 3000.00', '- 7000.00'], '3,000.00 7,000.00'],
    ['stands at what is settled when the total is 0', '0.00', ['30 3000.00 3000.00', '70 7000.00'], '3,000.00 0.00'],
  ])('%s', (_name, total, schedule, expected) => {
    expect(reshare(minor(total), instalments(...schedule))).toEqual(minors(expected));
  });

  it('gives a twin of a paid instalment what the deposit brings, and no part of the rest', () => {
    const [deposit, balance] = instalments('30 3000.00 2000.00', '70 7000.00');
    const schedule = [deposit, balance].flatMap((one) => (one ? [{ ...one, isDeposit: one === deposit }] : []));
    expect(reshare(minor('10,000.00'), schedule)).toEqual(minors('2,000.00 8,000.00'));
  });
});

describe('a schedule of any kind', () => {
  const anyTotal = fc.bigInt({ min: 0n, max: 2_000_000n });

  it('is the total, unless nobody can take the rest or more is settled', () => {
    fc.assert(
      fc.property(anySchedule, anyTotal, (schedule, total) => {
        const amounts = reshare(total, schedule);
        const after = schedule.map((one, i) => ({ ...one, amountMinor: amounts[i] ?? -1n }));
        expect(after.every((one) => one.amountMinor >= one.settledMinor)).toBe(true);
        const difference = differenceOf(total, amounts);
        if (difference > 0n) expect(after.every((one) => one.settledMinor > 0n && isPaid(one))).toBe(true);
        if (difference < 0n) expect([surplusOf(total, after), after.every(isPaid)]).toEqual([-difference, true]);
      }),
      RUNS,
    );
  });

  it('keeps paid amounts, and is the same when it is shared again', () => {
    fc.assert(
      fc.property(anySchedule, anyTotal, (schedule, total) => {
        const amounts = reshare(total, schedule);
        for (const [i, one] of schedule.entries())
          if (one.settledMinor > 0n && isPaid(one)) expect(amounts[i]).toBe(one.amountMinor);
        const after = schedule.map((one, i) => ({ ...one, amountMinor: amounts[i] ?? -1n }));
        expect(reshare(total, after)).toEqual(amounts);
      }),
      RUNS,
    );
  });

  it('returns to its first amounts when all that was paid on it is undone', () => {
    fc.assert(
      fc.property(anySchedule, anyTotal, fc.array(fc.nat(), { maxLength: 12 }), (schedule, total, presses) => {
        const unpaid = schedule.map((one) => ({ ...one, settledMinor: 0n }));
        const amounts = reshare(total, unpaid);
        let now: Instalment[] = unpaid.map((one, i) => ({ ...one, amountMinor: amounts[i] ?? -1n }));
        // Each press pays one instalment, or undoes it and shares again, while others stay paid.
        for (const press of presses) {
          now = now.map((one, i) =>
            i === press % now.length ? { ...one, settledMinor: isPaid(one) ? 0n : one.amountMinor } : one,
          );
          const shared = reshare(total, now);
          now = now.map((one, i) => ({ ...one, amountMinor: shared[i] ?? -1n }));
        }
        expect(now.map(({ amountMinor }) => amountMinor)).toEqual(amounts);
      }),
      RUNS,
    );
  });
});

describe('one more instalment', () => {
  it.each([
    ['12,000.00', '3,000.00 7,000.00', '2,000.00'],
    ['0.01', '', '0.01'],
  ])('of a total of %s beside %s has %s', (total, amounts, expected) => {
    expect(amountOfOneMore(minor(total), minors(amounts))).toEqual({ ok: true, value: minor(expected) });
  });

  it.each([
    ['10,000.00', minors('3,000.00 7,000.00'), 'payment.no_rest'],
    ['9,000.00', minors('3,000.00 7,000.00'), 'payment.no_rest'],
    ['200.00', Array.from({ length: 100 }, () => 100n), 'payment.count 100'],
  ])('is refused at %s', (total, amounts, expected) => {
    const result = amountOfOneMore(minor(total), amounts);
    expect(result.ok || inShort(result.message)).toBe(expected);
  });
});

describe('a surplus', () => {
  const taken = (total: string, ...schedule: readonly string[]) =>
    takeSurplus(minor(total), instalments(...schedule)).map(({ id, givesUpMinor, amountMinor }) => [
      id,
      givesUpMinor,
      amountMinor,
    ]);

  it.each([
    [
      'is taken off the last paid instalment',
      '9,000.00',
      ['30 3000.00 3000.00', '70 7000.00 7000.00'],
      [['2', '1,000.00', '6,000.00']],
    ],
    [
      'goes on to the one before, and leaves nobody below 0',
      '2,500.00',
      ['30 3000.00 3000.00', '40 4000.00 4000.00', '30 3000.00 3000.00'],
      [
        ['3', '3,000.00', '0.00'],
        ['2', '4,000.00', '0.00'],
        ['1', '500.00', '2,500.00'],
      ],
    ],
    [
      'passes those of which nothing is settled',
      '2,000.00',
      ['30 3000.00 3000.00', '70 0.00'],
      [['1', '1,000.00', '2,000.00']],
    ],
    [
      'is taken off paid instalments before those paid in part',
      '7,000.00',
      ['- 5000.00 5000.00', '- 5000.00 3000.00'],
      [['1', '1,000.00', '4,000.00']],
    ],
    [
      'is taken off those paid in part when the paid ones have too little',
      '2,000.00',
      ['- 500.00 500.00', '- 5000.00 3000.00'],
      [
        ['1', '500.00', '0.00'],
        ['2', '1,000.00', '4,000.00'],
      ],
    ],
    ['is none while less than the total is settled', '10,000.00', ['30 3000.00 3000.00', '70 7000.00'], []],
  ])('%s', (_name, total, schedule, expected) => {
    expect(taken(total, ...schedule)).toEqual(
      expected.map(([id = '', ...rest]) => [id, ...rest.map((text) => minor(text))]),
    );
  });

  it('that is taken leaves exactly the total settled', () => {
    fc.assert(
      fc.property(anySchedule, fc.bigInt({ min: 0n, max: 300_000n }), (schedule, total) => {
        const given = new Map(takeSurplus(total, schedule).map((one) => [one.id, one.givesUpMinor]));
        const after = schedule.map((one) => ({ ...one, settledMinor: one.settledMinor - (given.get(one.id) ?? 0n) }));
        expect(after.every(({ settledMinor }) => settledMinor >= 0n)).toBe(true);
        const settled = sumOf(schedule.map(({ settledMinor }) => settledMinor));
        expect(sumOf(after.map(({ settledMinor }) => settledMinor))).toBe(settled > total ? total : settled);
      }),
      RUNS,
    );
  });
});

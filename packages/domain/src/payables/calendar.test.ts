import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../days/days.ts';
import { runs } from '../testing/runs.ts';
import {
  bucketOf,
  calendarOf,
  compareDueDays,
  flowsOfInstalments,
  flowsOfOwnEntry,
  isInOpening,
  lowPointOf,
  weeksOf,
  withRatesAt,
  type CashFlow,
  type OwnEntry,
} from './calendar.ts';
import { sumOf } from './instalments.ts';
import { minor } from './testing/money.ts';

const flow = (day: string, amount: string, isForeign = false): CashFlow => ({
  day,
  amountMinor: minor(amount),
  isForeign,
});
const opening = (balance: string, day = '2027-02-26') => ({ day, balanceMinor: minor(balance) });
const shown = (days: ReturnType<typeof calendarOf>) =>
  days.map(({ day, flowMinor, closingMinor }) => [day.slice(5), flowMinor, closingMinor]);

describe('the cash calendar', () => {
  const flows = [
    flow('2027-02-28', '-600.00'),
    flow('2027-02-28', '100.00'),
    flow('2027-03-01', '-600.00'),
    flow('2027-03-02', '2,000.00'),
  ];

  it('closes each day with the flows of the day', () => {
    expect(shown(calendarOf(opening('1,000.00'), flows, '2027-03-01'))).toEqual([
      ['02-26', 0n, minor('1,000.00')],
      ['02-27', 0n, minor('1,000.00')],
      ['02-28', minor('-500.00'), minor('500.00')],
      ['03-01', minor('-600.00'), minor('-100.00')],
    ]);
  });

  it('counts a flow before the opening day on it', () => {
    const days = calendarOf(opening('1,000.00', '2027-03-01'), flows, '2027-03-01');
    expect(shown(days)).toEqual([['03-01', minor('-1,100.00'), minor('-100.00')]]);
  });

  it('tells what comes in and what goes out of each day, and of each week from Monday', () => {
    // 26 Feb 2027 is a Friday.
    const days = calendarOf(opening('1,000.00'), flows, '2027-03-07');
    expect(days[2]).toMatchObject({ inMinor: minor('100.00'), outMinor: minor('-600.00') });
    expect(
      weeksOf(days).map((week) => [week.firstDay.slice(5), week.lastDay.slice(5), ...Object.values(week).slice(2)]),
    ).toEqual([
      ['02-26', '02-28', minor('100.00'), minor('-600.00'), minor('500.00'), minor('500.00')],
      ['03-01', '03-07', minor('2,000.00'), minor('-600.00'), minor('1,900.00'), minor('-100.00')],
    ]);
  });

  it('has no days before the opening day', () => {
    expect(calendarOf(opening('1,000.00'), flows, '2027-02-25')).toEqual([]);
  });

  it.each([
    ['is the lowest closing', '1,000.00', flows, '2027-03-01', '-100.00'],
    [
      'is the earliest of equals',
      '1,000.00',
      [flow('2027-02-27', '-100.00'), flow('2027-02-28', '50.00'), flow('2027-03-01', '-50.00')],
      '2027-02-27',
      '900.00',
    ],
    ['is the opening balance when money only comes in', '10.00', [flow('2027-02-26', '5.00')], '2027-02-26', '10.00'],
    ['is the opening balance when nothing moves', '10.00', [], '2027-02-26', '10.00'],
    [
      'is the first closing when it is below the opening balance',
      '10.00',
      [flow('2027-02-26', '-5.00')],
      '2027-02-26',
      '5.00',
    ],
  ])('its low point %s', (_name, balance, some, day, expected) => {
    const days = calendarOf(opening(balance), some, '2027-03-03');
    expect(lowPointOf(opening(balance), days)).toEqual({ day, balanceMinor: minor(expected) });
  });

  it('ends with the opening balance and all flows until then', () => {
    const anyFlows = fc.array(
      fc.record({ day: fc.integer({ min: -5, max: 25 }), amount: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }) }),
    );
    fc.assert(
      fc.property(anyFlows, fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), (some, balanceMinor) => {
        const start = { day: '2028-02-20', balanceMinor };
        const all = some.map(({ day, amount }) => ({
          day: addDays(start.day, day),
          amountMinor: amount,
          isForeign: false,
        }));
        const days = calendarOf(start, all, addDays(start.day, 20));
        const counted = some.filter(({ day }) => day <= 20).map(({ amount }) => amount);
        expect(days.at(-1)?.closingMinor).toBe(balanceMinor + sumOf(counted));
        const low = lowPointOf(start, days);
        expect(
          [balanceMinor, ...days.map(({ closingMinor }) => closingMinor)].every((value) => value >= low.balanceMinor),
        ).toBe(true);
        expect(calendarOf(start, all.toReversed(), addDays(start.day, 20))).toEqual(days);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('open instalments', () => {
  it('flow out on their days, overdue ones today; what has no day or no rate is counted beside', () => {
    const some = [
      { dueDay: '2027-02-01', worthMinor: 100n, isForeign: true },
      { dueDay: '2027-02-26', worthMinor: 200n, isForeign: false },
      { dueDay: '2027-03-09', worthMinor: 300n, isForeign: true },
      { dueDay: null, worthMinor: 400n, isForeign: true },
      { dueDay: '2027-03-09', worthMinor: null, isForeign: true },
      { dueDay: null, worthMinor: null, isForeign: true },
    ];
    expect(flowsOfInstalments(some, '2027-02-26')).toEqual({
      flows: [flow('2027-02-26', '-1.00', true), flow('2027-02-26', '-2.00'), flow('2027-03-09', '-3.00', true)],
      withoutDay: 2,
      withoutRate: 2,
    });
  });

  it.each([
    [105, [-105n, -1053n, -1000n, 1n]],
    [95, [-95n, -953n, -1000n, 1n]],
    [100, [-100n, -1003n, -1000n, 1n]],
  ])('move to %i hundredths in foreign currencies, half away from zero', (hundredths, expected) => {
    const some = [
      flow('2027-02-26', '-1.00', true),
      flow('2027-02-26', '-10.03', true),
      flow('2027-02-26', '-10.00'),
      flow('2027-02-26', '0.01', true),
    ];
    expect(withRatesAt(some, hundredths).map(({ amountMinor }) => amountMinor)).toEqual(expected);
  });

  it('are rounded half away from zero', () => {
    expect(withRatesAt([flow('2027-02-26', '-0.10', true)], 105)[0]?.amountMinor).toBe(-11n);
    expect(withRatesAt([flow('2027-02-26', '-0.10', true)], 95)[0]?.amountMinor).toBe(-10n);
  });

  it.each([
    ['2027-01-26', 'LATE_OVER_30'],
    ['2027-01-27', 'LATE_1_TO_30'],
    ['2027-02-25', 'LATE_1_TO_30'],
    ['2027-02-26', 'DUE_0_TO_7'],
    ['2027-03-05', 'DUE_0_TO_7'],
    ['2027-03-06', 'DUE_8_TO_30'],
    ['2027-03-28', 'DUE_8_TO_30'],
    ['2027-03-29', 'DUE_31_TO_60'],
    ['2027-04-27', 'DUE_31_TO_60'],
    ['2027-04-28', 'DUE_LATER'],
    [null, 'NO_DAY'],
  ])('due on %s on 26 Feb are in %s', (day, expected) => {
    expect(bucketOf(day, '2027-02-26')).toBe(expected);
  });

  it('without a day come last in both directions', () => {
    const days = ['2027-02-02', null, '2027-02-01', null];
    expect(days.toSorted((a, b) => compareDueDays(a, b))).toEqual(['2027-02-01', '2027-02-02', null, null]);
    expect(days.toSorted((a, b) => compareDueDays(a, b, 'desc'))).toEqual(['2027-02-02', '2027-02-01', null, null]);
  });
});

describe('an own entry', () => {
  const own = (firstDay: string, repeat: OwnEntry['repeat'], lastDay: string | null = null): OwnEntry => ({
    firstDay,
    lastDay,
    repeat,
    amountMinor: -5000n,
  });
  it.each([
    ['once', own('2027-03-01', 'ONCE'), '2027-02-26', ['2027-03-01']],
    ['once, before', own('2027-02-25', 'ONCE'), '2027-02-26', []],
    ['once, after', own('2027-06-01', 'ONCE'), '2027-02-26', []],
    [
      'weekly',
      own('2027-02-26', 'WEEKLY'),
      '2027-02-26',
      [
        '2027-02-26',
        '2027-03-05',
        '2027-03-12',
        '2027-03-19',
        '2027-03-26',
        '2027-04-02',
        '2027-04-09',
        '2027-04-16',
        '2027-04-23',
        '2027-04-30',
      ],
    ],
    [
      'weekly since long, to a last day',
      own('2026-02-27', 'WEEKLY', '2027-03-12'),
      '2027-02-27',
      ['2027-03-05', '2027-03-12'],
    ],
    [
      'monthly on the 31st',
      own('2027-01-31', 'MONTHLY'),
      '2027-01-01',
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ],
    [
      'monthly on the 31st since a leap year',
      own('2024-01-31', 'MONTHLY'),
      '2027-02-26',
      ['2027-02-28', '2027-03-31', '2027-04-30'],
    ],
    ['monthly on the first', own('2026-11-01', 'MONTHLY', '2027-04-01'), '2027-02-26', ['2027-03-01', '2027-04-01']],
    ['ended', own('2026-11-01', 'MONTHLY', '2027-02-25'), '2027-02-26', []],
  ])('flows %s', (_name, entry, from, expected) => {
    const flows = flowsOfOwnEntry(entry, from, '2027-04-30');
    expect(flows).toEqual(expected.map((day) => ({ day, amountMinor: -5000n, isForeign: false })));
  });

  it.each([
    ['ONCE', '2027-03-09', true],
    ['ONCE', '2027-03-10', false],
    ['ONCE', '2027-03-11', false],
    ['WEEKLY', '2027-03-09', false],
    ['MONTHLY', '2027-03-09', false],
  ] as const)('%s on %s is in an opening balance of 10 Mar: %s', (repeat, firstDay, expected) => {
    expect(isInOpening({ repeat, firstDay }, '2027-03-10')).toBe(expected);
  });

  it('ends with the calendar', () => {
    expect(flowsOfOwnEntry(own('9999-12-15', 'MONTHLY'), '9999-12-01', '9999-12-31')).toHaveLength(1);
    expect(flowsOfOwnEntry(own('9999-12-31', 'WEEKLY'), '9999-12-01', '9999-12-31')).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { inShort, shortened } from '../testing/in-short.ts';
import { sumOf } from './instalments.ts';
import type { FieldResult } from './refusals.ts';
import { checkScheduleForClosing, planSchedule, requireTotal, type WantedInstalment } from './schedule.ts';
import { instalments, minor, minors } from './testing/money.ts';
import { anyPercents } from './testing/schedules.ts';

/** "30 %" is a share, "3000.00" an amount, "" neither; "1: 30 %" keeps the instalment with the id 1. */
const wanted = (...texts: readonly string[]): WantedInstalment[] =>
  texts.map((text) => {
    const [, id = null, value = ''] = /^(?:(\w+): )?(.*)$/.exec(text) ?? [];
    const percent = value.endsWith(' %') ? Math.round(Number(value.slice(0, -2)) * 100) : null;
    return { id, hundredths: percent, amountMinor: percent === null && value !== '' ? minor(value) : null };
  });

const short = <T>(result: FieldResult<T>) =>
  result.ok
    ? result.value
    : [result.field, result.code, inShort(result.message), ...(result.hint ? [inShort(result.hint)] : [])].join(' | ');

const planned = (total: string, current: readonly string[], ...texts: readonly string[]) =>
  short(planSchedule({ totalMinor: minor(total), currency: 'CNY' }, instalments(...current), wanted(...texts)));

describe('a schedule that is saved', () => {
  it.each([
    ['is shared by percents', '117,198.40', [], ['30 %', '70 %'], '35,159.52 82,038.88'],
    ['has the amounts that together are the total', '117,198.40', [], ['35159.52', '82038.88'], '35,159.52 82,038.88'],
    ['may have one instalment', '100.00', [], ['100 %'], '100.00'],
    [
      'leaves the paid amount when it is saved again',
      '12,000.00',
      ['30 3000.00 3000.00', '70 9000.00'],
      ['1: 30 %', '2: 70 %'],
      '3,000.00 9,000.00',
    ],
    [
      'shares the rest by new percents',
      '12,000.00',
      ['30 3000.00 3000.00', '70 9000.00'],
      ['1: 30 %', '2: 20 %', '50 %'],
      '3,000.00 2,571.43 6,428.57',
    ],
    [
      'keeps one that was made for a rest',
      '12,000.00',
      ['100 9000.00 9000.00', '- 3000.00 100.00'],
      ['1: 100 %', '2: '],
      '9,000.00 3,000.00',
    ],
    [
      'may leave out what is not settled',
      '100.00',
      ['50 50.00 10.00', '50 50.00'],
      ['1: 40.00', '60.00'],
      '40.00 60.00',
    ],
    ['may keep an instalment of 0', '0.01', ['50 0.01', '50 0.00'], ['1: 0.01', '2: 0.00'], '0.01 0.00'],
    ['takes 15 digits', '9,999,999,999,999.99', [], ['50 %', '50 %'], '5,000,000,000,000.00 4,999,999,999,999.99'],
  ])('%s', (_name, total, current, texts, expected) => {
    expect(planned(total, current, ...texts)).toEqual(minors(expected));
  });

  it.each([
    [['30 %', '69.99 %'], 'payments | bad_input | terms.total'],
    [['30 %', '70.01 %'], 'payments | bad_input | terms.total'],
    [['100.01 %'], 'payments.0.percent | bad_input | terms.percent'],
    [['0 %', '100 %'], 'payments.0.percent | bad_input | terms.percent'],
    [['50 %', ''], 'payments.1.percent | bad_input | terms.percent'],
    [['50 %', '5000.00'], 'payments | bad_input | payment.percents_or_amounts'],
    [['10000.00', ''], 'payments | bad_input | payment.percents_or_amounts'],
    [[''], 'payments.0.percent | bad_input | terms.percent'],
    [[], 'payments | bad_input | payment.count 100'],
    [['0.00', '10000.00'], 'payments.0.amount | bad_input | payment.above_zero'],
    [['10001.00', '-1.00'], 'payments.1.amount | bad_input | payment.above_zero'],
    [['x: 100 %'], 'payments.0.id | bad_input | payment.other_schedule'],
  ])('as %j is refused: %s', (texts, expected) => {
    expect(planned('10,000.00', [], ...texts)).toBe(expected);
  });

  it('of 101 instalments is refused, of 100 it is not', () => {
    const of = (count: number) => planned('10,000.00', [], ...Array.from({ length: count }, () => '1 %'));
    expect(of(101)).toBe('payments | bad_input | payment.count 100');
    expect(of(100)).toEqual(Array.from({ length: 100 }, () => 10_000n));
  });

  it.each([
    [
      '117,198.40',
      ['35159.52', '82308.88'],
      'payments.1.amount | bad_input | payment.mismatch CNY 270.00 | payment.swapped_digits',
    ],
    ['117,198.40', ['35159.52', '82038.78'], 'payments.1.amount | bad_input | payment.mismatch CNY 0.10'],
    ['1.23', ['1.32'], 'payments.0.amount | bad_input | payment.mismatch CNY 0.09 | payment.swapped_digits'],
    [
      '1,234,567.00',
      ['1.00'],
      'payments.0.amount | bad_input | payment.mismatch CNY 1234566.00 | payment.swapped_digits',
    ],
  ])('of %s as %j does not match', (total, texts, expected) => {
    expect(planned(total, [], ...texts)).toBe(expected);
  });

  it('names a difference with the decimals of its currency', () => {
    const document = { totalMinor: 50_003n, currency: 'JPY' };
    const result = planSchedule(document, [], [{ id: null, hundredths: null, amountMinor: 50_000n }]);
    expect(short(result)).toBe('payments.0.amount | bad_input | payment.mismatch JPY 3');
  });

  it.each([
    [['2: 70.00', '30.00'], 'payments | bad_input | payment.left_out'],
    [['1: 29.99', '70.01'], 'payments.0.amount | bad_input | payment.below_settled 30.00'],
    [['1: 30.00', '1: 70.00'], 'payments.1.id | bad_input | payment.twice'],
    [['1: ', '2: 100 %'], 'payments.0.percent | bad_input | terms.percent'],
  ])('cannot lose what is settled: %j', (texts, expected) => {
    expect(planned('100.00', ['30 30.00 30.00', '70 70.00'], ...texts)).toBe(expected);
  });

  it('by percents is always the total, and is the same when it is saved again', () => {
    fc.assert(
      fc.property(anyPercents, fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), (percents, totalMinor) => {
        const document = { totalMinor, currency: 'CNY' };
        const plan = percents.map((hundredths): WantedInstalment => ({ id: null, hundredths, amountMinor: null }));
        const first = planSchedule(document, [], plan);
        if (!first.ok) throw new Error(first.message.code);
        expect(sumOf(first.value)).toBe(totalMinor);
        const current = percents.map((hundredths, i) => {
          const amountMinor = first.value[i] ?? 0n;
          return { id: String(i), hundredths, amountMinor, settledMinor: i % 2 === 0 ? amountMinor : 0n };
        });
        const again = plan.map((one, i) => ({ ...one, id: String(i) }));
        expect(planSchedule(document, current, again)).toEqual(first);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a total', () => {
  it.each([
    [false, 1n, { ok: true, value: 1n }],
    [false, 0n, { ok: false, code: 'payments.no_total', message: 'payment.no_total' }],
    [false, -1n, { ok: false, code: 'payments.no_total', message: 'payment.no_total' }],
    [false, null, { ok: false, code: 'payments.no_total', message: 'payment.no_total' }],
    [true, -100n, { ok: false, code: 'payments.no_total', message: 'payment.credit_note' }],
    [true, 0n, { ok: false, code: 'payments.no_total', message: 'payment.credit_note' }],
  ])('can be scheduled or not: credit note %s, %s', (isCreditNote, totalMinor, expected) => {
    expect(shortened(requireTotal({ isCreditNote, totalMinor }))).toEqual(expected);
  });
});

describe('an invoice', () => {
  it.each([
    ['100.00', '30.00 70.00', { ok: true, value: true }],
    ['120.00', '30.00 70.00', { ok: false, code: 'payments.difference', message: 'payment.difference CNY 20.00' }],
    ['90.00', '30.00 70.00', { ok: false, code: 'payments.difference', message: 'payment.difference CNY −10.00' }],
  ])('of %s with payments of %s can be closed or not', (total, amounts, expected) => {
    const document = { totalMinor: minor(total), currency: 'CNY' };
    expect(shortened(checkScheduleForClosing(document, minors(amounts)))).toEqual(expected);
  });
});

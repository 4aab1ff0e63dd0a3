import { describe, expect, it } from 'vitest';
import { parseDayInput } from './day-input.ts';

describe('parseDayInput', () => {
  it.each([
    ['t', '2026-11-20', 'today'],
    ['+30', '2026-12-20', 'over the end of a month'],
    ['-20', '2026-10-31', 'back over the start'],
    ['eom', '2026-11-30', 'end of this month'],
    ['2026-02-28', '2026-02-28', 'as stored'],
    ['23 Nov', '2026-11-23', 'this year'],
    ['23 nov 27', '2027-11-23', 'two digits'],
    ['November 23, 2026', '2026-11-23', 'month first'],
    ['23.11.2026', '2026-11-23', 'dots'],
    ['3/1', '2026-01-03', 'numbers are day first'],
  ])('%s is %s (%s)', (typed, expected) => {
    expect(parseDayInput(typed, '2026-11-20')).toBe(expected);
  });
  it.each([
    ['3/1', '2026-03-01', 'slashes'],
    ['3-1-2027', '2027-03-01', 'dashes'],
    ['3.1.2027', '2027-01-03', 'dots, which are always day first'],
    ['2026年3月1日', '2026-03-01', 'Chinese'],
  ])('%s is %s where the month is first (%s)', (typed, expected) => {
    expect(parseDayInput(typed, '2026-11-20', true)).toBe(expected);
  });
  it('reads eom in December', () => expect(parseDayInput('eom', '2026-12-05')).toBe('2026-12-31'));
  it.each(['', 'x', '31 Feb', '2026-02-30', '32.1.', 'tomorrowish', '+', '12345'])('%j is no day', (typed) => {
    expect(parseDayInput(typed, '2026-11-20')).toBeUndefined();
  });
});

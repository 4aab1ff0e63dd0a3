import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  daysFrom,
  dayToUnix,
  endOfDayInstant,
  endOfMonth,
  isDay,
  mondayOf,
  monthsBetween,
  todayIn,
  unixToDay,
} from './days.ts';

describe('isDay', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-04-30'])(
    'accepts %s',
    (text) => {
      expect(isDay(text)).toBe(true);
    },
  );
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '0000-01-01',
    '20-11-2026',
    '2026-11-20T00:00',
    '2026-11-20\n',
    '',
  ])('refuses %s', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('daysFrom', () => {
  it('lists days that follow each other, over months, leap days and years', () => {
    const first = fc.date({ min: new Date('0001-01-01'), max: new Date('9900-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(first, fc.integer({ min: 0, max: 900 }), (date, count) => {
        const day = date.toISOString().slice(0, 10);
        expect(daysFrom(day, count)).toEqual(Array.from({ length: count }, (_, n) => addDays(day, n)));
      }),
    );
  });

  it('ends with the last day that there is', () => {
    expect(daysFrom('9999-12-30', 2)).toEqual(['9999-12-30', '9999-12-31']);
    expect(() => daysFrom('9999-12-30', 3)).toThrow(RangeError);
    expect(() => daysFrom('2026-02-29', 1)).toThrow(RangeError);
  });
});

describe('addDays', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-01-15', -365, '2025-01-15'],
    ['1970-01-01', -1, '1969-12-31'],
    ['2000-01-01', 0, '2000-01-01'],
  ])('of %s and %i is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });

  it('throws for a text that is no day, and for results beyond the calendar', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow('Not a day: 2026-02-30');
    expect(() => addDays('9999-12-31', 1)).toThrow('Not a day');
    expect(() => addDays('0001-01-01', -1)).toThrow('Not a day');
  });

  it('agrees with the calendar of the runtime', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (n) => {
        expect(unixToDay(n * 86_400)).toBe(new Date(n * 86_400_000).toISOString().slice(0, 10));
        expect(dayToUnix(unixToDay(n * 86_400))).toBe(n * 86_400);
      }),
    );
  });
});

describe('months', () => {
  it.each([
    ['2027-01-15', '2027-01-31'],
    ['2028-02-01', '2028-02-29'],
    ['2027-02-28', '2027-02-28'],
    ['2027-12-31', '2027-12-31'],
  ])('the month of %s ends on %s', (day, expected) => {
    expect(endOfMonth(day)).toBe(expected);
  });

  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-01-31', 3, '2027-04-30'],
    ['2027-01-31', 12, '2028-01-31'],
    ['2027-12-05', 1, '2028-01-05'],
    ['2027-01-31', -2, '2026-11-30'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  it.each([
    ['2027-01-31', '2027-02-01', 1],
    ['2026-12-01', '2027-12-31', 12],
    ['2027-03-01', '2027-02-28', -1],
    ['2027-03-01', '2027-03-31', 0],
  ])('from %s to %s there are %i', (from, to, expected) => {
    expect(monthsBetween(from, to)).toBe(expected);
  });

  it('end with the calendar', () => {
    expect(() => addMonths('9999-12-31', 1)).toThrow('Not a day');
    expect(() => endOfMonth('2026-02-30')).toThrow('Not a day: 2026-02-30');
  });
});

describe('daysBetween', () => {
  it.each([
    ['2027-02-28', '2027-03-01', 1],
    ['2028-02-28', '2028-03-01', 2],
    ['2027-03-01', '2027-02-28', -1],
    ['2027-03-01', '2027-03-01', 0],
  ])('from %s to %s is %i', (from, to, expected) => {
    expect(daysBetween(from, to)).toBe(expected);
  });
});

describe('mondayOf', () => {
  it.each([
    ['2026-11-20', '2026-11-16'],
    ['2026-11-16', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
    ['1969-12-31', '1969-12-29'],
    ['1969-12-29', '1969-12-29'],
    ['1969-12-28', '1969-12-22'],
  ])('the week of %s begins on %s', (day, expected) => {
    expect(mondayOf(day)).toBe(expected);
  });
});

describe('unix days', () => {
  it.each([
    ['1970-01-01', 0],
    ['2026-11-20', 1_795_132_800],
    ['1969-12-31', -86_400],
  ])('%s begins at %i in UTC', (day, seconds) => {
    expect(dayToUnix(day)).toBe(seconds);
    expect(unixToDay(seconds)).toBe(day);
    expect(unixToDay(seconds + 86_399)).toBe(day);
  });
});

describe('todayIn', () => {
  it.each([
    ['2026-11-20T23:30:00Z', 'UTC', '2026-11-20'],
    ['2026-11-20T23:30:00Z', 'Asia/Shanghai', '2026-11-21'],
    ['2026-11-21T03:30:00Z', 'America/New_York', '2026-11-20'],
    ['2026-07-01T23:30:00Z', 'Europe/London', '2026-07-02'],
    ['2026-12-31T12:00:00Z', 'Pacific/Kiritimati', '2027-01-01'],
  ])('at %s in %s is %s', (instant, zone, day) => {
    expect(todayIn(instant, zone)).toBe(day);
    expect(todayIn(Date.parse(instant), zone)).toBe(day);
  });

  it('throws for a time zone or an instant that does not exist', () => {
    expect(() => todayIn(0, 'Mars/Olympus')).toThrow('Mars/Olympus');
    expect(() => todayIn('yesterday', 'UTC')).toThrow(RangeError);
  });
});

describe('endOfDayInstant', () => {
  it.each([
    ['2026-11-20', 'UTC', '2026-11-21T00:00:00.000Z', 'no offset'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z', 'half an hour'],
    ['2026-11-20', 'America/Los_Angeles', '2026-11-21T08:00:00.000Z', 'behind UTC'],
    ['2026-03-29', 'Europe/London', '2026-03-29T23:00:00.000Z', 'a day of 23 hours'],
    ['2026-10-25', 'Europe/London', '2026-10-26T00:00:00.000Z', 'a day of 25 hours'],
    ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 'the next day began at 01:00'],
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z', 'the last hour came twice'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', '14 hours ahead'],
    ['2026-11-20', 'Pacific/Pago_Pago', '2026-11-21T11:00:00.000Z', '11 hours behind'],
  ])('of %s in %s is %s (%s)', (day, zone, instant) => {
    const end = endOfDayInstant(day, zone);
    expect(new Date(end).toISOString()).toBe(instant);
    expect([todayIn(end - 1, zone), todayIn(end, zone)]).toEqual([day, addDays(day, 1)]);
  });
});

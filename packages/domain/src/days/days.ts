/** A day is a 'yyyy-MM-dd' string, so that days compare as text and no time zone can shift them. */

const SECONDS_OF_DAY = 86_400;
const MS_OF_DAY = SECONDS_OF_DAY * 1000;
const MAX_YEAR = 9999;
/** No time zone differs from UTC by more than this. */
const MAX_OFFSET_MS = 18 * 3_600_000;

const ZERO = '0'.charCodeAt(0);
/** Reads the two digits at a place. Calendars work with hundreds of days, so no text is cut out of them. */
const twoDigits = (day: string, at: number): number => (day.charCodeAt(at) - ZERO) * 10 + day.charCodeAt(at + 1) - ZERO;
const yearOf = (day: string): number => twoDigits(day, 0) * 100 + twoDigits(day, 2);
const monthOf = (day: string): number => twoDigits(day, 5);
const dateOf = (day: string): number => twoDigits(day, 8);
const numbersOf = (day: string): [number, number, number] => [yearOf(day), monthOf(day), dateOf(day)];

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

const DIGITS = [0, 1, 2, 3, 5, 6, 8, 9];
const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;

/** Whether the text has the form 2026-11-20. Its characters are compared, because a pattern takes twice as long. */
const hasForm = (text: string): boolean =>
  text.length === 10 && text[4] === '-' && text[7] === '-' && DIGITS.every((at) => isDigit(text.charCodeAt(at)));

/** Whether the text is an existing calendar day in the form 2026-11-20. */
export function isDay(text: string): boolean {
  if (!hasForm(text)) return false;
  const year = yearOf(text);
  const month = monthOf(text);
  const date = dateOf(text);
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);
}

function checked(day: string): string {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`);
  return day;
}

/**
 * Counts the days since 1970-01-01 in the Gregorian calendar. The calculation begins each year in March, so that leap
 * days come last.
 */
function dayNumber(day: string): number {
  checked(day);
  const year = yearOf(day);
  const month = monthOf(day);
  const date = dateOf(day);
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

function dayOfNumber(n: number): string {
  const shifted = n + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const day = text(year, month, ofYear - Math.floor((153 * march + 2) / 5) + 1);
  if (!(year >= 1 && year <= MAX_YEAR)) throw new RangeError(`Not a day: ${day}`);
  return day;
}

/** Numbers with two digits at least, prepared because a calendar has hundreds of days. */
const PADDED: readonly string[] = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
const padded = (n: number): string => PADDED[n] ?? String(n);

const text = (year: number, month: number, date: number): string =>
  `${padded(Math.floor(year / 100))}${padded(year % 100)}-${padded(month)}-${padded(date)}`;

/** Adds days, or subtracts them when negative. Throws when the result leaves the years 1 to 9999. */
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days);

/** Counts the days from one day to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

const MONTHS_OF_YEAR = 12;
const DAYS_OF_WEEK = 7;
/** Day 0, 1970-01-01, was a Thursday: three days after a Monday. */
const DAYS_AFTER_MONDAY = 3;

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: string): string => dayOfNumber(weekNumber(day) * DAYS_OF_WEEK - DAYS_AFTER_MONDAY);

/** Counts the weeks from that of 1970-01-01 to that of a day; each begins on a Monday. */
const weekNumber = (day: string): number => Math.floor((dayNumber(day) + DAYS_AFTER_MONDAY) / DAYS_OF_WEEK);

/** Lists days that follow each other. Throws when they leave the years 1 to 9999. */
export function daysFrom(first: string, count: number): string[] {
  const days: string[] = [];
  let month = `${checked(first).slice(0, 8)}01`;
  let date = dateOf(first);
  while (days.length < count) {
    const last = Math.min(daysInMonth(yearOf(month), monthOf(month)), date + count - days.length - 1);
    // The year and the month are written once for all days of a month.
    for (const prefix = month.slice(0, 8); date <= last; date += 1) days.push(prefix + padded(date));
    if (days.length < count) [month, date] = [addMonths(month, 1), 1];
  }
  return days;
}

/** Returns the last day of the month of a day. */
export function endOfMonth(day: string): string {
  const [year, month] = numbersOf(checked(day));
  return text(year, month, daysInMonth(year, month));
}

/**
 * Adds months and keeps the date; in a shorter month, the result is its last day. Throws when the result leaves the
 * years 1 to 9999.
 */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = numbersOf(checked(day));
  const all = year * 12 + (month - 1) + months;
  const [y, m] = [Math.floor(all / 12), (all % 12) + 1];
  return checked(text(y, m, Math.min(date, daysInMonth(y, m))));
}

/** Counts the months from the month of one day to that of another; negative when the other is earlier. */
export function monthsBetween(from: string, to: string): number {
  const [[year, month], [toYear, toMonth]] = [numbersOf(checked(from)), numbersOf(checked(to))];
  return (toYear - year) * 12 + toMonth - month;
}

/** Whether two days are more than a year apart, so that the year of one of them may be mistyped. */
export function isDayFar(day: string, other: string): boolean {
  const [early, late] = day < other ? [day, other] : [other, day];
  const months = monthsBetween(early, late);
  return months > MONTHS_OF_YEAR || (months === MONTHS_OF_YEAR && dateOf(late) > dateOf(early));
}

/** Converts a day to Unix time: the seconds from 1970 to the midnight in UTC at which the day begins. */
export const dayToUnix = (day: string): number => dayNumber(day) * SECONDS_OF_DAY;

/** Returns the day, in UTC, of a number of seconds since 1970. */
export const unixToDay = (seconds: number): string => dayOfNumber(Math.floor(seconds / SECONDS_OF_DAY));

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

/**
 * The last answer of `todayIn` in each time zone. A list asks for the same instant once for each of its rows, and many
 * requests arrive in the same second. In every time zone, days begin with a whole second.
 */
const lastDays = new Map<string, { readonly second: number; readonly day: string }>();

/** Returns the day in a time zone at an instant (ISO text or epoch milliseconds). */
export function todayIn(instant: string | number, timeZone: string): string {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  const second = Math.floor(ms / 1000);
  const last = lastDays.get(timeZone);
  if (last?.second === second) return last.day;
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(ms)
      .map((p) => [p.type, p.value]),
  );
  const day = text(Number(parts.get('year')), Number(parts.get('month')), Number(parts.get('day')));
  lastDays.set(timeZone, { second, day });
  return day;
}

/**
 * Computes the end of a day in a time zone: the first instant, in epoch milliseconds, that no longer belongs to it.
 * Compare with `<`. Days of 23 or 25 hours and clock changes at midnight are handled.
 */
export function endOfDayInstant(day: string, timeZone: string): number {
  const midnight = (dayNumber(day) + 1) * MS_OF_DAY;
  let inside = midnight - MAX_OFFSET_MS;
  let after = midnight + MAX_OFFSET_MS;
  while (after - inside > 1000) {
    const middle = Math.floor((inside + after) / 2000) * 1000;
    if (todayIn(middle, timeZone) > day) after = middle;
    else inside = middle;
  }
  return after;
}

import { addDays, isDay } from '@quayside/domain/days/days';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const pad = (n: number) => String(n).padStart(2, '0');
const dayOf = (year: number, month: number, date: number): string | undefined => {
  const text = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}`;
  return isDay(text) ? text : undefined;
};
const fullYear = (text: string | undefined, today: string): number => {
  if (text === undefined) return Number(today.slice(0, 4));
  return text.length <= 2 ? 2000 + Number(text) : Number(text);
};

/**
 * Parses a typed day, such as `t`, `+30`, `-7`, `eom`, `2026-11-23`, `23 Nov`, `23 nov 26`, `Nov 23, 2026`,
 * `23.11.2026` or `23/11`. In numeric dates, the day precedes the month, unless the year comes first. With
 * `monthFirst`, the month precedes the day between slashes and dashes. Returns undefined when the text is not a day.
 */
export function parseDayInput(typed: string, today: string, monthFirst = false): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text === 't' || text === 'today') return today;
  if (/^[+-]\d{1,4}$/.test(text)) return addDays(today, Number(text));
  if (text === 'eom') {
    const [year = 0, month = 1] = today.split('-').map(Number);
    return addDays(dayOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) ?? today, -1);
  }
  if (isDay(text)) return text;
  const named =
    /^(\d{1,2})\.?\s*([a-z]{3,9})\.?,?\s*(\d{2}|\d{4})?$/.exec(text) ??
    swap(/^([a-z]{3,9})\.?\s*(\d{1,2}),?\s*(\d{2}|\d{4})?$/.exec(text));
  if (named) {
    const month = MONTHS.findIndex((name) => named[2]?.startsWith(name)) + 1;
    return month > 0 ? dayOf(fullYear(named[3], today), month, Number(named[1])) : undefined;
  }
  const chinese = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(text);
  if (chinese) return dayOf(Number(chinese[1]), Number(chinese[2]), Number(chinese[3]));
  const numbers = /^(\d{1,2})([./-])(\d{1,2})[./-]?(\d{2}|\d{4})?$/.exec(text);
  if (!numbers) return undefined;
  const [first, second] = [Number(numbers[1]), Number(numbers[3])];
  const [month, date] = monthFirst && numbers[2] !== '.' ? [first, second] : [second, first];
  return dayOf(fullYear(numbers[4], today), month, date);
}

const swap = (match: RegExpExecArray | null): (string | undefined)[] | null =>
  match ? [match[0], match[2], match[1], match[3]] : null;

import { isDay } from '../days/days.ts';

/** A day as a document writes it. */
export interface WrittenDay {
  readonly text: string;
  readonly index: number;
  readonly end: number;
  /** The day, if the order of its parts is certain, or if the first of two numbers is the day of the month. */
  readonly day: string | undefined;
  /** The other reading, in which the first of two numbers is the month: 11/06/2026 is June 11 or November 6. */
  readonly monthFirst: string | undefined;
  /** Whether points separate the numbers. The day of the month then comes first everywhere. */
  readonly hasPoints: boolean;
}

const YEAR_FIRST = /(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?:\s?日)?(?!\d)/g;
const YEAR_LAST = /(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/g;
/** A year of two digits, only between slashes: 13.09.26 can be another number, and 09-13-26 begin with the year. */
const SHORT_YEAR_LAST = /(?<![\d/])(\d{1,2})(\/)(\d{1,2})\/(\d{2})(?![\d/])/g;
const MONTH_BETWEEN = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.-]{0,2}([A-Za-zÄäé]{3,9})[\s.,-]{1,3}(\d{4}|\d{2})(?!\d)/g;
const MONTH_FIRST = /(?<![A-Za-z])([A-Za-z]{3,9})\.?\s?(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/g;
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar'],
  ['march', 'märz', 'maerz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];

function monthOf(word: string): number {
  const name = word.toLowerCase();
  return MONTHS.findIndex((names) => names.some((month) => month.startsWith(name))) + 1 || (name === 'sept' ? 9 : 0);
}

function dayOf(year: string, month: number, date: number): string | undefined {
  const day = `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Finds the days in a text, in the order of the text. */
export function daysIn(text: string): WrittenDay[] {
  const found: WrittenDay[] = [];
  const add = (match: RegExpExecArray, day: string | undefined, open?: { monthFirst?: string; hasPoints: boolean }) => {
    const { index } = match;
    if (day === undefined && open?.monthFirst === undefined) return;
    const end = index + match[0].length;
    found.push({
      ...{ text: match[0], index, end, day },
      ...{ monthFirst: open?.monthFirst, hasPoints: open?.hasPoints ?? false },
    });
  };
  for (const m of text.matchAll(YEAR_FIRST)) add(m, dayOf(m[1] ?? '', Number(m[2]), Number(m[3])));
  for (const m of text.matchAll(MONTH_BETWEEN)) add(m, dayOf(m[3] ?? '', monthOf(m[2] ?? ''), Number(m[1])));
  for (const m of text.matchAll(MONTH_FIRST)) add(m, dayOf(m[3] ?? '', monthOf(m[1] ?? ''), Number(m[2])));
  for (const m of [...text.matchAll(YEAR_LAST), ...text.matchAll(SHORT_YEAR_LAST)]) {
    const [a, b, year] = [Number(m[1]), Number(m[3]), m[4] ?? ''];
    const monthFirst = dayOf(year, a, b);
    add(m, dayOf(year, b, a), { ...(monthFirst === undefined ? {} : { monthFirst }), hasPoints: m[2] === '.' });
  }
  return found.toSorted((a, b) => a.index - b.index);
}

import type { READING_CHOICES } from '../money/number-text.ts';
import { isDay } from './days.ts';

// Days as people and spreadsheets write them. What can be read in two ways is never guessed.

/** Whether the day or the month comes first in a day such as 03/04/2026. */
export const DAY_ORDERS = ['DMY', 'MDY'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/**
 * How the days of a column are read. DMY, MDY: as its cells show, or as a person chose. EACH: some cells have the day
 * first and some the month. OPEN: a cell can be read in two ways, and nothing decides. PLAIN: no cell needs an order.
 */
export const DAY_READINGS = [...DAY_ORDERS, 'EACH', 'OPEN', 'PLAIN'] as const;
export type DayReading = (typeof DAY_READINGS)[number];

/** The two days that a text can mean, the day before the month first. */
interface AmbiguousDay {
  readonly dmy: string;
  readonly mdy: string;
}

const MAX_TEXT = 40;
const MIDNIGHT = /[T ]0?0:00(?::00(?:\.0+)?)?\s*(?:Z|AM)?$/i;
const MONTH_LANGUAGES = ['en', 'de', 'fr', 'it', 'es'];
/** Short names that the runtime's languages lack or write otherwise. */
const SHORT_MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, gen: 1, ene: 1, feb: 2, mrz: 3, maerz: 3, abr: 4, juil: 7, aug: 8, ago: 8 },
  ...{ sep: 9, sept: 9, set: 9, okt: 10, dec: 12, dez: 12 },
};
let months: ReadonlyMap<string, number> | undefined;

const plainWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\.$/, '');

/** The month that a name means, short or long, in the languages in which files come. */
function monthOf(word: string): number | undefined {
  months ??= new Map([
    ...MONTH_LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, i): [string, number] => [
          plainWord(format.format(Date.UTC(2026, i, 15))),
          i + 1,
        ]);
      }),
    ),
    ...Object.entries(SHORT_MONTHS),
  ]);
  return months.get(plainWord(word));
}

const dayOf = (year: string, month: number, date: string): string | undefined => {
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
};

/** A day with one meaning, or its two numbers where the order of day and month decides. */
type Read = { readonly day: string | undefined } | { readonly first: string; readonly second: string; year: string };

function read(text: string): Read | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const rest = text.normalize('NFKC').trim().replace(MIDNIGHT, '');
  const [, year, month = '', date = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(rest) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(rest) ??
    /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日$/.exec(rest) ??
    [];
  if (year !== undefined) return { day: dayOf(year, Number(month), date) };
  // With points, the day comes first everywhere.
  const [, day, ofDay = '', itsYear = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/.exec(rest) ?? [];
  if (day !== undefined) return { day: dayOf(itsYear, Number(ofDay), day) };
  const [, first, second = '', last = ''] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d\d)$/.exec(rest) ?? [];
  if (first !== undefined) return { first, second, year: last };
  return named(rest);
}

/** A day with the name of its month: `30-Sep-26`, `30 September 2026`, `Sep 30, 2026`. */
function named(text: string): Read | undefined {
  const [, date = '', word = '', year = ''] =
    /^(\d{1,2})(?:\.|st|nd|rd|th)?[-\s/]*(?:de\s+)?(\p{L}+\.?)[-\s/,]*(?:de\s+)?(\d{4}|\d\d)$/iu.exec(text) ?? [];
  const month = monthOf(word);
  if (month !== undefined) return { day: dayOf(year, month, date) };
  const [, name = '', on = '', its = ''] = /^(\p{L}+\.?)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(text) ?? [];
  const other = monthOf(name);
  return other === undefined ? undefined : { day: dayOf(its, other, on) };
}

/** The meanings of a day whose order is open; one of them if the other is no day. */
function meanings({ first, second, year }: { first: string; second: string; year: string }) {
  return { dmy: dayOf(year, Number(second), first), mdy: dayOf(year, Number(first), second) };
}

/**
 * Reads a day. `order` is that of its column. Returns both meanings if there are two and the column does not decide,
 * and undefined if the text is no day.
 */
export function readDay(text: string, order: DayReading = 'PLAIN'): string | AmbiguousDay | undefined {
  const found = read(text);
  if (!found || 'day' in found) return found?.day;
  const { dmy, mdy } = meanings(found);
  if (order === 'DMY') return dmy;
  if (order === 'MDY') return mdy;
  if (dmy === undefined || mdy === undefined || dmy === mdy) return dmy ?? mdy;
  return { dmy, mdy };
}

/** How a column of days is read, and the first of its cells that can be read in two ways. */
export interface DaysOfColumn {
  readonly reading: DayReading;
  readonly ambiguous: string | null;
  /** Set if a person chose the order, for this table or for an earlier one of the same form. */
  readonly by?: (typeof READING_CHOICES)[number];
}

/**
 * Decides how a column is read: as a person chose or, without a choice, as its own cells show. What was chosen for an
 * earlier table of the same form (`remembered`) counts only where no cell shows anything.
 */
export function dayReadingOf(
  cells: Iterable<string>,
  chosen: DayOrder | null,
  remembered: DayOrder | null = null,
): DaysOfColumn {
  let [hasDmy, hasMdy] = [false, false];
  let ambiguous: string | null = null;
  for (const cell of cells) {
    const found = cell === '' ? undefined : read(cell);
    if (!found || 'day' in found) continue;
    const { dmy, mdy } = meanings(found);
    if (dmy !== undefined && mdy !== undefined && dmy !== mdy) ambiguous ??= cell;
    else if (dmy !== undefined && mdy === undefined) hasDmy = true;
    else if (mdy !== undefined && dmy === undefined) hasMdy = true;
  }
  if (chosen !== null && ambiguous !== null) return { reading: chosen, ambiguous, by: 'CHOICE' };
  if (hasDmy && hasMdy) return { reading: ambiguous === null ? 'EACH' : 'OPEN', ambiguous };
  if (hasDmy || hasMdy) return { reading: hasDmy ? 'DMY' : 'MDY', ambiguous };
  if (ambiguous === null) return { reading: 'PLAIN', ambiguous };
  return remembered === null
    ? { reading: 'OPEN', ambiguous }
    : { reading: remembered, ambiguous, by: 'EARLIER_CHOICE' };
}

import { addDays, addMonths, daysBetween, daysFrom, mondayOf, monthsBetween } from '../days/days.ts';
import { compareKeys } from '../money/allocate.ts';
import { roundDiv } from '../money/money.ts';

/** Money that moves on a day, in minor units of the account currency: above 0 it comes in, below 0 it goes out. */
export interface CashFlow {
  readonly day: string;
  readonly amountMinor: bigint;
  /** Whether it is paid in another currency than the account's, so that a change of the rates moves it. */
  readonly isForeign: boolean;
}

/** An instalment that is still open, as the calendar needs it. */
export interface OpenInstalment {
  readonly dueDay: string | null;
  /** What its open amount is worth in account currency, above 0; null without a rate. */
  readonly worthMinor: bigint | null;
  readonly isForeign: boolean;
}

/** What the calendar counts of open instalments, and what it cannot sum. */
interface InstalmentFlows {
  readonly flows: readonly CashFlow[];
  readonly withoutDay: number;
  readonly withoutRate: number;
}

/**
 * The flows of open instalments (payables §8): each on its day, overdue ones today. Those without a day are listed
 * beside the calendar, and those without a rate are counted, not summed; one without both is counted in both.
 */
export function flowsOfInstalments(instalments: readonly OpenInstalment[], today: string): InstalmentFlows {
  return {
    flows: instalments.flatMap(({ dueDay, worthMinor, isForeign }) =>
      dueDay === null || worthMinor === null
        ? []
        : [{ day: dueDay < today ? today : dueDay, amountMinor: -worthMinor, isForeign }],
    ),
    withoutDay: instalments.filter(({ dueDay }) => dueDay === null).length,
    withoutRate: instalments.filter(({ worthMinor }) => worthMinor === null).length,
  };
}

export const REPEATS = ['ONCE', 'WEEKLY', 'MONTHLY'] as const;
export type Repeat = (typeof REPEATS)[number];

/** An entry of the account's own in the calendar, such as wages or a payout, in account currency and with its sign. */
export interface OwnEntry {
  readonly firstDay: string;
  /** The last day on which it can repeat; null: for ever. */
  readonly lastDay: string | null;
  readonly repeat: Repeat;
  readonly amountMinor: bigint;
}

const DAYS_OF_WEEK = 7;

/**
 * The flows of an own entry from one day to another, both included. Monthly, the 31st becomes the last day of a shorter
 * month. In the calendar, `from` is the opening day: what happened before is in the balance that was typed.
 */
export function flowsOfOwnEntry(entry: OwnEntry, from: string, until: string): CashFlow[] {
  const { firstDay, lastDay, repeat, amountMinor } = entry;
  const end = lastDay !== null && lastDay < until ? lastDay : until;
  const begin = firstDay < from ? from : firstDay;
  if (begin > end) return [];
  const days =
    repeat === 'ONCE' ? [firstDay] : repeat === 'WEEKLY' ? weekly(firstDay, begin, end) : monthly(firstDay, begin, end);
  return days.filter((day) => day >= begin && day <= end).map((day) => ({ day, amountMinor, isForeign: false }));
}

/** Whether an entry happens once, before the opening day: it is in the balance that was typed, and counts nothing. */
export const isInOpening = ({ repeat, firstDay }: Pick<OwnEntry, 'repeat' | 'firstDay'>, openingDay: string): boolean =>
  repeat === 'ONCE' && firstDay < openingDay;

/** The whole numbers from one to another, both included. */
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const weekly = (firstDay: string, begin: string, end: string): string[] =>
  range(
    Math.ceil(daysBetween(firstDay, begin) / DAYS_OF_WEEK),
    Math.floor(daysBetween(firstDay, end) / DAYS_OF_WEEK),
  ).map((n) => addDays(firstDay, n * DAYS_OF_WEEK));

const monthly = (firstDay: string, begin: string, end: string): string[] =>
  range(monthsBetween(firstDay, begin), monthsBetween(firstDay, end)).map((n) => addMonths(firstDay, n));

/** By how many per cent the calendar can move the rates of foreign currencies. */
export const RATE_SHIFTS = [-5, 0, 5] as const;
export type RateShift = (typeof RATE_SHIFTS)[number];

/**
 * Multiplies each flow in a foreign currency by so many hundredths, such as 105 or 95, half away from zero (payables
 * §8).
 */
export const withRatesAt = (flows: readonly CashFlow[], hundredths: number): CashFlow[] =>
  flows.map((flow) =>
    flow.isForeign ? { ...flow, amountMinor: roundDiv(flow.amountMinor * BigInt(hundredths), 100n) } : flow,
  );

/** A balance that was typed for the beginning of a day. */
export interface OpeningBalance {
  readonly day: string;
  readonly balanceMinor: bigint;
}

/**
 * One day of the calendar. What comes in is never below 0, what goes out never above it; together they are the flow.
 */
export interface CalendarDay {
  readonly day: string;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly flowMinor: bigint;
  readonly closingMinor: bigint;
}

/**
 * The closing balance of each day from the opening day to `until`, both included (payables §8). A flow before the
 * opening day counts on it; a flow after `until` does not count.
 */
export function calendarOf(opening: OpeningBalance, flows: readonly CashFlow[], until: string): CalendarDay[] {
  const sums = new Map<string, { inMinor: bigint; outMinor: bigint }>();
  for (const { day, amountMinor } of flows) {
    const on = day < opening.day ? opening.day : day;
    const sum = sums.get(on) ?? { inMinor: 0n, outMinor: 0n };
    if (amountMinor > 0n) sum.inMinor += amountMinor;
    else sum.outMinor += amountMinor;
    sums.set(on, sum);
  }
  let closingMinor = opening.balanceMinor;
  const length = Math.max(0, daysBetween(opening.day, until) + 1);
  return daysFrom(opening.day, length).map((day) => {
    const sum = sums.get(day);
    if (!sum) return { day, inMinor: 0n, outMinor: 0n, flowMinor: 0n, closingMinor };
    const { inMinor, outMinor } = sum;
    const flowMinor = inMinor + outMinor;
    closingMinor += flowMinor;
    return { day, inMinor, outMinor, flowMinor, closingMinor };
  });
}

/** A week of the calendar, from Monday to Sunday; the first one may begin later, and the last one end earlier. */
interface CalendarWeek {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly closingMinor: bigint;
  /** The lowest closing balance of its days. */
  readonly lowestMinor: bigint;
}

/** The weeks of the days of a calendar, which follow each other; only the first week can begin later than on Monday. */
export function weeksOf(days: readonly CalendarDay[]): CalendarWeek[] {
  const [first] = days;
  if (!first) return [];
  const weeks: CalendarWeek[] = [];
  let begin = 0;
  let end = DAYS_OF_WEEK - daysBetween(mondayOf(first.day), first.day);
  while (begin < days.length) {
    weeks.push(...weekOf(days.slice(begin, end)));
    begin = end;
    end += DAYS_OF_WEEK;
  }
  return weeks;
}

/** The week of these days; none of no days. */
function weekOf(days: readonly CalendarDay[]): CalendarWeek[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  let [inMinor, outMinor, lowestMinor] = [0n, 0n, first.closingMinor];
  for (const day of days) {
    // On most days nothing flows.
    if (day.inMinor !== 0n) inMinor += day.inMinor;
    if (day.outMinor !== 0n) outMinor += day.outMinor;
    if (day.closingMinor < lowestMinor) lowestMinor = day.closingMinor;
  }
  return [{ firstDay: first.day, lastDay: last.day, inMinor, outMinor, closingMinor: last.closingMinor, lowestMinor }];
}

/**
 * The lowest balance: the earliest of the lowest closings, where the opening balance counts on its own day (payables
 * §8). The same days as in `calendarOf`.
 */
export const lowPointOf = (
  opening: OpeningBalance,
  days: readonly Pick<CalendarDay, 'day' | 'closingMinor'>[],
): { readonly day: string; readonly balanceMinor: bigint } =>
  days.reduce<{ day: string; balanceMinor: bigint }>(
    (low, { day, closingMinor }) => (closingMinor < low.balanceMinor ? { day, balanceMinor: closingMinor } : low),
    { day: opening.day, balanceMinor: opening.balanceMinor },
  );

/** The buckets of open instalments by their days, in the order in which they are shown (payables §8). */
export const DUE_BUCKETS = [
  'LATE_OVER_30',
  'LATE_1_TO_30',
  'DUE_0_TO_7',
  'DUE_8_TO_30',
  'DUE_31_TO_60',
  'DUE_LATER',
  'NO_DAY',
] as const;
export type DueBucket = (typeof DUE_BUCKETS)[number];

/** The bucket of a day, seen from the account's today; a null day has none. */
export function bucketOf(dueDay: string | null, today: string): DueBucket {
  if (dueDay === null) return 'NO_DAY';
  const days = daysBetween(today, dueDay);
  if (days < -30) return 'LATE_OVER_30';
  if (days < 0) return 'LATE_1_TO_30';
  if (days <= 7) return 'DUE_0_TO_7';
  if (days <= 30) return 'DUE_8_TO_30';
  return days <= 60 ? 'DUE_31_TO_60' : 'DUE_LATER';
}

/** Compares two days of a list; an unknown day comes last in both directions (payables §2). */
export function compareDueDays(a: string | null, b: string | null, direction: 'asc' | 'desc' = 'asc'): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return direction === 'asc' ? compareKeys(a, b) : compareKeys(b, a);
}

import type { CashCalendar, getCashCalendar } from '@quayside/contracts/payments/cash-calendar';
import type { QueryOut } from '@quayside/contracts/endpoint';
import { addDays, mondayOf } from '@quayside/domain/days/days';
import { formatAmount } from '@quayside/domain/money/money';
import {
  type CalendarDay,
  calendarOf,
  type CashFlow,
  flowsOfInstalments,
  flowsOfOwnEntry,
  isInOpening,
  lowPointOf,
  type OpeningBalance,
  type RateShift,
  weeksOf,
  withRatesAt,
} from '@quayside/domain/payables/calendar';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { findMovable, type OwedDay, readCalendarFacts } from './cash-calendar.views.ts';
import { asOwnEntry, toCashEntry } from './cash-entries.service.ts';
import { toOpening } from './cash-opening.service.ts';
import type { CashEntryRow, OpeningRow } from '../rows/cash.queries.ts';

const WEEK = 7;
const PERCENT = 100;

interface CalendarChoice {
  readonly weeks: number;
  readonly fx: RateShift;
}

/** What flows on a day; an instalment without a rate counts as well. */
interface Happening {
  readonly payments: number;
  readonly entries: readonly CashEntryRow[];
}

/** The calendar in minor units. */
interface Calendar {
  readonly today: string;
  readonly until: string;
  readonly openingRow: OpeningRow | undefined;
  readonly entries: readonly CashEntryRow[];
  /** Each of its days, and those of them on which something flows. */
  readonly days: readonly CalendarDay[];
  readonly moving: readonly (CalendarDay & Happening)[];
  readonly counts: { readonly overdue: number; readonly withoutDay: number; readonly withoutRate: number };
  /** The low point with more flows; null without an opening balance. */
  readonly lowPoint: (more?: readonly CashFlow[]) => { readonly day: string; readonly balanceMinor: bigint } | null;
}

/** Works the calendar out from the kept sums, the opening balance and the own entries. */
export async function workOutCalendar(w: Work, { weeks, fx }: CalendarChoice): Promise<Calendar> {
  const today = todayOf(w);
  const { opening: openingRow, entries, owed } = await readCalendarFacts(w, fx);
  const count = (of: (one: (typeof owed)[number]) => number) => owed.reduce((sum, one) => sum + of(one), 0);
  const begin = openingRow && openingRow.day > today ? openingRow.day : today;
  const until = addDays(mondayOf(begin), weeks * WEEK - 1);
  const opening: OpeningBalance | undefined = openingRow && {
    day: openingRow.day,
    balanceMinor: openingRow.balance_minor,
  };
  // The sums have the moved rates in them already.
  const { flows: owedFlows } = flowsOfInstalments(
    owed.map(({ dueOn, worthMinor }) => ({ dueDay: dueOn, worthMinor, isForeign: false })),
    today,
  );
  // What happened before is in the balance that was typed.
  const from = openingRow?.day ?? today;
  const happening = entries.flatMap((entry) =>
    flowsOfOwnEntry(asOwnEntry(entry), from, until).map((flow) => ({ entry, flow })),
  );
  const flows = [...owedFlows, ...happening.map(({ flow }) => flow)];
  const days = opening ? calendarOf(opening, flows, until) : [];
  const happenings = happeningsOf(owed, happening, { today, firstDay: opening?.day ?? today });
  const moving = days.flatMap((day) => {
    const own = happenings.get(day.day);
    return own ? [{ ...day, ...own }] : [];
  });
  return {
    today,
    until,
    openingRow,
    entries,
    days,
    moving,
    counts: {
      overdue: count((one) => (one.dueOn !== null && one.dueOn < today ? one.count : 0)),
      withoutDay: count((one) => (one.dueOn === null ? one.count : 0)),
      withoutRate: count((one) => one.withoutRate),
    },
    lowPoint: (more = []) =>
      opening ? lowPointOf(opening, more.length === 0 ? days : calendarOf(opening, [...flows, ...more], until)) : null,
  };
}

/** What flows on each day: an overdue instalment today, and what is before the first day on that. */
function happeningsOf(
  owed: readonly OwedDay[],
  own: readonly { readonly entry: CashEntryRow; readonly flow: CashFlow }[],
  { today, firstDay }: { readonly today: string; readonly firstDay: string },
): ReadonlyMap<string, Happening> {
  const found = new Map<string, { payments: number; entries: CashEntryRow[] }>();
  const on = (day: string) => {
    const counted = day < firstDay ? firstDay : day;
    const known = found.get(counted) ?? { payments: 0, entries: [] };
    found.set(counted, known);
    return known;
  };
  for (const { dueOn, count } of owed)
    if (dueOn !== null && count > 0) on(dueOn < today ? today : dueOn).payments += count;
  for (const { entry, flow } of own) on(flow.day).entries.push(entry);
  return found;
}

/** The cash calendar, and what its low point would be if one instalment were moved. */
export async function getCalendar(w: Work, q: QueryOut<typeof getCashCalendar>): Promise<CashCalendar> {
  const calendar = await workOutCalendar(w, q);
  const { today, until, openingRow, days, moving, counts } = calendar;
  const { currency } = w.scope;
  const money = (minor: bigint) => formatAmount(minor, currency);
  const point = (low: ReturnType<Calendar['lowPoint']>) => low && { day: low.day, balance: money(low.balanceMinor) };
  const flows = (one: Pick<CalendarDay, 'inMinor' | 'outMinor' | 'closingMinor'>) => ({
    in: money(one.inMinor),
    out: money(one.outMinor),
    closing: money(one.closingMinor),
  });
  const { movePaymentId: paymentId, moveDay } = q;
  const moved =
    paymentId === undefined || moveDay === undefined
      ? null
      : {
          paymentId,
          day: moveDay,
          lowPoint: point(calendar.lowPoint(await flowsOfMove(w, { paymentId, day: moveDay, today, fx: q.fx }))),
        };
  return {
    today,
    until,
    currency,
    fx: q.fx,
    opening: openingRow ? toOpening(w, openingRow) : null,
    days: moving.map((one) => ({
      day: one.day,
      ...flows(one),
      payments: one.payments,
      entryIds: one.entries.map(({ id }) => id),
    })),
    weeks: weeksOf(days).map((one) => ({
      firstDay: one.firstDay,
      lastDay: one.lastDay,
      ...flows(one),
      lowest: money(one.lowestMinor),
    })),
    lowPoint: point(calendar.lowPoint()),
    moved,
    entries: calendar.entries.map((row) => toCashEntry(w, row)),
    inOpening: calendar.entries.flatMap((row) =>
      openingRow && isInOpening(asOwnEntry(row), openingRow.day) ? [row.id] : [],
    ),
    ...counts,
  };
}

/** The flows that moving an instalment adds: it no longer goes out on its day, but on another one. */
async function flowsOfMove(
  w: Work,
  {
    paymentId,
    day,
    today,
    fx,
  }: { readonly paymentId: string; readonly day: string; readonly today: string; readonly fx: RateShift },
): Promise<CashFlow[]> {
  const payment = await findMovable(w, paymentId);
  if (!payment) throw new AppError('payments.unknown');
  const isForeign = payment.currency !== w.scope.currency;
  const on = (dueDay: string | null) =>
    flowsOfInstalments([{ dueDay, worthMinor: payment.worthMinor, isForeign }], today).flows;
  const back = on(payment.dueOn).map((flow) => ({ ...flow, amountMinor: -flow.amountMinor }));
  return withRatesAt([...back, ...on(day)], PERCENT + fx);
}

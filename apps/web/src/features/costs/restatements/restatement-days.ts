import type { FilterChip } from '@quayside/contracts/paging';
import { addDays, isDay } from '@quayside/domain/days/days';
import type { Days } from '../api.ts';

const lastDayBefore = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1);

/** From the end of the last month until today. */
export const thisMonth = (today: string): Days => ({ from: lastDayBefore(today), to: today });
/** From the end of the month before the last to the end of the last. */
export function lastMonth(today: string): Days {
  const to = lastDayBefore(today);
  return { from: lastDayBefore(to), to };
}
/** The day before an invoice was added, compared with today. */
export const sinceBill = (added: string, today: string): Days => ({ from: addDays(added, -1), to: today });

/**
 * The two days in the address; by default the end of the last month, and today. For a single invoice, the first day is
 * the one before it was added (`billAdded`).
 */
export function readDays(params: URLSearchParams, today: string, billAdded?: string): Days {
  const said = (name: string) => {
    const day = params.get(name);
    return day !== null && isDay(day) ? day : undefined;
  };
  const to = said('to') ?? today;
  const from = said('from') ?? (billAdded === undefined ? lastDayBefore(to) : addDays(billAdded, -1));
  return from <= to ? { from, to } : { from: to, to: from };
}

export function writeDays(params: URLSearchParams, { from, to }: Days): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('from', from);
  next.set('to', to);
  next.delete('page');
  return next;
}

const FIELDS = ['product', 'invoice', 'month'] as const;
type Field = (typeof FIELDS)[number];
/**
 * The filter of the list, for the sums above it. `but` leaves one field out, so that all options of that field stay
 * visible.
 */
export const chipsOf = (params: URLSearchParams, but?: Field): FilterChip[] =>
  FIELDS.flatMap((field) => {
    const values = params.getAll(`f.${field}.in`).filter((value) => value !== '');
    return field === but || values.length === 0 ? [] : [{ field, op: 'in' as const, values }];
  });

/** Toggles the filter of a field to one value, or removes it where it has that value already. */
export function toggled(params: URLSearchParams, field: Field, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const name = `f.${field}.in`;
  const isChosen = next.getAll(name).join() === value;
  next.delete(name);
  next.delete('page');
  if (!isChosen) next.set(name, value);
  return next;
}

/** The heights of the bars in percent of the tallest, positive for increases. For drawing only. */
export function bars(changes: readonly string[]): { up: number; down: number }[] {
  const values = changes.map(Number);
  const most = Math.max(...values.map(Math.abs), 0);
  const share = (value: number) => (most === 0 ? 0 : Math.max(2, Math.round((Math.abs(value) / most) * 100)));
  return values.map((value) => ({ up: value > 0 ? share(value) : 0, down: value < 0 ? share(value) : 0 }));
}

/** The colour of a change: amber for increases, green for decreases; always shown with a sign. */
export const toneOf = (change: string): 'up' | 'down' | undefined =>
  !/[1-9]/.test(change) ? undefined : change.startsWith('-') ? 'down' : 'up';

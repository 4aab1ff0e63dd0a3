import type { FilterChip } from '@quayside/contracts/paging';
import { addDays, isDay } from '@quayside/domain/days/days';
import type { Days } from '../api.ts';

const lastDayBefore = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1);

/** Compares the last day of the previous month with today. */
export const thisMonth = (today: string): Days => ({ from: lastDayBefore(today), to: today });
/** Compares the last day of the month before last with the last day of last month. */
export function lastMonth(today: string): Days {
  const to = lastDayBefore(today);
  return { from: lastDayBefore(to), to };
}
/** Compares the day before an invoice was added with today. */
export const sinceInvoice = (added: string, today: string): Days => ({ from: addDays(added, -1), to: today });

/**
 * The two days that the page's URL names. By default, they are the last day of the previous month, and today. When the
 * list is filtered by a single invoice, the default for the first day is the day before that invoice was added
 * (`invoiceAdded`).
 */
export function readDays(params: URLSearchParams, today: string, invoiceAdded?: string): Days {
  const dayInUrl = (name: string) => {
    const day = params.get(name);
    return day !== null && isDay(day) ? day : undefined;
  };
  const to = dayInUrl('to') ?? today;
  const from = dayInUrl('from') ?? (invoiceAdded === undefined ? lastDayBefore(to) : addDays(invoiceAdded, -1));
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
 * The filter of the list, in the form that the query of the sums above the list expects. The filter on the field `but`
 * is left out, so that the sums include all options of that field.
 */
export const chipsOf = (params: URLSearchParams, but?: Field): FilterChip[] =>
  FIELDS.flatMap((field) => {
    const values = params.getAll(`f.${field}.in`).filter((value) => value !== '');
    return field === but || values.length === 0 ? [] : [{ field, op: 'in' as const, values }];
  });

/** Filters a field by this value. If the field is already filtered by exactly this value, the filter is removed. */
export function toggled(params: URLSearchParams, field: Field, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const name = `f.${field}.in`;
  const isChosen = next.getAll(name).join() === value;
  next.delete(name);
  next.delete('page');
  if (!isChosen) next.set(name, value);
  return next;
}

/** The heights of the bars as percentages of the tallest bar. For drawing only. */
export function bars(changes: readonly string[]): { up: number; down: number }[] {
  const values = changes.map(Number);
  const most = Math.max(...values.map(Math.abs), 0);
  const share = (value: number) => (most === 0 ? 0 : Math.max(2, Math.round((Math.abs(value) / most) * 100)));
  return values.map((value) => ({ up: value > 0 ? share(value) : 0, down: value < 0 ? share(value) : 0 }));
}

/** The tone of a change: `up` is shown in amber, `down` in green; undefined for zero. */
export const toneOf = (change: string): 'up' | 'down' | undefined =>
  !/[1-9]/.test(change) ? undefined : change.startsWith('-') ? 'down' : 'up';

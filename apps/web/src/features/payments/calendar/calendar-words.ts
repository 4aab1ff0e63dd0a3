import type { CashCalendar, CashEntry } from '@quayside/contracts/payments/cash-calendar';
import type { Payment } from '@quayside/contracts/payments/payments';
import { addDays } from '@quayside/domain/days/days';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { type RateShift, withRatesAt } from '@quayside/domain/payables/calendar';
import type { T } from '../../../i18n/i18n.ts';
import { formatDay, formatMoney, formatWeekday } from '../../../lib/words/format.ts';

/** Whether a balance is below zero. */
export const isBelowZero = (amount: string): boolean => amount.startsWith('-');

/** A day with its weekday: "Mon, 7 Dec 2026". */
export const dayWords = (day: string): string => `${formatWeekday(day)}, ${formatDay(day)}`;

/** A low point: "−£2,909.11 on Mon, 7 Dec 2026, below zero". */
export function lowPointWords(t: T, low: CashCalendar['lowPoint'], currency: string): string {
  if (!low) return '';
  const words = { amount: formatMoney(low.balance, currency, { zero: 'figure' }), day: dayWords(low.day) };
  return t(isBelowZero(low.balance) ? 'payments:calendar.lowBelow' : 'payments:calendar.lowAt', words);
}

/** What an open instalment is worth if the rates move by the shift; null without a rate. */
export function worthAt(
  { openInAccountCurrency, currency, accountCurrency }: Payment,
  shift: RateShift,
): string | null {
  if (openInAccountCurrency === null) return null;
  const minor = minorOfText(openInAccountCurrency, accountCurrency);
  if (minor === undefined) return openInAccountCurrency;
  const flow = { day: '', amountMinor: minor, isForeign: currency !== accountCurrency };
  return formatAmount(withRatesAt([flow], 100 + shift)[0]?.amountMinor ?? 0n, accountCurrency);
}

/** How often an entry happens: "every month from 25 Nov 2026 until 25 May 2027". */
export function repeatWords(t: T, { repeat, firstDay, lastDay }: CashEntry): string {
  const words = t(`payments:calendar.repeats.${repeat}`, { day: formatDay(firstDay) });
  return lastDay === null ? words : t('payments:calendar.repeatsUntil', { words, day: formatDay(lastDay) });
}

/** The days of a week, from Monday; the days before the calendar begins are undefined. */
export const daysOfWeek = ({ firstDay, lastDay }: CashCalendar['weeks'][number]): (string | undefined)[] =>
  Array.from({ length: 7 }, (_, n) => {
    const day = addDays(lastDay, n - 6);
    return day < firstDay ? undefined : day;
  });

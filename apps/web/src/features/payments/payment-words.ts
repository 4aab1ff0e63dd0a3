import type { Payment } from '@quayside/contracts/payments/payments';
import { daysBetween } from '@quayside/domain/days/days';
import type { T } from '../../i18n/i18n.ts';
import { dueWords } from '../../lib/words/due-words.ts';
import { formatDayShort, formatPercent } from '../../lib/words/format.ts';

/** The place of an instalment on its invoice: "2 of 2 · 70 %". */
export function placeWords(
  t: T,
  { position, count, percent, isRest }: Pick<Payment, 'position' | 'count' | 'percent' | 'isRest'>,
): string {
  const place = t('payments:place', { position, count });
  if (isRest) return `${place} · ${t('payments:rest')}`;
  return percent === null ? place : `${place} · ${percentWords(percent)}`;
}

/** A share with at most two decimals: 30 %, 33.33 %. */
export const percentWords = (percent: string): string => formatPercent(percent, decimalsOf(percent));
const decimalsOf = (text: string): number => text.replace(/0+$/, '').split('.')[1]?.length ?? 0;

/** What the day of an instalment is counted from: "Invoice date + 7 d", or "Fixed day". */
export function ruleWords(t: T, { event, isPinned, ...rule }: Rule): string {
  if (isPinned) return t('payments:fixedDay');
  if (event === null) return t('payments:noEvent');
  return dueWords(t, t(`payments:event.${event}`), rule);
}
/** What the day of an instalment stands on, once it has happened: "delivered 3 Mar". */
export function happenedWords(t: T, { event, eventDay }: Pick<Payment, 'event' | 'eventDay'>): string | undefined {
  if (eventDay === null || event === null || event === 'ORDER' || event === 'INVOICE') return undefined;
  return t(`payments:happened.${event}`, { day: formatDayShort(eventDay) });
}
type Rule = Pick<Payment, 'event' | 'months' | 'days' | 'monthEnd' | 'isPinned'>;

/** How far away the day is: "32 d late", "in 3 d". Undefined for a paid instalment and for an unknown day. */
export function awayWords(
  t: T,
  { dueDate, isOverdue, daysLate, status }: Pick<Payment, 'dueDate' | 'isOverdue' | 'daysLate' | 'status'>,
  today: string,
): string | undefined {
  if (dueDate === null || status === 'PAID') return undefined;
  if (isOverdue) return t('payments:late', { count: daysLate });
  const days = daysBetween(today, dueDate);
  return days <= 0 ? t('payments:today') : t('payments:inDays', { count: days });
}

/** The number of the invoice or purchase order. */
export const numberOf = ({ invoice, purchaseOrder }: Pick<Payment, 'invoice' | 'purchaseOrder'>): string =>
  invoice?.number ?? purchaseOrder?.number ?? '';

/** Whether an amount is zero. */
export const isNothing = (amount: string | null): boolean => amount === null || /^-?0*(\.0*)?$/.test(amount);

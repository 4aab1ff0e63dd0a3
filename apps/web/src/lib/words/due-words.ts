import type { DueRule } from '@quayside/domain/payables/due-days';
import type { T } from '../../i18n/i18n.ts';

/**
 * When a share falls due, in words and in the order in which it is counted: "Invoice date + 2 mo, month end + 30 d".
 * `event` is the name of the event.
 */
export function dueWords(
  t: T,
  event: string,
  { months, days, monthEnd }: Pick<DueRule, 'months' | 'days' | 'monthEnd'>,
): string {
  const later = months === 0 ? event : t('choices:due.monthsAfter', { event, months });
  const from = monthEnd === 'BEFORE' ? t('choices:due.monthEnd', { event: later }) : later;
  if (days === 0) return monthEnd === 'AFTER' ? t('choices:due.monthEnd', { event: from }) : from;
  const due = t(days < 0 ? 'choices:due.daysBefore' : 'choices:due.daysAfter', { event: from, days: Math.abs(days) });
  return monthEnd === 'AFTER' ? t('choices:due.thenMonthEnd', { event: due }) : due;
}

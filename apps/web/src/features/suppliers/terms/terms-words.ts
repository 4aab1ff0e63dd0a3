import type { LeadTime, PaymentTerm } from '@quayside/contracts/suppliers/suppliers';
import { totalDays } from '@quayside/domain/suppliers/terms';
import type { T } from '../../../i18n/i18n.ts';

/** Payment terms as text: "30 % with the order, 70 % before shipping". The text is empty when there are none. */
export const termsInWords = (t: T, terms: readonly PaymentTerm[]): string =>
  terms.map((term) => withMonthEnd(t, term, termInWords(t, term))).join(', ');

function withMonthEnd(t: T, { months, days, monthEnd }: PaymentTerm, words: string): string {
  if (monthEnd === null) return words;
  if (days === 0 && (months > 0 || monthEnd === 'AFTER')) return t('suppliers:terms.toMonthEnd', { words });
  if (monthEnd === 'AFTER') return t('suppliers:terms.thenMonthEnd', { words });
  return t(months > 0 ? 'suppliers:terms.daysFromMonthEnd' : 'suppliers:terms.monthEnd', { words });
}

function termInWords(t: T, { percent, event, months, days }: PaymentTerm): string {
  if (months > 0) {
    const after = t(`suppliers:terms.afterEvents.${event}`);
    const words = t('suppliers:terms.wordsMonths', { percent, count: months, event: after });
    if (days === 0) return words;
    return t(days < 0 ? 'suppliers:terms.lessDays' : 'suppliers:terms.moreDays', { words, count: Math.abs(days) });
  }
  if (days === 0) return t('suppliers:terms.words', { percent, event: t(`suppliers:terms.events.${event}`) });
  const place = days < 0 ? 'beforeEvents' : 'afterEvents';
  return t('suppliers:terms.wordsDays', {
    percent,
    count: Math.abs(days),
    event: t(`suppliers:terms.${place}.${event}`),
  });
}

/** Lead times as text: "Sea: 70 days, Air: 36 days". Unknown lead times are left out. */
export const leadTimesInWords = (t: T, times: readonly LeadTime[]): string =>
  times
    .flatMap((time) => {
      const days = totalDays(time);
      return days === null
        ? []
        : [
            t('suppliers:leadTimes.words', {
              method: t(`shippingMethod.${time.shippingMethod}`),
              days: t('days', { count: days }),
            }),
          ];
    })
    .join(', ');

import type { LeadTime, PaymentTerm } from '@quayside/contracts/suppliers';
import { totalDays } from '@quayside/domain/suppliers/terms';
import type { T } from '../../../i18n/i18n.ts';

/** Payment terms as text: "30 % with the order, 70 % before shipping". The text is empty when there are none. */
export const termsInWords = (t: T, terms: readonly PaymentTerm[]): string =>
  terms
    .map((term) =>
      term.monthEnd ? t('suppliers:terms.monthEnd', { words: termInWords(t, term) }) : termInWords(t, term),
    )
    .join(', ');

function termInWords(t: T, { percent, event, days }: PaymentTerm): string {
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

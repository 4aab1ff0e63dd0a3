import type { LeadTime, PaymentTerm } from '@quayside/contracts/suppliers';
import { totalDays } from '@quayside/domain/suppliers/terms';
import type { T } from '../../../i18n/i18n.ts';

/** Payment terms as text: "30 % with the order, 70 % before shipping". The text is empty when there are none. */
export const termsInWords = (t: T, terms: readonly PaymentTerm[]): string =>
  terms
    .map(({ percent, event, days }) =>
      days === 0
        ? t('suppliers:terms.words', { percent, event: t(`suppliers:terms.events.${event}`) })
        : t('suppliers:terms.wordsDays', { percent, count: days, event: t(`suppliers:terms.afterEvents.${event}`) }),
    )
    .join(', ');

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

import type { Payment } from '@quayside/contracts/payments/payments';
import { todayIn } from '@quayside/domain/days/days';
import { useT } from '../../i18n/i18n.ts';
import { useTimeZone } from '../../lib/session/account.ts';
import { EN_DASH, formatDay, formatDayShort } from '../../lib/words/format.ts';
import { awayWords } from './payment-words.ts';
import classes from './payments.module.css';

/** The day of an instalment with how far away it is: "23 Nov in 3 d". An estimated day is marked. */
export function DueDay({ payment }: { payment: Payment }) {
  const t = useT();
  const today = todayIn(Date.now(), useTimeZone());
  if (payment.dueDate === null)
    return (
      <span className={classes.faint} title={t('payments:noDayHelp')}>
        {EN_DASH}
        <span className="visually-hidden">{t('payments:noDay')}</span>
      </span>
    );
  const away = awayWords(t, payment, today);
  return (
    <span className={classes.due}>
      <span title={payment.isEstimated ? t('payments:estimatedHelp') : formatDay(payment.dueDate)}>
        {payment.isEstimated && <span aria-hidden>≈ </span>}
        {formatDayShort(payment.dueDate)}
        {payment.isEstimated && <span className="visually-hidden"> {t('payments:estimated')}</span>}
      </span>
      {away !== undefined && (
        <>
          {' '}
          <span className={payment.isOverdue ? classes.late : classes.faint}>{away}</span>
        </>
      )}
    </span>
  );
}

import { SegmentedControl } from '@mantine/core';
import { type CashCalendar, setCashOpening } from '@quayside/contracts/payments/cash-calendar';
import { RATE_SHIFTS, type RateShift } from '@quayside/domain/payables/calendar';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatDay, formatMoney } from '../../../lib/words/format.ts';
import sums from '../payables/buckets.module.css';
import classes from './calendar.module.css';
import { dayWords, isBelowZero } from './calendar-words.ts';
import { CashChart } from './cash-chart.tsx';
import type { CalendarChoice } from './use-calendar.ts';

interface SummaryProps {
  readonly calendar: CashCalendar;
  readonly choice: CalendarChoice;
  readonly isBusy: boolean;
  readonly onChoose: (change: Partial<CalendarChoice>) => void;
  readonly onOpening: () => void;
}
const SPANS = [4, 13, 26, 52] as const;

/** The head of the calendar: the low point, where it begins and ends, and the balance as a line. */
export function CalendarSummary({ calendar, choice, isBusy, onChoose, onOpening }: SummaryProps) {
  const t = useT();
  const permission = usePermission(setCashOpening);
  const { opening, lowPoint, currency, until, weeks, today } = calendar;
  if (!opening || !lowPoint) return null;
  const money = (amount: string) => formatMoney(amount, currency, { zero: 'figure' });
  const isBelow = isBelowZero(lowPoint.balance);
  const closing = weeks.at(-1)?.closing ?? opening.balance;
  return (
    <section className={classes.card} aria-label={t('payments:calendar.title')} aria-busy={isBusy}>
      <div className={classes.head}>
        <div>
          <p className={sums.label}>{t('payments:calendar.lowPoint')}</p>
          <p className={`${sums.figure} ${classes.below} num`} data-below={isBelow || undefined}>
            {money(lowPoint.balance)}
          </p>
          <p className={classes.when}>
            {dayWords(lowPoint.day)}
            {isBelow && (
              <Chip icon={IconAlertTriangle} tone="danger">
                {t('payments:calendar.belowZero')}
              </Chip>
            )}
          </p>
        </div>
        <dl className={classes.ends}>
          <div>
            <dt className={sums.label}>{t('payments:calendar.opening')}</dt>
            <dd>
              <b className="num">{money(opening.balance)}</b>
              <span className="quiet">{formatDay(opening.day)}</span>
              {permission.allowed && (
                <IconButton
                  size={26}
                  icon={IconPencil}
                  label={t('payments:calendar.changeOpening')}
                  onClick={onOpening}
                />
              )}
            </dd>
          </div>
          <div>
            <dt className={sums.label}>{t('payments:calendar.closing')}</dt>
            <dd>
              <b className="num" data-below={isBelowZero(closing) || undefined}>
                {money(closing)}
              </b>
              <span className="quiet">{formatDay(until)}</span>
            </dd>
          </div>
        </dl>
        <div className={classes.controls}>
          <SegmentedControl
            size="xs"
            aria-label={t('payments:calendar.fx')}
            data={RATE_SHIFTS.map((shift) => ({ value: String(shift), label: shiftWords(t, shift) }))}
            value={String(choice.fx)}
            onChange={(fx) => onChoose({ fx: RATE_SHIFTS.find((shift) => String(shift) === fx) ?? 0 })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('payments:calendar.span')}
            data={spansWith(choice.weeks).map((count) => ({
              value: String(count),
              label: t('payments:calendar.weeks', { count }),
            }))}
            value={String(choice.weeks)}
            onChange={(count) => onChoose({ weeks: Number(count) })}
          />
        </div>
      </div>
      <CashChart calendar={calendar} />
      <Notes calendar={calendar} />
      {opening.day < today && (
        <Note
          tone="info"
          action={
            permission.allowed && (
              <ActionButton size="xs" onClick={onOpening}>
                {t('payments:calendar.typeToday')}
              </ActionButton>
            )
          }
        >
          {t('payments:calendar.oldOpening', { day: formatDay(opening.day) })}
        </Note>
      )}
    </section>
  );
}

/** The offered spans, and the one of the address if it is another one. */
const spansWith = (weeks: number): readonly number[] =>
  [...new Set<number>([...SPANS, weeks])].toSorted((a, b) => a - b);

const shiftWords = (t: T, shift: RateShift): string =>
  shift === 0 ? t('payments:calendar.fxNow') : t(shift > 0 ? 'payments:calendar.fxUp' : 'payments:calendar.fxDown');

/** What the sums leave out, and what they count on another day than its own. */
function Notes({ calendar: { overdue, withoutRate, inOpening, entries } }: { calendar: CashCalendar }) {
  const t = useT();
  const named = entries
    .filter(({ id }) => inOpening.includes(id))
    .map(({ name, amount, currency, firstDay }) => `${name}, ${formatMoney(amount, currency)}, ${formatDay(firstDay)}`);
  const notes = [
    ...(overdue > 0 ? [t('payments:calendar.overdueToday', { count: overdue })] : []),
    ...(named.length > 0 ? [t('payments:calendar.inOpening', { entries: named.join(' · ') })] : []),
    ...(withoutRate > 0 ? [t('payments:calendar.withoutRate', { count: withoutRate })] : []),
  ];
  if (notes.length === 0) return null;
  return <p className="muted">{notes.join(' ')}</p>;
}

import type { CashCalendar, CashEntry } from '@quayside/contracts/payments/cash-calendar';
import type { Payment } from '@quayside/contracts/payments/payments';
import type { RateShift } from '@quayside/domain/payables/calendar';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { DragEvent } from 'react';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDayOfMonth, formatMoney, formatWeekday } from '../../../lib/words/format.ts';
import { chip } from '../../../lib/list-filter.ts';
import classes from './calendar.module.css';
import { dayWords, daysOfWeek, isBelowZero } from './calendar-words.ts';
import { type Dragging, EntryBlock, MorePayments, PaymentBlock } from './payment-block.tsx';

interface TableProps {
  readonly calendar: CashCalendar;
  /** The open instalments, as far as they are shown one by one; undefined while they are loaded. */
  readonly payments: readonly Payment[] | undefined;
  readonly fx: RateShift;
  readonly dragging: Dragging;
  readonly onEntry: (entry: CashEntry) => void;
}
type Week = CashCalendar['weeks'][number];

/** The weeks of the calendar: what happens on each day, what comes in and goes out, and what is left. */
export function WeeksTable({ calendar, payments, fx, dragging, onEntry }: TableProps) {
  const t = useT();
  const { weeks, days, entries, today, opening, currency } = calendar;
  const dayOf = new Map(days.map((one) => [one.day, one]));
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  // Overdue instalments count today, and nothing counts before the opening day.
  const earliest = opening && opening.day > today ? opening.day : today;
  const paymentsOn = Map.groupBy(payments ?? [], ({ dueDate }) =>
    dueDate === null || dueDate < earliest ? earliest : dueDate,
  );
  const label = t('payments:calendar.weeksLabel');
  const lastWeek = weeks.at(-1);
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <SimpleTable label={label} cards="3fr 3fr 4fr" className={classes.weeks ?? ''}>
        <thead>
          <tr>
            <th scope="col">{t('payments:calendar.week')}</th>
            <th scope="col" data-figure>
              {t('payments:calendar.in')}
            </th>
            <th scope="col" data-figure>
              {t('payments:calendar.out')}
            </th>
            <th scope="col" data-figure>
              {t('payments:calendar.closing')}
            </th>
            {lastWeek &&
              daysOfWeek(lastWeek).map((day) => (
                <th key={day} scope="col">
                  {formatWeekday(day ?? '')}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.lastDay}>
              <th scope="row" data-title className={classes.week}>
                {formatDayOfMonth(week.firstDay)} – {formatDayOfMonth(week.lastDay)}
                {yearOf(week.lastDay) !== yearOf(today) && <span className="quiet block">{yearOf(week.lastDay)}</span>}
              </th>
              <WeekSums week={week} currency={currency} />
              {daysOfWeek(week).map((day, n) =>
                day === undefined ? (
                  <td key={n} data-empty className={classes.before} />
                ) : (
                  <DayCell
                    key={day}
                    day={day}
                    today={today}
                    isFirst={day === earliest}
                    payments={paymentsOn.get(day) ?? []}
                    more={payments ? (dayOf.get(day)?.payments ?? 0) - (paymentsOn.get(day)?.length ?? 0) : 0}
                    isEmpty={!dayOf.has(day)}
                    entries={(dayOf.get(day)?.entryIds ?? []).flatMap((id) => entryOf.get(id) ?? [])}
                    fx={fx}
                    dragging={dragging}
                    onEntry={onEntry}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </ScrollRegion>
  );
}

const yearOf = (day: string): string => day.slice(0, 4);

interface CellProps extends Pick<TableProps, 'fx' | 'dragging' | 'onEntry'> {
  readonly day: string;
  readonly today: string;
  /** Whether all that was due before counts on this day too. */
  readonly isFirst: boolean;
  readonly payments: readonly Payment[];
  /** How many instalments flow besides those. */
  readonly more: number;
  readonly isEmpty: boolean;
  readonly entries: readonly CashEntry[];
}

/** One day. An instalment can be dropped on it, unless it is past. */
function DayCell({ day, today, isFirst, isEmpty, payments, more, entries, fx, dragging, onEntry }: CellProps) {
  const t = useT();
  const target =
    day < today
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            event.preventDefault();
            dragging.onOver(day);
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            dragging.onDrop(day);
          },
        };
  return (
    <td
      {...target}
      className={classes.day}
      data-wide
      data-label={dayWords(day)}
      data-day={day}
      data-empty={isEmpty || undefined}
      data-over={dragging.over === day || undefined}
    >
      <span className={classes.number} data-today={day === today || undefined}>
        {formatDayOfMonth(day)}
        {day === today && <span className="visually-hidden"> {t('payments:today')}</span>}
      </span>
      {payments.map((payment) => (
        <PaymentBlock key={payment.id} payment={payment} fx={fx} dragging={dragging} />
      ))}
      <MorePayments
        count={more}
        filter={isFirst ? chip('dueDate', 'lte', day) : chip('dueDate', 'between', day, day)}
      />
      {entries.map((entry, place) => (
        <EntryBlock key={place} entry={entry} onOpen={onEntry} />
      ))}
    </td>
  );
}

/** What came in and went out in a week, and what is left, with the lowest balance if that is less. */
function WeekSums({ week, currency }: { week: Week; currency: string }) {
  const t = useT();
  const money = (amount: string) => formatMoney(amount, currency, { as: 'bare' });
  const closing = formatMoney(week.closing, currency, { as: 'bare', zero: 'figure' });
  const isBelow = isBelowZero(week.lowest);
  return (
    <>
      <td data-figure data-label={t('payments:calendar.in')}>
        {money(week.in)}
      </td>
      <td data-figure data-label={t('payments:calendar.out')}>
        {money(week.out)}
      </td>
      <td data-figure data-label={t('payments:calendar.closing')} className={classes.closing}>
        <b data-below={isBelowZero(week.closing) || undefined}>{closing}</b>
        {week.lowest !== week.closing && isBelow && (
          <span className="quiet block">
            {t('payments:calendar.lowest', {
              amount: formatMoney(week.lowest, currency, { as: 'bare', zero: 'figure' }),
            })}
          </span>
        )}
        {isBelow && (
          <span>
            <Chip icon={IconAlertTriangle} tone="danger">
              {t('payments:calendar.belowZero')}
            </Chip>
          </span>
        )}
      </td>
    </>
  );
}

import type { CashCalendar, CashEntry } from '@quayside/contracts/payments/cash-calendar';
import { type Payment, patchPayment } from '@quayside/contracts/payments/payments';
import { useState } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { chip } from '../../../lib/list-filter.ts';
import { numberOf } from '../payment-words.ts';
import { useChangePayment } from '../use-move-day.ts';
import classes from './calendar.module.css';
import { lowPointWords } from './calendar-words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type Dragging, MorePayments, PaymentBlock } from './payment-block.tsx';
import {
  type CalendarChoice,
  type Move,
  useMovePreview,
  usePaymentsUntil,
  usePaymentsWithoutDay,
} from './use-calendar.ts';
import { WeeksTable } from './weeks-table.tsx';

interface BoardProps {
  readonly calendar: CashCalendar;
  readonly choice: CalendarChoice;
  readonly onEntry: (entry: CashEntry) => void;
}

/** The weeks of the calendar, and the instalments that have no day yet. */
export function CalendarBoard({ calendar, choice, onEntry }: BoardProps) {
  const t = useT();
  const permission = usePermission(patchPayment);
  const { move } = useChangePayment();
  const [dragged, setDragged] = useState<Payment>();
  const [over, setOver] = useState<string>();
  const [asked, setAsked] = useState<Payment>();
  const hasCalendar = calendar.opening !== null;
  const payments = usePaymentsUntil(hasCalendar ? calendar.until : undefined);
  const withoutDay = usePaymentsWithoutDay(calendar.withoutDay > 0);
  const onEnd = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dragging: Dragging = {
    isAllowed: permission.allowed,
    over,
    onStart: setDragged,
    onOver: (day) => day !== over && setOver(day),
    onDrop: (day) => {
      if (dragged && day !== dragged.dueDate) void move(dragged, day);
      onEnd();
    },
    onEnd,
    onAsk: setAsked,
  };
  return (
    <>
      {calendar.withoutDay > 0 && (
        <Card title={t('payments:calendar.withoutDay', { count: calendar.withoutDay })}>
          <p className="muted">{t('payments:calendar.withoutDayHelp')}</p>
          <ul className={classes.loose}>
            {withoutDay.data?.content.map((payment) => (
              <li key={payment.id}>
                <PaymentBlock payment={payment} fx={choice.fx} dragging={dragging} />
              </li>
            ))}
          </ul>
          {!withoutDay.isPending && (
            <MorePayments
              count={calendar.withoutDay - (withoutDay.data?.content.length ?? 0)}
              filter={chip('dueDate', 'isEmpty')}
            />
          )}
        </Card>
      )}
      {hasCalendar && (
        <Card flush>
          <WeeksTable
            calendar={calendar}
            payments={payments.isPending ? undefined : (payments.data?.content ?? [])}
            fx={choice.fx}
            dragging={dragging}
            onEntry={onEntry}
          />
        </Card>
      )}
      {dragged && over !== undefined && hasCalendar && (
        <div className={classes.preview}>
          <MovePreview calendar={calendar} choice={choice} move={{ payment: dragged, day: over }} />
        </div>
      )}
      {asked && (
        <MoveDialog
          key={asked.id}
          payment={asked}
          onClose={() => setAsked(undefined)}
          renderPreview={(day) =>
            hasCalendar && <MovePreview calendar={calendar} choice={choice} move={{ payment: asked, day }} />
          }
        />
      )}
    </>
  );
}

/** What the low point would be if an instalment were moved, beside what it is. */
function MovePreview({ calendar, choice, move }: { calendar: CashCalendar; choice: CalendarChoice; move: Move }) {
  const t = useT();
  const preview = useMovePreview(choice, move);
  const { currency, lowPoint } = calendar;
  const moved = preview.data?.moved;
  const words = { number: numberOf(move.payment), day: formatDay(move.day) };
  return (
    <p role="status" aria-busy={preview.isFetching}>
      <b>{t('payments:calendar.movedTo', words)}</b>{' '}
      {moved && moved.day === move.day && moved.paymentId === move.payment.id
        ? t('payments:calendar.lowWould', { lowPoint: lowPointWords(t, moved.lowPoint, currency) })
        : t('loading')}{' '}
      <span className="quiet">{t('payments:calendar.lowNow', { lowPoint: lowPointWords(t, lowPoint, currency) })}</span>
    </p>
  );
}

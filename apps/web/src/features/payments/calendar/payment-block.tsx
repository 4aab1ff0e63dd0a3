import { type CashEntry, patchCashEntry } from '@quayside/contracts/payments/cash-calendar';
import type { FilterChip } from '@quayside/contracts/paging';
import type { Payment } from '@quayside/contracts/payments/payments';
import type { RateShift } from '@quayside/domain/payables/calendar';
import { IconCalendarDue } from '@tabler/icons-react';
import { Link } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { filteredPath } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { numberOf } from '../payment-words.ts';
import classes from './calendar.module.css';
import { worthAt } from './calendar-words.ts';

/** How an instalment is moved to another day: by dragging it, or from its menu. */
export interface Dragging {
  readonly isAllowed: boolean;
  /** The day over which an instalment is dragged. */
  readonly over: string | undefined;
  readonly onStart: (payment: Payment) => void;
  readonly onOver: (day: string) => void;
  readonly onDrop: (day: string) => void;
  readonly onEnd: () => void;
  /** Asks for the day in a dialog. */
  readonly onAsk: (payment: Payment) => void;
}

interface BlockProps {
  readonly payment: Payment;
  readonly fx: RateShift;
  readonly dragging: Dragging;
}

/** An open instalment in the calendar. It can be dragged to another day; its button moves it too. */
export function PaymentBlock({ payment, fx, dragging }: BlockProps) {
  const t = useT();
  const { id, supplier, open, currency, accountCurrency, isOverdue, isEstimated, daysLate, can } = payment;
  const worth = worthAt(payment, fx);
  const own = formatMoney(open, currency, { as: 'code', zero: 'figure' });
  const number = numberOf(payment);
  return (
    <div
      className={classes.block}
      data-late={isOverdue || undefined}
      draggable={dragging.isAllowed && can.move.allowed}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', number);
        dragging.onStart(payment);
      }}
      onDragEnd={dragging.onEnd}
    >
      <span className={classes.top}>
        {/* A link is dragged by itself, as an address, unless it is told not to be. */}
        <Link to={`${paths.payables()}?payment=${id}`} draggable={false}>
          {isEstimated && <span aria-hidden>≈ </span>}
          {number}
          {isEstimated && <span className="visually-hidden"> {t('payments:estimated')}</span>}
        </Link>
        {dragging.isAllowed && (
          <IconButton
            size={24}
            icon={IconCalendarDue}
            label={t('payments:calendar.moveTitle', { number })}
            blocked={can.move.reason}
            onClick={() => dragging.onAsk(payment)}
          />
        )}
      </span>
      <span className={`${classes.supplier} cut`} title={supplier.companyName}>
        {supplier.companyName}
      </span>
      <span className="num">{worth === null ? own : formatMoney(worth, accountCurrency, { zero: 'figure' })}</span>
      {worth === null ? (
        <span className={classes.small}>{t('payments:calendar.noRate')}</span>
      ) : (
        currency !== accountCurrency && <span className={`${classes.small} num`}>{own}</span>
      )}
      {isOverdue && <span className={classes.late}>{t('payments:late', { count: daysLate })}</span>}
    </div>
  );
}

/** A link to the instalments that are not shown one by one. */
export function MorePayments({ count, filter }: { count: number; filter: FilterChip }) {
  const t = useT();
  if (count <= 0) return null;
  return (
    <Link className={classes.more} to={filteredPath(paths.payables(), filter)}>
      {t('payments:calendar.more', { count })}
    </Link>
  );
}

/** An own entry in the calendar. Pressing it opens its dialog. */
export function EntryBlock({ entry, onOpen }: { entry: CashEntry; onOpen: (entry: CashEntry) => void }) {
  const t = useT();
  const permission = usePermission(patchCashEntry);
  const { name, kind, amount, currency } = entry;
  const words = t(`payments:calendar.kind.${kind}`);
  const inside = (
    <>
      <b dir="auto">{name}</b>{' '}
      {words.toLowerCase() !== name.toLowerCase() && <span className={classes.supplier}>{words}</span>}{' '}
      <span className="num">{formatMoney(amount, currency, { sign: 'always' })}</span>
    </>
  );
  const look = { className: classes.block, 'data-own': amount.startsWith('-') ? 'out' : 'in' };
  if (!permission.allowed) return <span {...look}>{inside}</span>;
  return (
    <button type="button" {...look} onClick={() => onOpen(entry)}>
      {inside}
    </button>
  );
}

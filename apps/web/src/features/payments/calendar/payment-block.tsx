import { type CashEntry, patchCashEntry } from '@quayside/contracts/cash-calendar';
import type { Payment } from '@quayside/contracts/payments';
import type { RateShift } from '@quayside/domain/payables/calendar';
import { IconCalendarDue, IconEye } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { Menu } from '../../../components/ui/layers.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatMoney } from '../../../lib/format.ts';
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

/** An open instalment in the calendar. It can be dragged to another day, and its menu moves it too. */
export function PaymentBlock({ payment, fx, dragging }: BlockProps) {
  const t = useT();
  const navigate = useNavigate();
  const { supplier, open, currency, accountCurrency, isOverdue, isEstimated, daysLate } = payment;
  const worth = worthAt(payment, fx);
  const own = formatMoney(open, currency, { as: 'code', zero: 'figure' });
  const canMove = dragging.isAllowed && payment.can.move.allowed;
  const number = numberOf(payment);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.block}
          data-late={isOverdue || undefined}
          title={supplier.companyName}
          draggable={canMove}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', number);
            dragging.onStart(payment);
          }}
          onDragEnd={dragging.onEnd}
        >
          <b>
            {isEstimated && <span aria-hidden>≈ </span>}
            {number}
          </b>{' '}
          <span className={`${classes.supplier} cut`}>{supplier.companyName}</span>{' '}
          <span className="num">{worth === null ? own : formatMoney(worth, accountCurrency, { zero: 'figure' })}</span>
          {worth === null ? (
            <span className={classes.small}> {t('payments:calendar.noRate')}</span>
          ) : (
            currency !== accountCurrency && <span className={`${classes.small} num`}> {own}</span>
          )}
          {isOverdue && <span className={classes.late}> {t('payments:late', { count: daysLate })}</span>}
          {isEstimated && <span className="visually-hidden"> {t('payments:estimated')}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {dragging.isAllowed && (
          <MenuAction icon={IconCalendarDue} reason={payment.can.move.reason} onClick={() => dragging.onAsk(payment)}>
            {t('payments:calendar.move')}
          </MenuAction>
        )}
        <MenuAction
          icon={IconEye}
          reason={null}
          onClick={() => void navigate(`${paths.payables()}?payment=${payment.id}`)}
        >
          {t('payments:calendar.show')}
        </MenuAction>
      </Menu.Dropdown>
    </Menu>
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

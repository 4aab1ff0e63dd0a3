import { useMediaQuery } from '@mantine/hooks';
import { type Payment, payPayment } from '@quayside/contracts/payments/payments';
import { IconArrowBackUp, IconCash, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { DueDay } from '../due.tsx';
import { InstalmentDetails } from '../instalment-details.tsx';
import { PayDialog } from '../pay/pay-dialog.tsx';
import { useUndoPayment } from '../pay/use-pay.ts';
import { PaymentChip } from '../payment-chip.tsx';
import { happenedWords, isNothing, percentWords, ruleWords } from '../payment-words.ts';
import classes from './schedule.module.css';

/**
 * One instalment of an invoice or a purchase order: its day, what is paid and open, and its actions. `canEdit` false
 * hides the actions.
 */
export function InstalmentRow({ payment, canEdit = true }: { payment: Payment; canEdit?: boolean }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const [isPaying, setPaying] = useState(false);
  const isAllowed = usePermission(payPayment).allowed && canEdit;
  const { undoNewest } = useUndoPayment();
  const { position, currency, accountCurrency, amount, settled, open, openInAccountCurrency } = payment;
  const happened = happenedWords(t, payment);
  const isForeign = currency !== accountCurrency;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.instalment}>
      <div className={classes.line}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron size={16} stroke={1.75} aria-hidden />
          <span className={classes.share}>
            {payment.percent === null ? t('payments:schedule.nth', { n: position }) : percentWords(payment.percent)}
            {payment.isRest && <span className="quiet"> · {t('payments:rest')}</span>}
          </span>
          <span className="visually-hidden">{t('payments:schedule.details', { n: position })}</span>
        </button>
        <span className={classes.rule}>
          {ruleWords(t, payment)}
          {happened !== undefined && <span className="quiet"> · {happened}</span>}
        </span>
        <span className={classes.day}>
          <DueDay payment={payment} />
        </span>
        <span className={classes.figures}>
          <Money as="code" value={amount} currency={currency} zero="figure" strong />
          {!isNothing(settled) && !isNothing(open) && (
            <span className="quiet">
              {t('payments:schedule.openOf', { amount: formatMoney(open, currency, { as: 'bare' }) })}
            </span>
          )}
          {isForeign && openInAccountCurrency !== null && !isNothing(open) && (
            <span className="quiet">
              <Money value={openInAccountCurrency} currency={accountCurrency} />
            </span>
          )}
        </span>
        <span className={classes.state}>
          <PaymentChip payment={payment} />
        </span>
        <span className={classes.lineActions}>
          {isAllowed && payment.can.pay.allowed && (
            <ActionButton size="xs" icon={IconCash} onClick={() => setPaying(true)}>
              {t('payments:pay.verb')}
            </ActionButton>
          )}
          {isAllowed && payment.can.undo.allowed && !payment.can.pay.allowed && !isPhone && (
            <ActionButton size="xs" icon={IconArrowBackUp} onClick={() => void undoNewest(payment)}>
              {t('payments:undo.verb')}
            </ActionButton>
          )}
        </span>
      </div>
      {isOpen && (
        <div className={classes.details}>
          <InstalmentDetails payment={payment} />
        </div>
      )}
      {isPaying && <PayDialog payments={[payment]} onClose={() => setPaying(false)} />}
    </li>
  );
}

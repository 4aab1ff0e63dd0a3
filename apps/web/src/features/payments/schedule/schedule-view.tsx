import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  addRestPayment,
  deleteInvoicePayment,
  type InvoicePayment,
  type Payment,
  payPayment,
  takePaymentSurplus,
  updateInvoicePayment,
} from '@quayside/contracts/payments';
import {
  IconArrowBackUp,
  IconChevronDown,
  IconChevronRight,
  IconCash,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { InUseDialog } from '../../../components/ui/in-use-dialog.tsx';
import { Menu } from '../../../components/ui/layers.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { call } from '../../../lib/call.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/intent-key.ts';
import { write } from '../../../lib/write.ts';
import { refreshPayments } from '../api.ts';
import { DueDay } from '../due.tsx';
import { InstalmentDetails } from '../instalment-details.tsx';
import { PayDialog } from '../pay/pay-dialog.tsx';
import { useUndoPayment } from '../pay/use-pay.ts';
import { BillChip, PaymentChip } from '../payment-chip.tsx';
import { isNothing, percentWords, ruleWords } from '../payment-words.ts';
import { ScheduleSums } from './schedule-sums.tsx';
import classes from './schedule.module.css';
import { useDeleteSchedule } from './use-delete-schedule.ts';

interface ViewProps {
  readonly bill: InvoicePayment;
  readonly onEdit: () => void;
}

/** The schedule of an invoice: each instalment with its day and what was paid of it. */
export function ScheduleView({ bill, onEdit }: ViewProps) {
  const t = useT();
  const permission = usePermission(updateInvoicePayment);
  const { remove, uses, dropUses } = useDeleteSchedule(bill);
  const mayDelete = usePermission(deleteInvoicePayment);
  return (
    <>
      <ScheduleSums bill={bill} />
      <Differences bill={bill} onEdit={onEdit} />
      <Card
        flush
        title={t('payments:schedule.title')}
        hint={t('payments:schedule.hint')}
        end={
          <>
            <BillChip bill={bill} />
            {permission.allowed && (
              <>
                <ActionButton size="xs" icon={IconPencil} blocked={bill.can.edit.reason} onClick={onEdit}>
                  {t('payments:schedule.edit')}
                </ActionButton>
                <Menu position="bottom-end" withinPortal>
                  <Menu.Target>
                    <ActionIcon variant="default" size={30} aria-label={t('payments:schedule.more')}>
                      <IconDots size={16} stroke={1.75} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <MenuAction
                      icon={IconTrash}
                      color="danger"
                      // Settled instalments are listed by the refusal, with what has to be undone first.
                      reason={mayDelete.reason}
                      onClick={() => void remove()}
                    >
                      {t('payments:schedule.delete')}
                    </MenuAction>
                  </Menu.Dropdown>
                </Menu>
              </>
            )}
          </>
        }
      >
        <ol className={classes.instalments} aria-label={t('payments:schedule.title')}>
          {bill.payments.map((payment) => (
            <Instalment key={payment.id} payment={payment} />
          ))}
        </ol>
      </Card>
      {uses.length > 0 && <InUseDialog message={t('payments:schedule.inUse')} uses={uses} onClose={dropUses} />}
    </>
  );
}

/** Says that the schedule differs from the total, and offers what can be done about it. */
function Differences({ bill, onEdit }: ViewProps) {
  const t = useT();
  const permission = usePermission(updateInvoicePayment);
  const keyFor = useIntentKey();
  const { id, difference, surplus, currency, can, version } = bill;
  if (id === null) return null;
  const words = (amount: string) => formatMoney(amount.replace('-', ''), currency, { as: 'code', zero: 'figure' });
  const send = (endpoint: typeof addRestPayment, done: string) =>
    write(
      () =>
        call(endpoint, {
          params: { invoicePaymentId: id },
          body: { ...(version !== null && { version }) },
          idempotencyKey: keyFor([endpoint.id, id, version]),
        }).then(refreshPayments),
      { failure: { verb: 'update', entity: t('payments:schedule.entity') }, done, scope: 'global' },
    );
  const hasSurplus = surplus !== null && !isNothing(surplus);
  const differs = difference !== null && !isNothing(difference);
  return (
    <>
      {hasSurplus && (
        <Note
          tone="warning"
          role="status"
          action={
            permission.allowed && (
              <ActionButton
                size="xs"
                blocked={can.takeSurplus.reason}
                onClick={() => void send(takePaymentSurplus, t('payments:schedule.surplusTaken'))}
              >
                {t('payments:schedule.takeSurplus', { amount: words(surplus) })}
              </ActionButton>
            )
          }
        >
          {t('payments:schedule.surplus', { amount: words(surplus) })}
        </Note>
      )}
      {differs && !hasSurplus && (
        <Note
          tone="danger"
          role="alert"
          action={
            permission.allowed &&
            (can.addRest.allowed ? (
              <ActionButton size="xs" onClick={() => void send(addRestPayment, t('payments:schedule.restAdded'))}>
                {t('payments:schedule.addRest', { amount: words(difference) })}
              </ActionButton>
            ) : (
              <ActionButton size="xs" blocked={can.edit.reason} onClick={onEdit}>
                {t('payments:schedule.edit')}
              </ActionButton>
            ))
          }
        >
          <b>{t('payments:schedule.mismatch', { amount: words(difference) })}</b>
          {bill.hasSwappedDigitsHint && <> {t('payments:schedule.swapped')}</>}
        </Note>
      )}
    </>
  );
}

function Instalment({ payment }: { payment: Payment }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const [isPaying, setPaying] = useState(false);
  const permission = usePermission(payPayment);
  const { undoNewest } = useUndoPayment();
  const { position, currency, accountCurrency, amount, settled, open, openInAccountCurrency } = payment;
  const isForeign = currency !== accountCurrency;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.instalment}>
      <div className={classes.line}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron size={16} stroke={1.75} aria-hidden />
          <span className={classes.share}>
            {payment.percent === null ? t('payments:schedule.nth', { n: position }) : percentWords(payment.percent)}
          </span>
          <span className="visually-hidden">{t('payments:schedule.details', { n: position })}</span>
        </button>
        <span className={classes.rule}>{ruleWords(t, payment)}</span>
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
          {permission.allowed && payment.can.pay.allowed && (
            <ActionButton size="xs" icon={IconCash} onClick={() => setPaying(true)}>
              {t('payments:pay.verb')}
            </ActionButton>
          )}
          {permission.allowed && payment.can.undo.allowed && !payment.can.pay.allowed && !isPhone && (
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

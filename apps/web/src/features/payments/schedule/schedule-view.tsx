import { ActionIcon } from '@mantine/core';
import {
  addRestPayment,
  deleteInvoicePayment,
  type InvoicePayment,
  takePaymentSurplus,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { InUseDialog } from '../../../components/ui/in-use-dialog.tsx';
import { Menu } from '../../../components/ui/layers.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { write } from '../../../lib/api/write.ts';
import { BillChip } from '../payment-chip.tsx';
import { isNothing } from '../payment-words.ts';
import { InstalmentRow } from './instalment-row.tsx';
import { ScheduleDeposits } from './schedule-deposits.tsx';
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
      <ScheduleDeposits bill={bill} />
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
            <InstalmentRow key={payment.id} payment={payment} />
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
        }),
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

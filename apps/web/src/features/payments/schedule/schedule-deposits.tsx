import { setDeposit } from '@quayside/contracts/payments/deposits';
import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import { IconClipboardList, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import classes from './schedule.module.css';

type Deposit = InvoicePayment['deposits'][number];

/** What was taken off an invoice because it was paid on its purchase orders. A person may type another amount. */
export function ScheduleDeposits({ bill }: { bill: InvoicePayment }) {
  const t = useT();
  const permission = usePermission(setDeposit);
  const [changed, setChanged] = useState<Deposit>();
  if (bill.deposits.length === 0) return null;
  return (
    <Card title={t('payments:deposit.title')} hint={t('payments:deposit.hint')}>
      <ul className={classes.credits} aria-label={t('payments:deposit.title')}>
        {bill.deposits.map((deposit) => (
          <li key={deposit.purchaseOrder.id} className={classes.credit}>
            <IconClipboardList size={16} stroke={1.75} aria-hidden />
            <Link to={paths.purchaseOrder(deposit.purchaseOrder.id)}>
              {t('payments:deposit.of', { number: deposit.purchaseOrder.number })}
            </Link>
            {deposit.isTyped && <span className="quiet">{t('payments:deposit.typed')}</span>}
            <span className={classes.figures}>
              <Money as="code" value={deposit.amount} currency={bill.currency} zero="figure" strong />
              {deposit.base !== null && bill.currency !== bill.accountCurrency && (
                <span className="quiet">
                  <Money value={deposit.base} currency={bill.accountCurrency} zero="figure" />
                </span>
              )}
            </span>
            {permission.allowed && (
              <ActionButton
                size="xs"
                icon={IconPencil}
                blocked={bill.can.edit.reason}
                onClick={() => setChanged(deposit)}
              >
                {t('payments:deposit.change')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {changed && <DepositDialog bill={bill} deposit={changed} onClose={() => setChanged(undefined)} />}
    </Card>
  );
}

interface DialogProps {
  readonly bill: InvoicePayment;
  readonly deposit: Deposit;
  readonly onClose: () => void;
}

function DepositDialog({ bill, deposit, onClose }: DialogProps) {
  const t = useT();
  const { number, id } = deposit.purchaseOrder;
  const form = useAppForm<{ amount: string; version: number | undefined }, z.ZodType>({
    schema: setDeposit.body,
    initial: { amount: deposit.amount, version: bill.version ?? undefined },
    failure: { verb: 'update', entity: t('payments:schedule.entity') },
    submit: async (_, body) => {
      await call(setDeposit, {
        params: { invoicePaymentId: bill.invoiceId, purchaseOrderId: id },
        // An empty field lets it be worked out again.
        body: { ...body, amount: body.amount === '' ? null : body.amount },
      });
      toast('success', t('payments:deposit.saved'), { scope: 'global' });
    },
    onSaved: onClose,
  });
  return (
    <Dialog title={t('payments:deposit.changeTitle', { number })} onClose={onClose}>
      <Form form={form} guard={false} label={t('payments:deposit.changeTitle', { number })}>
        <AmountField {...form.field('amount')} label={t('payments:deposit.amount')} currency={bill.currency} />
        <p className="quiet">{t('payments:deposit.amountHelp')}</p>
        <div className="row from-end">
          <DialogButtons action={t('payments:deposit.save')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}

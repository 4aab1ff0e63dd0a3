import { type Payment, payPayment } from '@quayside/contracts/payments/payments';
import { IconArrowBackUp, IconCash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { paths } from '../../../lib/paths.ts';
import { DueDay } from '../due.tsx';
import { InstalmentDetails } from '../instalment-details.tsx';
import { useUndoPayment } from '../pay/use-pay.ts';
import { PaymentChip } from '../payment-chip.tsx';
import { isNothing, numberOf, placeWords, ruleWords } from '../payment-words.ts';

interface PanelProps {
  readonly payment: Payment;
  readonly onPay: (payment: Payment) => void;
  readonly onClose: () => void;
}

/** The panel of one instalment: what is open, its day, and everything that was paid of it. */
export function PaymentPanel({ payment, onPay, onClose }: PanelProps) {
  const t = useT();
  const permission = usePermission(payPayment);
  const { undoNewest } = useUndoPayment();
  const { can, currency, accountCurrency, invoice, purchaseOrder } = payment;
  const mayPay = permission.allowed && can.pay.allowed;
  useKeys({ p: mayPay ? () => onPay(payment) : undefined });
  return (
    <Panel title={numberOf(payment)} subtitle={payment.supplier.companyName} onClose={onClose}>
      <div className="stack">
        <KeyValues items={factsOf()} />
        {permission.allowed && (
          <div className="row">
            {can.pay.allowed && (
              <ActionButton variant="filled" icon={IconCash} keys="P" onClick={() => onPay(payment)}>
                {t('payments:pay.verb')}
              </ActionButton>
            )}
            {can.undo.allowed && (
              <ActionButton icon={IconArrowBackUp} onClick={() => void undoNewest(payment)}>
                {t('payments:undo.newest')}
              </ActionButton>
            )}
          </div>
        )}
        <InstalmentDetails payment={payment} />
      </div>
    </Panel>
  );

  function factsOf() {
    const own = (value: string) => <Money as="code" value={value} currency={currency} zero="figure" />;
    return [
      ...(invoice
        ? [
            {
              label: t('payments:column.number'),
              value: <Link to={paths.invoicePayments(invoice.id)}>{invoice.number}</Link>,
            },
          ]
        : []),
      ...(purchaseOrder
        ? [
            {
              label: t('payments:kind.PURCHASE_ORDER'),
              value: <Link to={paths.purchaseOrder(purchaseOrder.id)}>{purchaseOrder.number}</Link>,
            },
          ]
        : []),
      { label: t('payments:column.instalment'), value: placeWords(t, payment) },
      { label: t('payments:status'), value: <PaymentChip payment={payment} /> },
      { label: t('payments:column.due'), value: <DueDay payment={payment} /> },
      { label: t('payments:column.rule'), value: ruleWords(t, payment) },
      { label: t('payments:column.amount'), value: own(payment.amount) },
      ...(isNothing(payment.settled) ? [] : [{ label: t('payments:column.settled'), value: own(payment.settled) }]),
      { label: t('payments:column.open'), value: own(payment.open) },
      ...(currency === accountCurrency
        ? []
        : [
            {
              label: t('payments:column.openIn', { currency: accountCurrency }),
              value: <Money value={payment.openInAccountCurrency} currency={accountCurrency} zero="figure" />,
            },
          ]),
      ...(payment.transactionReference === null
        ? []
        : [{ label: t('payments:column.reference'), value: payment.transactionReference }]),
    ];
  }
}

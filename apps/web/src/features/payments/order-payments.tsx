import { Skeleton } from '@mantine/core';
import { getPurchaseOrderPayments, type PurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '../../components/ui/card.tsx';
import { TotalsBar, type TotalsItem } from '../../components/ui/figures.tsx';
import { Money } from '../../components/ui/money.tsx';
import { ErrorState, Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { orderPaymentsQuery } from './api.ts';
import { isNothing } from './payment-words.ts';
import { InstalmentRow } from './schedule/instalment-row.tsx';
import classes from './schedule/schedule.module.css';

interface OrderPaymentsProps {
  readonly orderId: string;
  /** Whether payments can be recorded here, as far as the screen goes; permissions are asked as well. */
  readonly canEdit: boolean;
}

/**
 * The instalments of a purchase order: what is paid of them, and which invoices have that taken off. Shows nothing to
 * people who may not see payments.
 */
export function OrderPayments({ orderId, canEdit }: OrderPaymentsProps) {
  const t = useT();
  const permission = usePermission(getPurchaseOrderPayments);
  const order = useQuery({ ...orderPaymentsQuery(orderId), enabled: permission.allowed });
  if (!permission.allowed) return null;
  if (order.isError)
    return <ErrorState error={order.error} entity={t('payments:entities')} onRetry={() => void order.refetch()} />;
  if (order.isPending) return <Skeleton height={160} aria-label={t('loading')} />;
  const { payments, creditId, left, currency } = order.data;
  return (
    <div className={classes.waiting}>
      {payments.length > 0 && <OrderSums order={order.data} />}
      {creditId !== null && (
        <Note tone="warning" role="status">
          <Link to={paths.credits(creditId)}>{t('payments:deposit.isCredit')}</Link>{' '}
          <Money as="code" value={left} currency={currency} strong />
        </Note>
      )}
      <Card flush title={t('payments:deposit.instalments')} hint={t('payments:schedule.hint')}>
        {payments.length === 0 ? (
          <p className={`${classes.none} quiet`}>{t('payments:deposit.notOpened')}</p>
        ) : (
          <ol className={classes.instalments} aria-label={t('payments:deposit.instalments')}>
            {payments.map((payment) => (
              <InstalmentRow key={payment.id} payment={payment} canEdit={canEdit} />
            ))}
          </ol>
        )}
      </Card>
      <TakenOff order={order.data} />
    </div>
  );
}

function OrderSums({ order }: { order: PurchaseOrderPayments }) {
  const t = useT();
  const { currency, accountCurrency } = order;
  const own = (value: string) => <Money as="code" value={value} currency={currency} zero="figure" />;
  const items: TotalsItem[] = [
    { label: t('payments:sum.total'), value: own(order.total) },
    { label: t('payments:deposit.paid'), value: own(order.deposit) },
    ...(isNothing(order.invoiced) ? [] : [{ label: t('payments:deposit.invoiced'), value: own(order.invoiced) }]),
    ...(isNothing(order.deposit) ? [] : [{ label: t('payments:deposit.left'), value: own(order.left) }]),
    { label: t('payments:deposit.open'), value: own(order.open), note: t('payments:deposit.openHelp') },
    ...(currency === accountCurrency || order.depositBase === null || isNothing(order.deposit)
      ? []
      : [
          {
            label: t('payments:deposit.paidBase'),
            value: <Money value={order.depositBase} currency={accountCurrency} zero="figure" />,
            end: true,
          },
        ]),
  ];
  return <TotalsBar items={items} label={t('payments:sum.label')} />;
}

/** The invoices that have a part of the deposit. */
function TakenOff({ order }: { order: PurchaseOrderPayments }) {
  const t = useT();
  const invoices = order.invoices.filter(({ amount, isTyped }) => isTyped || !isNothing(amount));
  if (invoices.length === 0) return null;
  return (
    <Card title={t('payments:deposit.takenOff')}>
      <ul className={classes.credits} aria-label={t('payments:deposit.takenOff')}>
        {invoices.map(({ invoice, amount, isTyped }) => (
          <li key={invoice.id} className={classes.credit}>
            <Link to={paths.invoicePayments(invoice.id)}>{invoice.number}</Link>
            {isTyped && <span className="quiet">{t('payments:deposit.typed')}</span>}
            <span className={classes.figures}>
              <Money as="code" value={amount} currency={order.currency} zero="figure" strong />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

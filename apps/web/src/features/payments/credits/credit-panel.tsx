import { Skeleton } from '@mantine/core';
import {
  type CreditUse,
  type CreditWithUses,
  getCredit,
  refundCredit,
  undoCreditUse,
} from '@quayside/contracts/payments/credits';
import { IconArrowBackUp, IconCash, IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatDay, formatMoney, formatRelative } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { spendCredit } from '../api.ts';
import entries from '../entries/entries.module.css';
import classes from '../payments.module.css';
import { RefundDialog } from './refund-dialog.tsx';
import { UseCreditDialog } from './use-credit-dialog.tsx';
import { useTakeBack } from './use-take-back.ts';

/** A credit with everything that it was used for. */
export function CreditPanel({ creditId, onClose }: { creditId: string; onClose: () => void }) {
  const t = useT();
  const credit = useQuery(read('credits', getCredit, { params: { creditId } }));
  const label = credit.data?.label ?? t('payments:credits.entity');
  return (
    <Panel title={label} {...(credit.data && { subtitle: credit.data.supplier.companyName })} onClose={onClose}>
      {credit.isError && (
        <ErrorState error={credit.error} record={t('payments:credits.entity')} onRetry={() => void credit.refetch()} />
      )}
      {credit.isPending && <Skeleton height={160} aria-label={t('loading')} />}
      {credit.data && <Inside credit={credit.data} />}
    </Panel>
  );
}

function Inside({ credit }: { credit: CreditWithUses }) {
  const t = useT();
  const [dialog, setDialog] = useState<'use' | 'refund'>();
  const mayUse = usePermission(spendCredit);
  const mayRefund = usePermission(refundCredit);
  const { currency, accountCurrency, invoice, purchaseOrder } = credit;
  const own = (value: string) => <Money as="code" value={value} currency={currency} zero="figure" />;
  const close = () => setDialog(undefined);
  return (
    <div className="stack">
      <KeyValues
        items={[
          { label: t('payments:credits.column.source'), value: t(`payments:credits.source.${credit.source}`) },
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
          { label: t('payments:column.amount'), value: own(credit.amount) },
          { label: t('payments:credits.column.used'), value: own(credit.used) },
          { label: t('payments:credits.column.left'), value: own(credit.left) },
          ...(currency === accountCurrency
            ? []
            : [
                {
                  label: t('payments:credits.leftIn', { currency: accountCurrency }),
                  value: <Money value={credit.leftBase} currency={accountCurrency} zero="figure" />,
                },
              ]),
        ]}
      />
      {mayUse.allowed && (
        <div className="row">
          <ActionButton
            variant="filled"
            icon={IconReceiptRefund}
            permission={mayUse}
            blocked={credit.can.use.reason}
            onClick={() => setDialog('use')}
          >
            {t('payments:credits.use')}
          </ActionButton>
          <ActionButton
            icon={IconCash}
            permission={mayRefund}
            blocked={credit.can.refund.reason}
            onClick={() => setDialog('refund')}
          >
            {t('payments:credits.refund')}
          </ActionButton>
        </div>
      )}
      <h3 className="item-title">{t('payments:credits.uses')}</h3>
      {credit.uses.length === 0 ? (
        <p className="quiet">{t('payments:credits.unused')}</p>
      ) : (
        <ol className={entries.list} aria-label={t('payments:credits.uses')}>
          {credit.uses.map((one) => (
            <Use key={one.id} of={one} credit={credit} />
          ))}
        </ol>
      )}
      {dialog === 'use' && <UseCreditDialog credit={credit} onClose={close} />}
      {dialog === 'refund' && <RefundDialog credit={credit} onClose={close} />}
    </div>
  );
}

function Use({ of, credit }: { of: CreditUse; credit: CreditWithUses }) {
  const t = useT();
  const permission = usePermission(undoCreditUse);
  const takeBack = useTakeBack();
  const { payment, received, reversedAt } = of;
  const who = (person: CreditUse['recordedBy']) => person?.name ?? t('payments:entries.system');
  return (
    <li className={entries.entry} data-reversed={reversedAt !== null || undefined}>
      <div className={entries.head}>
        <span className={entries.kind}>
          {payment === null ? (
            t('payments:credits.refundOn', { day: formatDay(of.day) })
          ) : payment.invoiceId === null ? (
            t('payments:credits.usedOn', { number: payment.number, position: payment.position })
          ) : (
            <Link to={paths.invoicePayments(payment.invoiceId)}>
              {t('payments:credits.usedOn', { number: payment.number, position: payment.position })}
            </Link>
          )}
        </span>
        <span className={`${entries.amount} num`}>
          {formatMoney(of.amount, credit.currency, { as: 'code', zero: 'figure' })}
        </span>
      </div>
      {received !== null && (
        <p className="quiet">
          {t('payments:credits.received', {
            amount: formatMoney(received, credit.accountCurrency, { zero: 'figure' }),
          })}
        </p>
      )}
      <p className="quiet">
        {t('payments:entries.by', { who: who(of.recordedBy), when: formatRelative(of.recordedAt) })}
      </p>
      {reversedAt !== null && (
        <p className="note">
          {t('payments:credits.takenBackBy', { who: who(of.reversedBy), when: formatRelative(reversedAt) })}
        </p>
      )}
      {reversedAt === null && permission.allowed && (
        <div className={classes.takeBack}>
          <ActionButton
            size="xs"
            icon={IconArrowBackUp}
            blocked={of.can.takeBack.reason}
            onClick={() => void takeBack(of.id, { amount: of.amount, currency: credit.currency })}
          >
            {t('payments:credits.takeBack')}
          </ActionButton>
        </div>
      )}
    </li>
  );
}

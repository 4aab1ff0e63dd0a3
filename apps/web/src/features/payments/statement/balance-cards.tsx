import { Skeleton } from '@mantine/core';
import type { SupplierBalance } from '@quayside/contracts/payments/supplier-statements';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card, KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { supplierBalanceQuery } from '../api.ts';
import { isNothing } from '../payment-words.ts';
import paymentClasses from '../payments.module.css';
import { creditsOf, overdueOfSupplier, payablesOfSupplier } from './statement-paths.ts';
import classes from './statement.module.css';

type Currency = SupplierBalance['currencies'][number];

/** What is owed to a supplier, by currency. Shows nothing while nothing is. */
export function BalanceCards({ supplierId }: { supplierId: string }) {
  const t = useT();
  const balance = useQuery(supplierBalanceQuery(supplierId));
  if (balance.isError && !balance.data)
    return (
      <ErrorState
        error={balance.error}
        record={t('payments:statement.entity')}
        onRetry={() => void balance.refetch()}
      />
    );
  if (!balance.data) return <Skeleton height={220} radius={10} aria-label={t('loading')} />;
  const { currencies, accountCurrency } = balance.data;
  if (currencies.length === 0) return null;
  return (
    <section className={classes.cards} aria-label={t('payments:statement.balances')}>
      {currencies.map((one) => (
        <CurrencyCard key={one.currency} one={one} accountCurrency={accountCurrency} supplierId={supplierId} />
      ))}
    </section>
  );
}

function CurrencyCard({
  one,
  accountCurrency,
  supplierId,
}: {
  one: Currency;
  accountCurrency: string;
  supplierId: string;
}) {
  const t = useT();
  const { currency, owed, overdue } = one;
  const money = (value: string) => <Money as="code" value={value} currency={currency} zero="figure" />;
  const row = (of: 'notDue' | 'withoutDay' | 'onPurchaseOrders' | 'credits' | 'deposits') =>
    one[of].count === 0 ? [] : [{ label: t(`payments:statement.${of}`), value: money(one[of].amount) }];
  const isOverdue = overdue.count > 0;
  return (
    <Card
      title={currency}
      hint={t('payments:statement.payments', { count: owed.count })}
      end={<Link to={payablesOfSupplier(supplierId)}>{t('payments:statement.showPayables')}</Link>}
    >
      <p className={classes.owed}>
        <span className="muted">{t('payments:statement.owed')}</span>
        <Money as="code" value={owed.amount} currency={currency} zero="figure" strong />
      </p>
      <p className={isOverdue ? paymentClasses.late : 'muted'}>
        {isOverdue ? (
          <Link className={classes.late} to={overdueOfSupplier(supplierId)}>
            {t('payments:statement.overdueWords', {
              count: overdue.count,
              amount: formatMoney(overdue.amount, currency, { as: 'code' }),
            })}
          </Link>
        ) : (
          t('payments:statement.nothingOverdue')
        )}
      </p>
      {currency !== accountCurrency && !isNothing(owed.amount) && (
        <p className="quiet">
          {t('payments:statement.worth', {
            amount: formatMoney(owed.inAccountCurrency, accountCurrency, { zero: 'figure' }),
          })}
          {owed.withoutRate > 0 && ` ${t('payments:statement.withoutRate', { count: owed.withoutRate })}`}
        </p>
      )}
      <div className={classes.parts}>
        <KeyValues
          items={[
            ...row('notDue'),
            ...row('withoutDay'),
            ...row('onPurchaseOrders'),
            ...(one.credits.count === 0
              ? []
              : [
                  {
                    label: <Link to={creditsOf(supplierId)}>{t('payments:statement.credits')}</Link>,
                    value: money(one.credits.amount),
                  },
                ]),
            ...row('deposits'),
            {
              label: <span title={t('payments:statement.balanceHelp')}>{t('payments:statement.balance')}</span>,
              value: money(one.balance),
            },
          ]}
        />
      </div>
    </Card>
  );
}

import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import { TotalsBar, type TotalsItem } from '../../../components/ui/figures.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { isNothing } from '../payment-words.ts';

/** The sums of a schedule: total, settled, open, difference, and what it means in the currency of the account. */
export function ScheduleSums({ bill }: { bill: InvoicePayment }) {
  const t = useT();
  const { currency, accountCurrency, difference, exchangeDifference, fees } = bill;
  const isForeign = currency !== accountCurrency;
  const own = (value: string | null) => <Money as="code" value={value} currency={currency} zero="figure" />;
  const account = (value: string | null, sign?: 'always') => (
    <Money value={value} currency={accountCurrency} zero="figure" {...(sign && { sign })} />
  );
  const items: TotalsItem[] = [
    { label: t('payments:sum.total'), value: own(bill.total) },
    { label: t('payments:sum.settled'), value: own(bill.settled) },
    { label: t('payments:sum.open'), value: own(bill.open) },
    ...(difference === null
      ? []
      : [
          {
            label: t('payments:sum.difference'),
            value: <Money as="bare" value={difference} currency={currency} zero="figure" sign="always" />,
            tone: isNothing(difference) ? ('positive' as const) : ('danger' as const),
          },
        ]),
    ...(isForeign && exchangeDifference !== null && !isNothing(bill.settled)
      ? [
          {
            label: t('payments:sum.exchange'),
            value: account(exchangeDifference, 'always'),
            note: t('payments:sum.exchangeHelp'),
          },
        ]
      : []),
    ...(isNothing(fees) ? [] : [{ label: t('payments:sum.fees'), value: account(fees) }]),
    ...(isForeign && bill.openInAccountCurrency !== null
      ? [{ label: t('payments:sum.openAccount'), value: account(bill.openInAccountCurrency), end: true }]
      : []),
  ];
  return <TotalsBar items={items} label={t('payments:sum.label')} />;
}

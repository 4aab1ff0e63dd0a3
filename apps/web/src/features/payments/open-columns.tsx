import type { GridColumn } from '../../components/data-grid/grid-types.ts';
import { Money } from '../../components/ui/money.tsx';
import type { T } from '../../i18n/i18n.ts';
import { EN_DASH, formatMoney } from '../../lib/words/format.ts';
import { OnlySum } from './currency-sums.tsx';
import { isNothing } from './payment-words.ts';

interface Owed {
  readonly currency: string;
  readonly open: string | null;
  readonly openInAccountCurrency: string | null;
}
interface OwedTotals {
  readonly openInAccountCurrency: string;
}
type CurrencySum = { readonly currency: string; readonly open: string };

/** An amount of a row for screen readers, with its currency. */
export const spokenAmount = (t: T, { currency }: { currency: string }, amount: string | null): string =>
  t('payments:spoken', { currency, amount: formatMoney(amount, currency, { as: 'bare' }) });

/** The two columns with what is open: in the currency of the invoice, and in that of the account. */
export function openColumns<Row extends Owed, Totals extends OwedTotals>(
  t: T,
  currency: string,
  sumsOf: (totals: Totals) => readonly CurrencySum[],
): GridColumn<Row, Totals>[] {
  return [
    {
      id: 'open',
      header: t('payments:column.open'),
      sort: true,
      kind: 'number',
      width: 124,
      render: (row) => (isNothing(row.open) ? EN_DASH : <Money as="code" value={row.open} currency={row.currency} />),
      spoken: (row) => spokenAmount(t, row, row.open),
      total: (totals) => <OnlySum sums={sumsOf(totals).map((one) => ({ currency: one.currency, amount: one.open }))} />,
    },
    {
      id: 'openInAccountCurrency',
      header: currency,
      help: t('payments:column.openAccountHelp', { currency }),
      kind: 'number',
      card: 'figure',
      width: 96,
      render: (row) => <Money as="bare" value={row.openInAccountCurrency} currency={currency} strong />,
      total: (totals) => <Money as="bare" value={totals.openInAccountCurrency} currency={currency} strong />,
    },
  ];
}

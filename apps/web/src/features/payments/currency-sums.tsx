import { Money } from '../../components/ui/money.tsx';
import { isNothing } from './payment-words.ts';
import classes from './payments.module.css';

interface SumsProps {
  readonly sums: readonly { readonly currency: string; readonly amount: string }[];
}

/** Sums in several currencies, which are never added to each other. */
export function CurrencySums({ sums }: SumsProps) {
  return (
    <span className={classes.sums}>
      {sums
        .filter(({ amount }) => !isNothing(amount))
        .map(({ currency, amount }) => (
          <Money key={currency} as="code" value={amount} currency={currency} />
        ))}
    </span>
  );
}

/** The sum of a column that has only one currency. Several are in the footer, because they would widen the column. */
export function OnlySum({ sums }: SumsProps) {
  const [first, ...others] = sums;
  return first && others.length === 0 ? (
    <Money as="code" value={first.amount} currency={first.currency} strong />
  ) : null;
}

/** What the sums of the footer are, and the sums themselves. */
export const FooterSums = ({ label, sums }: SumsProps & { readonly label: string }) => (
  <span className={classes.footerSums}>
    {label} <CurrencySums sums={sums} />
  </span>
);

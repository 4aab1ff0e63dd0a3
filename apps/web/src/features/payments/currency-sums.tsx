import { Money } from '../../components/ui/money.tsx';
import { isNothing } from './payment-words.ts';
import classes from './payments.module.css';

/** Sums in several currencies, which are never added to each other. */
export function CurrencySums({ sums }: { sums: readonly { readonly currency: string; readonly amount: string }[] }) {
  const shown = sums.filter(({ amount }) => !isNothing(amount));
  return (
    <span className={classes.sums}>
      {shown.map(({ currency, amount }) => (
        <Money key={currency} as="code" value={amount} currency={currency} />
      ))}
    </span>
  );
}

import { formatMoney, formatUnitCost } from '../../lib/words/format.ts';
import classes from './money.module.css';

interface MoneyProps {
  /** The amount as a decimal string, as the API sends it. */
  readonly value: string | null | undefined;
  readonly currency: string;
  /**
   * The format: `symbol` (default) is £1.00; `code` is CNY 1.00, with the code in small letters; `bare` is 1.00, for
   * columns whose header names the currency.
   */
  readonly as?: 'symbol' | 'code' | 'bare';
  /** How zero is shown: as an en dash (default) or as a figure. */
  readonly zero?: 'dash' | 'figure';
  /** Always shows the sign, for amounts that are changes. */
  readonly sign?: 'always';
  /** Shows the amount in bold, for the most important figure. */
  readonly strong?: boolean;
}

/** An amount of money, in tabular figures. */
export function Money({ value, currency, as = 'symbol', zero = 'dash', sign, strong = false }: MoneyProps) {
  const style = { zero, ...(sign ? { sign } : {}) };
  return (
    <span className="num" data-strong={strong || undefined}>
      {as === 'code' ? (
        <>
          <span className={classes.code}>{currency}</span>{' '}
          <Figure strong={strong}>{formatMoney(value, currency, { ...style, as: 'bare' })}</Figure>
        </>
      ) : (
        <Figure strong={strong}>{formatMoney(value, currency, { ...style, as })}</Figure>
      )}
    </span>
  );
}

const Figure = ({ strong, children }: { strong: boolean; children: string }) => (
  <span className={strong ? classes.strong : undefined}>{children}</span>
);

interface UnitCostProps {
  readonly value: string | null | undefined;
  /** The currency, whose symbol is shown. It is omitted in columns whose header names the currency. */
  readonly currency?: string;
  readonly strong?: boolean;
}

/** The cost of one unit, with four decimals. */
export function UnitCost({ value, currency, strong = false }: UnitCostProps) {
  return (
    <span className="num">
      <Figure strong={strong}>{formatUnitCost(value, currency)}</Figure>
    </span>
  );
}

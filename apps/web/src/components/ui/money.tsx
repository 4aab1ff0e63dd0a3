import { formatMoney, formatUnitCost } from '../../lib/format.ts';
import classes from './money.module.css';

interface MoneyProps {
  /** A decimal string, as on the wire. */
  readonly value: string | null | undefined;
  readonly currency: string;
  /**
   * `symbol` £1.00 (default); `code` CNY 1.00, the code small before it; `bare` where the header names the currency.
   */
  readonly as?: 'symbol' | 'code' | 'bare';
  /** Zero as an en dash (default) or as a figure. */
  readonly zero?: 'dash' | 'figure';
  /** Marks a change: always shows the sign. */
  readonly sign?: 'always';
  /** Bold, for the most important figure. */
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
  /** Shows the currency's symbol; columns that name the currency omit it. */
  readonly currency?: string;
  readonly strong?: boolean;
}

/** Cost of one unit: four decimals. */
export function UnitCost({ value, currency, strong = false }: UnitCostProps) {
  return (
    <span className="num">
      <Figure strong={strong}>{formatUnitCost(value, currency)}</Figure>
    </span>
  );
}

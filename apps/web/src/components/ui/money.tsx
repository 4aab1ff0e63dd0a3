import { formatMoney, formatUnitCost } from '../../lib/format.ts';
import classes from './money.module.css';

export interface MoneyProps {
  /** Decimal string of the wire. */
  readonly value: string | null | undefined;
  readonly currency: string;
  /** `symbol` £1.00 (default); `code` CNY 1.00, the code small before it; `bare` where the header names the currency. */
  readonly as?: 'symbol' | 'code' | 'bare';
  /** Zero as an en dash (default) or as a figure. */
  readonly zero?: 'dash' | 'figure';
  /** A change: always with its sign. */
  readonly sign?: 'always';
  /** The figure that decides: heavier. */
  readonly strong?: boolean;
}

/** An amount of money, in tabular figures. */
export function Money({ value, currency, as = 'symbol', zero = 'dash', sign, strong = false }: MoneyProps) {
  const style = { zero, ...(sign ? { sign } : {}) };
  return (
    <span className="num" data-strong={strong || undefined}>
      {as === 'code' ? (
        <>
          <span className={classes.code}>{currency}</span> <Figure strong={strong}>{formatMoney(value, currency, { ...style, as: 'bare' })}</Figure>
        </>
      ) : (
        <Figure strong={strong}>{formatMoney(value, currency, { ...style, as })}</Figure>
      )}
    </span>
  );
}

const Figure = ({ strong, children }: { strong: boolean; children: string }) => <span className={strong ? classes.strong : undefined}>{children}</span>;

export interface UnitCostProps {
  readonly value: string | null | undefined;
  /** With it, its symbol is shown; columns that name the currency leave it out. */
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

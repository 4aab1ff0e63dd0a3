import type { UnknownCost } from '@quayside/contracts/primitives';
import { Money } from '../../components/ui/money.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { useCurrency } from '../../lib/session/account.ts';
import { formatCount, formatMoney } from '../../lib/words/format.ts';

interface Costed {
  readonly cost: string | null;
  readonly unknownCost: UnknownCost;
}

/** Why what units cost is not known, or not of all of them; undefined if it is. */
function reasonOf(t: T, { cost, unknownCost }: Costed): string | undefined {
  if (unknownCost === null) return undefined;
  return t(cost === null ? `shipments:unknownCost.${unknownCost}` : `shipments:unknownCost.some.${unknownCost}`);
}

/** What units cost, and why that is not known, or not of all of them. In figures of its own, without the currency. */
export function CostOrReason({ cost, unknownCost, isBare = false }: Costed & { readonly isBare?: boolean }) {
  const t = useT();
  const currency = useCurrency();
  const reason = reasonOf(t, { cost, unknownCost });
  if (cost === null && reason !== undefined) return <span className="muted">{reason}</span>;
  return (
    <>
      <Money value={cost} currency={currency} {...(isBare ? { as: 'bare' } : { zero: 'figure' })} />
      {reason !== undefined && <small className="muted"> {reason}</small>}
    </>
  );
}

interface CostSumProps {
  readonly cost: string;
  /** Units that left and whose invoice has no exchange rate: they are not in the cost. */
  readonly withoutRate: number;
  readonly isBare?: boolean;
}
/** What units cost together, and how many of them have no cost without an exchange rate. */
export function CostSum({ cost, withoutRate, isBare = false }: CostSumProps) {
  const t = useT();
  const currency = useCurrency();
  return (
    <>
      <Money value={cost} currency={currency} {...(isBare ? { as: 'bare' } : { zero: 'figure' })} />
      {withoutRate > 0 && (
        <small className="muted">
          {' '}
          {t('shipments:unknownCost.units', { count: withoutRate, formatted: formatCount(withoutRate) })}
        </small>
      )}
    </>
  );
}

/** What units cost, and why that is not known, as a text. */
export const costText = (t: T, costed: Costed, currency: string, as?: 'code'): string =>
  [
    costed.cost === null && costed.unknownCost !== null
      ? []
      : formatMoney(costed.cost, currency, { zero: 'figure', ...(as && { as }) }),
    reasonOf(t, costed) ?? [],
  ]
    .flat()
    .join(', ');

import type { Explain } from '@quayside/contracts/costs/costs';
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Wrong } from './explain-head.tsx';
import classes from './explain.module.css';
import { Check } from './explain-proof.tsx';
import type { Discrepancy } from './recompute.ts';

interface ExplainBundleProps {
  readonly bundle: NonNullable<Explain['bundle']>;
  readonly currency: string;
  /** Whether costs were booked directly on the bundle. If so, they are listed as entries below its parts. */
  readonly hasOwn: boolean;
  readonly problem: Discrepancy | undefined;
}

/** The cost of a bundle. Its parts are listed with quantity × unit cost, each with a link to its own explanation. */
export function ExplainBundle({ bundle, currency, hasOwn, problem }: ExplainBundleProps) {
  const t = useT();
  const unknown = bundle.parts.filter(({ landedPerUnit }) => landedPerUnit === null).map(({ product }) => product.sku);
  return (
    <section className={classes.bundle} aria-label={t('costs:explain.bundle')} data-more={hasOwn || undefined}>
      <div className={classes.figures}>
        <div>
          <p className="figure num">
            {bundle.landedPerUnit === null ? t('notKnown') : formatUnitCost(bundle.landedPerUnit, currency)}
          </p>
          <p className={classes.small}>{t('costs:explain.bundleMeaning', { count: bundle.parts.length })}</p>
        </div>
      </div>
      {unknown.length > 0 && (
        <p className={classes.unknown}>{t('costs:explain.bundleUnknown', { names: unknown.join(', ') })}</p>
      )}
      <dl className={classes.facts}>
        {bundle.parts.map(({ product, quantity, landedPerUnit, amount }) => (
          <div key={product.id}>
            <dt>
              <Link to={paths.product(product.sku, 'costs')}>{product.sku}</Link> {product.name}
              <small className="num">
                {landedPerUnit === null
                  ? `${formatCount(quantity)} × ${t('notKnown')}`
                  : t('costs:explain.bundlePart', {
                      quantity: formatCount(quantity),
                      cost: formatUnitCost(landedPerUnit),
                    })}
              </small>
            </dt>
            <dd className="num">{formatUnitCost(amount)}</dd>
          </div>
        ))}
      </dl>
      {bundle.landedPerUnit !== null && !problem && <Check isRight>{t('costs:explain.bundleAddsUp')}</Check>}
      <Wrong problem={problem} />
    </section>
  );
}

import type { Explain } from '@quayside/contracts/costs/costs';
import { IconArrowLeft, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MakeUpBar } from '../../../components/ui/figures.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount, formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import type { FocusedTree } from './explain-focus.ts';
import classes from './explain.module.css';
import type { Discrepancy } from './recompute.ts';

interface HeadProps {
  readonly explain: Explain;
  readonly tree: FocusedTree;
  /**
   * Switches from one order or category to the explanation of everything; undefined when everything is already
   * explained.
   */
  readonly onAll: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** The explained figure and its breakdown, for all orders, one order or one category. */
export function ExplainHead({ explain, tree, onAll, children }: HeadProps) {
  const t = useT();
  const { currency } = explain;
  const { units, total } = tree;
  const counts = t('costs:explain.counts', {
    entries: t('costs:explain.entries', { count: tree.entries }),
    documents: t('costs:explain.documents', { count: tree.documents }),
  });
  return (
    <div className={classes.head}>
      {explain.bundle && (
        <p className={classes.small}>
          <b>{t('costs:explain.bundleOwn')}.</b> {t('costs:explain.bundleOwnHint')}
        </p>
      )}
      <div className={classes.figures}>
        <div>
          <p className="figure num">{formatUnitCost(tree.perUnit, currency)}</p>
          <p className={classes.small}>{meaning(t, tree)}</p>
        </div>
        <div className={classes.division}>
          <p className="num">
            {units > 0
              ? t('costs:explain.division', {
                  total: formatMoney(total, currency, { zero: 'figure' }),
                  units: formatCount(units),
                })
              : formatMoney(total, currency, { zero: 'figure' })}
          </p>
          <p className={classes.small}>{counts}</p>
        </div>
      </div>
      <MakeUpBar height={8} byCategory={tree.byCategory} />
      {explain.isProvisional && !onAll && (
        <p className={classes.provisional}>
          <IconClock size={14} stroke={2} aria-hidden /> {t('costs:explain.provisional')}
        </p>
      )}
      {onAll && (
        <button type="button" className={classes.fold} onClick={onAll}>
          <IconArrowLeft size={14} stroke={2} aria-hidden />
          {t('costs:explain.showAll')}
        </button>
      )}
      {children}
    </div>
  );
}

function meaning(t: T, { order, category, units }: FocusedTree): string {
  if (order) return t('costs:explain.inOrder');
  if (units === 0) return t('costs:explain.averageNone');
  if (category)
    return t('costs:explain.inCategory', { category: t(`category.${category}`), units: formatCount(units) });
  return t('costs:explain.average', { units: formatCount(units) });
}

/** A warning that a stored figure differs from the result of recalculating it. */
export function Wrong({ problem }: { problem: Discrepancy | undefined }) {
  const t = useT();
  if (!problem) return null;
  return (
    <p className={classes.wrong} role="alert">
      {t('costs:explain.discrepancy', { expected: problem.expected, found: problem.found })}
    </p>
  );
}

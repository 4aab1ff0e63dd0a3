import type { Explain } from '@quayside/contracts/costs/costs';
import { formatAmount } from '@quayside/domain/money/money';
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { FocusedTree } from './explain-focus.ts';
import classes from './explain.module.css';
import { type Discrepancy, documentSum } from './recompute.ts';

type Document = Explain['documents'][number];
const PARTS = ['assigned', 'unassigned', 'excluded', 'recoverableTax', 'difference'] as const;
const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

/**
 * The total, with two checks: whether the parts of every document add up, and whether recalculating gives the stored
 * sums.
 */
export function ExplainFoot({
  explain,
  tree,
  discrepancies,
}: {
  explain: Explain;
  tree: FocusedTree;
  discrepancies: readonly Discrepancy[];
}) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const wrong = new Set(discrepancies.map(({ at }) => at));
  const broken = explain.documents.filter((document) => !document.addsUp || wrong.has(document.id));
  const isRight =
    explain.replays && discrepancies.every(({ at }) => explain.documents.some((document) => document.id === at));
  const count = explain.documents.length;
  // The parts of such a document are its total, but its lines are not.
  const differing = explain.documents.filter(({ difference }) => !isNothing(difference)).length;
  const only = count === 1 ? explain.documents[0] : undefined;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div className={classes.totalRow}>
        <b>{t('costs:explain.total')}</b>
        <b className={`${classes.amountCol} num`}>
          {formatMoney(tree.total, explain.currency, { as: 'bare', zero: 'figure' })}
        </b>
        <b className={`${classes.unitCol} num`}>{formatUnitCost(tree.perUnit)}</b>
      </div>
      {count > 0 && (
        <Check isRight={broken.length === 0 && differing === 0}>
          {broken.length > 0
            ? t('costs:explain.notAddUp', { count: broken.length })
            : differing > 0
              ? t('costs:explain.withDifference', { count: differing })
              : t('costs:explain.allAddUp', {
                  count,
                  total: only ? formatMoney(only.total, only.currency, { as: 'code', zero: 'figure' }) : '',
                })}
        </Check>
      )}
      <Check isRight={isRight}>{isRight ? t('costs:explain.replays') : t('costs:explain.notReplays')}</Check>
      {count > 0 && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={14} stroke={2} aria-hidden />
          {isOpen ? t('costs:explain.hideProof') : t('costs:explain.proof')}
        </button>
      )}
      {isOpen && (
        <ul id={id} className={classes.proofs}>
          {explain.documents.map((document) => (
            <Proof key={document.id} document={document} isRight={!broken.includes(document)} />
          ))}
        </ul>
      )}
    </>
  );
}

/** One line of the proof: a check that passed or failed. */
export function Check({ isRight, children }: { isRight: boolean; children: string }) {
  const Icon = isRight ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={classes.check} data-tone={isRight ? 'positive' : 'danger'} role={isRight ? undefined : 'alert'}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {children}
    </p>
  );
}

/** The proof for one document, such as "114,098.40 assigned + 3,100.00 left out = 117,198.40". */
function Proof({ document, isRight }: { document: Document; isRight: boolean }) {
  const t = useT();
  const bare = (amount: string) => formatMoney(amount, document.currency, { as: 'bare', zero: 'figure' });
  const parts = PARTS.filter((part) => part === 'assigned' || !isNothing(document[part]));
  const sum = formatAmount(documentSum(document), document.currency);
  return (
    <li>
      <Link to={paths.invoice(document.id)}>{document.number}</Link>
      <span className="num" data-tone={isRight ? undefined : 'danger'}>
        {parts.map((part, index) => (
          <span key={part}>
            {index > 0 && ' + '}
            {bare(document[part])} <small>{t(`costs:explain.${part}`)}</small>
          </span>
        ))}{' '}
        = <b>{formatMoney(sum, document.currency, { as: 'code', zero: 'figure' })}</b>
        {sum !== document.total && <> ≠ {bare(document.total)}</>}
      </span>
    </li>
  );
}

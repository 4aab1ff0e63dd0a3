import type { FiveQuantitiesLine, LineDifference } from '@quayside/contracts/stock/five-quantities';
import { Fragment } from 'react';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { differenceWords, STEPS } from './difference-words.ts';
import classes from './five.module.css';

/** The five quantities of a line one after the other. The gaps between them are marked. */
export function Chain({ line, isLarge = false }: { line: FiveQuantitiesLine; isLarge?: boolean }) {
  const t = useT();
  return (
    <span className={classes.chain} data-large={isLarge || undefined}>
      {STEPS.map((step, at) => (
        <Fragment key={step}>
          {at > 0 && <Gap of={line.differences[at - 1]} />}
          <span className={classes.step}>
            <span className={isLarge ? 'quiet' : 'visually-hidden'}>{t(`shipments:five.step.${step}`)} </span>
            <span className="num">{formatCount(line[step])}</span>
          </span>
        </Fragment>
      ))}
    </span>
  );
}

function Gap({ of }: { of: LineDifference | undefined }) {
  const t = useT();
  if (!of || of.quantity === 0)
    return (
      <span className={classes.even} aria-hidden>
        ›
      </span>
    );
  const words = `${differenceWords(t, of)}, ${t(`shipments:five.state.${of.state}`)}`;
  return (
    <span className={classes.gap} data-open={of.openQuantity !== 0 || undefined} title={words}>
      <span aria-hidden className="num">
        {signed(of.quantity)}
      </span>
      <span className="visually-hidden">({words})</span>
    </span>
  );
}

/** A gap takes units away, a surplus adds some. */
const signed = (quantity: number): string => `${quantity > 0 ? '−' : '+'}${formatCount(Math.abs(quantity))}`;

/** The five quantities as a sentence, for screen readers. */
export const spokenChain = (t: T, line: FiveQuantitiesLine): string =>
  t('shipments:five.spoken', {
    ordered: formatCount(line.ordered),
    invoiced: formatCount(line.invoiced),
    packed: formatCount(line.packed),
    shipped: formatCount(line.shipped),
    received: formatCount(line.received),
  });

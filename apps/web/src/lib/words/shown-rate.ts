import type { RatePer } from '@quayside/domain/lists';
import { parseRate, typedRate } from '@quayside/domain/money/money';
import { t } from '../../i18n/i18n.ts';
import { groupDigits, roundDecimal } from './format.ts';

const FEWEST_DECIMALS = 4;
const COMPUTED_DECIMALS = 6;

/** A rate as it is shown: `figure` of the currency `to` for 1 of the currency `per`. */
interface ShownRate {
  readonly figure: string;
  readonly to: string;
  readonly per: string;
  /** Whether it is the inverse of the stored rate. */
  readonly isInverse: boolean;
}

/**
 * A rate for display: all decimals that a person typed, and at least four. A rate that was computed has up to six
 * decimals.
 */
export function rateFigure(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  const rounded = decimals > COMPUTED_DECIMALS ? roundDecimal(text, COMPUTED_DECIMALS).replace(/0+$/, '') : text;
  const [whole = '0', fraction = ''] = rounded.split('.');
  return groupDigits(`${whole}.${fraction.padEnd(FEWEST_DECIMALS, '0')}`);
}

/** A rate that a person or a file entered: all of its decimals, and at least four. */
export function enteredFigure(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return groupDigits(`${whole}.${fraction.padEnd(FEWEST_DECIMALS, '0')}`);
}

/** A rate as text for a field: without separators and trailing zeros. */
export const plainRate = (text: string): string =>
  rateFigure(text)
    .replaceAll(',', '')
    .replace(/\.?0+$/, '');

/** How a rate was typed: its figure, and the currency of which it prices 1 unit. */
interface Typed {
  readonly rate: string;
  readonly per: RatePer;
}

/**
 * A stored rate, which is an amount in the account's currency for 1 of the document's, in the direction in which it was
 * typed. Where that is not known, it is worked out from the digits.
 */
export function shownRate(
  stored: string,
  { document, account }: { document: string; account: string },
  typed: Typed | null = null,
): ShownRate {
  const { text, isInverse } = typed ? { text: typed.rate, isInverse: typed.per === 'ACCOUNT' } : workedOut(stored);
  return {
    figure: rateFigure(text),
    ...(isInverse ? { to: document, per: account } : { to: account, per: document }),
    isInverse,
  };
}

function workedOut(stored: string): { text: string; isInverse: boolean } {
  const rate = parseRate(stored);
  return rate.ok ? typedRate(rate.value) : { text: stored, isInverse: false };
}

/** A rate in words, with both currencies: "9.3200 CNY per GBP". */
export const rateWords = ({ figure, to, per }: ShownRate): string => t('rate', { rate: figure, to, per });

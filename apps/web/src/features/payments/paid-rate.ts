import { inverseRate, parseRate } from '@quayside/domain/money/money';
import { groupDigits, roundDecimal } from '../../lib/words/format.ts';
import { rateWords, shownRate } from '../../lib/words/shown-rate.ts';

interface Pair {
  readonly document: string;
  readonly account: string;
}

/**
 * The rate at which something was paid, in words and with four decimals, because it was worked out: in the direction of
 * the rate of the document beside it, or else in the one whose figure is above 1.
 */
export function paidRateWords(rate: string, pair: Pair, documentRate: string | null = null): string {
  const read = parseRate(rate);
  if (!read.ok) return rate;
  const isInverse = documentRate === null ? /^0(\.|$)/.test(rate) : shownRate(documentRate, pair).isInverse;
  const figure = groupDigits(roundDecimal(isInverse ? inverseRate(read.value).text : rate, 4));
  return rateWords({
    figure,
    isInverse,
    ...(isInverse ? { to: pair.document, per: pair.account } : { to: pair.account, per: pair.document }),
  });
}

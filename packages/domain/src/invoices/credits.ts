import { roundDiv } from '../money/money.ts';

/** Amount, tax and quantity of a line, or what is left of them after its credits. */
export interface LineFigures {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly quantityMicro: bigint;
}

/** What a person wants to credit, above 0; null means everything that is left. */
export interface WantedCredit {
  readonly amountMinor: bigint | null;
  readonly quantityMicro: bigint | null;
}

/**
 * The figures of a new credit line, each 0 or below; undefined when there is nothing to credit. A partial credit takes
 * tax in proportion to the whole line, rounded once; a credit of all that is left, or more, takes all the remaining
 * tax. Units are returned when a quantity is given, or when the whole remaining amount of an order is credited.
 */
export function figuresOfCredit(
  line: LineFigures,
  left: LineFigures,
  wanted: WantedCredit,
  isOrder: boolean,
): LineFigures | undefined {
  const amountMinor = wanted.amountMinor ?? positive(left.amountMinor);
  const isAll = amountMinor >= left.amountMinor;
  const taxLeft = positive(left.taxMinor);
  const share = line.amountMinor > 0n ? roundDiv(line.taxMinor * amountMinor, line.amountMinor) : 0n;
  const taxMinor = isAll ? taxLeft : share < taxLeft ? positive(share) : taxLeft;
  const quantityMicro = wanted.quantityMicro ?? (isAll && isOrder ? positive(left.quantityMicro) : 0n);
  if (amountMinor === 0n && taxMinor === 0n && quantityMicro === 0n) return undefined;
  return { amountMinor: -amountMinor, taxMinor: -taxMinor, quantityMicro: -quantityMicro };
}

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);

/** What is left of a line after its credits, whose figures are 0 or below. */
export const leftAfterCredits = (line: LineFigures, credits: LineFigures): LineFigures => ({
  amountMinor: line.amountMinor + credits.amountMinor,
  taxMinor: line.taxMinor + credits.taxMinor,
  quantityMicro: line.quantityMicro + credits.quantityMicro,
});

import type { Explain, ExplainEntry } from '@quayside/contracts/costs/costs';
import { cutShare, replayShown, type ShownAmount, type ShownCost } from '@quayside/domain/landed-cost/replay-shown';
import { shareByHand, type ShownShare, shownShare } from '@quayside/domain/landed-cost/shown-share';
import { exponentOf } from '@quayside/domain/money/currencies';
import {
  abs,
  decimalText,
  formatAmount,
  MICRO,
  minorOfText,
  parseRate,
  type Rate,
  roundDiv,
  typedRate,
  unitCost,
} from '@quayside/domain/money/money';
import { groupDigits, roundDecimal } from '../../../lib/words/format.ts';
import { scaleOf } from '../../../lib/words/measure.ts';
import { lotProblems } from './recompute-lots.ts';
import { lotStockProblem } from './recompute-takings.ts';

/** A stored figure that differs from the result of recalculating it. */
export interface Discrepancy {
  /**
   * The figure that differs: the id of an entry, order or document, `total` for the whole product, or `bundle` for the
   * parts of a bundle.
   */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

const minor = (text: string, currency: string): bigint => {
  const value = minorOfText(text, currency);
  if (value === undefined) throw new RangeError(`${text} is no amount in ${currency}`);
  return value;
};

/** Recalculates an entry as one would by hand. Returns the discrepancy, if there is one. */
export function recomputeEntry(entry: ExplainEntry, currency: string): Discrepancy | undefined {
  const problem = replayShown(entry, currency);
  return problem && { at: entry.id, ...problem };
}

type Credited = NonNullable<ExplainEntry['creditOf']>;

/**
 * The order's share of the credited line's amount before the credit, and its share after the credit. The difference
 * between the two is the order's share of the credit, apart from the rounding unit.
 */
export function creditShares(
  entry: ExplainEntry,
  { before, after }: Credited,
  currency: string,
): { before: string; after: string } {
  const [weight, whole] = [BigInt(entry.weight), BigInt(entry.weightTotal)];
  const shared = ({ account }: Credited['after']) =>
    formatAmount(cutShare(minor(account, currency), weight, whole), currency);
  return { before: shared(before), after: shared(after) };
}

const MICRO_DECIMALS = 6;
const micro = (cost: string): bigint => BigInt(roundDecimal(cost, MICRO_DECIMALS).replace('.', ''));

/**
 * Checks that the cost of a bundle is the sum of its parts. The server adds exact figures but shows each rounded to the
 * millionth. The sum of the shown figures may therefore be off by half a millionth per unit.
 */
export function bundleProblem({ landedPerUnit, parts }: NonNullable<Explain['bundle']>): Discrepancy | undefined {
  const isKnown = parts.length > 0 && parts.every((part) => part.landedPerUnit !== null);
  if (!isKnown || landedPerUnit === null)
    return isKnown === (landedPerUnit !== null)
      ? undefined
      : { at: 'bundle', expected: '–', found: landedPerUnit ?? '–' };
  const sum = parts.reduce((total, part) => total + BigInt(part.quantity) * micro(part.landedPerUnit ?? '0'), 0n);
  const slack = parts.reduce((total, { quantity }) => total + BigInt(quantity), 1n) / 2n + 1n;
  return abs(sum - micro(landedPerUnit)) <= slack
    ? undefined
    : { at: 'bundle', expected: decimalText(sum, MICRO_DECIMALS), found: landedPerUnit };
}

/** Recalculates every sum that the panel shows, and returns the discrepancies. */
export function recompute(explain: Explain): Discrepancy[] {
  const { currency } = explain;
  const found: Discrepancy[] = [];
  const same = (at: string, expected: string | null, shown: string | null) => {
    if (expected !== shown) found.push({ at, expected: expected ?? '–', found: shown ?? '–' });
  };
  const sum = (entries: readonly ExplainEntry[]) =>
    entries.reduce((total, entry) => (entry.isExcluded ? total : total + minor(entry.amount, currency)), 0n);
  const perUnit = (total: bigint, units: number) =>
    units > 0 ? unitCost(total, BigInt(units) * MICRO, currency) : null;

  for (const entry of [...explain.layers.flatMap((order) => order.entries), ...explain.layerless.entries]) {
    const problem = recomputeEntry(entry, currency);
    if (problem) found.push(problem);
  }
  for (const order of explain.layers) {
    same(order.id, formatAmount(sum(order.entries), currency), order.landed);
    same(order.id, perUnit(sum(order.entries), order.units), order.perUnit);
    found.push(...lotProblems(order, currency, explain.asKnownOn !== null));
  }
  const lots = explain.layers.flatMap(({ packLists }) => packLists);
  for (const { stock, ...lot } of [...lots, ...explain.otherLots]) {
    const problem = stock && lotStockProblem({ ...lot, stock }, currency);
    if (problem) found.push(problem);
  }
  same('layerless', formatAmount(sum(explain.layerless.entries), currency), explain.layerless.amount);
  const landed = explain.layers.reduce(
    (total, order) => total + minor(order.landed, currency),
    minor(explain.layerless.amount, currency),
  );
  same('total', formatAmount(landed, currency), explain.landed);
  same(
    'total',
    formatAmount(minor(explain.factory, currency) + minor(explain.inbound, currency), currency),
    explain.landed,
  );
  same(
    'total',
    formatAmount(
      explain.byCategory.reduce((total, { amount }) => total + minor(amount, currency), 0n),
      currency,
    ),
    explain.landed,
  );
  same('total', String(explain.layers.reduce((total, { units }) => total + units, 0)), String(explain.units));
  same('total', perUnit(landed, explain.units), explain.landedPerUnit);
  const bundle = explain.bundle && bundleProblem(explain.bundle);
  if (bundle) found.push(bundle);
  for (const document of explain.documents)
    same(document.id, formatAmount(documentSum(document), document.currency), document.total);
  return found;
}

/** The sum of a document's parts: assigned, unassigned, excluded, recoverable tax, difference. */
export function documentSum({
  currency,
  assigned,
  unassigned,
  excluded,
  recoverableTax,
  difference,
}: Explain['documents'][number]): bigint {
  return [assigned, unassigned, excluded, recoverableTax, difference].reduce(
    (total, part) => total + minor(part, currency),
    0n,
  );
}

/** One conversion of an amount: the calculation as text, and its result. */
interface Converted {
  readonly kind: 'whole' | 'net' | 'tax';
  /** The calculation as text: "58,867.20 × 0.1073 = 6,316.45056". */
  readonly text: string;
  /** The result, rounded once. */
  readonly account: string;
}

/** The decimals that a division shows beyond those of the currency. */
const DIVISION_DECIMALS = 4;

/**
 * The conversion as a division by the rate as it was typed: "58,867.20 ÷ 9.32 = 6,316.223175". Undefined if the rate
 * was typed in the other direction, or if the division gives another cent than the stored rate, which has ten digits.
 */
function dividedText(
  part: ShownAmount,
  { rate, typed }: { readonly rate: Rate; readonly typed: NonNullable<ExplainEntry['rate']>['typed'] },
  { document, account }: { document: string; account: string },
): string | undefined {
  const { text: figure, isInverse } = typed
    ? { text: typed.rate, isInverse: typed.per === 'ACCOUNT' }
    : typedRate(rate);
  const divisor = isInverse ? parseRate(figure) : undefined;
  if (!divisor?.ok) return undefined;
  const { digits, scale, text } = divisor.value;
  const [from, to] = [exponentOf(document), exponentOf(account)];
  const top = minor(part.document, document) * 10n ** BigInt(scale + to);
  const below = digits * 10n ** BigInt(from);
  if (roundDiv(top, below) !== minor(part.account, account)) return undefined;
  const exact = decimalText((top * 10n ** BigInt(DIVISION_DECIMALS)) / below, to + DIVISION_DECIMALS);
  return `${groupDigits(part.document)} ÷ ${text} = ${groupDigits(exact.replace(/(\.\d{2}\d*?)0+$/, '$1'))}`;
}

/** A rate that was worked out from payments is multiplied by; nobody typed it in another direction. */
const typedOf = ({ value, typed, source }: NonNullable<ExplainEntry['rate']>) =>
  source === 'payment' ? ({ rate: value, per: 'DOCUMENT' } as const) : typed;

/**
 * The conversion of a line into the account currency, step by step. If part of the line is tax that counts as a cost,
 * the net amount and the tax are converted separately. Empty if nothing was converted.
 */
export function conversionSteps(
  { rate, invoice }: Pick<ExplainEntry, 'rate' | 'invoice'>,
  { document, account, tax }: ShownCost,
  currency: string,
): Converted[] {
  const parsed = rate ? parseRate(rate.value) : undefined;
  if (!parsed?.ok) return [];
  const step = (kind: Converted['kind'], part: ShownAmount): Converted => {
    const divided = dividedText(
      part,
      { rate: parsed.value, typed: rate ? typedOf(rate) : null },
      { document: invoice.currency, account: currency },
    );
    if (divided) return { kind, text: divided, account: part.account };
    const decimals = part.document.split('.')[1]?.length ?? 0;
    const digits = minor(part.document, invoice.currency) * parsed.value.digits;
    const exact = decimalText(digits, decimals + parsed.value.scale).replace(/(\.\d{2}\d*?)0+$/, '$1');
    return {
      kind,
      text: `${groupDigits(part.document)} × ${parsed.value.text} = ${groupDigits(exact)}`,
      account: part.account,
    };
  };
  if (!tax) return [step('whole', { document, account })];
  const less = (whole: string, part: string, of: string) => formatAmount(minor(whole, of) - minor(part, of), of);
  const net = {
    document: less(document, tax.document, invoice.currency),
    account: less(account, tax.account, currency),
  };
  return [step('net', net), step('tax', tax)];
}

/** A share in per cent, with two to four decimals. */
export function percentText(weight: string, whole: string): string {
  const total = BigInt(whole);
  if (total === 0n) return '0.00';
  const digits = roundDiv(BigInt(weight) * MICRO, total)
    .toString()
    .padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/0{1,2}$/, '');
}

/**
 * The measures by which an entry's line was shared, with as many decimals as a calculation by hand needs to find the
 * same cents. A credit is calculated twice: from what was left before it, and from what is left after it.
 */
export function shareInView(entry: ExplainEntry, currency: string): ShownShare {
  const { creditOf, weight, weightTotal, weightScale, measure, invoice } = entry;
  const totals = creditOf ? [creditOf.before.account, creditOf.after.account] : [entry.lineAmount];
  return shownShare(
    BigInt(weight),
    BigInt(weightTotal),
    totals.map((total) => minor(total, currency)),
    scaleOf(measure, { accountCurrency: currency, currency: invoice.currency, weightScale }),
  );
}

/**
 * What a calculator gives for an entry: its line × its part ÷ the whole, cut after two more decimals than amounts have.
 */
export const shareByCalculator = ({ lineAmount }: ExplainEntry, share: ShownShare, currency: string): string =>
  shareByHand(minor(lineAmount, currency), share, lineAmount.split('.')[1]?.length ?? 0);

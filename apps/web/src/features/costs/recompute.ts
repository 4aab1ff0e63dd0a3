import type { Explain, ExplainEntry } from '@quayside/contracts/costs';
import { shareOf } from '@quayside/domain/landed-cost/explain';
import {
  abs,
  convert,
  decimalText,
  formatAmount,
  MICRO,
  parseAmount,
  parseRate,
  roundDiv,
  unitCost,
} from '@quayside/domain/money/money';
import { ruleWords } from '../../i18n/rule-words.ts';
import { groupDigits, roundDecimal } from '../../lib/format.ts';

/** A stored figure that differs from its recalculation. */
export interface Discrepancy {
  /** Id of the entry, order or document; `total` for the whole product, `bundle` for the parts of a bundle. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

const minor = (text: string, currency: string): bigint => {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw new RangeError(`${text} is no amount in ${currency}`);
  return parsed.value;
};

/** Converted at the shown rate. Amount and tax are converted separately, so their sum may differ by one minor unit. */
function conversionProblem(
  { id, rate, invoice }: ExplainEntry,
  documentAmount: string,
  accountAmount: string,
  currency: string,
): Discrepancy | undefined {
  const document = minor(documentAmount, invoice.currency);
  const parsed = rate ? parseRate(rate.value) : undefined;
  if (parsed && !parsed.ok) return { at: id, expected: ruleWords(parsed.message), found: rate?.value ?? '' };
  const expected = parsed?.ok ? convert(document, invoice.currency, currency, parsed.value) : document;
  const slack = parsed ? 1n : 0n;
  return abs(expected - minor(accountAmount, currency)) <= slack
    ? undefined
    : { at: id, expected: formatAmount(expected, currency), found: accountAmount };
}

/** The remainder after a credit is the remainder before it plus the credit; both are converted like the line. */
function creditProblem(entry: ExplainEntry, { before, after }: Credited, currency: string): Discrepancy | undefined {
  const sums = [
    {
      sum: minor(before.document, entry.invoice.currency) + minor(entry.lineDocumentAmount, entry.invoice.currency),
      left: after.document,
      of: entry.invoice.currency,
    },
    { sum: minor(before.account, currency) + minor(entry.lineAmount, currency), left: after.account, of: currency },
  ];
  const wrong = sums.find(({ sum, left, of }) => sum !== minor(left, of));
  if (wrong) return { at: entry.id, expected: formatAmount(wrong.sum, wrong.of), found: wrong.left };
  return (
    conversionProblem(entry, before.document, before.account, currency) ??
    conversionProblem(entry, after.document, after.account, currency)
  );
}

type Credited = NonNullable<ExplainEntry['creditOf']>;
/** The share of a total, truncated to minor units towards zero, also for negative totals. */
const cutShare = (total: bigint, weight: bigint, whole: bigint): bigint =>
  (total < 0n ? -1n : 1n) * ((abs(total) * weight) / whole);

/** Recalculates an entry as one would by hand: line × share, truncated to minor units, plus its rounding unit. */
export function recomputeEntry(entry: ExplainEntry, currency: string): Discrepancy | undefined {
  const { creditOf } = entry;
  const problem = creditOf
    ? creditProblem(entry, creditOf, currency)
    : conversionProblem(entry, entry.lineDocumentAmount, entry.lineAmount, currency);
  if (problem) return problem;
  const [weight, whole] = [BigInt(entry.weight), BigInt(entry.weightTotal)];
  if (whole === 0n) return { at: entry.id, expected: formatAmount(0n, currency), found: entry.amount };
  const shared = (amount: string) => cutShare(minor(amount, currency), weight, whole);
  const cut = creditOf ? shared(creditOf.after.account) - shared(creditOf.before.account) : shared(entry.lineAmount);
  const expected = formatAmount(cut + BigInt(entry.roundingUnit), currency);
  return expected === entry.amount ? undefined : { at: entry.id, expected, found: entry.amount };
}

/** Both calculations of a credit before rounding: its share of the remainder after and before the credit. */
export function creditShares(
  entry: ExplainEntry,
  { before, after }: Credited,
  currency: string,
): { before: string; after: string } {
  const [weight, whole] = [BigInt(entry.weight), BigInt(entry.weightTotal)];
  const shared = ({ account }: Credited['after']) =>
    formatAmount(whole === 0n ? 0n : cutShare(minor(account, currency), weight, whole), currency);
  return { before: shared(before), after: shared(after) };
}

const MICRO_DECIMALS = 6;
const micro = (cost: string): bigint => BigInt(roundDecimal(cost, MICRO_DECIMALS).replace('.', ''));

/**
 * The cost of a bundle is the sum of its parts. Figures are shown to the millionth but added exactly, so the sum of the
 * shown figures may be off by half a millionth per unit.
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

/** Recalculates every sum that the panel shows; answers the discrepancies. */
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

/** The sum of the parts of a document. */
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

/**
 * "58,867.20 × 0.1073 = 6,316.45056": the conversion of a line; undefined where nothing was converted, or where amount
 * and tax were rounded separately.
 */
export function conversionText({
  rate,
  invoice,
  lineDocumentAmount,
  lineAmount,
}: Pick<ExplainEntry, 'rate' | 'invoice' | 'lineDocumentAmount' | 'lineAmount'>): string | undefined {
  const parsed = rate ? parseRate(rate.value) : undefined;
  if (!parsed?.ok) return undefined;
  const decimals = lineDocumentAmount.split('.')[1]?.length ?? 0;
  const exact = decimalText(
    minor(lineDocumentAmount, invoice.currency) * parsed.value.digits,
    decimals + parsed.value.scale,
  );
  const shown = exact.replace(/(\.\d{2}\d*?)0+$/, '$1');
  const target = lineAmount.split('.')[1]?.length ?? 0;
  return roundDecimal(exact, target) === lineAmount
    ? `${groupDigits(lineDocumentAmount)} × ${parsed.value.text} = ${groupDigits(shown)}`
    : undefined;
}

/** A share for display: a short decimal such as `0.432`, else the fraction in lowest terms. */
export function shareText(weight: string, whole: string): { factor: string; fraction: string; percent: string } {
  const total = BigInt(whole);
  if (total === 0n) return { factor: '0', fraction: '0', percent: '0' };
  const { numerator, denominator } = shareOf(BigInt(weight), total);
  const fraction = denominator === 1n ? String(numerator) : `${numerator} ÷ ${denominator}`;
  return {
    factor: endingDecimal(numerator, denominator) ?? fraction,
    fraction,
    percent: percentOf(numerator, denominator),
  };
}

const MAX_DECIMALS = 6;
function endingDecimal(n: bigint, d: bigint): string | undefined {
  const scale = 10n ** BigInt(MAX_DECIMALS);
  if ((n * scale) % d !== 0n) return undefined;
  const digits = ((n * scale) / d).toString().padStart(MAX_DECIMALS + 1, '0');
  return `${digits.slice(0, -MAX_DECIMALS)}.${digits.slice(-MAX_DECIMALS)}`.replace(/\.?0+$/, '');
}
/** Percent with two to four decimals, without trailing zeros. */
function percentOf(n: bigint, d: bigint): string {
  const digits = roundDiv(n * MICRO, d)
    .toString()
    .padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/0{1,2}$/, '');
}

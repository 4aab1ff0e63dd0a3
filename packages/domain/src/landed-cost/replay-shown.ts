import { exponentOf } from '../money/currencies.ts';
import { abs, convert, decimalText, formatAmount, minorOfText, parseRate, type Rate } from '../money/money.ts';

/** An amount as an explanation shows it: in the document's currency, and converted to the account's. */
export interface ShownAmount {
  readonly document: string;
  readonly account: string;
}

/**
 * The remaining amount of a line. `tax` is the part of it that is tax which counts as a cost, null when there is none.
 * The tax and the rest are converted separately.
 */
export interface ShownCost extends ShownAmount {
  readonly tax: ShownAmount | null;
}

/** The figures of an entry that an explanation shows, from which a reader can compute its amount by hand. */
interface ShownEntry {
  readonly invoice: { readonly currency: string };
  readonly lineDocumentAmount: string;
  readonly lineAmount: string;
  readonly lineTax: ShownAmount | null;
  readonly rate: { readonly value: string } | null;
  readonly weight: string;
  readonly weightTotal: string;
  readonly exactAmount: string;
  readonly roundingUnit: number;
  readonly creditOf: { readonly before: ShownCost; readonly after: ShownCost } | null;
  readonly amount: string;
}

/** A shown figure that does not follow from the other shown figures. */
interface ShownProblem {
  readonly expected: string;
  readonly found: string;
}

/** The decimals that `exactAmount` has beyond those of its currency. */
const EXTRA_DECIMALS = 6;

/** The part of a total before rounding, cut after six more decimals than the currency has. */
export function exactShare(total: bigint, weight: bigint, weightTotal: bigint, currency: string): string {
  const scale = 10n ** BigInt(EXTRA_DECIMALS);
  const value = weightTotal === 0n ? 0n : (total * scale * weight) / weightTotal;
  return decimalText(value, exponentOf(currency) + EXTRA_DECIMALS);
}

/** The share of a total, cut towards zero to whole minor units. */
export const cutShare = (total: bigint, weight: bigint, whole: bigint): bigint =>
  whole === 0n ? 0n : (total < 0n ? -1n : 1n) * ((abs(total) * weight) / whole);

/** A figure that is shown but is no amount. It is thrown here and caught in `replayShown`, which never throws. */
class NoAmount extends Error {
  readonly problem: ShownProblem;
  constructor(text: string, currency: string) {
    super(text);
    this.problem = { expected: currency, found: text };
  }
}

/** Reads a shown amount, however large it is: what was stored is explained. */
const minor = (text: string, currency: string): bigint => {
  const value = minorOfText(text, currency);
  if (value === undefined) throw new NoAmount(text, currency);
  return value;
};

interface Currencies {
  readonly document: string;
  readonly account: string;
}

/** An amount that is converted separately, in minor units of both currencies. */
interface Part {
  readonly document: bigint;
  readonly account: bigint;
}

/** The net amount and, where there is one, the tax: the two amounts that are converted separately. */
function partsOf({ document, account, tax }: ShownCost, of: Currencies): Part[] {
  const whole = { document: minor(document, of.document), account: minor(account, of.account) };
  if (!tax) return [whole];
  const part = { document: minor(tax.document, of.document), account: minor(tax.account, of.account) };
  return [{ document: whole.document - part.document, account: whole.account - part.account }, part];
}

function conversionProblem(cost: ShownCost, rate: Rate | undefined, of: Currencies): ShownProblem | undefined {
  for (const { document, account } of partsOf(cost, of)) {
    const expected = rate ? convert(document, of.document, of.account, rate) : document;
    if (expected !== account)
      return { expected: formatAmount(expected, of.account), found: formatAmount(account, of.account) };
  }
  return undefined;
}

/** Checks, for each part, that the amount before the credit plus the credit is the amount after it. */
function sumProblem(line: ShownCost, before: ShownCost, after: ShownCost, of: Currencies): ShownProblem | undefined {
  const none: ShownAmount = { document: formatAmount(0n, of.document), account: formatAmount(0n, of.account) };
  const sums = [
    [before, line, after] as const,
    [before.tax ?? none, line.tax ?? none, after.tax ?? none] as const,
  ].flatMap((triple) =>
    (['document', 'account'] as const).map((side) => ({ figures: triple.map((x) => x[side]), currency: of[side] })),
  );
  for (const { figures, currency } of sums) {
    const [start = '', credit = '', left = ''] = figures;
    const expected = formatAmount(minor(start, currency) + minor(credit, currency), currency);
    if (expected !== left) return { expected, found: left };
  }
  return undefined;
}

/**
 * Computes an entry as one would by hand, from the shown figures alone: each part of the line × rate, rounded once;
 * their sum × share, cut to minor units; plus the rounding unit. Returns the first figure that differs, if any.
 */
export function replayShown(entry: ShownEntry, accountCurrency: string): ShownProblem | undefined {
  try {
    return replayed(entry, accountCurrency);
  } catch (error) {
    if (error instanceof NoAmount) return error.problem;
    throw error;
  }
}

function replayed(entry: ShownEntry, accountCurrency: string): ShownProblem | undefined {
  const of = { document: entry.invoice.currency, account: accountCurrency };
  const rate = entry.rate ? parseRate(entry.rate.value) : undefined;
  if (rate && !rate.ok) return { expected: of.account, found: entry.rate?.value ?? '' };
  const line = { document: entry.lineDocumentAmount, account: entry.lineAmount, tax: entry.lineTax };
  const { creditOf } = entry;
  const sum = creditOf ? sumProblem(line, creditOf.before, creditOf.after, of) : undefined;
  if (sum) return sum;
  for (const cost of creditOf ? [creditOf.before, creditOf.after] : [line]) {
    const problem = conversionProblem(cost, rate?.value, of);
    if (problem) return problem;
  }
  return shareProblem(entry, accountCurrency);
}

function shareProblem(entry: ShownEntry, currency: string): ShownProblem | undefined {
  const { creditOf } = entry;
  const [weight, whole] = [BigInt(entry.weight), BigInt(entry.weightTotal)];
  const exact = exactShare(minor(entry.lineAmount, currency), weight, whole, currency);
  if (exact !== entry.exactAmount) return { expected: exact, found: entry.exactAmount };
  const shared = (amount: string) => cutShare(minor(amount, currency), weight, whole);
  const cut = creditOf ? shared(creditOf.after.account) - shared(creditOf.before.account) : shared(entry.lineAmount);
  const expected = formatAmount(cut + BigInt(entry.roundingUnit), currency);
  return expected === entry.amount ? undefined : { expected, found: entry.amount };
}

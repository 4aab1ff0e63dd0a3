import { allocateOver } from '../money/allocate.ts';
import { roundDiv } from '../money/money.ts';

/** The amount, tax and quantity of a line: the original ones, or those that remain after its credits. */
export interface LineFigures {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly quantityMicro: bigint;
}

/**
 * The figures that a person wants to credit, each above 0. Without an amount it is what the units cost, or without
 * units everything that is left.
 */
export interface WantedCredit {
  readonly amountMinor: bigint | null;
  readonly quantityMicro: bigint | null;
}

/** A line of an invoice that a new credit note credits. */
export interface CreditableLine {
  readonly line: LineFigures;
  /** The remaining figures of the line after its credits so far. */
  readonly left: LineFigures;
  /** Whether the quantity counts units that can be returned. */
  readonly isOrder: boolean;
  /** The figures to credit; null when nothing of the line is to be credited. Ignored for a line below 0. */
  readonly wanted: WantedCredit | null;
}

const NOTHING: LineFigures = { amountMinor: 0n, taxMinor: 0n, quantityMicro: 0n };

/** Whether a line reduces the total of its invoice, as a discount does. */
export const isDeduction = (line: Pick<LineFigures, 'amountMinor'>): boolean => line.amountMinor < 0n;

/**
 * The figures of the credits of an invoice, in the order of its lines; undefined for a line of which nothing is
 * credited. A line below 0, such as a discount, is credited in proportion to the other lines: when half of the goods is
 * credited, so is half of the discount. Credits therefore never reduce an invoice below 0.
 */
export function creditsOfInvoice(lines: readonly CreditableLine[]): (LineFigures | undefined)[] {
  const own = lines.map(({ line, left, isOrder, wanted }) =>
    wanted === null || isDeduction(line) ? undefined : figuresOfCredit(line, left, wanted, isOrder),
  );
  const amounts = deductions(lines, own, 'amountMinor');
  const taxes = deductions(lines, own, 'taxMinor');
  return lines.map(({ line }, i) => {
    if (!isDeduction(line)) return own[i];
    const [amountMinor, taxMinor] = [amounts[i] ?? 0n, taxes[i] ?? 0n];
    return amountMinor === 0n && taxMinor === 0n ? undefined : { amountMinor, taxMinor, quantityMicro: 0n };
  });
}

type Share = 'amountMinor' | 'taxMinor';

/**
 * The amounts to credit of each deduction. The credited part of all deductions is the same as that of all other lines,
 * counting earlier credits and rounded up, so that the credits never exceed the invoice. The amount is split in
 * proportion to what remains of each deduction. Deductions of tax follow the amounts where the other lines have no tax.
 */
function deductions(
  lines: readonly CreditableLine[],
  own: readonly (LineFigures | undefined)[],
  of: Share,
): readonly bigint[] {
  const whole = sum(lines, ({ line }) => (isDeduction(line) ? 0n : line[of]));
  if (whole <= 0n) return of === 'taxMinor' && hasAmount(lines) ? taxByAmount(lines, own) : lines.map(() => 0n);
  return split(lines, of, creditedOf(lines, own, of), whole);
}

const hasAmount = (lines: readonly CreditableLine[]): boolean =>
  lines.some(({ line }) => !isDeduction(line) && line.amountMinor > 0n);

const taxByAmount = (lines: readonly CreditableLine[], own: readonly (LineFigures | undefined)[]) =>
  split(
    lines,
    'taxMinor',
    creditedOf(lines, own, 'amountMinor'),
    sum(lines, ({ line }) => (isDeduction(line) ? 0n : line.amountMinor)),
  );

/** The amounts of the other lines that are credited, by earlier credits and by this one. */
const creditedOf = (lines: readonly CreditableLine[], own: readonly (LineFigures | undefined)[], of: Share): bigint =>
  sum(lines, ({ line, left }, i) => (isDeduction(line) ? 0n : line[of] - left[of] - (own[i] ?? NOTHING)[of]));

/**
 * Computes `part / whole` of all deductions, subtracts what earlier credits have credited of them, and splits the rest
 * in proportion to what remains of each deduction.
 */
function split(lines: readonly CreditableLine[], of: Share, part: bigint, whole: bigint): readonly bigint[] {
  const leftOf = ({ line, left }: CreditableLine) => (isDeduction(line) && left[of] < 0n ? -left[of] : 0n);
  const total = sum(lines, ({ line }) => (isDeduction(line) ? positive(-line[of]) : 0n));
  const left = sum(lines, leftOf);
  const target = positive(part) >= whole ? total : (total * positive(part) + whole - 1n) / whole;
  const wanted = positive(target - (total - left));
  const parts = lines.map((line, i) => ({ key: String(i).padStart(6, '0'), weight: leftOf(line) }));
  return left === 0n ? lines.map(() => 0n) : allocateOver(wanted < left ? wanted : left, parts, (_, share) => share);
}

const sum = (lines: readonly CreditableLine[], of: (line: CreditableLine, i: number) => bigint): bigint =>
  lines.reduce((total, line, i) => total + of(line, i), 0n);

/**
 * The figures of a new credit line, each 0 or below; undefined when there is nothing to credit. A partial credit takes
 * tax in proportion to the whole line, rounded once; a credit of everything that is left takes all the remaining tax.
 * Units are returned when a quantity is given, or when the whole remaining amount of an order is credited.
 */
function figuresOfCredit(
  line: LineFigures,
  left: LineFigures,
  wanted: WantedCredit,
  isOrder: boolean,
): LineFigures | undefined {
  const amountMinor = wanted.amountMinor ?? costOfUnits(line, left, wanted.quantityMicro ?? 0n);
  const isAll = amountMinor >= left.amountMinor;
  const taxLeft = positive(left.taxMinor);
  const share = line.amountMinor > 0n ? roundDiv(line.taxMinor * amountMinor, line.amountMinor) : 0n;
  const taxMinor = isAll ? taxLeft : share < taxLeft ? positive(share) : taxLeft;
  const quantityMicro = wanted.quantityMicro ?? (isAll && isOrder ? positive(left.quantityMicro) : 0n);
  if (amountMinor === 0n && taxMinor === 0n && quantityMicro === 0n) return undefined;
  return { amountMinor: -amountMinor, taxMinor: -taxMinor, quantityMicro: -quantityMicro };
}

/**
 * What units of a line cost, at most what is left of it: all of that with the last units, and when no units are named.
 */
function costOfUnits(line: LineFigures, left: LineFigures, quantityMicro: bigint): bigint {
  const all = positive(left.amountMinor);
  if (quantityMicro === 0n || line.quantityMicro <= 0n || quantityMicro >= left.quantityMicro) return all;
  const cost = roundDiv(line.amountMinor * quantityMicro, line.quantityMicro);
  return cost < all ? cost : all;
}

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);

/** Computes what is left of a line after its credits. */
export const leftAfterCredits = (line: LineFigures, credits: LineFigures): LineFigures => ({
  amountMinor: line.amountMinor + credits.amountMinor,
  taxMinor: line.taxMinor + credits.taxMinor,
  quantityMicro: line.quantityMicro + credits.quantityMicro,
});

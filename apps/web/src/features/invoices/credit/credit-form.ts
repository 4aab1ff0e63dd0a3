import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { creditsOfInvoice, isDeduction, type LineFigures } from '@quayside/domain/invoices/credits';
import { abs, formatAmount, formatQuantity, minorOfText, parseQuantity } from '@quayside/domain/money/money';
import { t } from '../../../i18n/i18n.ts';
import { amountIn, quantityIn } from '../editor/line-draft.ts';

/** What remains of a line after its credits. */
interface Left {
  readonly amount: bigint;
  /** The number of units, in millionths. */
  readonly quantity: bigint;
}
/** The input for one line: the amount and the units to credit, as positive numbers. */
export interface CreditDraft {
  readonly amount: string;
  readonly quantity: string;
}
interface CreditCheck {
  /** The total of the valid inputs less the deductions that are credited with them, in minor units. */
  readonly total: bigint;
  /**
   * The amounts to credit of the negative lines, such as discounts, in minor units and in proportion to the other
   * lines.
   */
  readonly deductions: ReadonlyMap<string, bigint>;
  readonly problems: ReadonlyMap<string, { amount?: string; quantity?: string }>;
  /** The lines of the request that creates the credit note. */
  readonly lines: { invoiceLineId: string; amount: string; quantity: string }[];
}

const minor = (text: string, currency: string): bigint => minorOfText(text, currency) ?? 0n;
const micro = (text: string): bigint => {
  const read = parseQuantity(text);
  return read.ok ? read.value : 0n;
};
const positive = (value: bigint) => (value > 0n ? value : 0n);

/**
 * The amount and the units that can still be credited on a line, never below zero. Units can be credited only on a line
 * with an order, because on other lines the quantity does not count units.
 */
export function leftOf(line: InvoiceLine, currency: string): Left {
  return {
    amount: positive(minor(line.amount, currency) - minor(line.credited?.amount ?? '0', currency)),
    quantity: line.order ? positive(micro(line.quantity) - micro(line.credited?.quantity ?? '0')) : 0n,
  };
}
export const hasLeft = ({ amount, quantity }: Left): boolean => amount > 0n || quantity > 0n;

/**
 * Whether a line reduces the total of the invoice. Such a line is credited in proportion to the others, without an
 * input.
 */
export const isDiscount = (line: InvoiceLine, currency: string): boolean =>
  isDeduction({ amountMinor: minor(line.amount, currency) });

/** The remaining part of a negative line after its credits, as a positive amount. */
export const deductionLeft = (line: InvoiceLine, currency: string): bigint =>
  abs(minor(line.amount, currency) - minor(line.credited?.amount ?? '0', currency));

/** The input that credits the whole remainder of a line. */
export function allOf(line: InvoiceLine, currency: string): CreditDraft {
  const left = leftOf(line, currency);
  return {
    amount: left.amount === 0n ? '' : formatAmount(left.amount, currency),
    quantity: left.quantity === 0n ? '' : formatQuantity(left.quantity),
  };
}
export const NONE: CreditDraft = { amount: '', quantity: '' };

/** Checks that the input does not exceed what remains of each line, and builds the lines of the request. */
export function checkCredit(
  lines: readonly InvoiceLine[],
  drafts: ReadonlyMap<string, CreditDraft>,
  currency: string,
): CreditCheck {
  const problems = new Map<string, { amount?: string; quantity?: string }>();
  const credited: CreditCheck['lines'] = [];
  const amounts = new Map<string, bigint>();
  for (const line of lines.filter((each) => !isDiscount(each, currency))) {
    const draft = drafts.get(line.invoiceLineId) ?? NONE;
    const left = leftOf(line, currency);
    const amount = amountIn(draft.amount, currency);
    const quantity = quantityIn(draft.quantity);
    const problem = {
      ...amountProblem(amount, left, currency),
      ...quantityProblem(quantity, left),
    };
    if (Object.keys(problem).length > 0) problems.set(line.invoiceLineId, problem);
    if (!('value' in amount) || !('value' in quantity)) continue;
    amounts.set(line.invoiceLineId, minor(amount.value, currency));
    if (minor(amount.value, currency) !== 0n || micro(quantity.value) !== 0n)
      credited.push({ invoiceLineId: line.invoiceLineId, amount: amount.value, quantity: quantity.value });
  }
  const deductions = deductionsOf(lines, amounts, currency);
  const sum = (values: Iterable<bigint>) => [...values].reduce((total, value) => total + value, 0n);
  return { total: sum(amounts.values()) - sum(deductions.values()), deductions, problems, lines: credited };
}

/** The amounts that the server will credit of the negative lines, depending on the credits of the other lines. */
function deductionsOf(
  lines: readonly InvoiceLine[],
  amounts: ReadonlyMap<string, bigint>,
  currency: string,
): ReadonlyMap<string, bigint> {
  const figures = (amountMinor: bigint): LineFigures => ({ amountMinor, taxMinor: 0n, quantityMicro: 0n });
  const credits = creditsOfInvoice(
    lines.map((line) => {
      const whole = minor(line.amount, currency);
      const amountMinor = amounts.get(line.invoiceLineId);
      return {
        line: figures(whole),
        left: figures(whole - minor(line.credited?.amount ?? '0', currency)),
        isOrder: false,
        wanted: amountMinor === undefined ? null : { amountMinor, quantityMicro: null },
      };
    }),
  );
  return new Map(
    lines.flatMap((line, i) =>
      isDiscount(line, currency) ? [[line.invoiceLineId, credits[i]?.amountMinor ?? 0n] as const] : [],
    ),
  );
}

type Read = ReturnType<typeof amountIn>;
function amountProblem(read: Read, left: Left, currency: string): { amount?: string } {
  if ('problem' in read) return { amount: read.problem };
  const value = minor(read.value, currency);
  if (value < 0n) return { amount: t('invoices:credit.aboveZero') };
  return value > left.amount
    ? { amount: t('invoices:credit.onlyLeft', { left: formatAmount(left.amount, currency) }) }
    : {};
}
function quantityProblem(read: Read, left: Left): { quantity?: string } {
  if ('problem' in read) return { quantity: read.problem };
  return micro(read.value) > left.quantity
    ? { quantity: t('invoices:credit.onlyLeft', { left: formatQuantity(left.quantity) }) }
    : {};
}

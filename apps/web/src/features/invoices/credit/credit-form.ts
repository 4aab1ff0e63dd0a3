import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import { t } from '../../../i18n/i18n.ts';
import { amountIn, quantityIn } from '../editor/line-draft.ts';

/** The remainder of a line after its credits. */
export interface Left {
  readonly amount: bigint;
  /** In millionths. */
  readonly quantity: bigint;
}
/** The input for one line: the amount and units to take off, above 0. */
export interface CreditDraft {
  readonly amount: string;
  readonly quantity: string;
}
interface CreditCheck {
  /** The total of the valid inputs, in minor units. */
  readonly total: bigint;
  readonly problems: ReadonlyMap<string, { amount?: string; quantity?: string }>;
  /** The lines to credit, for the call. */
  readonly lines: { invoiceLineId: string; amount: string; quantity: string }[];
}

const minor = (text: string, currency: string): bigint => {
  const read = parseAmount(text, currency);
  return read.ok ? read.value : 0n;
};
const micro = (text: string): bigint => {
  const read = parseQuantity(text);
  return read.ok ? read.value : 0n;
};
const positive = (value: bigint) => (value > 0n ? value : 0n);

/**
 * What can still be credited on a line, never below zero. Units only for orders; on other lines the quantity counts no
 * units.
 */
export function leftOf(line: InvoiceLine, currency: string): Left {
  return {
    amount: positive(minor(line.amount, currency) - minor(line.credited?.amount ?? '0', currency)),
    quantity: line.order ? positive(micro(line.quantity) - micro(line.credited?.quantity ?? '0')) : 0n,
  };
}
export const hasLeft = ({ amount, quantity }: Left): boolean => amount > 0n || quantity > 0n;

/** The whole remainder, as input. */
export function allOf(line: InvoiceLine, currency: string): CreditDraft {
  const left = leftOf(line, currency);
  return {
    amount: left.amount === 0n ? '' : formatAmount(left.amount, currency),
    quantity: left.quantity === 0n ? '' : formatQuantity(left.quantity),
  };
}
export const NONE: CreditDraft = { amount: '', quantity: '' };

/** Validates the input against the remainder and builds the lines for the call. */
export function checkCredit(
  lines: readonly InvoiceLine[],
  drafts: ReadonlyMap<string, CreditDraft>,
  currency: string,
): CreditCheck {
  const problems = new Map<string, { amount?: string; quantity?: string }>();
  const credited: CreditCheck['lines'] = [];
  let total = 0n;
  for (const line of lines) {
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
    total += minor(amount.value, currency);
    if (minor(amount.value, currency) !== 0n || micro(quantity.value) !== 0n)
      credited.push({ invoiceLineId: line.invoiceLineId, amount: amount.value, quantity: quantity.value });
  }
  return { total, problems, lines: credited };
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

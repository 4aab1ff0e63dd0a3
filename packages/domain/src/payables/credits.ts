import { compareKeys } from '../money/allocate.ts';
import { cumulativeParts } from '../money/cumulative.ts';
import { formatAmount, grouped } from '../money/money.ts';
import { ok, ruleText } from '../refusal.ts';
import { sumOf } from './instalments.ts';
import { refuseField, type FieldResult } from './refusals.ts';

/** An invoice that a credit note credits, with its instalments in the order of their positions; none: no schedule. */
export interface CreditedInvoice {
  readonly id: string;
  readonly number: string;
  /** By how much its lines are credited, above 0, in the currency of both. */
  readonly creditedMinor: bigint;
  readonly instalments: readonly { readonly id: string; readonly openMinor: bigint }[];
}

/** Where the amount of a credit note goes. */
interface CreditNoteUse {
  readonly uses: readonly { readonly invoiceId: string; readonly instalmentId: string; readonly amountMinor: bigint }[];
  /** What is left as a credit. */
  readonly restMinor: bigint;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Uses the amount of a confirmed credit note, given above 0, on the open instalments of the invoices that it credits
 * (payables §5): the last instalment first, each invoice at most by what its lines are credited, invoices by number.
 * With `keepAsCredit` all of it is left as a credit.
 */
export function usesOfCreditNote(
  amountMinor: bigint,
  invoices: readonly CreditedInvoice[],
  keepAsCredit = false,
): CreditNoteUse {
  if (keepAsCredit) return { uses: [], restMinor: amountMinor };
  let restMinor = amountMinor;
  const byNumber = invoices.toSorted((a, b) => compareKeys(a.number, b.number) || compareKeys(a.id, b.id));
  const uses = byNumber.flatMap(({ id, creditedMinor, instalments }) => {
    let left = smaller(creditedMinor, restMinor);
    return instalments.toReversed().flatMap((instalment) => {
      const used = smaller(left, instalment.openMinor);
      if (used <= 0n) return [];
      left -= used;
      restMinor -= used;
      return [{ invoiceId: id, instalmentId: instalment.id, amountMinor: used }];
    });
  });
  return { uses, restMinor };
}

/** What a supplier owes the account: its amount, and its base in account currency. */
export interface SupplierCredit {
  readonly amountMinor: bigint;
  readonly baseMinor: bigint;
}

/** One use of a credit, on an instalment or by a refund. */
export interface CreditUse {
  readonly id: string;
  readonly rank: number;
  readonly amountMinor: bigint;
  /** The money that a refund brought, in account currency; null for a use on an instalment. */
  readonly refundMinor: bigint | null;
}

/** A use with its part of the base. A refund that brought less than this part is an exchange difference above 0. */
interface CreditUsePart extends CreditUse {
  readonly baseMinor: bigint;
  readonly differenceMinor: bigint;
}

/**
 * Shares the base of a credit over its uses, cumulatively in the order of recording (payables §5), and says what is
 * left in both currencies. The difference of a use on an instalment is worked out with its invoice (`atInvoiceRate`),
 * so it is 0 here.
 */
export function partsOfCredit(
  credit: SupplierCredit,
  uses: readonly CreditUse[],
): { readonly uses: readonly CreditUsePart[]; readonly left: SupplierCredit } {
  const inOrder = uses.toSorted((a, b) => a.rank - b.rank);
  const amounts = inOrder.map(({ amountMinor }) => amountMinor);
  const parts = amounts.length === 0 ? [] : cumulativeParts(credit.baseMinor, amounts, credit.amountMinor);
  return {
    uses: inOrder.map((use, i) => {
      const baseMinor = parts[i] ?? 0n;
      return { ...use, baseMinor, differenceMinor: use.refundMinor === null ? 0n : baseMinor - use.refundMinor };
    }),
    left: {
      amountMinor: credit.amountMinor - sumOf(amounts),
      baseMinor: credit.baseMinor - sumOf(parts),
    },
  };
}

/**
 * Checks the amount of a use: above 0, at most what is left of the credit, and at most what is open of the instalment
 * (null for a refund).
 */
export function checkCreditUse(
  amountMinor: bigint,
  limits: { readonly leftMinor: bigint; readonly openMinor: bigint | null; readonly currency: string },
): FieldResult<bigint> {
  const { leftMinor, openMinor, currency } = limits;
  if (amountMinor <= 0n) return refuseField('amount', ruleText('payment.above_zero'));
  if (amountMinor > leftMinor) {
    const amount = grouped(formatAmount(amountMinor - leftMinor, currency));
    return refuseField('amount', ruleText('payment.more_than_left', { amount }));
  }
  if (openMinor !== null && amountMinor > openMinor) {
    const amount = grouped(formatAmount(amountMinor - openMinor, currency));
    return refuseField('amount', ruleText('payment.more_than_open', { amount }));
  }
  return ok(amountMinor);
}

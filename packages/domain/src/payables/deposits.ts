import { compareKeys } from '../money/allocate.ts';
import { cumulativePart } from '../money/cumulative.ts';
import { formatAmount, grouped } from '../money/money.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';

/** A purchase order and the deposit that was paid on it: all that is settled on its instalments. */
export interface PurchaseOrderDeposit {
  readonly id: string;
  readonly number: string;
  readonly totalMinor: bigint;
  readonly depositMinor: bigint;
  /** The deposit in account currency. */
  readonly baseMinor: bigint;
}

/** What an invoice has to do with one purchase order. */
export interface InvoicedPurchaseOrder {
  readonly purchaseOrderId: string;
  /** The sum of the invoice lines that name lines of this purchase order. */
  readonly invoicedMinor: bigint;
  /** The deposit that stays as it is, because a person typed it or the invoice is closed; null: it is worked out. */
  readonly fixedMinor: bigint | null;
}

/** An invoice with a schedule whose lines name lines of purchase orders. */
export interface DepositInvoice {
  readonly id: string;
  /** The place of its schedule in the order in which schedules were made. */
  readonly sequence: number;
  /** How much deposit it can take: its total, less what other entries have settled. */
  readonly roomMinor: bigint;
  readonly purchaseOrders: readonly InvoicedPurchaseOrder[];
}

/** The deposit of one purchase order that one invoice has, with its part of the base. */
export interface AppliedDeposit {
  readonly purchaseOrderId: string;
  readonly invoiceId: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint;
}

/** What no invoice has of the deposit of a purchase order. */
interface LeftDeposit {
  readonly purchaseOrderId: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint;
}

const atMost = (...values: readonly [bigint, ...bigint[]]): bigint => values.reduce((a, b) => (a < b ? a : b));
const atLeastZero = (value: bigint): bigint => (value > 0n ? value : 0n);

/**
 * Applies the deposits of purchase orders to their invoices (payables §6). Purchase orders go by number, their invoices
 * by sequence. Up to what is invoiced, the invoices have the same part of the deposit; each gets the difference to what
 * was applied before it, never below 0, never more than it has room for, and never what a later fixed amount needs.
 */
export function applyDeposits(
  deposits: readonly PurchaseOrderDeposit[],
  invoices: readonly DepositInvoice[],
): { readonly applied: readonly AppliedDeposit[]; readonly left: readonly LeftDeposit[] } {
  const inSequence = invoices.toSorted((a, b) => a.sequence - b.sequence);
  const rooms = new Map(inSequence.map((one) => [one.id, roomBesideFixed(one)]));
  const results = deposits
    .toSorted((a, b) => compareKeys(a.number, b.number) || compareKeys(a.id, b.id))
    .map((deposit) => applyDeposit(deposit, inSequence, rooms));
  return { applied: results.flatMap(({ applied }) => applied), left: results.map(({ left }) => left) };
}

const roomBesideFixed = ({ roomMinor, purchaseOrders }: DepositInvoice): bigint =>
  roomMinor - purchaseOrders.reduce((sum, { fixedMinor }) => sum + (fixedMinor ?? 0n), 0n);

/** Applies one deposit and takes what it uses off the rooms of the invoices. */
function applyDeposit(
  deposit: PurchaseOrderDeposit,
  invoices: readonly DepositInvoice[],
  rooms: Map<string, bigint>,
): { applied: AppliedDeposit[]; left: LeftDeposit } {
  const { id, depositMinor, totalMinor } = deposit;
  const shares = invoices.flatMap((invoice) =>
    invoice.purchaseOrders
      .filter(({ purchaseOrderId }) => purchaseOrderId === id)
      .map((share) => ({ ...share, invoiceId: invoice.id })),
  );
  let laterFixed = shares.reduce((sum, { fixedMinor }) => sum + (fixedMinor ?? 0n), 0n);
  let invoiced = 0n;
  let before = 0n;
  const baseUpTo = (appliedMinor: bigint) =>
    depositMinor === 0n ? 0n : cumulativePart(deposit.baseMinor, appliedMinor, depositMinor);
  const applied = shares.map(({ invoiceId, invoicedMinor, fixedMinor }): AppliedDeposit => {
    invoiced += invoicedMinor;
    laterFixed -= fixedMinor ?? 0n;
    const room = rooms.get(invoiceId) ?? 0n;
    const due = depositUpTo(depositMinor, invoiced, totalMinor) - before;
    const amountMinor = fixedMinor ?? atLeastZero(atMost(due, room, depositMinor - before - laterFixed));
    if (fixedMinor === null) rooms.set(invoiceId, room - amountMinor);
    const baseMinor = baseUpTo(before + amountMinor) - baseUpTo(before);
    before += amountMinor;
    return { purchaseOrderId: id, invoiceId, amountMinor, baseMinor };
  });
  const baseMinor = deposit.baseMinor - baseUpTo(before);
  return { applied, left: { purchaseOrderId: id, amountMinor: depositMinor - before, baseMinor } };
}

/** The part of a deposit that the first `invoicedMinor` of a purchase order has. */
const depositUpTo = (depositMinor: bigint, invoicedMinor: bigint, totalMinor: bigint): bigint =>
  totalMinor <= 0n ? 0n : (depositMinor * atMost(atLeastZero(invoicedMinor), totalMinor)) / totalMinor;

/**
 * Checks the deposit that a person types for an invoice: 0 or more, at most what the other invoices leave of it, and at
 * most what the invoice has room for.
 */
export function checkTypedDeposit(
  amountMinor: bigint,
  limits: { readonly leftMinor: bigint; readonly roomMinor: bigint; readonly currency: string },
): Result<bigint> {
  const { leftMinor, roomMinor, currency } = limits;
  if (amountMinor < 0n) return refuse('bad_input', ruleText('field.min', { min: 0 }));
  if (amountMinor > leftMinor) {
    const amount = grouped(formatAmount(amountMinor - leftMinor, currency));
    return refuse('bad_input', ruleText('payment.more_than_left', { amount }));
  }
  if (amountMinor > roomMinor) {
    const amount = grouped(formatAmount(amountMinor - roomMinor, currency));
    return refuse('bad_input', ruleText('payment.more_than_open', { amount }));
  }
  return ok(amountMinor);
}

/** How much of a purchase order is invoiced. */
export interface PurchaseOrderProgress {
  readonly totalMinor: bigint;
  readonly invoicedMinor: bigint;
  readonly isClosed: boolean;
}

/** Whether the unpaid instalments of a purchase order have ended: it is fully invoiced, or closed (payables §6). */
export const hasEnded = ({ totalMinor, invoicedMinor, isClosed }: PurchaseOrderProgress): boolean =>
  isClosed || atLeastZero(invoicedMinor) >= totalMinor;

/**
 * What an unpaid instalment of a purchase order shows as open: the part that no invoice has taken over (payables §6). 0
 * once it has ended.
 */
export function shownOpenOf(openMinor: bigint, purchaseOrder: PurchaseOrderProgress): bigint {
  if (hasEnded(purchaseOrder)) return 0n;
  return openMinor - (openMinor * atLeastZero(purchaseOrder.invoicedMinor)) / purchaseOrder.totalMinor;
}

import type { CloseReason, PurchaseOrderStatus } from '../lists.ts';
import { ok, refuse, ruleText, type Result, type RuleText } from '../refusal.ts';
import { WHOLE } from '../suppliers/terms.ts';

/** The facts that decide in which status a purchase order may be. */
export interface PurchaseOrderFacts {
  readonly status: PurchaseOrderStatus;
  readonly hasSupplier: boolean;
  readonly hasDate: boolean;
  /** Whether one of its items has an amount above 0. */
  readonly hasAmount: boolean;
  /** The sum of the shares in hundredths of a per cent; null when it has no terms. */
  readonly sharesHundredths: number | null;
  /** Whether lines of invoices name its items. */
  readonly isInvoiced: boolean;
  readonly isArchived: boolean;
}

type Needs = Omit<PurchaseOrderFacts, 'status' | 'isInvoiced' | 'isArchived'>;

/** What a purchase order lacks to be open. It never lacks it again later. */
function missingToOpen({ hasSupplier, hasDate, hasAmount, sharesHundredths }: Needs): RuleText[] {
  const needs: readonly (readonly [boolean, RuleText])[] = [
    [hasSupplier, ruleText('purchase_order.needs_supplier')],
    [hasDate, ruleText('purchase_order.needs_date')],
    [hasAmount, ruleText('purchase_order.needs_item')],
    [sharesHundredths === null || sharesHundredths === WHOLE, ruleText('purchase_order.needs_terms')],
  ];
  return needs.filter(([has]) => !has).map(([, what]) => what);
}

/** Checks that a purchase order has all that an open one needs. */
export function requireComplete(order: Needs): Result<true> {
  const missing = missingToOpen(order);
  return missing.length === 0
    ? ok(true)
    : refuse('purchasing.incomplete', ruleText('purchase_order.incomplete', { missing }));
}

const refuseMove = (status: PurchaseOrderStatus, to: PurchaseOrderStatus): Result<true> =>
  refuse('purchasing.wrong_status', ruleText('purchase_order.move', { status, to }));

/** Checks whether a draft may be opened, or a closed purchase order re-opened. */
export function checkOpening(order: PurchaseOrderFacts): Result<true> {
  if (order.status === 'OPEN') return refuseMove('OPEN', 'OPEN');
  return order.status === 'DRAFT' ? requireComplete(order) : ok(true);
}

/**
 * Checks whether a person may close a purchase order for this reason. INVOICED is not theirs to give, and what is
 * invoiced cannot be cancelled.
 */
export function checkClosing(order: PurchaseOrderFacts, reason: CloseReason): Result<true> {
  if (order.status !== 'OPEN') return refuseMove(order.status, 'CLOSED');
  if (reason === 'INVOICED') return refuse('purchasing.wrong_status', ruleText('purchase_order.by_itself'));
  return reason === 'CANCELLED' && order.isInvoiced
    ? refuse('purchasing.wrong_status', ruleText('purchase_order.invoiced'))
    : ok(true);
}

/** Checks whether a purchase order may be archived: a draft or a closed one, and only once. */
export function checkArchiving(order: Pick<PurchaseOrderFacts, 'status' | 'isArchived'>): Result<true> {
  if (order.isArchived) return refuse('purchasing.wrong_status', ruleText('purchase_order.archived'));
  return order.status === 'OPEN' ? refuse('purchasing.wrong_status', ruleText('purchase_order.open')) : ok(true);
}

/** An internal number: PO-2026-0001. It has more digits after the 9,999th of a year. */
export const internalNumber = (year: string, n: bigint): string => `PO-${year}-${String(n).padStart(4, '0')}`;

import type { InvoiceStatus } from '../lists.ts';
import { abs, moneyWords } from '../money/money.ts';
import { ok, refuse, ruleText, type Result, type RuleText } from '../refusal.ts';

/** An action that changes the status of an invoice. */
export type InvoiceMove = 'ACCEPT' | 'CONFIRM' | 'CLOSE' | 'REOPEN';

/** The allowed status transitions. Every other transition is refused. */
const INVOICE_MOVES: Readonly<Record<InvoiceMove, { readonly from: InvoiceStatus; readonly to: InvoiceStatus }>> = {
  ACCEPT: { from: 'REVIEW', to: 'WORKING' },
  CONFIRM: { from: 'WORKING', to: 'OPEN' },
  CLOSE: { from: 'OPEN', to: 'CLOSED' },
  REOPEN: { from: 'CLOSED', to: 'OPEN' },
};

/** The facts that decide whether a transition is allowed. */
export interface InvoiceFacts {
  readonly status: InvoiceStatus;
  readonly currency: string;
  readonly accountCurrency: string;
  /** False only while an invoice from an uploaded document has no supplier yet. */
  readonly hasSupplier: boolean;
  readonly hasDate: boolean;
  readonly hasRate: boolean;
  readonly lineCount: number;
  /**
   * The unassigned amount of each line that counts, in the document's currency. Amounts stay separate so that the
   * amounts of two lines cannot cancel each other out.
   */
  readonly unassignedMinor: readonly bigint[];
  /** Total minus lines and tax, in the document's currency; null while no total is typed. */
  readonly differenceMinor: bigint | null;
}

/** Why a transition is refused. */
type MoveRefusal = 'invoices.incomplete' | 'invoices.not_assigned' | 'invoices.difference' | 'invoices.wrong_status';

const refuseMove = (code: MoveRefusal, message: RuleText): Result<InvoiceStatus> => refuse(code, message);

/**
 * Checks whether the invoice may make this transition. Returns the new status, or an error code with what is missing.
 */
export function refusalOfMove(move: InvoiceMove, invoice: InvoiceFacts): Result<InvoiceStatus> {
  const { from, to } = INVOICE_MOVES[move];
  // An uploaded document is accepted as soon as it has a supplier, so the missing supplier is the reason for the
  // refusal.
  if (move === 'CONFIRM' && invoice.status === 'REVIEW' && !invoice.hasSupplier) return confirm(invoice, to);
  if (invoice.status !== from)
    return refuseMove('invoices.wrong_status', ruleText('invoice.move', { status: invoice.status, from, to }));
  if (move === 'CONFIRM') return confirm(invoice, to);
  if (move === 'CLOSE') return close(invoice, to);
  return ok(to);
}

/**
 * Checks that the invoice has everything that its costs depend on: supplier, day, rate, and at least one line to pay
 * for.
 */
function confirm(invoice: InvoiceFacts, to: InvoiceStatus): Result<InvoiceStatus> {
  const needs: readonly (readonly [boolean, RuleText])[] = [
    [invoice.hasSupplier, ruleText('invoice.needs_supplier')],
    [invoice.hasDate, ruleText('invoice.needs_date')],
    [
      invoice.hasRate || invoice.currency === invoice.accountCurrency,
      ruleText('invoice.needs_rate', { from: invoice.currency, to: invoice.accountCurrency }),
    ],
    [invoice.lineCount > 0, ruleText('invoice.needs_line')],
  ];
  const missing = needs.filter(([has]) => !has).map(([, what]) => what);
  return missing.length === 0 ? ok(to) : refuseMove('invoices.incomplete', ruleText('invoice.incomplete', { missing }));
}

/** Checks that the invoice is settled: every cost is assigned, and the lines add up to the total. */
function close(invoice: InvoiceFacts, to: InvoiceStatus): Result<InvoiceStatus> {
  const { currency, differenceMinor } = invoice;
  const open = invoice.unassignedMinor.filter((minor) => minor !== 0n);
  if (open.length > 0) {
    const sum = open.reduce((total, minor) => total + abs(minor), 0n);
    return refuseMove(
      'invoices.not_assigned',
      ruleText('invoice.not_assigned', { amount: moneyWords(sum, currency), count: open.length }),
    );
  }
  if (differenceMinor === null) return refuseMove('invoices.difference', ruleText('invoice.needs_total'));
  if (differenceMinor === 0n) return ok(to);
  return refuseMove(
    'invoices.difference',
    ruleText('invoice.difference', { amount: moneyWords(differenceMinor, currency) }),
  );
}

/** Checks whether an invoice may be archived: only a closed one may, and only once. */
export function refusalOfArchive(invoice: {
  readonly status: InvoiceStatus;
  readonly isArchived: boolean;
}): Result<true> {
  if (invoice.isArchived) return refuse('invoices.wrong_status', ruleText('invoice.archived'));
  return invoice.status === 'CLOSED'
    ? ok(true)
    : refuse('invoices.wrong_status', ruleText('invoice.not_closed', { status: invoice.status }));
}

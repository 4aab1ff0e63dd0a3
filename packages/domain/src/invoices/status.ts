import type { InvoiceStatus } from '../lists.ts';
import { abs, formatAmount } from '../money/money.ts';
import { ok, refuse, type Result } from '../refusal.ts';

/** What a person does to an invoice's status. */
export type InvoiceMove = 'ACCEPT' | 'CONFIRM' | 'CLOSE' | 'REOPEN';

/** The moves of an invoice, as a table: everything that is not here is refused. */
export const INVOICE_MOVES: Readonly<Record<InvoiceMove, { readonly from: InvoiceStatus; readonly to: InvoiceStatus }>> = {
  ACCEPT: { from: 'REVIEW', to: 'WORKING' },
  CONFIRM: { from: 'WORKING', to: 'OPEN' },
  CLOSE: { from: 'OPEN', to: 'CLOSED' },
  REOPEN: { from: 'CLOSED', to: 'OPEN' },
};

/** What the moves depend on. */
export interface InvoiceFacts {
  readonly status: InvoiceStatus;
  readonly currency: string;
  readonly accountCurrency: string;
  /** False only while an uploaded document waits for its supplier. */
  readonly hasSupplier: boolean;
  readonly hasDate: boolean;
  readonly hasRate: boolean;
  readonly lineCount: number;
  /** What is unassigned of each line that counts, in the document's currency: two lines cannot make up for each other. */
  readonly unassignedMinor: readonly bigint[];
  /** Total minus lines and tax, in the document's currency; null while no total is typed. */
  readonly differenceMinor: bigint | null;
}

/** Why a move is refused. */
export type MoveRefusal = 'invoices.incomplete' | 'invoices.not_assigned' | 'invoices.difference' | 'invoices.wrong_status';

/** The move that leads from one status to another, if there is one. */
export const moveBetween = (from: InvoiceStatus, to: InvoiceStatus): InvoiceMove | undefined =>
  (Object.keys(INVOICE_MOVES) as InvoiceMove[]).find((move) => INVOICE_MOVES[move].from === from && INVOICE_MOVES[move].to === to);

const refuseMove = (code: MoveRefusal, message: string): Result<InvoiceStatus> => refuse(code, message);

const listed = (items: readonly string[]): string => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`);

/** May the invoice make this move? The new status, or the code and what is missing. */
export function refusalOfMove(move: InvoiceMove, invoice: InvoiceFacts): Result<InvoiceStatus> {
  const { from, to } = INVOICE_MOVES[move];
  // An upload is accepted as soon as it has a supplier, so that is what it waits for.
  if (move === 'CONFIRM' && invoice.status === 'REVIEW' && !invoice.hasSupplier) return confirm(invoice, to);
  if (invoice.status !== from) return refuseMove('invoices.wrong_status', `This invoice is ${invoice.status}; only one that is ${from} can become ${to}.`);
  if (move === 'CONFIRM') return confirm(invoice, to);
  if (move === 'CLOSE') return close(invoice, to);
  return ok(to);
}

/** A confirmed invoice has what its costs rest on: whom it is from, its day, its rate and something to pay for. */
function confirm(invoice: InvoiceFacts, to: InvoiceStatus): Result<InvoiceStatus> {
  const needs: readonly (readonly [boolean, string])[] = [
    [invoice.hasSupplier, 'a supplier'],
    [invoice.hasDate, 'a date'],
    [invoice.hasRate || invoice.currency === invoice.accountCurrency, `a rate from ${invoice.currency} to ${invoice.accountCurrency}`],
    [invoice.lineCount > 0, 'at least one line'],
  ];
  const missing = needs.filter(([has]) => !has).map(([, what]) => what);
  return missing.length === 0 ? ok(to) : refuseMove('invoices.incomplete', `To confirm this invoice it still needs ${listed(missing)}.`);
}

/** A closed invoice is settled: every cost is assigned, and the lines add up to the total. */
function close(invoice: InvoiceFacts, to: InvoiceStatus): Result<InvoiceStatus> {
  const { currency, differenceMinor } = invoice;
  const open = invoice.unassignedMinor.filter((minor) => minor !== 0n);
  if (open.length > 0) {
    const lines = open.length === 1 ? 'one line' : `${open.length} lines`;
    const sum = formatAmount(
      open.reduce((total, minor) => total + abs(minor), 0n),
      currency,
    );
    return refuseMove('invoices.not_assigned', `To close this invoice its costs must be assigned: ${sum} ${currency} on ${lines} is not.`);
  }
  if (differenceMinor === null) return refuseMove('invoices.difference', 'To close this invoice type its total first.');
  if (differenceMinor === 0n) return ok(to);
  return refuseMove(
    'invoices.difference',
    `To close this invoice its lines must add up to its total: the difference is ${formatAmount(differenceMinor, currency)} ${currency}.`,
  );
}

/** May the invoice leave the default lists? Only what is settled may, and only once. */
export function refusalOfArchive(invoice: { readonly status: InvoiceStatus; readonly isArchived: boolean }): Result<true> {
  if (invoice.isArchived) return refuse('invoices.wrong_status', 'This invoice is archived already.');
  return invoice.status === 'CLOSED'
    ? ok(true)
    : refuse('invoices.wrong_status', `This invoice is ${invoice.status}; only one that is CLOSED can be archived.`);
}

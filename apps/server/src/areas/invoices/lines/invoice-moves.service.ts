import type { ErrorCode, Use } from '@quayside/contracts/errors';
import { type InvoiceMove, refusalOfArchive, refusalOfMove } from '@quayside/domain/invoices/status';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError } from '../../../http/errors.ts';
import { usesOfInvoice } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { syncWritten } from '../rows/invoice-announcements.ts';
import { usesAsCredited } from '../rows/invoice-credits.views.ts';
import { headerChanges } from '../rows/invoice-log.ts';
import { findLinesOf, removeLines } from '../rows/invoice-lines.queries.ts';
import { factsOf } from '../edit/invoices.answers.ts';
import { headerOf, replacePairings, saveInvoice } from '../rows/invoices.queries.ts';
import { getInvoice, requireHead, requireOpenRow, requireRow } from '../edit/invoices.service.ts';
import type { InvoiceWithLines } from '../invoices.types.ts';

const PAST = {
  CONFIRM: 'invoice.confirmed',
  CLOSE: 'invoice.closed',
  REOPEN: 'invoice.reopened',
} as const satisfies Record<Exclude<InvoiceMove, 'ACCEPT'>, string>;

/**
 * Confirms, closes or re-opens an invoice, or reports what is missing for it. Re-opening also takes the invoice out of
 * the archive.
 */
export async function moveInvoice(
  w: Work,
  id: string,
  move: Exclude<InvoiceMove, 'ACCEPT'>,
  version: number | undefined,
  { keepAsCredit = false }: { readonly keepAsCredit?: boolean | undefined } = {},
): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireRow(w, id, version);
  const result = refusalOfMove(move, factsOf(w.scope, await requireHead(w, id)));
  if (!result.ok) throw new AppError(result.code as ErrorCode, { message: result.message });
  const event = { invoiceId: id, move, keepAsCredit };
  await react(w, 'invoice.moving', event);
  await saveInvoice(w, id, {
    status: result.value,
    version: row.version + 1,
    ...(move === 'REOPEN' && { archived_at: null }),
    // Who confirms an invoice works with this release, so it is scheduled and closed like a new one.
    ...(move === 'CONFIRM' && { is_before_payments: false }),
  });
  await syncWritten(w, [{ invoiceId: id, lineIds: 'all' }]);
  await react(w, 'invoice.moved', event);
  await record(
    w,
    {
      action: PAST[move],
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'status', from: row.status, to: result.value }] },
    },
    changed('invoices', [id], row.version + 1),
  );
  return getInvoice(w, id);
}

/** Archives a closed invoice. Default lists no longer show it, but its costs still count. */
export async function archiveInvoice(w: Work, id: string, version: number | undefined): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireRow(w, id, version);
  const result = refusalOfArchive({ status: row.status, isArchived: row.archived_at !== null });
  if (!result.ok) throw new AppError(result.code as ErrorCode, { message: result.message });
  return setArchived(w, id, row.version + 1, true);
}

/** Takes an invoice out of the archive. Does nothing if the invoice is not archived. */
export async function unarchiveInvoice(w: Work, id: string, version: number | undefined): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireRow(w, id, version);
  return row.archived_at === null ? getInvoice(w, id) : setArchived(w, id, row.version + 1, false);
}

async function setArchived(w: Work, id: string, version: number, archived: boolean): Promise<InvoiceWithLines> {
  const event = { invoiceId: id, move: archived ? 'ARCHIVE' : 'UNARCHIVE' } as const;
  await react(w, 'invoice.moving', event);
  await saveInvoice(w, id, { archived_at: archived ? w.now : null, version });
  await react(w, 'invoice.moved', event);
  const action = archived ? 'invoice.archived' : 'invoice.unarchived';
  const changes = [{ field: 'archived', from: !archived, to: archived }] as const;
  await record(
    w,
    { action, subjectIds: [id], historyOf: id, details: { changes } },
    changed('invoices', [id], version),
  );
  return getInvoice(w, id);
}

/**
 * The other invoices that use this one or its orders: credit notes for its lines, and invoices whose costs are shared
 * over its goods by the choice of a person. It cannot be deleted while there are any.
 */
export async function listUses(w: Work, id: string): Promise<Use[]> {
  await requireRow(w, id, undefined);
  return usesOf(
    w,
    id,
    (await findLinesOf(w, id)).map((l) => l.id),
  );
}

async function usesOf(w: Work, id: string, lineIds: readonly string[]): Promise<Use[]> {
  const users = [...(await usesAsCredited(w, lineIds)), ...(await usesOfInvoice(w, id))];
  return [...new Map(users.map((u) => [u.id, u])).values()].slice(0, 20);
}

/**
 * Marks an invoice as deleted, provided that no other invoice uses it or one of its orders. Its orders are removed with
 * it. The rows are kept for the history of costs.
 */
export async function deleteInvoice(w: Work, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, version);
  const lineIds = (await findLinesOf(w, id)).map((l) => l.id);
  const uses = await usesOf(w, id, lineIds);
  if (uses.length > 0) throw new AppError('invoices.in_use', { uses });
  const event = { invoiceId: id, move: 'DELETE' } as const;
  await react(w, 'invoice.moving', event);
  await removeLines(w, lineIds);
  await replacePairings(w, id, []);
  await saveInvoice(w, id, { deleted_at: w.now, version: row.version + 1 });
  await syncWritten(w, [{ invoiceId: id, lineIds: 'all' }]);
  await react(w, 'invoice.moved', event);
  await record(
    w,
    {
      action: 'invoice.deleted',
      subjectIds: [id],
      historyOf: id,
      details: {
        name: row.invoice_number,
        changes: headerChanges(headerOf(row), undefined, ['invoiceNumber', 'total']),
      },
    },
    changed('invoices', [id]),
  );
}

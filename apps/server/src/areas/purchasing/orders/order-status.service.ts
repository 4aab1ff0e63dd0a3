import type { ErrorCode } from '@quayside/contracts/errors';
import { say } from '@quayside/contracts/texts/catalogue';
import type { CloseReason, PurchaseOrderStatus } from '@quayside/domain/lists';
import { requireComplete } from '@quayside/domain/purchasing/status';
import { WHOLE } from '@quayside/domain/suppliers/terms';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { findOrderRows, type OrderRow, saveOrder, statusColumns } from '../rows/purchase-orders.queries.ts';
import { listSettled } from '../lists/purchase-orders.views.ts';

type Needs = Parameters<typeof requireComplete>[0];

/** Throws if a purchase order lacks something that an open one needs. The error names the fields. */
export function requireCompleteOrder(order: Needs): void {
  const result = requireComplete(order);
  if (!result.ok)
    throw new AppError(result.code as ErrorCode, { message: result.message, errors: fieldsOfNeeds(order) });
}

/** The fields that are lacking, so that the form can mark them. */
function fieldsOfNeeds({ hasSupplier, hasDate, hasAmount, sharesHundredths }: Needs): FieldProblem[] {
  const needs: readonly (readonly [boolean, FieldProblem])[] = [
    [hasSupplier, { field: 'supplierId', message: say('field.required') }],
    [hasDate, { field: 'orderDate', message: say('field.required') }],
    [hasAmount, { field: 'items', message: say('purchasing.needs_amount') }],
    [sharesHundredths === null || sharesHundredths === WHOLE, { field: 'paymentTerms', message: say('terms.total') }],
  ];
  return needs.filter(([has]) => !has).map(([, problem]) => problem);
}

const ACTIONS = { OPEN: 'purchase-order.opened', CLOSED: 'purchase-order.closed' } as const;

/** Writes an allowed status, and announces it before and after. What becomes open leaves the archive. */
export async function moveOrder(
  w: Work,
  row: OrderRow,
  to: Exclude<PurchaseOrderStatus, 'DRAFT'>,
  closed?: { readonly reason: CloseReason; readonly words: string | null },
): Promise<void> {
  const isReopened = row.status === 'CLOSED';
  const move = to === 'CLOSED' ? 'CLOSE' : isReopened ? 'REOPEN' : 'OPEN';
  const event = { orderId: row.id, move, ...(closed && { closeReason: closed.reason }) } as const;
  await react(w, 'purchase-order.moving', event);
  const version = row.version + 1;
  await saveOrder(w, row.id, {
    ...statusColumns(w, to, closed),
    version,
    ...(to === 'OPEN' && { archived_at: null }),
  });
  await record(
    w,
    {
      action: isReopened ? 'purchase-order.reopened' : ACTIONS[to],
      subjectIds: [row.id],
      historyOf: row.id,
      details: {
        changes: [
          { field: 'status', from: row.status, to },
          ...(closed || row.close_reason !== null
            ? [{ field: 'closeReason' as const, from: row.close_reason, to: closed?.reason ?? null }]
            : []),
          ...(to === 'OPEN' && row.archived_at !== null ? [{ field: 'archived' as const, from: true, to: false }] : []),
          ...(closed?.words || row.close_words
            ? [{ field: 'closeWords' as const, from: row.close_words, to: closed?.words ?? null }]
            : []),
        ],
      },
    },
    changed('purchase-orders', [row.id], version),
  );
  await react(w, 'purchase-order.moved', event);
}

/**
 * Closes the open ones of these purchase orders of which all is invoiced and all invoices are closed, and re-opens
 * those that had closed in this way and are no longer so. The caller holds the cost lock.
 */
export async function closeInvoiced(w: Work, orderIds: readonly string[]): Promise<void> {
  const settled = await listSettled(w, orderIds);
  for (const row of await findOrderRows(w, orderIds)) {
    if (row.status === 'OPEN' && settled.has(row.id))
      await moveOrder(w, row, 'CLOSED', { reason: 'INVOICED', words: null });
    else if (row.status === 'CLOSED' && row.close_reason === 'INVOICED' && !settled.has(row.id))
      await moveOrder(w, row, 'OPEN');
  }
}

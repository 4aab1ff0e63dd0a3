import type { ErrorCode } from '@quayside/contracts/errors';
import { say } from '@quayside/contracts/texts/catalogue';
import type { CloseReason } from '@quayside/domain/lists';
import { checkArchiving, checkClosing } from '@quayside/domain/purchasing/status';
import type { Result } from '@quayside/domain/refusal';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { planChange, saveOrderPlan } from './purchase-order-writes.service.ts';
import { factsOfOrder } from './purchase-orders.answers.ts';
import { moveOrder, requireCompleteOrder } from './order-status.service.ts';
import { type OrderRow, saveOrder } from '../rows/purchase-orders.queries.ts';
import { getPurchaseOrder, requireOrderHead, requireOrderRow } from './purchase-orders.service.ts';
import type { BodyOf, PurchaseOrderWithItems } from '../purchasing.types.ts';

type PatchBody = BodyOf<'patchPurchaseOrder'>;

/**
 * Changes the header, then the status, then the archive. A closed purchase order is re-opened before its header is
 * changed.
 */
export async function patchPurchaseOrder(w: Work, id: string, body: PatchBody): Promise<PurchaseOrderWithItems> {
  await lockCosts(w);
  const { status, closeReason, closeWords, archivedAt, version, ...patch } = body;
  const errors = refusalsOfMove(body);
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const row = await requireOrderRow(w, id, version);
  const isReopened = row.status === 'CLOSED' && status === 'OPEN';
  if (isReopened) await reopenOrder(w, row);
  if (Object.keys(patch).length > 0) {
    const current = isReopened ? await requireOrderRow(w, id, undefined) : row;
    if (current.status === 'CLOSED') throw new AppError('purchasing.closed');
    await saveOrderPlan(w, current, { fields: await planChange(w, current, patch), writes: [], removed: [] });
  }
  if (status !== undefined && !isReopened && status !== row.status) {
    const current = await requireOrderRow(w, id, undefined);
    if (status === 'OPEN') await openOrder(w, current);
    else if (status === 'CLOSED' && closeReason)
      await closeByHand(w, current, { reason: closeReason, words: closeWords ?? null });
    else
      throw new AppError('purchasing.wrong_status', {
        message: say('purchase_order.move', { status: row.status, to: status }),
      });
  }
  if (archivedAt !== undefined) await setArchived(w, await requireOrderRow(w, id, undefined), archivedAt !== null);
  return getPurchaseOrder(w, id);
}

/** A purchase order is closed by hand with a reason and words, and a reason closes it. */
function refusalsOfMove({ status, closeReason, closeWords }: PatchBody): FieldProblem[] {
  if (status !== 'CLOSED')
    return [
      ...(closeReason === undefined ? [] : [{ field: 'closeReason', message: say('purchasing.reason_only_closed') }]),
      ...(closeWords === undefined ? [] : [{ field: 'closeWords', message: say('purchasing.reason_only_closed') }]),
    ];
  return [
    ...(closeReason === undefined ? [{ field: 'closeReason', message: say('field.required') }] : []),
    ...(closeWords ? [] : [{ field: 'closeWords', message: say('field.required') }]),
  ];
}

function requireAllowed(result: Result<unknown>): void {
  if (!result.ok) throw new AppError(result.code as ErrorCode, { message: result.message });
}

/** Opens a draft, if it has all that an open purchase order needs. */
export async function openOrder(w: Work, row: OrderRow): Promise<void> {
  await requireOpenable(w, row);
  await moveOrder(w, row, 'OPEN');
}

async function closeByHand(
  w: Work,
  row: OrderRow,
  closed: { readonly reason: CloseReason; readonly words: string | null },
): Promise<void> {
  requireAllowed(checkClosing(factsOfOrder(await requireOrderHead(w, row.id)), closed.reason));
  await moveOrder(w, row, 'CLOSED', closed);
}

/** Re-opens a closed purchase order, and takes it out of the archive. */
const reopenOrder = (w: Work, row: OrderRow): Promise<void> => moveOrder(w, row, 'OPEN');

/** Archives a draft or a closed purchase order, or restores it. Does nothing if it is so already. */
async function setArchived(w: Work, row: OrderRow, isArchived: boolean): Promise<void> {
  if ((row.archived_at !== null) === isArchived) return;
  if (isArchived) requireAllowed(checkArchiving({ status: row.status, isArchived: false }));
  const version = row.version + 1;
  await saveOrder(w, row.id, { archived_at: isArchived ? w.now : null, version });
  const changes = [{ field: 'archived', from: !isArchived, to: isArchived }] as const;
  await record(
    w,
    {
      action: isArchived ? 'purchase-order.archived' : 'purchase-order.unarchived',
      subjectIds: [row.id],
      historyOf: row.id,
      details: { changes },
    },
    changed('purchase-orders', [row.id], version),
  );
}

/** Throws if a draft lacks something that an open purchase order needs. */
export async function requireOpenable(w: Work, row: OrderRow): Promise<void> {
  if (row.status === 'DRAFT') requireCompleteOrder(factsOfOrder(await requireOrderHead(w, row.id)));
}

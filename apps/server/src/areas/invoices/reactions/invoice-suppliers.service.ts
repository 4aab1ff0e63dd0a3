import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import type { Kept, MergeParty, SupplierHolder } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  type MovedInvoice,
  countOfSupplier,
  findMovedInvoices,
  moveToSupplier,
} from '../rows/invoice-suppliers.queries.ts';

interface Undo {
  /** The moved invoices, with their versions after the merge. */
  readonly moved: readonly MovedInvoice[];
}

/**
 * Moves invoices when two suppliers are merged. Closed invoices are moved too, because both suppliers are the same
 * company, and so are deleted invoices, whose rows are kept for the history of costs. No cost changes.
 */
export const invoicesOfSupplier: SupplierHolder = {
  lock: lockCosts,
  count: countOfSupplier,
  async move(w, from, to) {
    const moved = await moveToSupplier(w, { supplierId: from.id }, to.id);
    await announce(w, moved);
    const shown = moved.filter((invoice) => !invoice.isDeleted);
    await recordMoved(w, shown, from, to);
    return { count: shown.length, undo: { moved } satisfies Undo };
  },
  async moveBack(w, undo, from, to) {
    const { moved } = undo as Undo;
    const now = await findMovedInvoices(
      w,
      moved.map((invoice) => invoice.id),
    );
    // An invoice that was deleted after the merge is moved back too: nobody works with it any more, and its number
    // belongs to the restored supplier.
    const untouched = moved.filter((invoice) => isUntouched(invoice, now.get(invoice.id), to.id));
    const back = await moveToSupplier(w, { ids: untouched.map((invoice) => invoice.id) }, from.id);
    await announce(w, back);
    const shown = back.filter((invoice) => !invoice.isDeleted);
    await recordMoved(w, shown, to, from);
    return {
      restored: shown.length,
      kept: moved.flatMap((invoice) => notMovedBack(invoice, now.get(invoice.id), to.id)),
    };
  },
};

const announce = async (w: Work, moved: readonly MovedInvoice[]): Promise<void> => {
  if (moved.length > 0) await react(w, 'invoice.supplier-merged', { invoiceIds: moved.map(({ id }) => id) });
};

type Now = {
  readonly id: string;
  readonly number: string;
  readonly version: number;
  readonly supplierId: string | null;
  readonly isDeleted: boolean;
};

const isUntouched = (moved: MovedInvoice, now: Now | undefined, supplierId: string): boolean =>
  now !== undefined && now.supplierId === supplierId && (now.version === moved.version || now.isDeleted);

function notMovedBack(moved: MovedInvoice, now: Now | undefined, supplierId: string): Kept[] {
  if (!now || moved.isDeleted || isUntouched(moved, now, supplierId)) return [];
  return [{ id: now.id, label: now.number, reason: 'EDITED' }];
}

/**
 * The audit log stores the names of the suppliers instead of their ids, because the merged supplier no longer exists
 * afterwards.
 */
const recordMoved = (w: Work, invoices: readonly MovedInvoice[], from: MergeParty, to: MergeParty): Promise<void> =>
  recordEach(
    w,
    invoices.map(({ id }) => ({
      action: 'invoice.supplier-merged',
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'supplier', from: from.companyName, to: to.companyName }] },
    })),
    ...(invoices.length === 0
      ? []
      : [
          changed(
            'invoices',
            invoices.map((invoice) => invoice.id),
          ),
        ]),
  );

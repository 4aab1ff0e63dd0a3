import type { Work } from '../../db/tx.ts';
import { changed, recordEach } from '../../events/outbox.ts';
import { lockCosts } from '../costs/public.ts';
import type { Kept, MergeParty, SupplierHolder } from '../suppliers/public.ts';
import { type MovedInvoice, countOfSupplier, findMovedInvoices, moveToSupplier } from './invoice-suppliers.queries.ts';

interface Undo {
  /** With their versions after the merge. */
  readonly moved: readonly MovedInvoice[];
}

/**
 * Moves invoices when two suppliers become one: closed ones too, because it is the same company, and deleted ones, which
 * stay for the history of the costs. No cost moves by it.
 */
export const supplierInvoices: SupplierHolder = {
  lock: lockCosts,
  count: countOfSupplier,
  async move(w, from, to) {
    const moved = await moveToSupplier(w, { supplierId: from.id }, to.id);
    const shown = moved.filter((invoice) => !invoice.isDeleted);
    await tell(w, shown, from, to);
    return { count: shown.length, undo: { moved } satisfies Undo };
  },
  async moveBack(w, undo, from, to) {
    const { moved } = undo as Undo;
    const now = await findMovedInvoices(
      w,
      moved.map((invoice) => invoice.id),
    );
    // What was deleted since goes back as well: nobody works with it, and its number is the other company's.
    const untouched = moved.filter((invoice) => isUntouched(invoice, now.get(invoice.id), to.id));
    const back = await moveToSupplier(w, { ids: untouched.map((invoice) => invoice.id) }, from.id);
    const shown = back.filter((invoice) => !invoice.isDeleted);
    await tell(w, shown, to, from);
    return { restored: shown.length, kept: moved.flatMap((invoice) => keptOf(invoice, now.get(invoice.id), to.id)) };
  },
};

type Now = { readonly id: string; readonly number: string; readonly version: number; readonly supplierId: string | null; readonly isDeleted: boolean };

const isUntouched = (moved: MovedInvoice, now: Now | undefined, supplierId: string): boolean =>
  now !== undefined && now.supplierId === supplierId && (now.version === moved.version || now.isDeleted);

function keptOf(moved: MovedInvoice, now: Now | undefined, supplierId: string): Kept[] {
  if (!now || moved.isDeleted || isUntouched(moved, now, supplierId)) return [];
  return [{ id: now.id, label: now.number, reason: 'EDITED' }];
}

/** By name: the one that goes is not there to be looked up afterwards. */
const tell = (w: Work, invoices: readonly MovedInvoice[], from: MergeParty, to: MergeParty): Promise<void> =>
  recordEach(
    w,
    invoices.map(({ id }) => ({
      action: 'invoice.supplier-merged',
      subjectType: 'invoice' as const,
      subjectIds: [id],
      historyOf: id,
      details: { from: { supplier: from.companyName }, to: { supplier: to.companyName } },
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

import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import type { Kept, MergeParty, SupplierHolder } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { findOrderRows } from '../rows/purchase-orders.queries.ts';
import { countOfSupplier, moveToSupplier, type MovedOrder } from '../rows/order-suppliers.queries.ts';

interface Undo {
  /** The moved purchase orders, with their versions after the merge. */
  readonly moved: readonly MovedOrder[];
}

/** Moves purchase orders when two suppliers are merged, closed ones too: both suppliers are the same company. */
export const ordersOfSupplier: SupplierHolder = {
  lock: lockCosts,
  count: countOfSupplier,
  async move(w, from, to) {
    const moved = await moveToSupplier(w, { supplierId: from.id }, to.id);
    await recordMoved(w, moved, from, to);
    return { count: moved.length, undo: { moved } satisfies Undo };
  },
  async moveBack(w, undo, from, to) {
    const { moved } = undo as Undo;
    const rows = new Map(
      (
        await findOrderRows(
          w,
          moved.map((order) => order.id),
        )
      ).map((row) => [row.id, row]),
    );
    const isUntouched = ({ id, version }: MovedOrder): boolean => {
      const row = rows.get(id);
      return row !== undefined && row.supplier_id === to.id && row.version === version;
    };
    const ids = moved.filter(isUntouched).map((order) => order.id);
    const back = await moveToSupplier(w, { ids }, from.id);
    await recordMoved(w, back, to, from);
    const kept = moved.flatMap((order): Kept[] => {
      const row = rows.get(order.id);
      return !row || isUntouched(order) ? [] : [{ id: row.id, label: row.po_number, reason: 'EDITED' }];
    });
    return { restored: back.length, kept };
  },
};

/** The audit log stores the names of the suppliers, because the merged supplier no longer exists afterwards. */
async function recordMoved(w: Work, orders: readonly MovedOrder[], from: MergeParty, to: MergeParty): Promise<void> {
  if (orders.length === 0) return;
  await recordEach(
    w,
    orders.map(({ id }) => ({
      action: 'purchase-order.supplier-merged',
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'supplier', from: from.companyName, to: to.companyName }] },
    })),
    changed(
      'purchase-orders',
      orders.map((order) => order.id),
    ),
  );
  await react(w, 'purchase-order.changed', { orderIds: orders.map((order) => order.id) });
}

import { numberText } from '@quayside/domain/shipments/numbers';
import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import type { Kept, MergeParty, SupplierHolder } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { countOfCarrier, type MovedPlan, moveToCarrier } from '../rows/plan-suppliers.queries.ts';
import { findPlanRows } from '../rows/plans.queries.ts';

interface Undo {
  /** The moved plans, with their versions after the merge. */
  readonly moved: readonly MovedPlan[];
}

/** Moves the carrier contact of plans when two suppliers are merged, also of those that have left. */
export const plansOfSupplier: SupplierHolder = {
  lock: lockCosts,
  count: countOfCarrier,
  async move(w, from, to) {
    const moved = await moveToCarrier(w, { carrierId: from.id }, to.id);
    await recordMoved(w, moved, from, to);
    return { count: moved.length, undo: { moved } satisfies Undo };
  },
  async moveBack(w, undo, from, to) {
    const { moved } = undo as Undo;
    const ids = moved.map(({ id }) => id);
    const rows = new Map((await findPlanRows(w, ids)).map((row) => [row.id, row]));
    const isUntouched = ({ id, version }: MovedPlan): boolean => {
      const row = rows.get(id);
      return row !== undefined && row.carrier_contact_id === to.id && row.version === version;
    };
    const back = moved.filter(isUntouched).map(({ id }) => id);
    await recordMoved(w, await moveToCarrier(w, { ids: back }, from.id), to, from);
    const kept = moved.flatMap((plan): Kept[] => {
      const row = rows.get(plan.id);
      if (!row || isUntouched(plan)) return [];
      return [{ id: row.id, label: numberText('SHIPMENT_PLAN', row.number), reason: 'EDITED' }];
    });
    return { restored: back.length, kept };
  },
};

/** The audit log stores the names of the suppliers, because the merged supplier no longer exists afterwards. */
async function recordMoved(w: Work, moved: readonly MovedPlan[], from: MergeParty, to: MergeParty): Promise<void> {
  if (moved.length === 0) return;
  await recordEach(
    w,
    moved.map(({ id }) => ({
      action: 'shipment-plan.carrier-merged',
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'carrierContact', from: from.companyName, to: to.companyName }] },
    })),
    changed(
      'shipment-plans',
      moved.map(({ id }) => id),
    ),
  );
}

import { numberText } from '@quayside/domain/shipments/numbers';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { changed, recordEach } from '../../events/outbox.ts';
import type { Kept, MergeParty, SupplierHolder } from '../area.ts';
import { lockCosts } from '../costs/public.ts';
import { findPlanRows } from './plans.queries.ts';

interface MovedPlan {
  readonly id: string;
  readonly version: number;
}
interface Undo {
  /** The moved plans, with their versions after the merge. */
  readonly moved: readonly MovedPlan[];
}

/** Moves the carrier contact of plans when two suppliers are merged, also of those that have left. */
export const plansOfSupplier: SupplierHolder = {
  lock: lockCosts,
  async count(w, supplierId) {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from shipment_plan
      where account_id = ${w.scope.accountId} and carrier_contact_id = ${supplierId}`.execute(w.tx);
    return Number(rows[0]?.n ?? 0n);
  },
  async move(w, from, to) {
    const moved = await moveToSupplier(w, sql`carrier_contact_id = ${from.id}`, to.id);
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
    await recordMoved(w, await moveToSupplier(w, sql`id = any(${sql.val(back)}::uuid[])`, from.id), to, from);
    const kept = moved.flatMap((plan): Kept[] => {
      const row = rows.get(plan.id);
      if (!row || isUntouched(plan)) return [];
      return [{ id: row.id, label: numberText('SHIPMENT_PLAN', row.number), reason: 'EDITED' }];
    });
    return { restored: back.length, kept };
  },
};

/** Gives these plans, also removed ones, another carrier. Returns them with their new versions. */
async function moveToSupplier(w: Work, which: ReturnType<typeof sql>, to: string): Promise<MovedPlan[]> {
  const { rows } = await sql<MovedPlan>`
    update shipment_plan set carrier_contact_id = ${to}, version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and ${which}
    returning id, version`.execute(w.tx);
  return rows;
}

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

import { addDays } from '@quayside/domain/days/days';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { archivingOf } from '../../accounts/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { archivePlansClosedUntil } from '../rows/plans.queries.ts';

/** The nightly job that archives shipment plans that have been closed for as many days as the account has chosen. */
export async function archiveClosedPlans(w: Work): Promise<{ archived: number }> {
  const wanted = await archivingOf(w);
  if (!wanted) return { archived: 0 };
  await lockCosts(w);
  const ids = await archivePlansClosedUntil(w, addDays(todayOf(w), -wanted.afterDays));
  if (ids.length === 0) return { archived: 0 };
  const details = { changes: [{ field: 'archived', from: false, to: true }] } as const;
  await recordEach(
    w,
    ids.map((id) => ({ action: 'shipment-plan.archived', subjectIds: [id], historyOf: id, details })),
    changed('shipment-plans', ids),
  );
  return { archived: ids.length };
}

import { say } from '@quayside/contracts/texts/catalogue';
import { addDays } from '@quayside/domain/days/days';
import { numberText } from '@quayside/domain/shipments/numbers';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { notify, withdrawNotice } from '../../notifications/public.ts';
import type { PlanRow } from '../rows/plans.queries.ts';
import { listPassedEtds } from './plan-notices.views.ts';

/** How many days back a passed day of departure is still asked about: more than a worker is ever away. */
const ASKED_DAYS = 31;

type Departure = Pick<PlanRow, 'id' | 'estimated_ship_date'>;
const keyOf = ({ id, estimated_ship_date: etd }: Departure): string => `plan-etd/${id}/${etd ?? ''}`;

/**
 * The job of each morning that asks about each plan that should have left: once for each estimated day of departure.
 * Nothing moves by itself, because only people know whether the goods have left.
 */
export async function askAboutPassedEtds(w: Work): Promise<{ asked: number }> {
  await lockCosts(w);
  const today = todayOf(w);
  const passed = await listPassedEtds(w, { from: addDays(today, -ASKED_DAYS), to: addDays(today, -1) });
  let asked = 0;
  for (const plan of passed) {
    const number = numberText('SHIPMENT_PLAN', plan.number);
    const isNew = await notify(w, {
      type: 'ACTION_NEEDED',
      summary: say('notice.plan_etd_passed', { number, day: plan.estimated_ship_date ?? '' }),
      message: [say('notice.plan_etd_ask'), say('notice.plan_etd_moves_nothing')],
      about: { type: 'SHIPMENT_PLAN', id: plan.id },
      dedupeKey: keyOf(plan),
    });
    if (isNew) asked += 1;
  }
  return { asked };
}

/** Takes the question back once the plan has left or its day of departure is another one. */
export const withdrawEtdNotice = (w: Work, plan: Departure): Promise<void> => withdrawNotice(w, keyOf(plan));

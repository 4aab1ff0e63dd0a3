import { say } from '@quayside/contracts/texts/catalogue';
import { numberText } from '@quayside/domain/shipments/numbers';
import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents } from '../../../events/reactions.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { readExpected } from '../rows/expected.views.ts';
import { syncLinesOf } from '../five-quantities/five-quantities-sync.service.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import { decisionsOfPlan, packListsOfPlan, receiptsOfPlan } from '../receiving/plan-moves.views.ts';
import { readReceipts, usesOfReceipts } from '../rows/receipts.queries.ts';
import { decisionAnswers, receiptAnswers, takingAnswers } from '../receiving/uses.answers.ts';

type Move = ReactionEvents['shipment.moving'];

/** A plan of which something arrived or was decided has left: names what says so, and the sales that used it. */
export async function refuseUnshipping(w: Work, { planId, from, to }: Move): Promise<void> {
  if (from !== 'IN_TRANSIT' || to !== 'OPEN') return;
  const receipts = await receiptsOfPlan(w, planId);
  const decisions = await decisionsOfPlan(w, planId);
  if (receipts.length + decisions.length === 0) return;
  const rows = await readReceipts(
    w,
    'id',
    receipts.map(({ id }) => id),
  );
  const { language } = w.scope;
  throw new AppError('shipments.in_use', {
    uses: [
      ...receiptAnswers(language, receipts),
      ...decisionAnswers(language, decisions),
      ...takingAnswers(language, await usesOfReceipts(w, rows)),
    ],
  });
}

/** Nothing of a plan arrives, or is decided as missing, before it has left: names the first of what does. */
export async function refuseLaterDay(
  w: Work,
  { planId, shippedOn }: ReactionEvents['shipment.day-moving'],
): Promise<void> {
  const [receipt] = await receiptsOfPlan(w, planId);
  const [decision] = await decisionsOfPlan(w, planId);
  const [first] = [receipt, decision]
    .flatMap((one) => one ?? [])
    .toSorted((x, y) => (x.day < y.day ? -1 : Number(x.day > y.day)));
  if (!first || first.day >= shippedOn) return;
  const { day, packListNumber, units } = first;
  const facts = { day, number: numberText('PACK_LIST', packListNumber), count: Number(units) };
  throw fieldError('shippedOn', say(first === receipt ? 'plan.arrived_on' : 'plan.decided_on', facts));
}

/** What is missing of a plan that is received is worth something, so its pack lists are lots, with what they cost. */
export async function makeLotsOfPlan(w: Work, { planId, to }: Move): Promise<void> {
  if (to !== 'RECEIVED') return;
  const packLists = await readExpected(w, 'id', await packListsOfPlan(w, planId));
  const orderIds = [...new Set(packLists.map(({ orderId }) => orderId))];
  await syncLotTotals(w, orderIds, packLists);
  await syncLinesOf(w, 'order', orderIds);
}

import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type * as calls from '@quayside/contracts/shipments/packing-lists';
import { checkOpen } from '@quayside/domain/shipments/plans';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { fieldError } from '../../../http/errors.ts';
import { requiredOf } from '../../../http/field-result.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { saveChoices } from '../../../remembered/table-choices.ts';
import { problemsIn } from '../../imports/public.ts';
import { answerOf } from './packing-list.answers.ts';
import { missingOf, questionOf } from './packing-list.layout.ts';
import { planPackingList, readHeld } from './packing-list.planning.ts';
import { type ReadList, readPackingList, type SentList } from './packing-list.read.ts';
import { storePackingList } from './packing-list.store.ts';
import { savePlan } from '../rows/plans.queries.ts';
import { requirePlanRow } from '../plans/plans.service.ts';

/** Holds a packing list against a plan, and says what an import would do. Stores nothing. */
export async function checkPackingList(
  w: Work,
  planId: string,
  body: BodyOut<typeof calls.checkPackingList>,
): Promise<calls.PackingList> {
  const plan = await requirePlanRow(w, planId);
  const isComparison = plan.status !== 'OPEN' || body.isComparison === true;
  const list = await readPackingList(w, body);
  const held = await readHeld(w, planId);
  const planned = isComparison ? null : await planPackingList(w, list, held);
  return answerOf(w, { plan, list, held, planned, isUnpacked: body.rest === 'UNPACK' });
}

/** Packs an OPEN plan as a packing list says, all rows or none. */
export async function importPackingList(
  w: Work,
  planId: string,
  body: BodyOut<typeof calls.importPackingList>,
): Promise<ResponseOf<typeof calls.importPackingList>> {
  await lockCosts(w);
  const plan = await requirePlanRow(w, planId, body.version);
  requiredOf(checkOpen(plan.status));
  const list = await readPackingList(w, body);
  refuseQuestions(list);
  const held = await readHeld(w, planId);
  const planned = await planPackingList(w, list, held);
  refuseErrors(list);
  const isUnpacked = body.rest === 'UNPACK';
  const answer = answerOf(w, { plan, list, held, planned, isUnpacked });
  const stored = await storePackingList(w, planId, planned, isUnpacked);
  await remember(w, list, body);
  if (!stored) return { ...answer, operationId: null };
  const version = plan.version + 1;
  await savePlan(w, planId, { version });
  const { operationId, ...facts } = stored;
  await record(
    w,
    { action: 'shipment-plan.packing-list-imported', subjectIds: [planId], historyOf: planId, details: { facts } },
    changed('shipment-plans', [planId], version),
  );
  return { ...answer, version, operationId };
}

/** Refuses a list of which only a person can say how it is read. */
function refuseQuestions({ layout }: ReadList): void {
  const missing = missingOf(layout);
  if (missing) throw fieldError('columns', missing);
  for (const at of layout.columns.keys()) {
    const question = questionOf(layout, at);
    if (question !== null) throw fieldError(`${askedOf(layout, at)}.${at}`, question);
  }
}

/** The part of the request that answers the question about a column. */
function askedOf({ numbers, units }: ReadList['layout'], at: number): 'decimalMarks' | 'units' | 'columns' {
  if (numbers[at]?.reading === 'OPEN') return 'decimalMarks';
  return units[at]?.isOpen ? 'units' : 'columns';
}

function refuseErrors({ rows }: ReadList): void {
  const problems = rows.flatMap(({ row, errors }) => errors.map((error) => ({ row, ...error })));
  if (problems.length > 0) throw problemsIn(problems);
}

/** Remembers what a person chose for lists with these headings. */
async function remember(w: Work, { form }: ReadList, { columns, decimalMarks, units }: SentList): Promise<void> {
  const choices = { ...(columns && { columns }), ...(decimalMarks && { decimalMarks }), ...(units && { units }) };
  if (form !== null && Object.keys(choices).length > 0) await saveChoices(w, form, choices);
}

import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  decideMissing as spec,
  MissingDecision,
  takeBackDecision as takeBackSpec,
} from '@quayside/contracts/stock/missing';
import { say } from '@quayside/contracts/texts/catalogue';
import { checkDecision } from '@quayside/domain/stock/missing';
import type { MissingKind } from '@quayside/domain/stock/receipts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { required } from '../../../http/field-result.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { saveArrivals } from '../../shipments/public.ts';
import { type ExpectedRow, readExpected } from '../rows/expected.views.ts';
import { makeLots } from '../replay/lot-making.service.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import { getDecision } from './missing-decision-list.service.ts';
import {
  type DecisionRow,
  findDecision,
  insertDecision,
  isCreditNote,
  markTakenBack,
  setCreditNote,
} from '../rows/missing-decisions.queries.ts';
import { receiptsThatFound } from '../receiving/plan-moves.views.ts';
import { replayStock } from '../replay/replay.service.ts';
import { receiptAnswers } from '../receiving/uses.answers.ts';

/** Decides what has become of units of a pack list that did not arrive (stock §1). */
export async function decideMissing(w: Work, body: BodyOut<typeof spec>): Promise<MissingDecision> {
  await lockCosts(w);
  const [packList] = await readExpected(w, 'id', [body.packListId]);
  if (!packList) throw new AppError('shipments.unknown_pack_list');
  refuseClosed(packList);
  const { kind, debtor, day = todayOf(w), creditNoteId = null } = body;
  const units = BigInt(body.quantity);
  await requireCreditNote(w, creditNoteId);
  required(checkDecision(packList, { kind, debtor, units, day }, todayOf(w)));
  const id = w.newId();
  const { orderId, productId, planId } = packList;
  const row = { id, packListId: packList.id, orderId, productId, planId, kind, debtor, day, units };
  await makeLots(w, [packList]);
  await insertDecision(w, { ...row, words: body.words ?? null, creditNoteId });
  await follow(w, packList, { kind, day, units });
  await recordDecision(w, 'order.missing-decided', { ...row, found: 0n, words: body.words ?? null, creditNoteId });
  return getDecision(w, id);
}

function refuseClosed({ planStatus }: ExpectedRow): void {
  if (planStatus === 'CLOSED') throw new AppError('shipments.wrong_status', { message: say('stock.plan_closed') });
}

async function requireCreditNote(w: Work, id: string | null): Promise<void> {
  if (id !== null && !(await isCreditNote(w, id))) throw fieldError('creditNoteId', say('choose.credit_note'));
}

/** Brings stock, pack list and costs up to date after units were decided, or with units below 0 are missing again. */
async function follow(
  w: Work,
  packList: ExpectedRow,
  { kind, day, units }: { readonly kind: MissingKind; readonly day: string; readonly units: bigint },
): Promise<void> {
  const { id, orderId, productId, received, surplus, short, lost, credited } = packList;
  // What was lost counts as arrived and taken at once. What was never sent leaves the units of the order.
  if (kind === 'LOST') await replayStock(w, new Map([[productId, day]]), [{ lotId: id, productId }]);
  const counted = { received, surplus, credited };
  await saveArrivals(w, [
    {
      packListId: id,
      ...counted,
      short: kind === 'SHORT' ? short + units : short,
      lost: kind === 'LOST' ? lost + units : lost,
    },
  ]);
  await syncLotTotals(w, [orderId]);
}

/** Takes a decision back: its units are missing again. Refused once some of them were found. */
export async function takeBackDecision(w: Work, id: string): Promise<ResponseOf<typeof takeBackSpec>> {
  await lockCosts(w);
  const row = await requireDecision(w, id);
  const [packList] = await readExpected(w, 'id', [row.packListId]);
  if (!packList) throw new AppError('stock.unknown_decision');
  refuseClosed(packList);
  if (row.found > 0n)
    throw new AppError('stock.in_use', {
      uses: receiptAnswers(w.scope.language, await receiptsThatFound(w, row.packListId)),
    });
  await markTakenBack(w, id);
  await follow(w, packList, { ...row, units: -row.units });
  await recordDecision(w, 'order.missing-taken-back', row);
  return { missing: Number(packList.missing + row.units) };
}

async function requireDecision(w: Work, id: string): Promise<DecisionRow> {
  const row = await findDecision(w, id);
  if (!row) throw new AppError('stock.unknown_decision');
  return row;
}

/** Names the credit note that was written for the units of a decision, or none. */
export async function linkCreditNote(w: Work, id: string, creditNoteId: string | null): Promise<MissingDecision> {
  await lockCosts(w);
  const row = await requireDecision(w, id);
  await requireCreditNote(w, creditNoteId);
  if (row.creditNoteId === creditNoteId) return getDecision(w, id);
  await setCreditNote(w, id, creditNoteId);
  await record(
    w,
    {
      action: 'order.missing-credited',
      subjectIds: [row.orderId],
      details: { facts: { units: Number(row.units) }, trace: { decisionId: id, creditNoteId } },
    },
    changed('stock', [row.productId]),
  );
  return getDecision(w, id);
}

const recordDecision = (
  w: Work,
  action: 'order.missing-decided' | 'order.missing-taken-back',
  row: DecisionRow,
): Promise<void> =>
  record(
    w,
    {
      action,
      subjectIds: [row.orderId],
      details: {
        facts: { missingKind: row.kind, debtor: row.debtor, units: Number(row.units), day: row.day, words: row.words },
        trace: { decisionId: row.id },
      },
    },
    changed('stock', [row.productId]),
  );

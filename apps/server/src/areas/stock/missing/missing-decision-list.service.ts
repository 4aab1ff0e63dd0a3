import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  type listMissingDecisions as spec,
  type MissingDecision,
  takeBackDecision,
} from '@quayside/contracts/stock/missing';
import type { Page } from '@quayside/contracts/paging';
import { say } from '@quayside/contracts/texts/catalogue';
import { numberText } from '@quayside/domain/shipments/numbers';
import { envelope } from '../../../db/paging.ts';
import type { Scope, Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import { personNames } from '../../accounts/public.ts';
import { type DecisionHead, listDecisionHeads, readDecisionHeads } from './missing-decisions.views.ts';

/** One page of decisions about missing units, newest first. */
export async function listDecisions(w: Work, q: QueryOut<typeof spec>): Promise<Page<MissingDecision>> {
  const { rows, count, window } = await listDecisionHeads(w, q);
  return envelope(await answersOf(w, rows), count, window);
}

/** One decision about missing units. */
export async function getDecision(w: Work, id: string): Promise<MissingDecision> {
  const [decision] = await answersOf(w, [...(await readDecisionHeads(w, [id])).values()]);
  if (!decision) throw new AppError('stock.unknown_decision');
  return decision;
}

async function answersOf(w: Work, rows: readonly DecisionHead[]): Promise<MissingDecision[]> {
  const people = await personNames(
    w,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => ({
    id: row.id,
    packListId: row.packListId,
    packListNumber: numberText('PACK_LIST', row.packListNumber),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    shipmentPlanId: row.planId,
    shipmentPlanNumber: row.planNumber === null ? null : numberText('SHIPMENT_PLAN', row.planNumber),
    sku: row.sku,
    kind: row.kind,
    debtor: row.debtor,
    day: row.day,
    quantity: Number(row.units),
    found: Number(row.found),
    words: row.words,
    creditNote: row.creditNoteId === null ? null : { id: row.creditNoteId, label: row.creditNoteNumber ?? '' },
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy === null ? null : (people.get(row.createdBy) ?? null),
    takenBackAt: row.takenBackAt?.toISOString() ?? null,
    can: { takeBack: mayTakeBack(w.scope, row) },
  }));
}

function mayTakeBack(scope: Scope, row: DecisionHead): May {
  const mayAtAll = mayCall(takeBackDecision, scope);
  if (!mayAtAll.allowed) return mayAtAll;
  if (row.takenBackAt !== null) return no(scope, say('stock.taken_back'));
  if (row.planStatus === 'CLOSED') return no(scope, say('stock.plan_closed'));
  return row.found > 0n ? no(scope, say('stock.found_since')) : YES;
}

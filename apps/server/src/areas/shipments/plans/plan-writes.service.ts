import { say } from '@quayside/contracts/texts/catalogue';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import {
  AFTER_SHIPPING,
  checkClosing,
  checkPlanDays,
  checkPlanEdit,
  checkReceivedByHand,
  checkShipping,
  checkStepBack,
  correctedDay,
} from '@quayside/domain/shipments/plans';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError, namingTooLarge } from '../../../http/errors.ts';
import { required, requiredOf } from '../../../http/field-result.ts';
import { resyncShipments } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { findProposal } from '../../rates/public.ts';
import { requireSupplier } from '../../suppliers/public.ts';
import { withdrawEtdNotice } from './plan-notices.service.ts';
import { fixedExchange } from './plan-exchange.service.ts';
import { changedFields, mergePlan, PLAN_DAYS, type PlanFields } from '../rows/plan-fields.ts';
import type { PlanGoods } from '../sync/plan-goods.ts';
import { planChanges } from './plan-log.ts';
import { readRateHeads } from './plan-rates.views.ts';
import { fieldsOfPlan, type PlanRow, savePlanFields } from '../rows/plans.queries.ts';
import { getShipmentPlan, requirePlanRow } from './plans.service.ts';
import { countErrors } from './pre-flight.service.ts';
import type { BodyOf, PlanPatch, ShipmentPlanWithPackLists } from '../rows/plans.types.ts';
import { announceDays, syncOrders, syncPlans } from '../sync/sync.service.ts';

/** A checked change of a plan. */
interface PlannedChange {
  readonly fields: PlanFields;
  readonly status: PlanRow['status'];
  readonly correctionReason: string | null;
}

/**
 * Changes a plan: its fields, and its status where the request ships it or takes it one step back. What follows its
 * days moves in the same transaction.
 */
export async function patchShipmentPlan(
  w: Work,
  id: string,
  body: BodyOf<'patchShipmentPlan'>,
): Promise<ShipmentPlanWithPackLists> {
  await lockCosts(w);
  const { status, correctionReason = null, shippedDespite = null, version, ...patch } = body;
  const row = await requirePlanRow(w, id, version);
  requiredOf(checkPlanEdit(row.status));
  const before = fieldsOfPlan(row);
  const fields = await mergedFields(w, before, patch);
  if (status !== undefined && status !== row.status)
    await react(w, 'shipment.moving', { planId: id, from: row.status, to: status });
  const next = statusAfter(row, status, fields);
  const isBack = rankOf(next) < rankOf(row.status);
  const isUnshipped = isBack && next === 'OPEN';
  const typed = isUnshipped ? NOT_BACK.find((field) => (patch[field] ?? null) !== null) : undefined;
  if (typed) throw fieldError(typed, say('shipments.ships'));
  const isLeaving = next === 'IN_TRANSIT' && row.status === 'OPEN';
  const isAsked = isLeaving || (next !== 'OPEN' && DESTINATION.some((field) => before[field] !== fields[field]));
  if (shippedDespite !== null && !isAsked) throw fieldError('shippedDespite', say('shipments.despite_ships'));
  const change = { fields: isUnshipped ? withoutShipping(fields) : fields, status: next, correctionReason };
  required(checkPlanDays(change.fields, todayOf(w)));
  requireWords(before, change, isBack);
  const { shippedOn } = change.fields;
  if (row.status !== 'OPEN' && shippedOn !== null && shippedOn !== before.shippedOn)
    await react(w, 'shipment.day-moving', { planId: id, shippedOn });
  const despite = isAsked ? await wordsDespite(w, id, fields, shippedDespite) : change.fields.shippedDespite;
  const goods = await saveChange(w, row, { ...change, fields: { ...change.fields, shippedDespite: despite } });
  return getShipmentPlan(w, id, goods);
}

async function mergedFields(w: Work, before: PlanFields, patch: PlanPatch): Promise<PlanFields> {
  const today = todayOf(w);
  const { fields, errors } = mergePlan(before, patch, { accountCurrency: w.scope.currency, today });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  if (fields.carrierContactId !== null && fields.carrierContactId !== before.carrierContactId)
    await requireSupplier(w, fields.carrierContactId, 'carrierContactId');
  if (fields.freightRateId !== null && fields.freightRateId !== before.freightRateId)
    await requireFreightRate(w, fields.freightRateId);
  await refuseRate(w, patch, fields, today);
  return fields;
}

/** A freight rate that is not archived; it may be chosen although it does not hold on the day. */
async function requireFreightRate(w: Work, id: string): Promise<void> {
  const rate = (await readRateHeads(w, [id])).get(id);
  if (!rate || rate.isArchived) throw fieldError('freightRateId', say('choose.freight_rate'));
}

/** What decides by which rules pre-flight holds the cartons against a destination. */
const DESTINATION = ['toAddressType', 'country', 'labelOwner'] as const;

/**
 * A plan leaves for an Amazon address with errors of pre-flight only with words, which are kept. So does a plan that
 * has left and goes there instead.
 */
async function wordsDespite(w: Work, id: string, fields: PlanFields, words: string | null): Promise<string | null> {
  if (fields.toAddressType !== 'AMAZON_FBA') return null;
  const count = await countErrors(w, id, fields);
  if (count > 0 && words === null) throw fieldError('shippedDespite', say('shipments.despite', { count }));
  return count > 0 ? words : null;
}

/** A rate counts as accepted from the table of rates only if it is the proposal as it is now. */
async function refuseRate(
  w: Work,
  patch: PlanPatch,
  { currency, rate, rateDate }: PlanFields,
  today: string,
): Promise<void> {
  if (patch.rateSource !== 'feed' || rate === null) return;
  const proposal = await findProposal(w, { from: currency, to: w.scope.currency, on: rateDate ?? today });
  if (proposal?.rate !== rate || proposal.day !== rateDate) throw fieldError('rate', say('rates.changed'));
}

/** The status that the plan has afterwards. A day of shipping alone says that an OPEN plan has left. */
function statusAfter(row: PlanRow, wanted: PlanRow['status'] | undefined, fields: PlanFields): PlanRow['status'] {
  const isShipped = row.status === 'OPEN' && fields.shippedOn !== null;
  const next = wanted ?? (isShipped ? 'IN_TRANSIT' : row.status);
  if (next === row.status) {
    if (isShipped) throw fieldError('shippedOn', say('shipments.ships'));
    if (row.status !== 'OPEN' && fields.shippedOn === null) throw fieldError('shippedOn', say('shipments.has_left'));
    return next;
  }
  requiredOf(checkMove(row, next));
  if (next === 'IN_TRANSIT' && fields.shippedOn === null) throw fieldError('shippedOn', say('field.required'));
  return next;
}

const rankOf = (status: PlanRow['status']): number => SHIPMENT_STATUSES.indexOf(status);

/** Checks whether a plan may become what the request says: one step ahead or back. */
function checkMove(row: PlanRow, to: PlanRow['status']) {
  if (rankOf(to) < rankOf(row.status)) return checkStepBack(row, to);
  if (to === 'IN_TRANSIT') return checkShipping({ status: row.status, packLists: row.pack_lists });
  return to === 'RECEIVED' ? checkReceivedByHand(row) : checkClosing(row);
}

const NOT_BACK = ['shippedOn', ...AFTER_SHIPPING] as const;
/** One step back: the plan has not left, so it has not arrived either. */
const withoutShipping = (fields: PlanFields): PlanFields => ({
  ...fields,
  shippedOn: null,
  shippedDespite: null,
  ...Object.fromEntries(AFTER_SHIPPING.map((field) => [field, null])),
});

/** A day that happened is corrected with words, and so is the status. */
function requireWords(before: PlanFields, { fields, correctionReason }: PlannedChange, isBack: boolean): void {
  if (correctionReason !== null) return;
  if (isBack) throw fieldError('correctionReason', say('shipments.why_back'));
  if (correctedDay(before, fields) !== undefined) throw fieldError('correctionReason', say('shipments.why_corrected'));
}

/** What the log calls a move to a status, where it is not a step back. */
const ACTIONS = {
  IN_TRANSIT: 'shipment-plan.shipped',
  RECEIVED: 'shipment-plan.called-received',
  CLOSED: 'shipment-plan.closed',
} as const;

function actionOf(from: PlanRow['status'], to: PlanRow['status']) {
  if (from === to) return 'shipment-plan.changed';
  return to === 'OPEN' || rankOf(to) < rankOf(from) ? 'shipment-plan.stepped-back' : ACTIONS[to];
}

/** What the status says beside itself. */
const columnsOf = (w: Work, status: PlanRow['status']) => ({
  is_received_by_hand: status === 'RECEIVED' || status === 'CLOSED',
  closed_at: status === 'CLOSED' ? w.now : null,
});

/**
 * Writes a checked change, and brings up to date what follows from it. Nothing is written if nothing changes. Returns
 * the pack lists and cartons of the plan if it had to read them.
 */
async function saveChange(
  w: Work,
  row: PlanRow,
  { fields, status, correctionReason }: PlannedChange,
): Promise<PlanGoods | undefined> {
  const before = fieldsOfPlan(row);
  const keys = changedFields(before, fields);
  const isMoved = status !== row.status;
  if (keys.length === 0 && !isMoved) return undefined;
  const version = row.version + 1;
  await savePlanFields(w, row.id, fields, {
    status,
    version,
    ...(isMoved && columnsOf(w, status)),
    ...(await exchangeOf(w, row, fields)),
  });
  const synced = await namingTooLarge('shippingRateOrContainerEstimate', () => syncPlans(w, [row.id]));
  const goods = synced.get(row.id);
  await recordAtEnd(
    w,
    [
      {
        action: actionOf(row.status, status),
        subjectIds: [row.id],
        historyOf: row.id,
        details: {
          changes: [
            ...(isMoved ? [{ field: 'status' as const, from: row.status, to: status }] : []),
            ...planChanges(before, fields),
            ...(correctionReason === null
              ? []
              : [{ field: 'correctionReason' as const, from: null, to: correctionReason }]),
          ],
        },
      },
    ],
    changed('shipment-plans', [row.id], version),
  );
  const orderIds = [...new Set(goods?.rows.map(({ orderId }) => orderId))];
  if (keys.some((key) => RATED_BY.has(key))) await resyncShipments(w, { planIds: [row.id] });
  if (isMoved) {
    await syncOrders(w, orderIds);
    await react(w, 'shipment.moved', { planId: row.id, from: row.status, to: status });
  }
  if (isMoved || keys.some((key) => DAYS.has(key))) await announceDays(w, orderIds);
  if (isMoved || keys.includes('estimatedShipDate')) await withdrawEtdNotice(w, row);
  return goods;
}
const DAYS: ReadonlySet<string> = new Set(PLAN_DAYS);
/** What the exchange rate of the estimated cost depends on. */
const EXCHANGED = ['freightRateId', 'currency', 'rate', 'shippedOn', 'estimatedShipDate'] as const;

/** The rate of the estimated cost is fixed when the freight rate is chosen, or the day on which the plan leaves. */
async function exchangeOf(w: Work, row: PlanRow, fields: PlanFields) {
  const before = fieldsOfPlan(row);
  if (EXCHANGED.every((key) => before[key] === fields[key])) return {};
  const { freightRateId: id } = fields;
  const rate = id === null ? undefined : (await readRateHeads(w, [id])).get(id);
  const plan = {
    currency: fields.currency,
    rate: fields.rate,
    shipped_on: fields.shippedOn,
    estimated_ship_date: fields.estimatedShipDate,
  };
  return fixedExchange(w, plan, rate?.currency ?? null);
}
/** What a plan is rated by, and where duty on it is paid. */
const RATED_BY: ReadonlySet<string> = new Set(['shippingMethod', 'freightRateId', 'country']);

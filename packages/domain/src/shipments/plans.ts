import { grouped } from '../money/money.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import type { ShipmentStatus } from './option-lists.ts';
import { moveText, statusText } from './status-text.ts';

/** The days of a plan. Those with `On` happened; the others are expected. */
export interface PlanDays {
  readonly estimatedReadyDate: string | null;
  readonly readyOn: string | null;
  readonly cutOff: string | null;
  /** The estimated day of departure (ETD). */
  readonly estimatedShipDate: string | null;
  readonly shippedOn: string | null;
  /** The estimated day of arrival. */
  readonly eta: string | null;
  readonly arrivedOn: string | null;
  readonly estimatedDeliveryDate: string | null;
  readonly deliveredOn: string | null;
}

const HAPPENED = ['readyOn', 'shippedOn', 'arrivedOn', 'deliveredOn'] as const;
/** Pairs of days of which the second is never before the first. */
const IN_ORDER = [
  ['estimatedShipDate', 'eta'],
  ['estimatedShipDate', 'estimatedDeliveryDate'],
  ['eta', 'estimatedDeliveryDate'],
  ['shippedOn', 'arrivedOn'],
  ['shippedOn', 'deliveredOn'],
  ['arrivedOn', 'deliveredOn'],
] as const;

/** Checks the days of a plan: what happened is not after today, and nothing arrives before it leaves, or without it. */
export function checkPlanDays(days: PlanDays, today: string): FieldResult<true> {
  const future = HAPPENED.find((field) => days[field] !== null && days[field] > today);
  if (future) return refuseField(future, ruleText('payment.future'));
  const backwards = IN_ORDER.find(([first, then]) => {
    const [before, after] = [days[first], days[then]];
    return before !== null && after !== null && after < before;
  });
  if (backwards) return refuseField(backwards[1], ruleText('plan.day_before', { day: days[backwards[0]] ?? '' }));
  const arrived = AFTER_SHIPPING.find((field) => days.shippedOn === null && days[field] !== null);
  return arrived ? refuseField(arrived, ruleText('plan.not_shipped')) : ok(true);
}

/** What happens only after a plan has left; going one step back takes it away. */
export const AFTER_SHIPPING = ['arrivedOn', 'deliveredOn'] as const satisfies readonly (keyof PlanDays)[];

/**
 * Finds the first day that had happened and is another one now. Such a correction needs words; the first entry of a day
 * does not.
 */
export const correctedDay = (before: PlanDays, after: PlanDays): (typeof HAPPENED)[number] | undefined =>
  HAPPENED.find((field) => before[field] !== null && before[field] !== after[field]);

const refuseMove = (status: ShipmentStatus, to: ShipmentStatus): Result<true> =>
  refuse('shipments.wrong_status', moveText(status, to));

/** Checks whether pack lists may join or leave a plan: only an OPEN one. */
export const checkOpen = (status: ShipmentStatus): Result<true> =>
  status === 'OPEN' ? ok(true) : refuse('shipments.locked', ruleText('plan.locked', { status: statusText(status) }));

/** Checks whether a plan may become IN_TRANSIT: an OPEN one that holds something. */
export function checkShipping(plan: { readonly status: ShipmentStatus; readonly packLists: number }): Result<true> {
  if (plan.status !== 'OPEN') return refuseMove(plan.status, 'IN_TRANSIT');
  return plan.packLists > 0 ? ok(true) : refuse('shipments.wrong_status', ruleText('plan.empty'));
}

/** What of a plan has arrived, and what of it is neither there nor decided (stock §1). */
export interface PlanState {
  readonly status: ShipmentStatus;
  readonly units: bigint;
  readonly received: bigint;
  readonly missing: bigint;
}

/**
 * Checks whether a plan may go one step back: to IN_TRANSIT only while something is out and undecided, to OPEN only
 * while nothing has arrived or was decided. A CLOSED plan stays closed.
 */
export function checkStepBack({ status, units, received, missing }: PlanState, to: ShipmentStatus): Result<true> {
  if (status === 'IN_TRANSIT' && to === 'OPEN')
    return received === 0n && missing === units ? ok(true) : refuse('shipments.in_use', ruleText('plan.has_receipts'));
  if (status === 'RECEIVED' && to === 'IN_TRANSIT')
    return missing > 0n ? ok(true) : refuse('shipments.in_use', ruleText('plan.nothing_out'));
  return refuseMove(status, to);
}

/** The status of a plan one step before. */
export const statusBefore = (status: ShipmentStatus): ShipmentStatus => (status === 'RECEIVED' ? 'IN_TRANSIT' : 'OPEN');

/** Checks whether a person may call a plan received although something is missing: one that has left. */
export const checkReceivedByHand = ({ status }: Pick<PlanState, 'status'>): Result<true> =>
  status === 'IN_TRANSIT' ? ok(true) : refuseMove(status, 'RECEIVED');

/** Checks whether units of a plan may arrive: of one that has left and is not closed. */
export const checkReceiving = (status: ShipmentStatus): Result<true> =>
  status === 'OPEN' ? refuse('shipments.wrong_status', ruleText('receipt.not_shipped')) : checkPlanEdit(status);

/** Checks whether a plan may be closed: a RECEIVED one of which nothing is undecided. */
export function checkClosing({ status, missing }: Pick<PlanState, 'status' | 'missing'>): Result<true> {
  if (status !== 'RECEIVED') return refuseMove(status, 'CLOSED');
  const undecided = { count: Number(missing), units: grouped(String(missing)) };
  return missing === 0n ? ok(true) : refuse('shipments.wrong_status', ruleText('plan.undecided', undecided));
}

/** Checks whether a plan may be changed: one that is not closed. */
export const checkPlanEdit = (status: ShipmentStatus): Result<true> =>
  status === 'CLOSED' ? refuse('shipments.wrong_status', ruleText('plan.closed')) : ok(true);

import { grouped } from '../money/money.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from './option-lists.ts';
import { statusText } from './status-text.ts';

/** A number of units in a text: 1,400. */
const unitsText = (units: bigint): string => grouped(String(units));

/**
 * Checks how many units a pack list may hold (stock §1): at least 1, and at most what no other pack list of the order
 * holds. Refused on `quantity`, with how many are left.
 */
export function checkPacking(
  order: { readonly units: bigint; readonly packedInOthers: bigint },
  quantity: bigint,
): FieldResult<bigint> {
  if (quantity < 1n) return refuseField('quantity', ruleText('field.min', { min: 1 }));
  const left = order.units - order.packedInOthers;
  return quantity <= left
    ? ok(quantity)
    : refuseField('quantity', ruleText('pack_list.left', { count: Number(left), left: unitsText(left) }));
}

/**
 * Checks whether a pack list may be changed, moved or removed (stock §1): only in no plan or in an OPEN one, and only
 * while nothing of it has arrived.
 */
export function checkChangeable({ planStatus, received }: Omit<ArrivalsOfPackList, 'missing'>): Result<true> {
  if (planStatus !== null && planStatus !== 'OPEN')
    return refuse('shipments.locked', ruleText('pack_list.locked', { status: statusText(planStatus) }));
  return received === 0n ? ok(true) : refuse('shipments.locked', ruleText('pack_list.received'));
}

/**
 * Takes a credit of units out of an order (stock §1). As long as nothing is received, only unpacked units can go.
 * Refused on `quantity`, with how many are left and packed. `credited` is 0 or more; a credit of money alone always
 * goes.
 */
export function creditUnits(
  order: { readonly units: bigint; readonly packed: bigint },
  credited: bigint,
): FieldResult<{ readonly units: bigint; readonly unpacked: bigint }> {
  const left = order.units - order.packed;
  if (credited > 0n && credited > left)
    return refuseField(
      'quantity',
      ruleText('pack_list.credit_left', { left: unitsText(left), packed: unitsText(order.packed) }),
    );
  return ok({ units: order.units - credited, unpacked: left - credited });
}

/**
 * Checks the units that a person gives an order by its invoice line (stock §1): never below what is packed or shipped.
 * Refused as in use, because the pack lists are the uses that a person has to change first.
 */
export const checkOrderUnits = (units: bigint, packed: bigint): FieldResult<bigint> =>
  units >= packed
    ? ok(units)
    : refuseField('quantity', ruleText('pack_list.packed', { packed: unitsText(packed) }), 'invoices.in_use');

const rankOf = (status: ShipmentStatus): number => SHIPMENT_STATUSES.indexOf(status);

/** What has become of a pack list (stock §1). Its plan is null when it is in none. */
export interface ArrivalsOfPackList {
  readonly planStatus: ShipmentStatus | null;
  readonly received: bigint;
  /** Packed, and neither received nor decided. */
  readonly missing: bigint;
}

/** The status of a pack list: that of its plan; without one RECEIVED once nothing of it is missing, OPEN until then. */
export const packListStatus = ({ planStatus, received, missing }: ArrivalsOfPackList): ShipmentStatus =>
  planStatus ?? (received > 0n && missing <= 0n ? 'RECEIVED' : 'OPEN');

/** The units of a pack list that are shipped: all of them once its plan has left; without one those that arrived. */
export function shippedUnits(packList: ArrivalsOfPackList & { readonly units: bigint }): bigint {
  const { planStatus, received, units } = packList;
  if (packListStatus(packList) !== 'OPEN') return units;
  return planStatus === null && received < units ? received : planStatus === null ? units : 0n;
}

/** What has arrived of these pack lists. */
export const receivedOf = (packLists: readonly { readonly received: bigint }[]): bigint =>
  packLists.reduce((sum, { received }) => sum + received, 0n);

/** The least advanced of these statuses; OPEN when there are none. */
export const leastAdvanced = (statuses: readonly ShipmentStatus[]): ShipmentStatus =>
  statuses.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? 'OPEN';

/** The status of an order: the least advanced one of its pack lists, OPEN while a unit is unpacked (decision G-150). */
export function orderStatus(
  units: bigint,
  packLists: readonly { readonly units: bigint; readonly status: ShipmentStatus }[],
): ShipmentStatus {
  const packed = packLists.reduce((sum, packList) => sum + packList.units, 0n);
  return packed < units ? 'OPEN' : leastAdvanced(packLists.map(({ status }) => status));
}

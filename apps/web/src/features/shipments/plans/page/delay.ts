import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { addDays, daysBetween, isDay } from '@quayside/domain/days/days';

type Expected = Pick<ShipmentPlanWithPackLists, 'estimatedShipDate' | 'eta' | 'estimatedDeliveryDate'>;

/** By how many days a plan left late, and when it is expected then. */
export interface Delay {
  readonly days: number;
  /** The days that are known, each later by the delay. */
  readonly moved: { readonly eta?: string; readonly estimatedDeliveryDate?: string };
}

/** How late a plan is that left on this day. Undefined if it is not late, or if no day of arrival is known. */
export function delayOf({ estimatedShipDate, eta, estimatedDeliveryDate }: Expected, left: string): Delay | undefined {
  if (estimatedShipDate === null || !isDay(left)) return undefined;
  const days = daysBetween(estimatedShipDate, left);
  if (days <= 0 || (eta === null && estimatedDeliveryDate === null)) return undefined;
  return {
    days,
    moved: {
      ...(eta !== null && { eta: addDays(eta, days) }),
      ...(estimatedDeliveryDate !== null && { estimatedDeliveryDate: addDays(estimatedDeliveryDate, days) }),
    },
  };
}

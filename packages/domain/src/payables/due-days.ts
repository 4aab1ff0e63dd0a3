import { addDays, addMonths, daysBetween, endOfMonth, monthsBetween } from '../days/days.ts';
import type { DueEvent, MonthEnd } from './due-events.ts';

/** How the day of an instalment follows. */
export interface DueRule {
  /** Null: it follows none, because nothing was agreed. */
  readonly event: DueEvent | null;
  /** Counted first; the 31st becomes the last day of a shorter month. */
  readonly months: number;
  readonly days: number;
  /** Whether the day goes to the end of its month before the days are added, or after them; null: it does not. */
  readonly monthEnd: MonthEnd | null;
  /** The day that a person typed; null while the day follows the event. */
  readonly pinnedDay: string | null;
}

/** What became known about the goods. Each day is null while nobody has typed it. */
interface TypedDays {
  readonly readyOn: string | null;
  readonly shippedOn: string | null;
  readonly arrivedOn: string | null;
  readonly deliveredOn: string | null;
  readonly inspectedOn: string | null;
}
export interface InvoiceDays extends TypedDays {
  readonly invoiceDate: string | null;
  readonly etd: string | null;
  readonly shippingMethod: string | null;
}
export interface PurchaseOrderDays extends TypedDays {
  readonly orderDate: string | null;
  readonly deliveryDate: string | null;
  readonly etd: string | null;
  readonly shippingMethod: string | null;
}
export interface ShipmentPlanDays extends TypedDays {
  readonly readyDate: string | null;
  readonly etd: string | null;
  readonly eta: string | null;
  readonly deliveryDate: string | null;
  /**
   * Present for the goods of an order that no plan carries. They have no day but that of their first receipt, which a
   * day of delivery that a person typed on the invoice or the purchase order overrules.
   */
  readonly isWithoutPlan?: true;
}

/** The lead times of a supplier in days, as they were when the schedule was made. */
export interface LeadTimes {
  readonly shippingMethod: string | null;
  readonly times: readonly {
    readonly shippingMethod: string;
    readonly production: number | null;
    readonly transit: number | null;
    readonly checkIn: number | null;
  }[];
}

/** All that days are worked out from. `invoice` is null for the instalments of a purchase order. */
export interface DueFacts {
  readonly invoice: InvoiceDays | null;
  readonly purchaseOrders: readonly PurchaseOrderDays[];
  readonly plans: readonly ShipmentPlanDays[];
  readonly leadTimes: LeadTimes;
}

/** A day, or null when it is unknown, and whether it is only estimated. */
interface DueDay {
  readonly day: string | null;
  readonly isEstimated: boolean;
}
const UNKNOWN: DueDay = { day: null, isEstimated: false };

/** The facts of one purchase order and one plan. */
interface Strand {
  readonly invoice: InvoiceDays | null;
  readonly order: PurchaseOrderDays | null;
  readonly plan: ShipmentPlanDays | null;
  readonly leadTime: LeadTimes['times'][number] | undefined;
}

/**
 * Works out the day of an instalment (payables §2): the pinned day, or the day of its event plus the months, then the
 * days, moved to the end of its month before or after these where the rule says so. Not for paid instalments, which
 * never move.
 */
export function dueDayOf({ event, pinnedDay, ...rule }: DueRule, facts: DueFacts): DueDay {
  if (pinnedDay !== null) return { day: pinnedDay, isEstimated: false };
  if (event === null) return UNKNOWN;
  const { day, isEstimated } = eventDayOf(event, facts);
  const due = counted(day, rule);
  return due === null ? UNKNOWN : { day: due, isEstimated };
}

/** Counts from the day of the event. */
function counted(day: string | null, { months, days, monthEnd }: Pick<DueRule, 'months' | 'days' | 'monthEnd'>) {
  const later = plusMonths(day, months);
  const due = plusDays(later !== null && monthEnd === 'BEFORE' ? endOfMonth(later) : later, days);
  return due !== null && monthEnd === 'AFTER' ? endOfMonth(due) : due;
}

/**
 * Works out the day of an event (payables §2). Of several purchase orders or plans the latest day counts: certain only
 * when each is known, unknown when one is unknown.
 */
export function eventDayOf(event: DueEvent, facts: DueFacts): DueDay {
  // Goods without a plan say when they were delivered, and nothing of the way there.
  const plans = facts.plans.filter(({ isWithoutPlan }) => event === 'DELIVERY' || !isWithoutPlan);
  const all = strandsOf({ ...facts, plans }).map((strand) => dayInStrand(event, strand));
  return all.reduce<DueDay>((latest, one) => {
    if (latest.day === null || one.day === null) return UNKNOWN;
    const day = one.day > latest.day ? one.day : latest.day;
    return { day, isEstimated: latest.isEstimated || one.isEstimated };
  }, all[0] ?? UNKNOWN);
}

/** Every purchase order with every plan; without the one or the other, the rest by itself. */
function strandsOf({ invoice, purchaseOrders, plans, leadTimes }: DueFacts): Strand[] {
  const orNone = <T>(list: readonly T[]): readonly (T | null)[] => (list.length === 0 ? [null] : list);
  return orNone(purchaseOrders).flatMap((order) => {
    const method = order?.shippingMethod ?? invoice?.shippingMethod ?? leadTimes.shippingMethod;
    const leadTime = leadTimes.times.find(({ shippingMethod }) => shippingMethod === method);
    return orNone(plans).map((plan) => ({ invoice, order, plan, leadTime }));
  });
}

/**
 * The table of payables §2 for one purchase order and one plan: the known day, else the first estimate that is there.
 */
function dayInStrand(event: DueEvent, strand: Strand): DueDay {
  const { invoice, order, plan, leadTime } = strand;
  const at = (other: DueEvent): string | null => dayInStrand(other, strand).day;
  switch (event) {
    case 'ORDER':
      return first(order?.orderDate, invoice?.invoiceDate);
    case 'INVOICE':
      return invoice ? first(invoice.invoiceDate) : first(null, at('BEFORE_SHIPPING'));
    case 'BEFORE_SHIPPING': {
      const produced = plusDays(order?.orderDate, leadTime?.production);
      return first(typed('readyOn', strand), plan?.readyDate, order?.deliveryDate, produced);
    }
    case 'SHIPPING':
      return first(typed('shippedOn', strand), plan?.etd, invoice?.etd, order?.etd, at('BEFORE_SHIPPING'));
    case 'ARRIVAL':
      return first(typed('arrivedOn', strand), plan?.eta, plusDays(at('SHIPPING'), leadTime?.transit));
    case 'DELIVERY':
      return first(typed('deliveredOn', strand), plan?.deliveryDate, plusDays(at('ARRIVAL'), leadTime?.checkIn));
    case 'INSPECTION':
      return first(typed('inspectedOn', strand), at('BEFORE_SHIPPING'));
  }
}

type MaybeDay = string | null | undefined;

/** The known day, which is certain, else the first estimate that is there. */
function first(known: MaybeDay, ...estimates: readonly MaybeDay[]): DueDay {
  if (known) return { day: known, isEstimated: false };
  const day = estimates.find((estimate) => estimate) ?? null;
  return day === null ? UNKNOWN : { day, isEstimated: true };
}

/**
 * A typed day: that of the plan wins, and an invoice without its own takes that of the purchase order. What is only
 * known from receipts of goods without a plan comes last.
 */
const typed = (name: keyof TypedDays, { invoice, order, plan }: Strand): MaybeDay =>
  (plan?.isWithoutPlan ? null : plan?.[name]) ?? invoice?.[name] ?? order?.[name] ?? plan?.[name];

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];

/** Adds months; null when the day is unknown, or when the calendar ends before. */
function plusMonths(day: string | null, months: number): string | null {
  if (day === null || months === 0) return day;
  return months > monthsBetween(day, LAST_DAY) ? null : addMonths(day, months);
}

/** Adds days; null when the day or their number is unknown, or when the calendar ends before. */
function plusDays(day: MaybeDay, days: number | null | undefined): string | null {
  if (!day || days === null || days === undefined) return null;
  if (days < daysBetween(day, FIRST_DAY) || days > daysBetween(day, LAST_DAY)) return null;
  return addDays(day, days);
}

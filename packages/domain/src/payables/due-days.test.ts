import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, endOfMonth, monthsBetween } from '../days/days.ts';
import {
  dueDayOf,
  eventDayOf,
  type DueFacts,
  type DueRule,
  type InvoiceDays,
  type LeadTimes,
  type PurchaseOrderDays,
  type ShipmentPlanDays,
} from './due-days.ts';
import { DUE_EVENTS, type DueEvent, MAX_DUE_MONTHS } from './due-events.ts';

const TYPED = { readyOn: null, shippedOn: null, arrivedOn: null, deliveredOn: null, inspectedOn: null };
const anInvoice = (change: Partial<InvoiceDays> = {}): InvoiceDays => ({
  ...TYPED,
  invoiceDate: '2027-06-10',
  etd: null,
  shippingMethod: null,
  ...change,
});
const anOrder = (change: Partial<PurchaseOrderDays> = {}): PurchaseOrderDays => ({
  ...TYPED,
  orderDate: null,
  deliveryDate: null,
  etd: null,
  shippingMethod: null,
  ...change,
});
const aPlan = (change: Partial<ShipmentPlanDays> = {}): ShipmentPlanDays => ({
  ...TYPED,
  readyDate: null,
  etd: null,
  eta: null,
  deliveryDate: null,
  ...change,
});
const NO_TIMES: LeadTimes = { shippingMethod: null, times: [] };
const SEA: LeadTimes = {
  shippingMethod: 'SEA',
  times: [
    { shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 },
    { shippingMethod: 'AIR', production: 20, transit: 6, checkIn: 2 },
  ],
};
const facts = (change: Partial<DueFacts> = {}): DueFacts => ({
  invoice: anInvoice(),
  purchaseOrders: [],
  plans: [],
  leadTimes: NO_TIMES,
  ...change,
});
const rule = (event: DueEvent | null, days = 0, change: Partial<DueRule> = {}): DueRule => ({
  event,
  months: 0,
  days,
  monthEnd: null,
  pinnedDay: null,
  ...change,
});
const certain = (day: string) => ({ day, isEstimated: false });
const estimated = (day: string) => ({ day, isEstimated: true });
const UNKNOWN = { day: null, isEstimated: false };

describe('an instalment 10 days before shipping of an invoice of 10 Jun', () => {
  const before = rule('SHIPPING', -10);
  it.each([
    ['is estimated from the ETD', { etd: '2027-06-30' }, estimated('2027-06-20')],
    ['follows the ETD when it slips', { etd: '2027-07-09' }, estimated('2027-06-29')],
    ['is certain once it departed', { etd: '2027-07-09', shippedOn: '2027-07-11' }, certain('2027-07-01')],
    ['has no day while nothing is known', {}, UNKNOWN],
  ])('%s', (_name, days, expected) => {
    expect(dueDayOf(before, facts({ invoice: anInvoice(days) }))).toEqual(expected);
  });

  it('stays where it is pinned', () => {
    const pinned = rule('SHIPPING', -10, { pinnedDay: '2027-08-01' });
    expect(dueDayOf(pinned, facts({ invoice: anInvoice({ shippedOn: '2027-07-11' }) }))).toEqual(certain('2027-08-01'));
  });
});

describe('an instalment without an event', () => {
  it('has no day until one is typed, whatever is known', () => {
    const known = facts({ invoice: anInvoice({ shippedOn: '2027-07-11' }), leadTimes: SEA });
    expect(dueDayOf(rule(null), known)).toEqual(UNKNOWN);
    expect(dueDayOf(rule(null, 30, { monthEnd: 'BEFORE' }), known)).toEqual(UNKNOWN);
    expect(dueDayOf(rule(null, 0, { pinnedDay: '2027-08-01' }), known)).toEqual(certain('2027-08-01'));
  });
});

describe('days and month ends', () => {
  it.each([
    ['2027-01-15', 30, 'BEFORE', '2027-03-02'],
    ['2027-01-31', 0, 'BEFORE', '2027-01-31'],
    ['2027-01-15', -15, 'BEFORE', '2027-01-16'],
    ['2028-02-01', 0, 'BEFORE', '2028-02-29'],
    ['2028-02-29', 365, null, '2029-02-28'],
    ['2027-01-15', -365, null, '2026-01-15'],
    ['2027-01-15', 30, 'AFTER', '2027-02-28'],
    ['2027-01-31', 1, 'AFTER', '2027-02-28'],
    ['2027-03-02', -3, 'AFTER', '2027-02-28'],
    ['2027-01-15', 0, 'AFTER', '2027-01-31'],
  ] as const)('from %s, %i days, month end %s, is %s', (invoiceDate, days, monthEnd, expected) => {
    const day = dueDayOf(rule('INVOICE', days, { monthEnd }), facts({ invoice: anInvoice({ invoiceDate }) }));
    expect(day).toEqual(certain(expected));
  });

  it('beyond the calendar are unknown', () => {
    const last = facts({ invoice: anInvoice({ invoiceDate: '9999-12-31' }) });
    const firstDay = facts({ invoice: anInvoice({ invoiceDate: '0001-01-01' }) });
    expect(dueDayOf(rule('INVOICE', 1), last)).toEqual(UNKNOWN);
    expect(dueDayOf(rule('INVOICE', -1), firstDay)).toEqual(UNKNOWN);
    expect(dueDayOf(rule('INVOICE', 0), last)).toEqual(certain('9999-12-31'));
  });
});

/** Facts in which each cell of the table has a day of its own, so that the first cell that is left shows itself. */
const CELLS: Record<DueEvent, readonly [name: string, set: (facts: DueFacts) => DueFacts, day: string][]> = {
  ORDER: [
    ['the order date', (f) => withOrder(f, { orderDate: '2027-01-01' }), '2027-01-01'],
    ['the invoice date', (f) => withInvoice(f, { invoiceDate: '2027-01-02' }), '2027-01-02'],
  ],
  INVOICE: [['the invoice date', (f) => withInvoice(f, { invoiceDate: '2027-01-02' }), '2027-01-02']],
  BEFORE_SHIPPING: [
    ['ready', (f) => withInvoice(f, { readyOn: '2027-02-01' }), '2027-02-01'],
    ['the ready date of the plan', (f) => withPlan(f, { readyDate: '2027-02-02' }), '2027-02-02'],
    ['the delivery date of the order', (f) => withOrder(f, { deliveryDate: '2027-02-03' }), '2027-02-03'],
    ['order date and production', (f) => withTimes(withOrder(f, { orderDate: '2027-01-05' })), '2027-02-04'],
  ],
  SHIPPING: [
    ['shipped', (f) => withInvoice(f, { shippedOn: '2027-03-01' }), '2027-03-01'],
    ['the ETD of the plan', (f) => withPlan(f, { etd: '2027-03-02' }), '2027-03-02'],
    ['the ETD of the invoice', (f) => withInvoice(f, { etd: '2027-03-03' }), '2027-03-03'],
    ['the ETD of the order', (f) => withOrder(f, { etd: '2027-03-04' }), '2027-03-04'],
    ['ready', (f) => withInvoice(f, { readyOn: '2027-03-05' }), '2027-03-05'],
  ],
  ARRIVAL: [
    ['arrived', (f) => withInvoice(f, { arrivedOn: '2027-04-01' }), '2027-04-01'],
    ['the ETA of the plan', (f) => withPlan(f, { eta: '2027-04-02' }), '2027-04-02'],
    ['shipping and transit', (f) => withTimes(withInvoice(f, { shippedOn: '2027-03-01' })), '2027-04-05'],
  ],
  DELIVERY: [
    ['delivered', (f) => withInvoice(f, { deliveredOn: '2027-05-01' }), '2027-05-01'],
    ['the delivery date of the plan', (f) => withPlan(f, { deliveryDate: '2027-05-02' }), '2027-05-02'],
    ['arrival and check-in', (f) => withTimes(withInvoice(f, { arrivedOn: '2027-04-28' })), '2027-05-03'],
  ],
  INSPECTION: [
    ['inspected', (f) => withInvoice(f, { inspectedOn: '2027-02-10' }), '2027-02-10'],
    ['ready', (f) => withPlan(f, { readyDate: '2027-02-02' }), '2027-02-02'],
  ],
};
const withInvoice = (f: DueFacts, change: Partial<InvoiceDays>): DueFacts => ({
  ...f,
  invoice: { ...(f.invoice ?? anInvoice()), ...change },
});
const withOrder = (f: DueFacts, change: Partial<PurchaseOrderDays>): DueFacts => ({
  ...f,
  purchaseOrders: [{ ...(f.purchaseOrders[0] ?? anOrder()), ...change }],
});
const withPlan = (f: DueFacts, change: Partial<ShipmentPlanDays>): DueFacts => ({
  ...f,
  plans: [{ ...(f.plans[0] ?? aPlan()), ...change }],
});
const withTimes = (f: DueFacts): DueFacts => ({ ...f, leadTimes: SEA });

describe.each(DUE_EVENTS)('the day of %s', (event) => {
  const nothing = facts({ invoice: anInvoice({ invoiceDate: null }) });
  const cells = CELLS[event];

  it.each(cells.map(([name, , day], i) => [name, i, day] as const))(
    'is that of %s before all that follow',
    (_, i, day) => {
      const from = cells.slice(i).reduceRight((f, [, set]) => set(f), nothing);
      expect(eventDayOf(event, from)).toEqual(i === 0 ? certain(day) : estimated(day));
    },
  );

  it('is unknown when nothing is', () => {
    expect(eventDayOf(event, nothing)).toEqual(UNKNOWN);
  });
});

describe('the instalments of a purchase order', () => {
  const order = anOrder({ orderDate: '2027-01-05', shippingMethod: 'AIR' });
  const ofOrder = facts({ invoice: null, purchaseOrders: [order], leadTimes: SEA });
  it.each([
    ['ORDER', certain('2027-01-05')],
    ['INVOICE', estimated('2027-01-25')],
    ['BEFORE_SHIPPING', estimated('2027-01-25')],
    ['SHIPPING', estimated('2027-01-25')],
    ['ARRIVAL', estimated('2027-01-31')],
    ['DELIVERY', estimated('2027-02-02')],
  ] as const)('count %s by its shipping method', (event, expected) => {
    expect(eventDayOf(event, ofOrder)).toEqual(expected);
  });

  it('estimate INVOICE from the known day on which the goods were ready', () => {
    const ready = { ...ofOrder, purchaseOrders: [{ ...order, readyOn: '2027-01-20' }] };
    expect(eventDayOf('INVOICE', ready)).toEqual(estimated('2027-01-20'));
  });
});

describe('the lead times', () => {
  const shipped = { shippedOn: '2027-03-01' };
  it.each([
    ['of the method of the order come first', 'AIR', 'SEA', estimated('2027-03-07')],
    ['of the method of the invoice come next', null, 'AIR', estimated('2027-03-07')],
    ['of the own method of the supplier come last', null, null, estimated('2027-04-05')],
    ['end the chain when there are none for the method', 'LAND', null, UNKNOWN],
  ])('%s', (_name, ofOrder, ofInvoice, expected) => {
    const known = facts({
      invoice: anInvoice({ ...shipped, shippingMethod: ofInvoice }),
      purchaseOrders: [anOrder({ shippingMethod: ofOrder })],
      leadTimes: SEA,
    });
    expect(eventDayOf('ARRIVAL', known)).toEqual(expected);
  });

  it('end the chain where one is missing', () => {
    const leadTimes = {
      shippingMethod: 'SEA',
      times: [{ shippingMethod: 'SEA', production: 30, transit: null, checkIn: 5 }],
    };
    const known = facts({ invoice: anInvoice(shipped), leadTimes });
    expect([eventDayOf('ARRIVAL', known), eventDayOf('DELIVERY', known)]).toEqual([UNKNOWN, UNKNOWN]);
    expect(eventDayOf('DELIVERY', { ...known, plans: [aPlan({ eta: '2027-04-01' })] })).toEqual(
      estimated('2027-04-06'),
    );
  });
});

describe('typed days', () => {
  it.each([
    [
      'of the plan win',
      { shippedOn: '2027-03-02' },
      { shippedOn: '2027-03-01' },
      { shippedOn: '2027-02-28' },
      certain('2027-03-02'),
    ],
    [
      'of the invoice come before those of the order',
      {},
      { shippedOn: '2027-03-01' },
      { shippedOn: '2027-02-28' },
      certain('2027-03-01'),
    ],
    ['of the order count where the invoice has none', {}, {}, { shippedOn: '2027-02-28' }, certain('2027-02-28')],
  ])('%s', (_name, ofPlan, ofInvoice, ofOrder, expected) => {
    const known = facts({
      invoice: anInvoice(ofInvoice),
      purchaseOrders: [anOrder(ofOrder)],
      plans: [aPlan(ofPlan)],
    });
    expect(eventDayOf('SHIPPING', known)).toEqual(expected);
  });
});

describe('several purchase orders or plans', () => {
  const shipping = (...orders: readonly Partial<PurchaseOrderDays>[]) =>
    eventDayOf('SHIPPING', facts({ purchaseOrders: orders.map(anOrder) }));
  it.each([
    [
      'the latest known day is certain',
      [{ shippedOn: '2027-03-01' }, { shippedOn: '2027-03-05' }],
      certain('2027-03-05'),
    ],
    [
      'one estimate makes it an estimate',
      [{ shippedOn: '2027-03-09' }, { etd: '2027-03-05' }],
      estimated('2027-03-09'),
    ],
    ['one unknown day makes it unknown', [{ shippedOn: '2027-03-01' }, {}, { etd: '2027-03-05' }], UNKNOWN],
  ])('%s, in any order', (_name, orders, expected) => {
    expect(shipping(...orders)).toEqual(expected);
    expect(shipping(...orders.toReversed())).toEqual(expected);
  });

  it('the latest of the plans counts, each with what it lacks from invoice and order', () => {
    const plans = [aPlan({ shippedOn: '2027-03-01' }), aPlan()];
    const known = facts({ invoice: anInvoice({ etd: '2027-02-20' }), plans });
    expect(eventDayOf('SHIPPING', known)).toEqual(estimated('2027-03-01'));
    expect(eventDayOf('SHIPPING', { ...known, invoice: anInvoice() })).toEqual(UNKNOWN);
  });

  it('a day of the invoice itself stands for all of them', () => {
    const known = facts({ invoice: anInvoice({ shippedOn: '2027-03-01' }), purchaseOrders: [anOrder(), anOrder()] });
    expect(eventDayOf('SHIPPING', known)).toEqual(certain('2027-03-01'));
  });
});

describe('goods of orders without a plan', () => {
  const received = (day: string | null) => aPlan({ deliveredOn: day, isWithoutPlan: true });
  const delivery = (...plans: readonly ShipmentPlanDays[]) => eventDayOf('DELIVERY', facts({ plans }));

  it('are delivered on the day of their first receipt, the latest of several', () => {
    expect(delivery(received('2027-03-05'))).toEqual(certain('2027-03-05'));
    expect(delivery(received('2027-03-05'), received('2027-03-09'))).toEqual(certain('2027-03-09'));
    expect(delivery(received('2027-03-05'), received(null))).toEqual(UNKNOWN);
    expect(delivery(aPlan({ deliveryDate: '2027-03-02' }), received('2027-03-05'))).toEqual(estimated('2027-03-05'));
  });

  it('say less than the day of delivery that a person typed', () => {
    const plans = [received('2027-03-05')];
    const typedDay = { deliveredOn: '2027-03-01' };
    expect(eventDayOf('DELIVERY', facts({ plans, invoice: anInvoice(typedDay) }))).toEqual(certain('2027-03-01'));
    const purchaseOrders = [anOrder(typedDay)];
    expect(eventDayOf('DELIVERY', facts({ plans, purchaseOrders }))).toEqual(certain('2027-03-01'));
  });

  it('say nothing of the way there', () => {
    const plans = [aPlan({ shippedOn: '2027-03-01', eta: '2027-04-01' }), received('2027-03-05')];
    expect(eventDayOf('SHIPPING', facts({ plans }))).toEqual(certain('2027-03-01'));
    expect(eventDayOf('ARRIVAL', facts({ plans }))).toEqual(estimated('2027-04-01'));
    const alone = facts({ plans: [received('2027-03-05')], invoice: anInvoice({ shippedOn: '2027-02-01' }) });
    expect(eventDayOf('SHIPPING', alone)).toEqual(certain('2027-02-01'));
  });
});

describe('months', () => {
  const dayOf = (invoiceDate: string, change: Partial<DueRule>) =>
    dueDayOf(rule('INVOICE', 0, change), facts({ invoice: anInvoice({ invoiceDate }) }));
  it.each([
    ['2027-01-15', { months: 2 }, '2027-03-15'],
    ['2027-01-31', { months: 1 }, '2027-02-28'],
    ['2028-01-31', { months: 1 }, '2028-02-29'],
    ['2027-08-31', { months: 13 }, '2028-09-30'],
    ['2027-01-31', { months: 24 }, '2029-01-31'],
    ['2027-01-31', { months: 1, days: 3 }, '2027-03-03'],
    ['2027-01-31', { months: 1, days: -28 }, '2027-01-31'],
    // The months first, then the end of the month, then the days: in any other order the days differ.
    ['2027-02-15', { months: 1, days: 30, monthEnd: 'BEFORE' }, '2027-04-30'],
    ['2027-01-15', { months: 1, days: 30, monthEnd: 'AFTER' }, '2027-03-31'],
    ['2027-01-31', { months: 1, days: 1, monthEnd: 'AFTER' }, '2027-03-31'],
  ] as const)('from %s, %o, are due on %s', (invoiceDate, change, expected) => {
    expect(dayOf(invoiceDate, change)).toEqual(certain(expected));
  });

  it('beyond the calendar are unknown', () => {
    expect(dayOf('9999-12-01', { months: 1 })).toEqual(UNKNOWN);
    expect(dayOf('9999-11-30', { months: 1 })).toEqual(certain('9999-12-30'));
    expect(dayOf('9998-01-31', { months: 23, days: 1 })).toEqual(UNKNOWN);
  });

  const aDay = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1990-01-01', n));
  const months = fc.integer({ min: 0, max: MAX_DUE_MONTHS });
  it('end in the month so many after that of the event, on its date or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(aDay, months, (from, n) => {
        const { day } = dayOf(from, { months: n });
        expect(monthsBetween(from, day ?? '')).toBe(n);
        const last = endOfMonth(day ?? '');
        expect(day?.slice(8)).toBe(from.slice(8) < last.slice(8) ? from.slice(8) : last.slice(8));
      }),
    );
  });

  const days = fc.integer({ min: -365, max: 365 });
  it('of 0 leave the days and the end of the month before them as they always were', () => {
    fc.assert(
      fc.property(aDay, days, fc.boolean(), (from, n, isMonthEnd) => {
        const { day } = dayOf(from, { days: n, monthEnd: isMonthEnd ? 'BEFORE' : null });
        expect(day).toBe(addDays(isMonthEnd ? endOfMonth(from) : from, n));
      }),
    );
  });

  it('and days end on the last day of a month when its end comes after them, and never later', () => {
    fc.assert(
      fc.property(aDay, months, days, (from, m, d) => {
        const plain = dayOf(from, { months: m, days: d }).day ?? '';
        expect(dayOf(from, { months: m, days: d, monthEnd: 'AFTER' }).day).toBe(endOfMonth(plain));
      }),
    );
  });
});

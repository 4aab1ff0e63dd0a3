import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportPayments, exportPurchaseOrders, exportSuppliers } from '@quayside/contracts/exports';
import { patchPayment, updateInvoicePayment } from '@quayside/contracts/payments/payments';
import {
  createPurchaseOrder,
  getPurchaseOrder,
  listPurchaseOrderHistory,
  patchPurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import { createSupplier, getSupplier, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSound,
  orderPaymentsOf,
  paymentOf,
  type Term,
} from '../../../testing/payments.ts';
import { drawnPages, wordsOfPage } from '../../../testing/drawn-pdf.ts';
import { fileOf, generated } from '../../../testing/purchase-orders.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

type Shares = BodyIn<typeof createPurchaseOrder>['paymentTerms'];
const TERMS = [
  { percent: '10', event: 'INVOICE', months: 1, days: 0, monthEnd: null },
  { percent: '20', event: 'INVOICE', months: 0, days: 30, monthEnd: 'BEFORE' },
  { percent: '30', event: 'INVOICE', months: 0, days: 30, monthEnd: 'AFTER' },
  { percent: '40', event: 'INVOICE', months: 24, days: -1, monthEnd: 'AFTER' },
] as const satisfies readonly Term[];
const ruleOf = ({ months, days, monthEnd }: Pick<Required<Term>, 'months' | 'days' | 'monthEnd'>) => ({
  months,
  days,
  monthEnd,
});
const RULES = TERMS.map(ruleOf);
const refusalOf = async (answer: ReturnType<TestApp['call']>) => {
  const { status, error } = await answer;
  return [status, error.errors?.map(({ field }) => field)];
};

describe('months and the end of the month', () => {
  it('of a supplier are those of its invoices, whose days follow them', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    expect((await t.ok(a, getSupplier, { params: { id: supplierId } })).paymentTerms).toEqual(TERMS);
    const bill = await aBill(t, a, { supplierId, date: '2027-01-31' });
    expect(bill.payments.map(ruleOf)).toEqual(RULES);
    expect(bill.payments.map(({ dueDate }) => dueDate)).toEqual([
      '2027-02-28',
      '2027-03-02',
      '2027-03-31',
      '2029-01-31',
    ]);
    // Several days lead to the same one, so nobody can tell the day of the event from it.
    expect(bill.payments.map(({ eventDay }) => eventDay)).toEqual([null, null, null, null]);
  });

  it('are counted in this order: 15 Jan, month end + 30 is 2 Mar, and 30 days, then month end is 28 Feb', async () => {
    const terms = [
      { percent: '50', event: 'INVOICE', days: 30, monthEnd: 'BEFORE' },
      { percent: '50', event: 'INVOICE', days: 30, monthEnd: 'AFTER' },
    ] as const;
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms }), date: '2027-01-15' });
    expect(bill.payments.map(({ dueDate }) => dueDate)).toEqual(['2027-03-02', '2027-02-28']);
  });

  it('are typed on an instalment, and what is left out stays', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), date: '2027-01-31' });
    const patch = async (body: object) => {
      const { dueDate, ...one } = await t.ok(a, patchPayment, { params: { paymentId: paymentOf(bill) }, body });
      return [dueDate, one.months, one.days, one.monthEnd];
    };
    expect(await patch({ months: 1 })).toEqual(['2027-02-28', 1, 0, null]);
    expect(await patch({ days: 1, monthEnd: 'AFTER' })).toEqual(['2027-03-31', 1, 1, 'AFTER']);
    expect(await patch({ months: 0 })).toEqual(['2027-02-28', 0, 1, 'AFTER']);
    expect(await patch({ monthEnd: null })).toEqual(['2027-02-01', 0, 1, null]);
  });

  it('are true and false in requests from before the choice, and mean before the days', async () => {
    const body: BodyIn<typeof createSupplier> = {
      companyName: 'Wenzhou',
      paymentTerms: [
        { percent: '50', event: 'INVOICE', days: 30, monthEnd: true },
        { percent: '50', event: 'INVOICE', days: 30, monthEnd: false },
      ],
    };
    const { paymentTerms } = await t.ok(a, createSupplier, { body });
    expect(paymentTerms.map(({ monthEnd }) => monthEnd)).toEqual(['BEFORE', null]);
  });

  it.each([
    [-1, 'months'],
    [25, 'months'],
    [1.5, 'months'],
  ])('of %s are refused on the field', async (months, field) => {
    const term = { percent: '100', event: 'INVOICE', months } as const;
    const order = { paymentTerms: [{ percentOfPayment: '1', months }] };
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a) });
    const params = { paymentId: paymentOf(bill) };
    expect(await refusalOf(t.call(a, createSupplier, { body: { companyName: 'X', paymentTerms: [term] } }))).toEqual([
      422,
      [`paymentTerms.0.${field}`],
    ]);
    expect(await refusalOf(t.call(a, createPurchaseOrder, { body: order }))).toEqual([
      422,
      [`paymentTerms.0.${field}`],
    ]);
    expect(await refusalOf(t.call(a, patchPayment, { params, body: { months } }))).toEqual([422, [field]]);
  });
});

describe('months on a fixed day', () => {
  it('are refused on an instalment, and stay behind the day until it follows again', async () => {
    const terms: Term[] = [{ percent: '100', event: 'INVOICE', months: 2 }];
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms }), date: '2027-01-31' });
    const params = { paymentId: paymentOf(bill) };
    const dueDate = '2027-02-10';
    expect(await refusalOf(t.call(a, patchPayment, { params, body: { dueDate, months: 3 } }))).toEqual([
      422,
      ['months'],
    ]);
    // Also where the day that it has now is to stay.
    expect(await refusalOf(t.call(a, patchPayment, { params, body: { isPinned: true, months: 3 } }))).toEqual([
      422,
      ['months'],
    ]);
    expect(await t.ok(a, patchPayment, { params, body: { dueDate } })).toMatchObject({ dueDate, isPinned: true });
    expect(await refusalOf(t.call(a, patchPayment, { params, body: { months: 1 } }))).toEqual([422, ['months']]);
    // What a call answers can be sent back as it is.
    const pinned = await billOf(t, a, bill.invoiceId);
    const schedule = { invoicePaymentId: pinned.id ?? '' };
    await t.ok(a, updateInvoicePayment, { params: schedule, body: pinned as never });
    const payments = [{ id: paymentOf(bill), percent: '100', dueDate, months: 5 }];
    expect(await refusalOf(t.call(a, updateInvoicePayment, { params: schedule, body: { payments } }))).toEqual([
      422,
      ['payments.0.months'],
    ]);
    const follows = await t.ok(a, patchPayment, { params, body: { dueDate: null } });
    expect([follows.dueDate, follows.months]).toEqual(['2027-03-31', 2]);
  });

  it('are refused on a share of a purchase order', async () => {
    const dueDate = '2027-02-10';
    const share = { percentOfPayment: '1', months: 2 };
    const { id } = await anOpenOrder(t, a, { supplierId: await aPayee(t, a), items: ['100'], terms: [share] });
    const patch = (term: object) =>
      t.call(a, patchPurchaseOrder, { params: { id }, body: { paymentTerms: [{ ...share, ...term }] } });
    expect(await refusalOf(patch({ dueDate, months: 3 }))).toEqual([422, ['paymentTerms.0.months']]);
    expect(
      await refusalOf(t.call(a, createPurchaseOrder, { body: { paymentTerms: [{ ...share, dueDate }] } })),
    ).toEqual([422, ['paymentTerms.0.months']]);
    // The day is pinned over months that stay as they are, also when the answer is sent back.
    const pinned = await patch({ dueDate });
    expect([pinned.status, pinned.body.paymentTerms]).toMatchObject([200, [{ dueDate, isPinned: true, months: 2 }]]);
    expect((await patch({ dueDate, isPinned: false, months: 3 })).body.paymentTerms[0]).toMatchObject({
      months: 3,
      isPinned: false,
      dueDate: '2027-02-01',
    });
  });

  it('stay behind the day of a share that takes another place, and no other share takes them', async () => {
    const [dueDate, pinned] = ['2027-02-10', { percentOfPayment: '0.5', event: 'INVOICE', months: 2 }] as const;
    const other = { percentOfPayment: '0.5', event: 'ORDER' } as const;
    const terms: Shares = [other, pinned];
    const { id } = await anOpenOrder(t, a, { supplierId: await aPayee(t, a), items: ['100'], terms });
    const patch = (paymentTerms: Shares) => t.call(a, patchPurchaseOrder, { params: { id }, body: { paymentTerms } });
    expect((await patch([other, { ...pinned, dueDate }])).status).toBe(200);
    const moved = await patch([{ ...pinned, dueDate }, other]);
    expect([moved.status, moved.body.paymentTerms.map(({ months }) => months)]).toEqual([200, [2, 0]]);
    const taken = patch([
      { ...pinned, dueDate },
      { ...other, months: 2, dueDate: '2027-02-11' },
    ]);
    expect(await refusalOf(taken)).toEqual([422, ['paymentTerms.1.months']]);
  });
});

describe('a purchase order', () => {
  const SHARES: Shares = [
    { percentOfPayment: '0.3', event: 'ORDER', months: 2 },
    { percentOfPayment: '0.7', event: 'INVOICE', months: 1, days: 30, monthEnd: 'AFTER' },
  ];

  it('takes them from its supplier, has instalments by them, and gives them to its invoice', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const { id } = await t.ok(a, createPurchaseOrder, { body: { supplierId } });
    expect((await t.ok(a, getPurchaseOrder, { params: { id } })).paymentTerms.map(ruleOf)).toEqual(RULES);
    const order = await anOpenOrder(t, a, { supplierId, items: ['100'], terms: SHARES, orderDate: '2026-12-31' });
    const { payments } = await orderPaymentsOf(t, a, order.id);
    expect(payments.map(({ months, dueDate }) => [months, dueDate])).toEqual([
      [2, '2027-02-28'],
      [1, null],
    ]);
    const [purchaseOrderLineId = ''] = order.itemIds;
    const lines = [{ amount: '100.00', purchaseOrderLineId }];
    const bill = await aBill(t, a, { supplierId, date: '2027-01-15', total: '100.00', lines });
    expect(bill.payments.map(({ dueDate, ...one }) => [dueDate, ruleOf(one)])).toEqual([
      ['2027-02-28', { months: 2, days: 0, monthEnd: null }],
      ['2027-03-31', { months: 1, days: 30, monthEnd: 'AFTER' }],
    ]);
  });

  it('changes with the day of its instalment, and says so in its history', async () => {
    const order = await anOpenOrder(t, a, { supplierId: await aPayee(t, a), items: ['100'], terms: SHARES });
    const [first] = (await orderPaymentsOf(t, a, order.id)).payments;
    const params = { paymentId: first?.id ?? '' };
    await t.ok(a, patchPayment, { params, body: { months: 3, days: 5, monthEnd: 'BEFORE' } });
    await t.ok(a, patchPayment, { params, body: { days: 0, monthEnd: 'AFTER' } });
    const { paymentTerms } = await t.ok(a, getPurchaseOrder, { params: { id: order.id } });
    expect(paymentTerms.map(ruleOf)).toEqual([
      { months: 3, days: 0, monthEnd: 'AFTER' },
      { months: 1, days: 30, monthEnd: 'AFTER' },
    ]);
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id: order.id } });
    const changes = content.flatMap((entry) => entry.changes).filter(({ field }) => field === 'paymentTerms');
    expect(changes.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
      [
        '30 % ORDER +3M MONTH_END +5, 70 % INVOICE +1M +30 MONTH_END',
        '30 % ORDER +3M +0 MONTH_END, 70 % INVOICE +1M +30 MONTH_END',
      ],
      ['30 % ORDER +2M, 70 % INVOICE +1M +30 MONTH_END', '30 % ORDER +3M MONTH_END +5, 70 % INVOICE +1M +30 MONTH_END'],
    ]);
  });

  it('prints and exports them in the order in which they are counted', async () => {
    const seller = await t.admin();
    const supplierId = await aPayee(t, seller, { terms: TERMS });
    const order = await anOpenOrder(t, seller, { supplierId, items: ['100'], terms: SHARES });
    await aBill(t, seller, { supplierId });
    const rowsOf = async (spec: Parameters<typeof fileOf>[2], columns: string) => {
      const { text } = await fileOf(t, seller, spec, { query: { columns } as never });
      return text.slice(1).trim().split(/\r?\n/).slice(1);
    };
    expect(await rowsOf(exportPurchaseOrders, 'paymentTerms')).toEqual([
      '"30 % 30.00 ORDER +2 months; 70 % 70.00 INVOICE +1 months +30 days to month end"',
    ]);
    expect(await rowsOf(exportSuppliers, 'paymentTerms')).toEqual([
      '"10% on invoice + 1 month; 20% on invoice at end of month + 30 days; ' +
        '30% on invoice + 30 days to end of month; 40% 1 day before invoice + 24 months to end of month"',
    ]);
    const payables = await rowsOf(exportPayments, 'kind,position,event,months,days,monthEnd');
    expect(payables.toSorted()).toEqual([
      '"INVOICE",1,"INVOICE",1,0,',
      '"INVOICE",2,"INVOICE",0,30,"BEFORE"',
      '"INVOICE",3,"INVOICE",0,30,"AFTER"',
      '"INVOICE",4,"INVOICE",24,-1,"AFTER"',
      '"PURCHASE_ORDER",1,"ORDER",2,0,',
      '"PURCHASE_ORDER",2,"INVOICE",1,30,"AFTER"',
    ]);
    const pages = await drawnPages(await generated(t, seller, order.id));
    const words = pages.map(wordsOfPage).join(' ').replaceAll(/\s+/g, ' ');
    expect(words).toContain('Order date + 2 months');
    expect(words).toContain('Invoice date + 1 month + 30 days, then end of the month');
  });

  it.each([
    [{ days: 30, monthEnd: 'BEFORE' }, 'Invoice date, end of the month + 30 days'],
    [{ days: 30, monthEnd: 'AFTER' }, 'Invoice date + 30 days, then end of the month'],
    [{ months: 2, days: -7, monthEnd: 'BEFORE' }, 'Invoice date + 2 months, end of the month − 7 days'],
    [{ monthEnd: 'BEFORE' }, 'End of the month of: Invoice date'],
    [{ months: 1, monthEnd: 'AFTER' }, 'End of the month of: Invoice date + 1 month'],
  ] as const)('prints %j so that nobody can take one end of a month for the other', async (rule, printed) => {
    const terms: Shares = [{ percentOfPayment: '1', event: 'INVOICE', ...rule }];
    const order = await anOpenOrder(t, a, { supplierId: await aPayee(t, a), items: ['100'], terms });
    const pages = await drawnPages(await generated(t, a, order.id));
    expect(pages.map(wordsOfPage).join(' ').replaceAll(/\s+/g, ' ')).toContain(`100 % ${printed} `);
  });
});

describe('terms that an earlier release stored', () => {
  it('keep their days: the end of the month comes before them', async () => {
    const terms: Term[] = [{ percent: '100', event: 'INVOICE', days: 30 }];
    const supplierId = await aPayee(t, a, { terms });
    const shares: Shares = [{ percentOfPayment: '1', event: 'ORDER', days: 30 }];
    const order = await anOpenOrder(t, a, { supplierId, items: ['100'], terms: shares, orderDate: '2027-01-15' });
    await t.work(a, async (w) => {
      const stored = { event: 'INVOICE', days: 30, monthEnd: true };
      await sql`update supplier set payment_terms = ${JSON.stringify([{ percent: '100', ...stored }])}::jsonb
        where account_id = ${w.scope.accountId} and id = ${supplierId}`.execute(w.tx);
      const ofOrder = { hundredths: 10_000, ...stored, event: 'ORDER', pinnedOn: null };
      await sql`update purchase_order set terms = ${JSON.stringify([ofOrder])}::jsonb
        where account_id = ${w.scope.accountId} and id = ${order.id}`.execute(w.tx);
      await sql`update payment set month_end = true
        where account_id = ${w.scope.accountId} and purchase_order_id = ${order.id}`.execute(w.tx);
    });
    const rule = { months: 0, days: 30, monthEnd: 'BEFORE' };
    expect((await t.ok(a, getSupplier, { params: { id: supplierId } })).paymentTerms).toMatchObject([rule]);
    expect((await t.ok(a, getPurchaseOrder, { params: { id: order.id } })).paymentTerms).toMatchObject([
      { ...rule, dueDate: '2027-03-02' },
    ]);
    await t.ok(a, patchPurchaseOrder, { params: { id: order.id }, body: { readyOn: '2027-01-20' } });
    expect((await orderPaymentsOf(t, a, order.id)).payments).toMatchObject([{ ...rule, dueDate: '2027-03-02' }]);
    const bill = await aBill(t, a, { supplierId, date: '2027-01-15' });
    expect(bill.payments).toMatchObject([{ ...rule, dueDate: '2027-03-02' }]);
    // What was answered can be sent back, and is no change then.
    const supplier = await t.ok(a, getSupplier, { params: { id: supplierId } });
    const { companyName, paymentTerms } = supplier;
    const params = { id: supplierId };
    expect(await t.ok(a, updateSupplier, { params, body: { companyName, paymentTerms } })).toMatchObject({
      version: supplier.version,
    });
  });
});

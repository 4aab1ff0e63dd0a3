import { setDeposit } from '@quayside/contracts/payments/deposits';
import { closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { listInvoiceHistory, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import {
  type InvoicePayment,
  listPayments,
  patchPayment,
  type Payment,
  paymentTotals,
  undoPayPayment,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { listPurchaseOrderHistory, patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { patchPurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSound,
  inShort,
  orderPaymentsOf,
  pay,
  paymentOf,
  type Term,
} from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  a = await t.admin('GBP');
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

const TODAY = '2026-11-20';
const percents = (...shares: number[]): Term[] =>
  shares.map((percent) => ({ percent: String(percent), event: 'INVOICE' }));
const marked = ({ payments }: { readonly payments: readonly Payment[] }): string[] =>
  inShort({ payments: [...payments] }).map((text, i) => (payments[i]?.isRest ? `${text} rest` : text));
const setTotal = async ({ invoiceId }: Pick<InvoicePayment, 'invoiceId'>, total: string) => {
  await t.ok(a, updateInvoiceBasic, { params: { id: invoiceId }, body: { total } });
  return billOf(t, a, invoiceId);
};
const undo = (paymentId: string) => t.ok(a, undoPayPayment, { params: { paymentId }, body: {} });
const owed = async () =>
  (
    await t.ok(a, paymentTotals, {
      query: { filter: JSON.stringify([{ field: 'status', op: 'in', values: ['UNPAID'] }]) },
    })
  ).owed;

describe('a bill that is paid whole and whose total grows', () => {
  it('gets the rest as one more instalment at once, which is in the lists, resized, and gone at 0', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(100) }), total: '1000.00' });
    await pay(t, a, paymentOf(bill));
    const more = await setTotal(bill, '1200.00');
    expect(marked(more)).toEqual(['1000.00 1000.00 2026-11-01', `200.00 0.00 ${TODAY} rest`]);
    expect(more).toMatchObject({ state: 'PART_PAID', isConfirmed: false, difference: '0.00', open: '200.00' });
    expect(more.payments[1]).toMatchObject({ percent: null, position: 2, count: 2, can: { pay: { allowed: true } } });
    expect(await owed()).toEqual([{ currency: 'CNY', count: 1, open: '200.00' }]);
    const { content } = await t.ok(a, listPayments);
    expect(content.map(({ amount, isRest }) => [amount, isRest])).toEqual([
      ['200.00', true],
      ['1000.00', false],
    ]);
    expect(marked(await setTotal(bill, '1300.00'))).toEqual([
      '1000.00 1000.00 2026-11-01',
      `300.00 0.00 ${TODAY} rest`,
    ]);
    const same = await setTotal(bill, '1000.00');
    expect([marked(same), same.state]).toEqual([['1000.00 1000.00 2026-11-01'], 'PAID']);
    expect(await owed()).toEqual([]);
    const history = await t.ok(a, listInvoiceHistory, { params: { id: bill.invoiceId } });
    expect(history.content.map(({ action }) => action)).toContain('payment.rest-made');
  });

  it('keeps what of the rest is settled, and the next rest is another one', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(100) }), total: '1000.00' });
    await pay(t, a, paymentOf(bill));
    const rest = paymentOf(await setTotal(bill, '1200.00'), 2);
    await pay(t, a, rest, { amount: '50.00' });
    // Settled in part, it takes more, and never falls below that.
    expect(marked(await setTotal(bill, '1300.00'))[1]).toBe(`300.00 50.00 ${TODAY} rest`);
    expect(marked(await setTotal(bill, '1000.00'))[1]).toBe(`50.00 50.00 ${TODAY} rest`);
    expect(marked(await setTotal(bill, '1200.00'))).toEqual([
      '1000.00 1000.00 2026-11-01',
      `50.00 50.00 ${TODAY} rest`,
      `150.00 0.00 ${TODAY} rest`,
    ]);
    // Without the payment there was one rest only.
    const undone = await undo(rest);
    expect(undone).toMatchObject({ amount: '200.00', settled: '0.00' });
    expect(marked(await billOf(t, a, bill.invoiceId))).toEqual([
      '1000.00 1000.00 2026-11-01',
      `200.00 0.00 ${TODAY} rest`,
    ]);
  });

  it('has no rest any more when a payment is undone that takes it', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(30, 70) }), total: '1000.00' });
    await pay(t, a, paymentOf(bill, 1));
    await pay(t, a, paymentOf(bill, 2));
    const rest = paymentOf(await setTotal(bill, '1500.00'), 3);
    await undo(paymentOf(bill, 2));
    expect(marked(await billOf(t, a, bill.invoiceId))).toEqual(['300.00 300.00 2026-11-01', '1200.00 0.00 2026-11-01']);
    await pay(t, a, paymentOf(bill, 2), { amount: '700.00' });
    expect(marked(await billOf(t, a, bill.invoiceId))).toHaveLength(2);
    const gone = await t.call(a, patchPayment, { params: { paymentId: rest }, body: { dueDate: '2026-12-01' } });
    expect(gone.status).toBe(404);
  });

  it('tells open tabs of the rest that is gone', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(100) }), total: '1000.00' });
    await pay(t, a, paymentOf(bill));
    const rest = paymentOf(await setTotal(bill, '1200.00'), 2);
    const last = await t.deps.db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await setTotal(bill, '1000.00');
    const told = await t.deps.db.selectFrom('outbox').select('payload').where('id', '>', last.id).execute();
    expect(told.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ topic: 'payments', ids: expect.arrayContaining([rest]) }),
    );
  });

  it('answers the undo of the payment of a rest that is gone with it', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(100) }), total: '1000.00' });
    await pay(t, a, paymentOf(bill));
    const rest = paymentOf(await setTotal(bill, '1200.00'), 2);
    await pay(t, a, rest);
    await setTotal(bill, '1000.00');
    expect(await undo(rest)).toMatchObject({ id: rest, amount: '0.00', settled: '0.00', open: '0.00' });
    expect(marked(await billOf(t, a, bill.invoiceId))).toEqual(['1000.00 1000.00 2026-11-01']);
  });

  it('keeps the typed day of its rest, and the rest when the schedule is saved as it is', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(100) }), total: '1000.00' });
    await pay(t, a, paymentOf(bill));
    const rest = paymentOf(await setTotal(bill, '1200.00'), 2);
    await t.ok(a, patchPayment, { params: { paymentId: rest }, body: { dueDate: '2026-12-24' } });
    const params = { invoicePaymentId: bill.invoiceId };
    const put = (payments: object[], by = 'PERCENT') =>
      t.ok(a, updateInvoicePayment, { params, body: { by, payments } as never });
    const [one, two] = [{ id: paymentOf(bill), percent: '100' }, { id: rest }];
    expect(marked(await put([one, two]))[1]).toBe('200.00 0.00 2026-12-24 rest');
    // Left out, it is made anew.
    expect(marked(await put([one]))[1]).toBe(`200.00 0.00 ${TODAY} rest`);
    // By amounts it is an instalment like any other, which stays.
    const id = paymentOf(await billOf(t, a, bill.invoiceId), 2);
    const amounts = [
      { id: paymentOf(bill), amount: '1000.00' },
      { id, amount: '200.00' },
    ];
    expect(marked(await put(amounts, 'AMOUNT'))[1]).toBe(`200.00 0.00 ${TODAY}`);
    expect((await setTotal(bill, '1000.00')).payments).toHaveLength(2);
  });

  it('is closed with its rest', async () => {
    const productId = await aProduct(t, a, 'SKU-1');
    const bill = await aBill(t, a, {
      supplierId: await aPayee(t, a, { terms: percents(100) }),
      total: '1000.00',
      productId,
    });
    await pay(t, a, paymentOf(bill));
    await t.ok(a, createInvoiceLine, {
      params: { invoiceId: bill.invoiceId },
      body: { amount: '250.00', costType: 'FACTORY_INVOICE', productId, quantity: '1' },
    });
    await setTotal(bill, '1250.00');
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect(marked(await billOf(t, a, bill.invoiceId))[1]).toBe(`250.00 0.00 ${TODAY} rest`);
  });
});

describe('a purchase order that is paid whole and becomes dearer', () => {
  const prices = (purchaseOrderId: string, id: string, unitPrice: string) =>
    t.ok(a, patchPurchaseOrderItem, { params: { purchaseOrderId, id }, body: { unitPrice } });

  it('owes the rest at once, in payables and on the order', async () => {
    const order = await anOpenOrder(t, a, { supplierId: await aPayee(t, a), items: ['1000'] });
    const { payments } = await orderPaymentsOf(t, a, order.id);
    for (const { id } of payments) await pay(t, a, id);
    await prices(order.id, order.itemIds[0] ?? '', '1500');
    const now = await orderPaymentsOf(t, a, order.id);
    expect([marked(now).map((text) => text.replace('unknown', '-')), now.open]).toEqual([
      ['300.00 300.00 2026-11-01', '700.00 700.00 -', `500.00 0.00 ${TODAY} rest`],
      '500.00',
    ]);
    expect(await owed()).toEqual([{ currency: 'CNY', count: 1, open: '500.00' }]);
    // Its day is its own, because no term is about it.
    const rest = now.payments[2]?.id ?? '';
    await t.ok(a, patchPayment, { params: { paymentId: rest }, body: { dueDate: '2026-12-05' } });
    expect(marked(await orderPaymentsOf(t, a, order.id))[2]).toBe('500.00 0.00 2026-12-05 rest');
    await prices(order.id, order.itemIds[0] ?? '', '1000');
    expect(marked(await orderPaymentsOf(t, a, order.id))).toHaveLength(2);
    const history = await t.ok(a, listPurchaseOrderHistory, { params: { id: order.id } });
    expect(history.content.map(({ action }) => action)).toContain('payment.rest-made');
  });

  it('gives the rest to a term that is added, and keeps a rest that is paid after its terms', async () => {
    const order = await anOpenOrder(t, a, { supplierId: await aPayee(t, a), items: ['1000'] });
    for (const { id } of (await orderPaymentsOf(t, a, order.id)).payments) await pay(t, a, id);
    await prices(order.id, order.itemIds[0] ?? '', '1500');
    const rest = (await orderPaymentsOf(t, a, order.id)).payments[2]?.id ?? '';
    await pay(t, a, rest, { amount: '200.00' });
    const paymentTerms = [
      { percentOfPayment: '0.3', event: 'ORDER' },
      { percentOfPayment: '0.5', event: 'SHIPPING' },
      { percentOfPayment: '0.2', event: 'SHIPPING' },
    ];
    await t.ok(a, patchPurchaseOrder, { params: { id: order.id }, body: { paymentTerms } as never });
    const now = await orderPaymentsOf(t, a, order.id);
    expect(now.payments.map(({ amount, settled, position, isRest }) => [amount, settled, position, isRest])).toEqual([
      ['300.00', '300.00', 1, false],
      ['700.00', '700.00', 2, false],
      ['300.00', '0.00', 3, false],
      ['200.00', '200.00', 4, true],
    ]);
  });

  it('leaves no gap on an invoice where a deposit is typed lower', async () => {
    const supplierId = await aPayee(t, a);
    const terms = [
      { percentOfPayment: '0.4', event: 'ORDER' },
      { percentOfPayment: '0.6', event: 'SHIPPING' },
    ] as const;
    const order = await anOpenOrder(t, a, { supplierId, items: ['6200'], terms: [...terms] });
    for (const { id } of (await orderPaymentsOf(t, a, order.id)).payments) await pay(t, a, id);
    const bill = await aBill(t, a, {
      supplierId,
      total: '6200.00',
      lines: [{ amount: '6200.00', purchaseOrderLineId: order.itemIds[0] ?? '' }],
    });
    expect(bill).toMatchObject({ state: 'PAID', settled: '6200.00' });
    const params = { invoicePaymentId: bill.invoiceId, purchaseOrderId: order.id };
    const typed = await t.ok(a, setDeposit, { params, body: { amount: '5900.00' } });
    expect(typed).toMatchObject({ state: 'PART_PAID', open: '300.00', difference: '0.00' });
    expect(marked(typed).at(-1)).toBe(`300.00 0.00 ${TODAY} rest`);
    const back = await t.ok(a, setDeposit, { params, body: { amount: null } });
    expect([back.state, back.payments.length]).toEqual(['PAID', 2]);
  });
});

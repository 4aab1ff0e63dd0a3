import type { BodyIn } from '@quayside/contracts/endpoint';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { patchPayment } from '@quayside/contracts/payments/payments';
import { getPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSound,
  orderPaymentsOf,
  pay,
  paymentOf,
} from '../../../testing/payments.ts';
import { aPlan, ordersOf, packListsOf } from '../../../testing/shipment-plans.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
});

const TERMS = [
  { percent: '30', event: 'ORDER' },
  { percent: '70', event: 'DELIVERY', days: 30 },
] as const;

let made = 0;
/** A confirmed invoice of 1,000.00, of which 70 % are due 30 days after the delivery, and its order. */
async function ordered(quantity = '1') {
  made += 1;
  const supplierId = await aPayee(t, a, { terms: TERMS });
  const productId = await aProduct(t, a, `HS-${made}`, { weightUg: 1_500_000_000n, volumeMm3: 6_000_000n });
  const bill = await aBill(t, a, { supplierId, productId, total: '1000.00', lines: [{ amount: '1000.00', quantity }] });
  const [orderId = ''] = await ordersOf(t, a, bill.invoiceId);
  const balance = async () => {
    const { dueDate, isEstimated, eventDay } = (await billOf(t, a, bill.invoiceId)).payments[1] ?? {};
    return { dueDate, isEstimated, eventDay };
  };
  return { bill, orderId, balance };
}
const EXPECTED = { dueDate: '2027-01-19', isEstimated: true, eventDay: null };
const delivered = (day: string, dueDate: string) => ({ dueDate, isEstimated: false, eventDay: day });

/** A plan with these pack lists that left on 10 November and is expected on 20 December. */
async function onItsWay(packListIds: readonly string[]) {
  const { id } = await aPlan(t, a, packListIds, { estimatedDeliveryDate: '2026-12-20' });
  await patch(id, { shippedOn: '2026-11-10' });
  return id;
}
const patch = (id: string, body: BodyIn<typeof patchShipmentPlan>) =>
  t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
const receive = (day: string, packListId: string, quantity?: number) =>
  t.ok(a, receiveGoods, {
    body: { day, place: 'WAREHOUSE', rows: [{ packListId, ...(quantity !== undefined && { quantity }) }] },
  });
const receiveOrders = (...rows: readonly (readonly [day: string, orderId: string, quantity?: number])[]) =>
  t.ok(a, receiveGoods, {
    body: {
      day: '2026-11-20',
      place: 'WAREHOUSE',
      rows: rows.map(([day, orderId, quantity]) => ({ day, orderId, ...(quantity !== undefined && { quantity }) })),
    },
  });

describe('instalments due by delivery', () => {
  it('follow the first receipt of the plan, and its reversal puts the expected day back', async () => {
    const { orderId, balance } = await ordered();
    const [list = ''] = await packListsOf(t, a, orderId, 1);
    await onItsWay([list]);
    expect(await balance()).toEqual(EXPECTED);
    await receive('2026-11-15', list);
    expect(await balance()).toEqual(delivered('2026-11-15', '2026-12-15'));
    const [receipt] = (await t.ok(a, listReceipts, { query: {} })).content;
    await t.ok(a, reverseReceipt, { params: { id: receipt?.id ?? '' } });
    expect(await balance()).toEqual(EXPECTED);
    const { operationId } = await receive('2026-11-16', list);
    expect(await balance()).toEqual(delivered('2026-11-16', '2026-12-16'));
    await t.ok(a, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(await balance()).toEqual(EXPECTED);
    await expectSound(t, a);
  });

  it('count from the earliest of several receipts, for all orders of the plan', async () => {
    const [first, second] = [await ordered(), await ordered()];
    const [one = ''] = await packListsOf(t, a, first.orderId, 1);
    const [two = ''] = await packListsOf(t, a, second.orderId, 1);
    await onItsWay([one, two]);
    await receive('2026-11-15', one);
    expect(await second.balance()).toEqual(delivered('2026-11-15', '2026-12-15'));
    await receive('2026-11-18', two);
    expect(await second.balance()).toEqual(delivered('2026-11-15', '2026-12-15'));
    const [last] = (await t.ok(a, listReceipts, { query: {} })).content;
    await t.ok(a, reverseReceipt, { params: { id: last?.id ?? '' } });
    await receive('2026-11-12', two);
    expect(await first.balance()).toEqual(delivered('2026-11-12', '2026-12-12'));
    await expectSound(t, a);
  });

  it('stay where they are paid or pinned, and follow the day that a person typed on the plan', async () => {
    const [paid, pinned, typed] = [await ordered(), await ordered(), await ordered()];
    await pay(t, a, paymentOf(paid.bill, 2));
    await t.ok(a, patchPayment, { params: { paymentId: paymentOf(pinned.bill, 2) }, body: { dueDate: '2027-03-01' } });
    const lists = await Promise.all(
      [paid, pinned, typed].map(async ({ orderId }) => (await packListsOf(t, a, orderId, 1))[0] ?? ''),
    );
    const plan = await onItsWay(lists);
    const before = await paid.balance();
    await receive('2026-11-15', lists[0] ?? '');
    expect(await paid.balance()).toEqual(before);
    expect(await pinned.balance()).toEqual({ dueDate: '2027-03-01', isEstimated: false, eventDay: null });
    expect(await typed.balance()).toEqual(delivered('2026-11-15', '2026-12-15'));
    await patch(plan, { deliveredOn: '2026-11-14' });
    expect(await typed.balance()).toEqual(delivered('2026-11-14', '2026-12-14'));
    await expectSound(t, a);
  });

  it('are certain only when each of several plans was delivered, and then count from the last', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const productId = await aProduct(t, a, 'HS-TWO', { weightUg: 1_500_000_000n, volumeMm3: 6_000_000n });
    const bill = await aBill(t, a, { supplierId, productId, total: '1000.00', lines: ['600.00', '400.00'] });
    const [one = '', two = ''] = await ordersOf(t, a, bill.invoiceId);
    const [sea = ''] = await packListsOf(t, a, one, 1);
    const [air = ''] = await packListsOf(t, a, two, 1);
    await onItsWay([sea]);
    await onItsWay([air]);
    await receive('2026-11-15', sea);
    const balance = async () => (await billOf(t, a, bill.invoiceId)).payments[1];
    expect(await balance()).toMatchObject(EXPECTED);
    await receive('2026-11-17', air);
    expect(await balance()).toMatchObject(delivered('2026-11-17', '2026-12-17'));
    await expectSound(t, a);
  });

  it('count from the first receipt of an order that no plan carries, until it is reversed', async () => {
    const { bill, orderId, balance } = await ordered('100');
    const before = await balance();
    await receiveOrders(['2026-11-16', orderId, 40]);
    expect(await balance()).toEqual(delivered('2026-11-16', '2026-12-16'));
    await receiveOrders(['2026-11-12', orderId, 10]);
    expect(await balance()).toEqual(delivered('2026-11-12', '2026-12-12'));
    const { operationId } = await receiveOrders(['2026-11-18', orderId, 10]);
    await t.ok(a, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(await balance()).toEqual(delivered('2026-11-12', '2026-12-12'));
    const { content } = await t.ok(a, listReceipts, { query: {} });
    for (const { id } of content.filter(({ reversedAt }) => reversedAt === null))
      await t.ok(a, reverseReceipt, { params: { id } });
    expect(await balance()).toEqual(before);
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { deliveredOn: '2026-11-09' } });
    await receiveOrders(['2026-11-16', orderId, 40]);
    expect(await balance()).toEqual(delivered('2026-11-09', '2026-12-09'));
    await expectSound(t, a);
  });

  it('are certain only when each order that no plan carries has arrived, and each plan', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const productId = await aProduct(t, a, 'HS-THREE', { weightUg: 1_500_000_000n, volumeMm3: 6_000_000n });
    const bill = await aBill(t, a, { supplierId, productId, total: '1000.00', lines: ['500.00', '300.00', '200.00'] });
    const [planned = '', one = '', two = ''] = await ordersOf(t, a, bill.invoiceId);
    const [list = ''] = await packListsOf(t, a, planned, 1);
    await onItsWay([list]);
    const balance = async () => (await billOf(t, a, bill.invoiceId)).payments[1];
    expect(await balance()).toMatchObject(EXPECTED);
    await receiveOrders(['2026-11-12', one]);
    expect(await balance()).toMatchObject({ dueDate: null, eventDay: null });
    await receiveOrders(['2026-11-14', two]);
    expect(await balance()).toMatchObject(EXPECTED);
    await receive('2026-11-13', list);
    expect(await balance()).toMatchObject(delivered('2026-11-14', '2026-12-14'));
    await expectSound(t, a);
  });

  it('follow many orders that are received by hand in one step', async () => {
    const [first, second] = [await ordered(), await ordered()];
    await receiveOrders(['2026-11-11', first.orderId], ['2026-11-13', second.orderId]);
    expect(await first.balance()).toEqual(delivered('2026-11-11', '2026-12-11'));
    expect(await second.balance()).toEqual(delivered('2026-11-13', '2026-12-13'));
    await expectSound(t, a);
  });

  it('of a purchase order follow, too, and its expected days say so', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const productId = await aProduct(t, a, 'HS-PO');
    const terms = [
      { percentOfPayment: '0.3', event: 'ORDER' as const },
      { percentOfPayment: '0.7', event: 'DELIVERY' as const, days: 30 },
    ];
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000.00'], terms });
    const bill = await aBill(t, a, {
      supplierId,
      productId,
      total: '400.00',
      lines: [{ amount: '400.00', purchaseOrderLineId: order.itemIds[0] ?? '' }],
    });
    const [orderId = ''] = await ordersOf(t, a, bill.invoiceId);
    const [list = ''] = await packListsOf(t, a, orderId, 1);
    await onItsWay([list]);
    await receive('2026-11-15', list);
    expect((await orderPaymentsOf(t, a, order.id)).payments[1]).toMatchObject(delivered('2026-11-15', '2026-12-15'));
    expect((await t.ok(a, getPurchaseOrder, { params: { id: order.id } })).expectedDays).toContainEqual({
      ...{ event: 'DELIVERY', day: '2026-11-15', isEstimated: false },
    });
    await expectSound(t, a);
  });
});

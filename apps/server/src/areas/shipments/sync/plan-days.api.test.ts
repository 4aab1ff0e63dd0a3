import type { BodyIn } from '@quayside/contracts/endpoint';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { patchPayment, payPayment } from '@quayside/contracts/payments/payments';
import { getPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { patchShipmentPlan, removeShipmentPlanPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  { percent: '70', event: 'SHIPPING', days: -10 },
] as const;
const patch = (id: string, body: BodyIn<typeof patchShipmentPlan>) =>
  t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });

/** A confirmed invoice of 1,000.00 for one product, of which the deposit and the balance are due. */
let made = 0;
async function shipped(lines: readonly string[] = ['1000.00']) {
  made += 1;
  const supplierId = await aPayee(t, a, { terms: TERMS });
  const productId = await aProduct(t, a, `HS-${made}`, { weightUg: 1_500_000_000n, volumeMm3: 6_000_000n });
  const bill = await aBill(t, a, { supplierId, productId, total: '1000.00', lines, etd: '2026-12-01' });
  const orders = await ordersOf(t, a, bill.invoiceId);
  const days = async () => inShort(await billOf(t, a, bill.invoiceId));
  return { bill, orders, days, productId, supplierId };
}

describe('the days of a plan', () => {
  it('move the balance with its ETD, nine days late, while the deposit stays', async () => {
    const { orders, days } = await shipped();
    expect(await days()).toEqual(['300.00 0.00 2026-11-01', '700.00 0.00 2026-11-21']);
    const { id } = await aPlan(t, a, await packListsOf(t, a, orders[0] ?? '', 1), { estimatedShipDate: '2026-12-20' });
    expect(await days()).toEqual(['300.00 0.00 2026-11-01', '700.00 0.00 2026-12-10']);
    await patch(id, { estimatedShipDate: '2026-12-29' });
    expect(await days()).toEqual(['300.00 0.00 2026-11-01', '700.00 0.00 2026-12-19']);
    await patch(id, { shippedOn: '2026-11-19' });
    expect(await days()).toEqual(['300.00 0.00 2026-11-01', '700.00 0.00 2026-11-09']);
    await patch(id, { status: 'OPEN', correctionReason: 'It is still here' });
    expect(await days()).toEqual(['300.00 0.00 2026-11-01', '700.00 0.00 2026-12-19']);
    await expectSound(t, a);
  });

  it('tell other tabs of the payments that they move', async () => {
    const { bill, orders } = await shipped();
    const { id } = await aPlan(t, a, await packListsOf(t, a, orders[0] ?? '', 1));
    const last = await t.deps.db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await patch(id, { estimatedShipDate: '2026-12-20' });
    const told = await t.deps.db.selectFrom('outbox').select('payload').where('id', '>', last.id).execute();
    expect(told.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ topic: 'payments', ids: expect.arrayContaining([paymentOf(bill, 2)]) }),
    );
  });

  it('count by the latest of several plans, and let go of what leaves them', async () => {
    const { orders, days } = await shipped(['600.00', '400.00']);
    const [first = ''] = await packListsOf(t, a, orders[0] ?? '', 1);
    const [second = ''] = await packListsOf(t, a, orders[1] ?? '', 1);
    const sea = await aPlan(t, a, [first], { estimatedShipDate: '2026-12-20' });
    const air = await aPlan(t, a, [second], { estimatedShipDate: '2026-12-15' });
    expect((await days())[1]).toBe('700.00 0.00 2026-12-10');
    const remove = (shipmentPlanId: string, packListIds: string[]) =>
      t.ok(a, removeShipmentPlanPackLists, { body: { shipmentPlanId, packListIds } });
    await remove(sea.id, [first]);
    expect((await days())[1]).toBe('700.00 0.00 2026-12-05');
    await remove(air.id, [second]);
    // The ETD of the invoice again.
    expect((await days())[1]).toBe('700.00 0.00 2026-11-21');
    await expectSound(t, a);
  });

  it('leave alone what is paid and what is pinned', async () => {
    const { bill, orders, days } = await shipped();
    await pay(t, a, paymentOf(bill, 2));
    const { id } = await aPlan(t, a, await packListsOf(t, a, orders[0] ?? '', 1), { estimatedShipDate: '2026-12-20' });
    expect((await days())[1]).toBe('700.00 700.00 2026-11-21');
    await patch(id, { estimatedShipDate: '2026-12-29' });
    expect((await days())[1]).toBe('700.00 700.00 2026-11-21');
    const other = await shipped();
    const balance = paymentOf(other.bill, 2);
    const pin = (dueDate: string | null) =>
      t.ok(a, patchPayment, { params: { paymentId: balance }, body: { dueDate } });
    await pin('2027-01-05');
    await aPlan(t, a, await packListsOf(t, a, other.orders[0] ?? '', 1), { estimatedShipDate: '2026-12-20' });
    expect((await other.days())[1]).toBe('700.00 0.00 2027-01-05');
    await pin(null);
    expect((await other.days())[1]).toBe('700.00 0.00 2026-12-10');
  });

  it('make a payment stale that somebody is about to record', async () => {
    const { bill, orders } = await shipped();
    const { id } = await aPlan(t, a, await packListsOf(t, a, orders[0] ?? '', 1), { estimatedShipDate: '2026-12-20' });
    const [, seen] = (await billOf(t, a, bill.invoiceId)).payments;
    await patch(id, { eta: '2027-01-20', estimatedShipDate: '2026-12-29' });
    const refused = await t.call(a, payPayment, {
      params: { paymentId: paymentOf(bill, 2) },
      body: { isConfirmed: true, version: seen?.version },
    });
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict_version']);
    const [, now] = (await billOf(t, a, bill.invoiceId)).payments;
    expect([now?.settled, now?.dueDate]).toEqual(['0.00', '2026-12-19']);
    await pay(t, a, paymentOf(bill, 2), { version: now?.version });
    await patch(id, { estimatedShipDate: '2026-12-30' });
    expect((await billOf(t, a, bill.invoiceId)).payments[1]).toMatchObject({
      settled: '700.00',
      dueDate: '2026-12-19',
    });
  });

  it('move what is open of the purchase order, too', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const productId = await aProduct(t, a, 'HS-1187');
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000.00'], etd: '2026-12-10' });
    const bill = await aBill(t, a, {
      supplierId,
      productId,
      total: '400.00',
      lines: [{ amount: '400.00', purchaseOrderLineId: order.itemIds[0] ?? '' }],
    });
    const days = async () => (await orderPaymentsOf(t, a, order.id)).payments.map(({ dueDate }) => dueDate);
    expect(await days()).toEqual(['2026-11-01', '2026-12-10']);
    const [orderId = ''] = await ordersOf(t, a, bill.invoiceId);
    const packLists = await packListsOf(t, a, orderId, 1);
    await aPlan(t, a, packLists, { estimatedShipDate: '2026-12-20' });
    expect(await days()).toEqual(['2026-11-01', '2026-12-20']);
    expect((await t.ok(a, getPurchaseOrder, { params: { id: order.id } })).expectedDays).toContainEqual({
      event: 'SHIPPING',
      day: '2026-12-20',
      isEstimated: true,
    });
    expect((await billOf(t, a, bill.invoiceId)).payments.at(-1)?.dueDate).toBe('2026-12-20');
    await expectSound(t, a);
  });

  it('are the days of a schedule that is made later', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const productId = await aProduct(t, a, 'HS-1187');
    const draft = await aBill(t, a, { supplierId, productId, isDraft: true });
    const [orderId = ''] = await ordersOf(t, a, draft.invoiceId);
    await aPlan(t, a, await packListsOf(t, a, orderId, 1), { estimatedShipDate: '2026-12-20' });
    await t.ok(a, confirmInvoice, { params: { id: draft.invoiceId }, body: {} });
    expect(inShort(await billOf(t, a, draft.invoiceId))[1]).toBe('700.00 0.00 2026-12-10');
  });

  it('move nothing when a plan is sent or renamed', async () => {
    const { bill, orders } = await shipped();
    const { id } = await aPlan(t, a, await packListsOf(t, a, orders[0] ?? '', 1), { estimatedShipDate: '2026-12-20' });
    const before = await billOf(t, a, bill.invoiceId);
    await patch(id, { name: 'Winter', trackingNumber: 'T-1' });
    expect(await billOf(t, a, bill.invoiceId)).toEqual(before);
  });
});

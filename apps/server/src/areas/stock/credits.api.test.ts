import { createInvoice } from '@quayside/contracts/invoices';
import { listReceipts, receiveGoods } from '@quayside/contracts/receipts';
import { recordStockMovements } from '@quayside/contracts/stock-movements';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { aPlan, packListsOf } from '../../testing/shipment-plans.ts';
import { anOrderOf } from '../../testing/shipments.ts';
import { brokenStock } from './stock-check.service.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
});
afterEach(async () => expect(await t.work(maya, brokenStock)).toEqual([]));

type Order = Awaited<ReturnType<typeof received>>;

/** An order of 100 units, of which 60 arrived on one day and 40 on a later one. */
async function received() {
  const order = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
  const [packListId = ''] = await packListsOf(t, maya, order.id, 100);
  await aPlan(t, maya, [packListId], { shippedOn: '2026-11-01' });
  for (const [day, quantity] of [
    ['2026-11-10', 60],
    ['2026-11-12', 40],
  ] as const)
    await t.ok(maya, receiveGoods, { body: { day, place: 'WAREHOUSE', rows: [{ packListId, quantity }] } });
  return order;
}
const sell = ({ productId }: Order, quantity: number) =>
  t.ok(maya, recordStockMovements, {
    body: { rows: [{ productId, kind: 'TAKING', cause: 'SOLD', day: '2026-11-14', place: 'WAREHOUSE', quantity }] },
  });
const credit = ({ invoiceId, lineId }: Order, quantity: number) =>
  t.call(maya, createInvoice, {
    body: { creditsInvoiceId: invoiceId, creditLines: [{ invoiceLineId: lineId, quantity: String(quantity) }] },
  });
const receipts = async () =>
  (await t.ok(maya, listReceipts, { query: { sort: 'day,asc' } })).content.map(({ quantity, credited }) => [
    quantity,
    credited,
  ]);

describe('units that a credit note takes out of an order (stock §1)', () => {
  it('leave its receipts, the last received first', async () => {
    const order = await received();
    expect((await credit(order, 45)).status).toBe(201);
    expect(await receipts()).toEqual([
      [60, 5],
      [40, 40],
    ]);
  });

  it('are those on hand alone: 24 of which 10 are left are refused', async () => {
    const order = await received();
    await sell(order, 90);
    expect(await credit(order, 24)).toMatchObject({
      ...{ status: 422, body: { errors: [{ message: expect.stringContaining('10 are left') as unknown }] } },
    });
    expect(await receipts()).toEqual([
      [60, 0],
      [40, 0],
    ]);
    expect((await credit(order, 10)).status).toBe(201);
    expect(await receipts()).toEqual([
      [60, 0],
      [40, 10],
    ]);
  });
});

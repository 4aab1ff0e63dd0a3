import { listFiveQuantities } from '@quayside/contracts/stock/five-quantities';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { listReceipts, receiveGoods } from '@quayside/contracts/stock/receipts';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf, theOrder } from '../../../testing/shipments.ts';
import { brokenShipments } from '../../shipments/check/shipments-invariants.views.ts';
import { brokenStock } from '../check/stock-check.service.ts';

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

  it('leave the order and its pack list: 40 of 100 credited leave 60 everywhere', async () => {
    const order = await received();
    expect((await credit(order, 40)).status).toBe(201);
    const sixty = { packedQuantity: 60, shippedQuantity: 60, receivedQuantity: 60, unpackedQuantity: 0 };
    const detail = await theOrder(t, maya, order.id);
    expect(detail).toMatchObject({ quantity: 60, ...sixty, missingQuantity: 0, status: 'RECEIVED' });
    expect(detail.packLists).toMatchObject([{ quantity: 60, receivedQuantity: 60, missingQuantity: 0 }]);
    expect((await t.ok(maya, listOrders)).content).toMatchObject([{ quantity: 60, ...sixty }]);
    expect(await t.ok(maya, orderTotals)).toMatchObject({
      ...{ quantity: 60, packed: 60, shipped: 60, received: 60, missing: 0, unpacked: 0 },
    });
    expect((await t.ok(maya, listPackLists)).content).toMatchObject([{ quantity: 60, receivedQuantity: 60 }]);
    const lots = await t.ok(maya, getProductInventory, { params: { productId: order.productId } });
    expect(lots.content).toMatchObject([{ units: 60, received: 60, onHand: 60, notArrived: 0 }]);
    const five = (await t.ok(maya, listFiveQuantities, { query: { filter: '[]' } })).content;
    expect(five).toMatchObject([{ ordered: 60, invoiced: 60, packed: 60, shipped: 60, received: 60 }]);
    expect(await t.work(maya, brokenShipments)).toEqual([]);
  });
});

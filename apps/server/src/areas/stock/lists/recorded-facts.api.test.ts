import { getReconciliation } from '@quayside/contracts/costs/cost-reports';
import { getLotTakingTotals, listLotTakings } from '@quayside/contracts/stock/lot-takings';
import { decideMissing, listMissingDecisions } from '@quayside/contracts/stock/missing';
import { createProduct } from '@quayside/contracts/products/products';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { listStock } from '@quayside/contracts/stock/stock';
import {
  listStockMovements,
  postInventoryBalanceUpdates,
  recordStockMovements,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf, theOrder } from '../../../testing/shipments.ts';
import { brokenInvariants } from '../../costs/check/invariants.views.ts';
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
afterEach(async () => {
  expect(await t.work(maya, brokenStock)).toEqual([]);
  expect(await t.work(maya, brokenShipments)).toEqual([]);
  expect(await t.work(maya, brokenInvariants)).toEqual([]);
});

/** An order of one pack list in a plan that left on 10 November. */
async function underWay(units: number, amount: string) {
  const order = await anOrderOf(t, maya, { units, amount });
  const [packListId = ''] = await packListsOf(t, maya, order.id, units);
  const plan = await aPlan(t, maya, [packListId], { shippedOn: '2026-11-10' });
  return { ...order, packListId, planId: plan.id };
}
const arrive = (packListId: string, quantity: number, day = '2026-11-20') =>
  t.ok(maya, receiveGoods, { body: { day, place: 'WAREHOUSE', rows: [{ packListId, quantity }] } });
const receiveOrder = (orderId: string, quantity: number, reason?: string) =>
  t.call(maya, receiveGoods, {
    body: {
      ...{ day: '2026-11-20', place: 'WAREHOUSE' },
      rows: [{ orderId, quantity, ...(reason !== undefined && { reason }) }],
    },
  });
const patchPlan = (shipmentPlanId: string, body: object) =>
  t.call(maya, patchShipmentPlan, { params: { shipmentPlanId }, body });
const lotsOf = async (productId: string) => (await t.ok(maya, getProductInventory, { params: { productId } })).content;
const lastReceipt = async () =>
  (await t.ok(maya, listReceipts, { query: { size: '100' } })).content.find(({ reversedAt }) => reversedAt === null)
    ?.id ?? '';
const undo = (operationId: string | null) => t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });

describe('a receipt', () => {
  it('of one row has a place and a day of its own', async () => {
    const { packListId } = await underWay(100, '1000.00');
    await t.ok(maya, receiveGoods, {
      body: {
        ...{ day: '2026-11-20', place: 'WAREHOUSE' },
        rows: [
          { packListId, quantity: 60 },
          { packListId, quantity: 40, place: 'AMAZON_UK', day: '2026-11-22' },
        ],
      },
    });
    const { content } = await t.ok(maya, listReceipts, { query: { sort: ['day,asc'] } });
    expect(content).toMatchObject([
      { quantity: 60, place: 'WAREHOUSE', day: '2026-11-20' },
      { quantity: 40, place: 'AMAZON_UK', day: '2026-11-22' },
    ]);
  });

  it('that found units which were never sent leaves them missing again when it is reversed', async () => {
    const { packListId, planId } = await underWay(100, '1000.00');
    await arrive(packListId, 96);
    await patchPlan(planId, { status: 'RECEIVED' });
    const decision = { packListId, kind: 'SHORT', debtor: 'SUPPLIER', quantity: 4, day: '2026-11-21' } as const;
    await t.ok(maya, decideMissing, { body: decision });
    await arrive(packListId, 3, '2026-11-23');
    const found = async () => (await t.ok(maya, listMissingDecisions)).content.map((one) => one.found);
    expect(await found()).toEqual([3]);
    await t.ok(maya, reverseReceipt, { params: { id: await lastReceipt() } });
    expect(await found()).toEqual([0]);
  });

  it('of an order of which everything has arrived is surplus of its newest pack list, with a reason', async () => {
    const order = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const [first = '', second = ''] = await packListsOf(t, maya, order.id, 60, 40);
    await aPlan(t, maya, [first, second], { shippedOn: '2026-11-10' });
    await arrive(first, 60);
    expect((await receiveOrder(order.id, 5, 'Five more came')).error.errors).toMatchObject([
      { field: 'rows.0.quantity', code: 'receipt.nothing_left' },
    ]);
    await arrive(second, 40);
    expect((await receiveOrder(order.id, 5)).error.errors).toMatchObject([{ field: 'rows.0.quantity' }]);
    const more = await receiveOrder(order.id, 5, 'Five more came');
    expect(more).toMatchObject({ status: 201, body: { surplus: 5, rows: [{ packListId: second, surplus: 5 }] } });
  });
});

describe('the day on which a plan left', () => {
  const REASON = { correctionReason: 'Another day' };

  it('does not move behind its first receipt, which is named', async () => {
    const { packListId, planId } = await underWay(100, '1000.00');
    await arrive(packListId, 6, '2026-11-12');
    await arrive(packListId, 6, '2026-11-14');
    const refused = await patchPlan(planId, { shippedOn: '2026-11-13', ...REASON });
    expect(refused.status).toBe(422);
    expect(refused.error.errors).toMatchObject([
      { field: 'shippedOn', message: expect.stringMatching(/^2026-11-12 or earlier: .* 6 units of PL-0001 arrived$/) },
    ]);
    expect((await patchPlan(planId, { shippedOn: '2026-11-12', ...REASON })).status).toBe(200);
  });

  it('does not move behind a decision about what is missing of it', async () => {
    const { packListId, planId } = await underWay(100, '1000.00');
    await patchPlan(planId, { status: 'RECEIVED' });
    const decision = { packListId, kind: 'LOST', debtor: 'CARRIER', quantity: 4, day: '2026-11-15' } as const;
    await t.ok(maya, decideMissing, { body: decision });
    const refused = await patchPlan(planId, { shippedOn: '2026-11-16', ...REASON });
    expect(refused.error.errors).toMatchObject([{ field: 'shippedOn', code: 'plan.decided_on' }]);
    expect((await patchPlan(planId, { shippedOn: '2026-11-15', ...REASON })).status).toBe(200);
  });
});

describe('a pack list that a receipt made', () => {
  it('is in no list of lots any more once the receipt is undone or reversed, and comes back with it', async () => {
    const order = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const received = await receiveOrder(order.id, 10);
    expect(await lotsOf(order.productId)).toMatchObject([{ units: 10, cost: '100.00' }]);
    await undo(received.body?.operationId ?? null);
    expect(await lotsOf(order.productId)).toEqual([]);
    expect(await theOrder(t, maya, order.id)).toMatchObject({ packLists: [], unpackedQuantity: 10 });
    await receiveOrder(order.id, 10);
    const { operationId } = await t.ok(maya, reverseReceipt, { params: { id: await lastReceipt() } });
    expect(await lotsOf(order.productId)).toEqual([]);
    await undo(operationId);
    expect(await lotsOf(order.productId)).toMatchObject([{ units: 10, cost: '100.00', onHand: 10 }]);
  });

  it('leaves a cost that was shared over it alone without an assignment', async () => {
    const order = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    await receiveOrder(order.id, 10);
    const [lot] = await lotsOf(order.productId);
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-21' }, [
      { costType: 'SHIPPING', amount: '30.00', scope: [{ type: 'PACK_LIST', id: lot?.id ?? '' }] },
    ]);
    expect(await lotsOf(order.productId)).toMatchObject([{ cost: '130.00' }]);
    await t.ok(maya, reverseReceipt, { params: { id: await lastReceipt() } });
    expect((await t.ok(maya, getReconciliation)).unassignedByReason).toMatchObject([
      { reason: 'NO_SCOPE', lines: 1, amount: '30.00' },
    ]);
  });
});

describe('a past day', () => {
  it('does not depend on what was recorded first', async () => {
    const supplierIds = [await aSupplier(t, maya, { name: 'Cups & Co', currency: 'GBP' })];
    const product = async (sku: string) =>
      (await t.ok(maya, createProduct, { body: { sku, name: sku, supplierIds } })).id;
    const sell = (productId: string) =>
      t.ok(maya, recordStockMovements, {
        body: { rows: [{ productId, cause: 'SOLD', day: '2026-02-01', place: 'WAREHOUSE', quantity: 5 }] },
      });
    const count = (productId: string) =>
      t.ok(maya, postInventoryBalanceUpdates, { body: { updates: [{ productId, quantity: 0, date: '2026-03-01' }] } });
    const [sold, counted] = [await product('SOLD-FIRST'), await product('COUNTED-FIRST')];
    await sell(sold);
    await count(sold);
    await count(counted);
    await sell(counted);
    const at = async (query: object) => {
      const { content } = await t.ok(maya, listStock, { query });
      return [counted, sold].map((id) => content.find(({ productId }) => productId === id)?.waiting);
    };
    expect(await at({ on: '2026-02-10' })).toEqual([5, 5]);
    expect(await at({ on: '2026-03-10' })).toEqual([0, 0]);
    expect(await at({})).toEqual([0, 0]);
  });
});

describe('what a lot gave', () => {
  it('is an empty list while the lot has not arrived', async () => {
    const { packListId, productId } = await underWay(100, '1000.00');
    expect((await lotsOf(productId)).map(({ id }) => id)).toEqual([packListId]);
    expect((await t.ok(maya, listLotTakings, { params: { id: packListId } })).content).toEqual([]);
    expect(await t.ok(maya, getLotTakingTotals, { params: { id: packListId } })).toMatchObject({
      ...{ takings: 0, units: 0, byMonth: [] },
    });
  });
});

describe('moving units out of a place', () => {
  it('that has too little is warned of, in the preview and when it is recorded, and never refused', async () => {
    const order = await anOrderOf(t, maya, { units: 1000, amount: '1000.00' });
    await t.ok(maya, receiveGoods, {
      body: { day: '2026-11-20', place: 'AMAZON_UK', rows: [{ orderId: order.id }] },
    });
    const { productId } = order;
    const row = (quantity: number, place: 'WAREHOUSE' | 'AMAZON_UK', day = '2026-11-21') =>
      ({ productId, kind: 'MOVE', day, place, toPlace: 'AMAZON_DE', quantity }) as const;
    const rows = [row(400, 'AMAZON_UK'), row(600, 'WAREHOUSE'), row(1, 'AMAZON_UK', '2026-11-19')];
    const previewed = await t.ok(maya, recordStockMovements, { body: { rows, preview: true } });
    expect(previewed).toMatchObject({
      ...{ operationId: null, ids: [] },
      warnings: [
        { row: 1, message: expect.stringContaining('WAREHOUSE has 0 on 2026-11-21, fewer than the 600') },
        { row: 2, message: expect.stringContaining('AMAZON_UK has 0 on 2026-11-19, fewer than the 1') },
      ],
    });
    expect((await t.ok(maya, listStockMovements)).content).toEqual([]);
    const recorded = await t.call(maya, recordStockMovements, { body: { rows } });
    expect(recorded).toMatchObject({ status: 201, body: { warnings: previewed.warnings } });
    expect(recorded.body?.ids).toHaveLength(3);
  });
});

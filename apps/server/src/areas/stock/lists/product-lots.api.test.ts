import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { getProductCostHistory } from '@quayside/contracts/costs/cost-reports';
import { getLotTakingTotals, listLotTakings } from '@quayside/contracts/stock/lot-takings';
import { decideMissing, takeBackDecision } from '@quayside/contracts/stock/missing';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { listStock } from '@quayside/contracts/stock/stock';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { getStockMethod, previewStockMethod } from '@quayside/contracts/stock/stock-method';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { lotDiscrepancies } from '../../../testing/lot-proofs.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
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

const inventory = (productId: string) => t.ok(maya, getProductInventory, { params: { productId } });
const receive = (packListId: string, quantity?: number, day = '2026-11-10') =>
  t.ok(maya, receiveGoods, {
    body: { day, place: 'WAREHOUSE', rows: [{ packListId, ...(quantity !== undefined && { quantity }) }] },
  });
const sell = (productId: string, quantity: number, day = '2026-11-20') =>
  t.ok(maya, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day, place: 'WAREHOUSE', quantity }] },
  });

describe('a pack list of which no unit is left (stock §2)', () => {
  /** Everything that says what the lots of a product cost answers. */
  async function everyAnswer(productId: string, lotId: string): Promise<void> {
    for (const on of [undefined, '2026-11-12'])
      await t.ok(maya, listStock, { query: { ...(on !== undefined && { on }) } });
    await t.ok(maya, explainProduct, { params: { id: productId }, query: {} });
    await t.ok(maya, getProductCostHistory, { params: { productId }, query: { split: 'true' } });
    await t.ok(maya, listLotTakings, { params: { id: lotId } });
    await t.ok(maya, getLotTakingTotals, { params: { id: lotId } });
    await t.ok(maya, previewStockMethod, { body: { method: 'AVERAGE' } });
    expect(await lotDiscrepancies(t, maya, productId)).toEqual([]);
  }

  it('has no part of the cost once all its units went back to the supplier', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const [gone = '', kept = ''] = await packListsOf(t, maya, kettle.id, 5, 5);
    await receive(kept);
    await receive(gone, undefined, '2026-11-11');
    await t.ok(maya, createInvoice, {
      body: {
        creditsInvoiceId: kettle.invoiceId,
        creditLines: [{ invoiceLineId: kettle.lineId, quantity: '5', amount: '40.00' }],
      },
    });
    const { content, stock } = await inventory(kettle.productId);
    expect(content.map(({ id, units, cost, value }) => [id, units, cost, value])).toEqual([
      [kept, 5, '60.00', '60.00'],
      [gone, 0, '0.00', '0.00'],
    ]);
    expect(content[1]).toMatchObject({ unitCost: null, notArrivedValue: '0.00', onHand: 0 });
    expect(stock).toMatchObject({ onHand: 5, value: '60.00' });
    await everyAnswer(kettle.productId, gone);
  });

  it('has no part of the cost once the supplier has never sent it, until the decision is taken back', async () => {
    const kettle = await anOrderOf(t, maya, { units: 24, amount: '300.00' });
    const [none = '', all = ''] = await packListsOf(t, maya, kettle.id, 6, 18);
    const plan = await aPlan(t, maya, [none, all], { shippedOn: '2026-11-01' });
    await receive(all);
    await t.ok(maya, patchShipmentPlan, {
      params: { shipmentPlanId: plan.id },
      body: { status: 'RECEIVED' },
    });
    const decision = await t.ok(maya, decideMissing, {
      body: { packListId: none, kind: 'SHORT', debtor: 'SUPPLIER', quantity: 6, words: 'Not packed' },
    });
    const costs = async () => (await inventory(kettle.productId)).content.map(({ id, cost }) => [id, cost]);
    expect(await costs()).toEqual([
      [all, '300.00'],
      [none, '0.00'],
    ]);
    await everyAnswer(kettle.productId, none);
    await t.ok(maya, takeBackDecision, { params: { id: decision.id } });
    expect(await costs()).toEqual([
      [all, '225.00'],
      [none, '75.00'],
    ]);
  });
});

describe('a cost without an order that joined a lot (stock §4)', () => {
  it('stays in the lot while another pack list of its order has not arrived', async () => {
    const kettle = await anOrderOf(t, maya, { units: 20, amount: '500.00' });
    const other = await anOrderOf(t, maya, { units: 10, amount: '50.00' });
    const [first = '', later = ''] = await packListsOf(t, maya, kettle.id, 10, 10);
    const inspector = await aSupplier(t, maya, { name: 'Clear Eye', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: inspector, invoiceNumber: 'CE-1', date: '2026-11-05' }, [
      {
        productId: kettle.productId,
        costType: 'INSPECTIONS',
        amount: '46.54',
        scope: [{ type: 'ORDER', id: other.id }],
      },
    ]);
    await receive(first);
    await sell(kettle.productId, 4);
    const { content, stock } = await inventory(kettle.productId);
    expect(content.map(({ id, cost, value, notArrivedValue }) => [id, cost, value, notArrivedValue])).toEqual([
      [first, '296.54', '177.93', '0.00'],
      [later, '250.00', '0.00', '250.00'],
    ]);
    expect(stock.value).toBe('177.93');
    expect(await t.ok(maya, getStockMethod)).toMatchObject({ method: 'FIFO' });
  });

  it('waits again once all units of the lot that it joined went back to the supplier', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const other = await anOrderOf(t, maya, { units: 10, amount: '50.00' });
    const [first = '', last = ''] = await packListsOf(t, maya, kettle.id, 5, 5);
    const inspector = await aSupplier(t, maya, { name: 'Clear Eye', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: inspector, invoiceNumber: 'CE-2', date: '2026-11-11' }, [
      {
        productId: kettle.productId,
        costType: 'INSPECTIONS',
        amount: '12.00',
        scope: [{ type: 'ORDER', id: other.id }],
      },
    ]);
    await receive(first, undefined, '2026-11-10');
    await receive(last, undefined, '2026-11-12');
    const found = async () => {
      const { looseCosts, stock } = await inventory(kettle.productId);
      return [looseCosts.map(({ lotId, isWaiting }) => [lotId, isWaiting]), stock.value];
    };
    expect(await found()).toEqual([[[last, false]], '112.00']);
    await t.ok(maya, createInvoice, {
      body: {
        creditsInvoiceId: kettle.invoiceId,
        creditLines: [{ invoiceLineId: kettle.lineId, quantity: '5', amount: '50.00' }],
      },
    });
    expect(await found()).toEqual([[[null, true]], '50.00']);
  });
});

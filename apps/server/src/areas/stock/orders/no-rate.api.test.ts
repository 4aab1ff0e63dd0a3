import { listRestatements } from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { exportOrders, exportStockMovements } from '@quayside/contracts/exports';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { getLotTakingTotals, listLotTakings } from '@quayside/contracts/stock/lot-takings';
import { createOrderImport } from '@quayside/contracts/stock/order-imports';
import { getOrder, listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { createPackList } from '@quayside/contracts/shipments/pack-lists';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { listStock } from '@quayside/contracts/stock/stock';
import {
  getStockMovementTotals,
  listStockMovements,
  recordStockMovements,
} from '@quayside/contracts/stock/stock-movements';
import { setStockMethod } from '@quayside/contracts/stock/stock-method';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';
import { lotDiscrepancies } from '../../../testing/lot-proofs.ts';
import { reportOf } from '../../../testing/order-reports.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { ordersOf } from '../../../testing/shipment-plans.ts';
import { brokenStock, checkStock } from '../check/stock-check.service.ts';

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

/** 10 units for 1,000.00 that were bought without an exchange rate; all arrived, and 4 were sold in October. */
async function unrated() {
  const supplierId = await aSupplier(t, maya);
  const productId = await aProduct(t, maya, 'KTL');
  const { id: invoiceId } = await anInvoice(
    t,
    maya,
    { supplierId, invoiceNumber: 'F-1', date: '2026-10-01', currency: 'CNY', rate: null },
    [{ productId, costType: 'FACTORY_INVOICE', quantity: 10, amount: '1000.00' }],
  );
  const [orderId = ''] = await ordersOf(t, maya, invoiceId);
  const { packListId } = await t.ok(maya, createPackList, { params: { orderId }, body: { quantity: 10 } });
  const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
  await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-10-02' }, [
    { costType: 'SHIPPING', amount: '20.00', basis: 'QUANTITY', scope: [{ type: 'ORDER', id: orderId }] },
  ]);
  await t.ok(maya, receiveGoods, { body: { day: '2026-10-10', place: 'WAREHOUSE', rows: [{ packListId }] } });
  await t.ok(maya, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day: '2026-10-20', place: 'WAREHOUSE', quantity: 4 }] },
  });
  return { productId, invoiceId, orderId, packListId };
}
const setRate = (id: string, rate: string | null) => t.ok(maya, updateInvoiceBasic, { params: { id }, body: { rate } });

/** The rows of an export without its headings. */
async function exported(call: typeof exportStockMovements | typeof exportOrders, query: object): Promise<string[]> {
  const { text } = await fileOf(t, maya, call as typeof exportOrders, { query });
  return text.replaceAll('"', '').trim().split(/\r?\n/).slice(1);
}

/** Everything that says what these units cost. */
async function shown({ productId, orderId, packListId }: Awaited<ReturnType<typeof unrated>>) {
  const { content, stock } = await t.ok(maya, getProductInventory, { params: { productId } });
  const [lot] = content;
  const takings = await t.ok(maya, listLotTakings, { params: { id: packListId } });
  const gave = await t.ok(maya, getLotTakingTotals, { params: { id: packListId } });
  const movements = await t.ok(maya, listStockMovements, { query: {} });
  const sold = await t.ok(maya, getStockMovementTotals, { query: {} });
  const explain = await t.ok(maya, explainProduct, { params: { id: productId }, query: {} });
  const order = await t.ok(maya, getOrder, { params: { orderId } });
  const [packList] = explain.layers[0]?.packLists ?? [];
  const rows = await t.ok(maya, listStock, { query: {} });
  expect(await lotDiscrepancies(t, maya, productId)).toEqual([]);
  return {
    lot: [lot?.cost, lot?.unitCost, lot?.value, lot?.unknownCost],
    stock: [stock.onHand, stock.unknown, stock.value, stock.valuePerUnit],
    list: rows.content.map(({ unknown, value }) => [unknown, value]),
    takings: takings.content.map(({ cost, unknownCost }) => [cost, unknownCost]),
    gave: [gave.cost, gave.unknownCost, gave.byMonth.map(({ cost }) => cost)],
    movements: movements.content.map(({ cost, unknownCost }) => [cost, unknownCost]),
    exported: await exported(exportStockMovements, { columns: 'sku,cost,unknownCost' }),
    sold: [sold.cost, sold.withoutRate],
    explained: [packList?.perUnit, packList?.unknownCost, packList?.stock?.goneCost, packList?.stock?.onHandCost],
    order: 'packLists' in order ? order.packLists.map(({ cost, unknownCost }) => [cost?.landed, unknownCost]) : [],
  };
}
const UNKNOWN = {
  lot: [null, null, null, 'NO_RATE'],
  stock: [6, 6, '0.00', null],
  list: [[6, '0.00']],
  takings: [[null, 'NO_RATE']],
  gave: [null, 'NO_RATE', [null]],
  movements: [[null, 'NO_RATE']],
  exported: ['KTL,,NO_RATE'],
  sold: ['0.00', 4],
  explained: [null, 'NO_RATE', null, null],
  order: [[undefined, 'NO_RATE']],
};
/** At 0.1, with the freight: 120.00. */
const KNOWN = {
  lot: ['120.00', '12.0000', '72.00', null],
  stock: [6, 0, '72.00', '12.0000'],
  list: [[0, '72.00']],
  takings: [['48.00', null]],
  gave: ['48.00', null, ['48.00']],
  movements: [['48.00', null]],
  exported: ['KTL,48.00,'],
  sold: ['48.00', 0],
  explained: ['12.0000', null, '48.00', '72.00'],
  order: [['120.00', null]],
};

describe('units whose invoice has no exchange rate (stock §2)', () => {
  it('are named in the movement that took them beside others, whose cost is known', async () => {
    const goods = await unrated();
    await t.ok(maya, createOpeningStock, {
      body: { rows: [{ productId: goods.productId, quantity: 5, unitCost: '2.00', day: '2026-10-11' }] },
    });
    await t.ok(maya, recordStockMovements, {
      body: {
        rows: [{ productId: goods.productId, cause: 'SOLD', day: '2026-10-21', place: 'WAREHOUSE', quantity: 8 }],
      },
    });
    const { content } = await t.ok(maya, listStockMovements, { query: {} });
    // 6 of the lot without a rate, and 2 for 4.00.
    expect(content[0]).toMatchObject({ quantity: 8, cost: '4.00', unknownCost: 'NO_RATE' });
  });

  it('are named in the customer order, its line, the sums and the export, until the rate comes', async () => {
    const goods = await unrated();
    await t.ok(maya, createOrderImport, {
      query: {},
      file: { name: 'orders.txt', content: reportOf([{ id: '303-1', sku: 'KTL', units: 3 }]) },
    });
    const named = async () => {
      const { content } = await t.ok(maya, listOrders, { query: { kind: 'CUSTOMER' } });
      const totals = await t.ok(maya, orderTotals, { query: { kind: 'CUSTOMER' } });
      return {
        orders: content.map(
          (one) => 'lines' in one && [one.cost, one.unknownCost, one.lines.map((l) => l.unknownCost)],
        ),
        totals: totals.kind === 'CUSTOMER' && [totals.cost, totals.withoutRate],
        exported: await exported(exportOrders, { kind: 'CUSTOMER', columns: 'sku,cost,unknownCost' }),
      };
    };
    expect(await named()).toEqual({
      orders: [[null, 'NO_RATE', ['NO_RATE']]],
      totals: ['0.00', 3],
      exported: ['KTL,,NO_RATE'],
    });
    await setRate(goods.invoiceId, '0.1');
    expect(await named()).toEqual({
      orders: [['36.00', null, [null]]],
      totals: ['36.00', 0],
      exported: ['KTL,36.00,'],
    });
  });

  it('have no cost, named NO_RATE, until the rate comes, and again when it goes', async () => {
    const goods = await unrated();
    expect(await shown(goods)).toEqual(UNKNOWN);
    await setRate(goods.invoiceId, '0.1');
    expect(await shown(goods)).toEqual(KNOWN);
    await setRate(goods.invoiceId, null);
    expect(await shown(goods)).toEqual(UNKNOWN);
  });

  it('are in no pool of the moving average until then', async () => {
    await t.ok(maya, setStockMethod, { body: { method: 'AVERAGE' } });
    await t.followMethods();
    const goods = await unrated();
    expect((await shown(goods)).stock).toEqual(UNKNOWN.stock);
    await setRate(goods.invoiceId, '0.1');
    expect((await shown(goods)).movements).toEqual([['48.00', null]]);
    expect((await shown(goods)).stock).toEqual(KNOWN.stock);
  });

  it('were unknown on the days before, and the restatement says what their months cost since', async () => {
    const goods = await unrated();
    t.setTime('2026-11-26T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    await setRate(goods.invoiceId, '0.1');
    const { content } = await t.ok(maya, listStock, { query: { asKnownOn: '2026-11-25' } });
    expect(content.map(({ onHand, unknown, value }) => [onHand, unknown, value])).toEqual([[6, 6, '0.00']]);
    const before = await t.ok(maya, explainProduct, {
      params: { id: goods.productId },
      query: { asKnownOn: '2026-11-25' },
    });
    expect(before.layers[0]?.packLists).toMatchObject([{ perUnit: null, unknownCost: 'NO_RATE' }]);
    const restated = await t.ok(maya, listRestatements, { query: { from: '2026-11-25', to: '2026-11-26' } });
    expect(restated.content).toMatchObject([{ gone: { byMonth: [{ month: '2026-10', change: '48.00' }] } }]);
  });

  it('that an earlier release took for free are put right by the nightly check', async () => {
    const goods = await unrated();
    await t.work(maya, async (w) => {
      await sql`update lot set landed_minor = 0, factory_minor = 0 where account_id = ${maya.accountId}`.execute(w.tx);
      await sql`update product_stock set unknown = 0 where account_id = ${maya.accountId}`.execute(w.tx);
      await sql`update stock_total set unknown = 0 where account_id = ${maya.accountId}`.execute(w.tx);
    });
    expect(await t.work(maya, checkStock)).toEqual({ broken: 0 });
    expect(await shown(goods)).toEqual(UNKNOWN);
  });
});

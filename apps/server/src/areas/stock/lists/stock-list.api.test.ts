import { deleteInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { exportProducts, exportStock, exportStockMovements } from '@quayside/contracts/exports';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { getProduct } from '@quayside/contracts/products/products';
import { productCatalog } from '@quayside/contracts/products/product-lists';
import {
  getProductInventory,
  getProductReceivedOrders,
  getStockBalances,
} from '@quayside/contracts/stock/product-stock';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { getStockTotals, listStock } from '@quayside/contracts/stock/stock';
import {
  getStockMovementTotals,
  postInventoryBalanceUpdates,
  recordStockMovements,
} from '@quayside/contracts/stock/stock-movements';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';

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

const figures = async (query: { on?: string; search?: string; filter?: string } = {}) =>
  (await t.ok(maya, listStock, { query })).content;
const totals = (query: { on?: string; search?: string; filter?: string } = {}) => t.ok(maya, getStockTotals, { query });

const linesOf = async (...[spec, input]: [Parameters<typeof fileOf>[2], Parameters<typeof fileOf>[3]]) =>
  (await fileOf(t, maya, spec, input)).text.trim().split(/\r?\n/);

/** The worked example of stock §3, until 22 November: 1,000 kettles in two lots. Returns its product and orders. */
async function kettles() {
  const kettle = await anOrderOf(t, maya, { units: 1000, amount: '10000.00' });
  const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
  const [air = '', sea = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
  await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-03', pairedWith: [] }, [
    { costType: 'INSPECTIONS', amount: '500.01', scope: [{ type: 'ORDER', id: kettle.id }] },
    { costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'PACK_LIST', id: air }] },
    { costType: 'SHIPPING', amount: '310.00', scope: [{ type: 'PACK_LIST', id: sea }] },
  ]);
  const receive = (day: string, packListId: string, quantity: number) =>
    t.ok(maya, receiveGoods, { body: { day, place: 'AMAZON_UK', rows: [{ packListId, quantity }] } });
  await receive('2026-11-05', air, 600);
  await receive('2026-11-20', sea, 300);
  const { productId } = kettle;
  const move = (row: { kind?: 'RETURN'; ofId?: string; day: string; quantity: number }) =>
    t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, place: 'AMAZON_UK', ...(row.kind ? {} : { cause: 'SOLD' as const }), ...row }] },
    });
  await move({ day: '2026-11-10', quantity: 500 });
  const b = await move({ day: '2026-11-22', quantity: 250 });
  await move({ kind: 'RETURN', ofId: b.ids[0] ?? '', day: '2026-11-24', quantity: 160 });
  return { kettle, air, sea };
}

describe('the stock of products', () => {
  it('moves from on order to packed, in transit, missing and on hand, and adds up', async () => {
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const row = async () => {
      const [{ onOrder, packed, inTransit, missing, onHand, value } = {}] = await figures();
      return [onOrder, packed, inTransit, missing, onHand, value];
    };
    expect(await row()).toEqual([100, 0, 0, 0, 0, '0.00']);
    const [packListId = ''] = await packListsOf(t, maya, kettle.id, 60);
    expect(await row()).toEqual([100, 60, 0, 0, 0, '0.00']);
    const plan = await aPlan(t, maya, [packListId]);
    expect(await row()).toEqual([100, 60, 0, 0, 0, '0.00']);
    await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body: { shippedOn: '2026-11-10' } });
    expect(await row()).toEqual([40, 0, 60, 0, 0, '0.00']);
    await t.ok(maya, receiveGoods, {
      body: { day: '2026-11-20', place: 'AMAZON_UK', rows: [{ packListId, quantity: 50 }] },
    });
    expect(await row()).toEqual([40, 0, 10, 0, 50, '500.00']);
    // Units that nobody shipped are received directly.
    await t.ok(maya, receiveGoods, {
      body: { day: '2026-11-21', place: 'WAREHOUSE', rows: [{ orderId: kettle.id, quantity: 30 }] },
    });
    expect(await row()).toEqual([10, 0, 10, 0, 80, '800.00']);
    expect(await totals()).toEqual({
      ...{ count: 1, onOrder: 10, packed: 0, inTransit: 10, missing: 0, onHand: 80, waiting: 0, unknown: 0 },
      ...{ value: '800.00', factoryValue: '800.00' },
    });
    const product = await t.ok(maya, getProduct, { params: { id: kettle.productId } });
    expect(product).toMatchObject({ onOrder: 10, inTransit: 10, totalStockValue: '800.00' });
    const [inList] = (await t.ok(maya, productCatalog, { query: {} })).content;
    expect(inList).toMatchObject({ onOrder: 10, inTransit: 10, totalStockValue: '800.00' });
    const file = await linesOf(exportProducts, { query: { columns: 'onOrder,inTransit,totalStockValue' } });
    expect(file[1]).toBe('10,10,800.00');
  });

  it('is kept as the sum of its orders, whatever happens to these', async () => {
    await kettles();
    const { rows } = await t.work(maya, (w) =>
      sql`
        select s.product_id
        from product_stock s
        where s.account_id = ${maya.accountId} and (s.on_order, s.packed, s.in_transit, s.missing) is distinct from (
          select (sum(c.units + coalesce(k.unshipped - k.lot_units, 0))::bigint, coalesce(sum(k.unshipped), 0)::bigint,
            coalesce(sum(k.in_transit), 0)::bigint, coalesce(sum(k.missing), 0)::bigint)
          from cost_layer c
          left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
          where c.account_id = s.account_id and c.product_id = s.product_id and c.removed_at is null
        )`.execute(w.tx),
    );
    expect(rows).toEqual([]);
  });

  it('has the value of any day, as known now', async () => {
    await kettles();
    const on = async (day: string) => {
      const [{ onHand, waiting, value, factoryValue, onOrder } = {}] = await figures({ on: day });
      return { onHand, waiting, value, factoryValue, onOrder };
    };
    const now = await figures();
    expect(now).toMatchObject([{ onHand: 310, waiting: 0, value: '3511.50', onOrder: 100 }]);
    expect(await on('2026-11-25')).toMatchObject({ onHand: 310, value: '3511.50', onOrder: null });
    expect(await on('2026-11-05')).toMatchObject({ onHand: 600, value: '7740.00', factoryValue: '6000.00' });
    // 100 of the lot by air, which cost 7,740.00 for 600.
    expect(await on('2026-11-10')).toMatchObject({ onHand: 100, value: '1290.00' });
    // 150 of the lot by sea, the second half of 300 of 400 that cost 4,510.01.
    expect(await on('2026-11-22')).toMatchObject({ onHand: 150, value: '1691.25' });
    expect(await figures({ on: '2026-11-04' })).toEqual([]);
    expect(await totals({ on: '2026-11-10' })).toMatchObject({ count: 1, value: '1290.00', onOrder: null });
    const late = await t.call(maya, listStock, { query: { on: '2026-11-26' } });
    expect(late.error.errors?.[0]?.field).toBe('on');
  });

  it('says of a past day what was sold without cost then', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const { productId } = kettle;
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-10', place: 'SHOPIFY', quantity: 4 }] },
    });
    expect(await totals()).toMatchObject({ waiting: 4, onHand: 0 });
    await t.ok(maya, receiveGoods, { body: { day: '2026-11-12', place: 'WAREHOUSE', rows: [{ orderId: kettle.id }] } });
    expect(await totals({ on: '2026-11-11' })).toMatchObject({ waiting: 4, onHand: 0, value: '0.00' });
    expect(await totals({ on: '2026-11-12' })).toMatchObject({ waiting: 0, onHand: 6, value: '60.00' });
    const { places, points } = await t.ok(maya, getStockBalances, { params: { productId }, query: {} });
    expect(places).toEqual(['SHOPIFY', 'WAREHOUSE']);
    expect(points).toEqual([
      {
        day: '2026-11-10',
        places: [
          { place: 'SHOPIFY', units: -4 },
          { place: 'WAREHOUSE', units: 0 },
        ],
      },
      {
        day: '2026-11-12',
        places: [
          { place: 'SHOPIFY', units: -4 },
          { place: 'WAREHOUSE', units: 10 },
        ],
      },
    ]);
    const later = await t.ok(maya, getStockBalances, { params: { productId }, query: { startDate: '2026-11-11' } });
    expect(later.points.map(({ day, places: at }) => [day, at[0]?.units, at[1]?.units])).toEqual([
      ['2026-11-11', -4, 0],
      ['2026-11-12', -4, 10],
    ]);
  });

  it('is filtered, sorted, searched and exported', async () => {
    const first = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const second = await anOrderOf(t, maya, { units: 20, amount: '300.00' });
    await t.ok(maya, receiveGoods, {
      body: { day: '2026-11-12', place: 'WAREHOUSE', rows: [{ orderId: first.id }, { orderId: second.id }] },
    });
    const skus = (await figures()).map(({ sku }) => sku);
    const sorted = await t.ok(maya, listStock, { query: { sort: 'value,desc' } });
    expect(sorted.content.map(({ value, valuePerUnit }) => [value, valuePerUnit])).toEqual([
      ['300.00', '15.0000'],
      ['100.00', '10.0000'],
    ]);
    const above = JSON.stringify([{ field: 'value', op: 'gte', values: ['200.5'] }]);
    expect(await totals({ filter: above })).toMatchObject({ count: 1, onHand: 20, value: '300.00' });
    expect(await figures({ search: skus[0] ?? '' })).toHaveLength(1);
    expect((await figures({ on: '2026-11-12', filter: above })).map(({ onHand }) => onHand)).toEqual([20]);
    const file = await linesOf(exportStock, { query: { columns: 'sku,onHand,value', sort: 'onHand,desc' } });
    expect(file.slice(1)).toEqual([`"${skus[1]}",20,300.00`, `"${skus[0]}",10,100.00`]);
    const odd = await t.call(maya, listStock, {
      query: { filter: JSON.stringify([{ field: 'onHand', op: 'gte', values: ['many'] }]) },
    });
    expect(odd.status).toBe(422);
  });

  it('is counted on every page, also behind the last one and with a filter', async () => {
    for (const units of [10, 20, 30]) await anOrderOf(t, maya, { units, amount: '100.00' });
    const count = async (page: number, filter?: object) => {
      const query = { page, size: 2, ...(filter && { filter: JSON.stringify([filter]) }) };
      return (await t.ok(maya, listStock, { query })).totalElements;
    };
    expect([await count(0), await count(1), await count(5)]).toEqual([3, 3, 3]);
    const above = { field: 'onOrder', op: 'gte', values: ['20'] };
    expect([await count(0, above), await count(5, above)]).toEqual([2, 2]);
  });

  it('follows an order that is given another product or removed', async () => {
    const order = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const other = await anOrderOf(t, maya, { units: 7, amount: '70.00' });
    await t.ok(maya, patchInvoiceLine, {
      params: { invoiceId: order.invoiceId, id: order.lineId },
      body: { productId: other.productId },
    });
    expect((await figures()).map(({ productId, onOrder }) => [productId, onOrder])).toEqual([
      [order.productId, 0],
      [other.productId, 17],
    ]);
    expect(await totals()).toMatchObject({ onOrder: 17 });
    await t.ok(maya, deleteInvoice, { params: { id: order.invoiceId } });
    expect(await totals()).toMatchObject({ onOrder: 7 });
  });
});

describe('the stock of one product', () => {
  it('has its lots in the order in which they give units, and what has not arrived beside', async () => {
    const { kettle } = await kettles();
    const { productId } = kettle;
    const answer = await t.ok(maya, getProductInventory, { params: { productId }, query: {} });
    expect(answer.content).toMatchObject([
      { packListNumber: 'PL-0001', received: 600, taken: 590, onHand: 10, notArrived: 0, unitCost: '12.9000' },
      { packListNumber: 'PL-0002', received: 300, taken: 0, onHand: 300, notArrived: 100, notArrivedValue: '1127.51' },
    ]);
    const values = ({ content }: typeof answer) => content.map(({ value, basis }) => [value, basis]);
    expect(values(answer)).toEqual([
      ['129.00', 'EXPECTED'],
      ['3382.50', 'EXPECTED'],
    ]);
    for (const { id } of (await t.ok(maya, listInvoices, { query: {} })).content)
      await t.ok(maya, confirmInvoice, { params: { id }, body: {} });
    expect(values(await t.ok(maya, getProductInventory, { params: { productId }, query: {} }))).toEqual([
      ['129.00', 'ACTUAL'],
      ['3382.50', 'ACTUAL'],
    ]);
    expect(answer.stock).toMatchObject({ onHand: 310, value: '3511.50', onOrder: 100, waiting: 0 });
    expect(answer.places).toEqual([{ place: 'AMAZON_UK', units: 310 }]);
    const found = await t.ok(maya, getProductInventory, { params: { productId }, query: { search: 'PL-2' } });
    expect(found.content.map(({ packListNumber }) => packListNumber)).toEqual(['PL-0002']);
  });

  it('expects the cost of a pack list of which nothing has arrived', async () => {
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    await packListsOf(t, maya, kettle.id, 40);
    const { content } = await t.ok(maya, getProductInventory, { params: { productId: kettle.productId }, query: {} });
    expect(content).toMatchObject([
      { units: 40, received: 0, onHand: 0, notArrived: 40, unitCost: '10.0000', value: '0.00', basis: 'EXPECTED' },
    ]);
  });

  it('has its orders of which units arrived, with days and places', async () => {
    const { kettle } = await kettles();
    const params = { productId: kettle.productId };
    const { content } = await t.ok(maya, getProductReceivedOrders, { params, query: {} });
    expect(content).toMatchObject([
      {
        ...{ orderId: kettle.id, units: 1000, received: 900, receipts: 2, places: ['AMAZON_UK'] },
        ...{ firstReceivedOn: '2026-11-05', lastReceivedOn: '2026-11-20' },
      },
    ]);
    const number = content[0]?.orderNumber ?? '';
    expect((await t.ok(maya, getProductReceivedOrders, { params, query: { search: number } })).totalElements).toBe(1);
    expect((await t.ok(maya, getProductReceivedOrders, { params, query: { search: 'no such' } })).content).toEqual([]);
    const none = await t.call(maya, getProductReceivedOrders, {
      params: { productId: kettle.invoiceId },
      query: {},
    });
    expect(none.status).toBe(404);
  });
});

describe('movements and counts', () => {
  it('add up over the whole filter, and are exported', async () => {
    const { kettle } = await kettles();
    const { productId } = kettle;
    const { counts } = await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 308, channel: 'AMAZON_UK' }] },
    });
    // The two missing units are the next of the lot by air.
    expect(counts).toMatchObject([{ difference: -2, cost: '25.80' }]);
    const sums = (query: { filter?: string }) => t.ok(maya, getStockMovementTotals, { query });
    expect(await sums({})).toEqual({
      ...{ count: 4, out: 750, back: 160, counts: 1, difference: -2, waiting: 0, withoutRate: 0 },
      // 6,450.00 + 2,981.25 − 1,820.25 + 25.80
      cost: '7636.80',
    });
    const sold = JSON.stringify([{ field: 'cause', op: 'in', values: ['SOLD'] }]);
    expect(await sums({ filter: sold })).toMatchObject({ count: 2, out: 750, back: 0, cost: '9431.25' });
    const file = await linesOf(exportStockMovements, { query: { columns: 'day,kind,quantity,difference,cost' } });
    expect(file.slice(1)).toEqual([
      '"2026-11-25","COUNT",308,-2,25.80',
      '"2026-11-24","RETURN",160,,-1820.25',
      '"2026-11-22","TAKING",250,,2981.25',
      '"2026-11-10","TAKING",500,,6450.00',
    ]);
  });
});

import { listRestatements } from '@quayside/contracts/costs/cost-reports';
import { deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { getStockTotals, listStock } from '@quayside/contracts/stock/stock';
import { getStockMethod, previewStockMethod, setStockMethod } from '@quayside/contracts/stock/stock-method';
import { listStockMovements, recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { packListsOf } from '../../../testing/shipment-plans.ts';
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

const receive = (day: string, packListId: string, quantity?: number) =>
  t.ok(maya, receiveGoods, {
    body: { day, place: 'AMAZON_UK', rows: [{ packListId, ...(quantity && { quantity }) }] },
  });
const sell = async (productId: string, day: string, quantity: number) =>
  (
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day, place: 'AMAZON_UK', quantity }] },
    })
  ).ids[0] ?? '';
const bringBack = async (productId: string, ofId: string, day: string, quantity: number) =>
  (
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, kind: 'RETURN', ofId, day, place: 'AMAZON_UK', quantity }] },
    })
  ).ids[0] ?? '';
async function follow(method: 'FIFO' | 'AVERAGE'): Promise<void> {
  await t.ok(maya, setStockMethod, { body: { method } });
  await t.followMethods();
}
const costOf = async (id: string) =>
  (await t.ok(maya, listStockMovements, { query: { size: '100' } })).content.find((row) => row.id === id)?.cost;
const inventory = (productId: string) => t.ok(maya, getProductInventory, { params: { productId }, query: {} });
const valueOn = async (on?: string) =>
  (await t.ok(maya, listStock, { query: on === undefined ? {} : { on } })).content.map(({ value }) => value);

/** The goods, freight and movements of stock §3, in November: a sale of 500, one of 250, and 160 of it back. */
async function example() {
  const kettle = await anOrderOf(t, maya, { units: 1000, amount: '10000.00' });
  const { productId } = kettle;
  const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
  const [air = '', sea = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
  const bill = await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-03' }, [
    { costType: 'INSPECTIONS', amount: '500.01', scope: [{ type: 'ORDER', id: kettle.id }] },
    { costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'PACK_LIST', id: air }] },
    { costType: 'SHIPPING', amount: '310.00', scope: [{ type: 'PACK_LIST', id: sea }] },
  ]);
  await receive('2026-11-05', air);
  // The later sale is recorded first, and the receipt between them last.
  const b = await sell(productId, '2026-11-22', 250);
  const a = await sell(productId, '2026-11-10', 500);
  await receive('2026-11-20', sea, 300);
  const r = await bringBack(productId, b, '2026-11-24', 160);
  return { productId, forwarder, bill, air, sea, sales: [a, b, r] };
}
const figures = async ({ productId, sales }: { readonly productId: string; readonly sales: readonly string[] }) => [
  ...(await Promise.all(sales.map(costOf))),
  (await inventory(productId)).stock.value,
];
const FIFO = ['6450.00', '2981.25', '-1820.25', '3511.50'];
const AVERAGE = ['6450.00', '2920.31', '-1869.00', '3621.19'];

describe('the moving average (stock §4)', () => {
  it('values what leaves by the pool, there and back, with months and amounts seen before', async () => {
    const goods = await example();
    expect(await figures(goods)).toEqual(FIFO);
    expect(await t.ok(maya, getStockMethod)).toEqual({ method: 'FIFO', change: null });
    const seen = await t.ok(maya, previewStockMethod, { body: { method: 'AVERAGE' } });
    expect(seen).toMatchObject({
      products: 1,
      months: [{ month: '2026-11', before: '7611.00', after: '7501.31', change: '-109.69' }],
      gone: { before: '7611.00', after: '7501.31', change: '-109.69' },
      onHand: { before: '3511.50', after: '3621.19', change: '109.69' },
    });
    expect(seen.largest.map(({ product, onHand }) => [product.id, onHand.change])).toEqual([
      [goods.productId, '109.69'],
    ]);
    expect(await figures(goods)).toEqual(FIFO);

    const begun = await t.ok(maya, setStockMethod, { body: { method: 'AVERAGE' } });
    expect(begun).toMatchObject({ method: 'AVERAGE', change: { from: 'FIFO', to: 'AVERAGE', products: 1, done: 0 } });
    expect(await figures(goods)).toEqual(['6450.00', '2981.25', '-1820.25', '3511.50']);
    await t.followMethods();
    expect(await t.ok(maya, getStockMethod)).toMatchObject({ method: 'AVERAGE', change: { products: 1, done: 1 } });
    expect(await figures(goods)).toEqual(AVERAGE);
    expect(await t.ok(maya, getStockTotals, { query: {} })).toMatchObject({ value: '3621.19' });
    // The lots say which units went; none of them has a value of its own.
    const { content, method } = await inventory(goods.productId);
    expect([method, content.map(({ onHand, value }) => [onHand, value])]).toEqual([
      'AVERAGE',
      [
        [10, null],
        [300, null],
      ],
    ]);
    const back = await t.ok(maya, previewStockMethod, { body: { method: 'FIFO' } });
    expect(back).toMatchObject({ products: 1, onHand: { before: '3621.19', after: '3511.50' } });
    await follow('FIFO');
    expect(await figures(goods)).toEqual(FIFO);
  });

  it('is the same in whatever order facts came, and stands at the end of each day', async () => {
    await follow('AVERAGE');
    const goods = await example();
    expect(await figures(goods)).toEqual(AVERAGE);
    expect(await valueOn('2026-11-05')).toEqual(['7740.00']);
    expect(await valueOn('2026-11-10')).toEqual(['1290.00']);
    // 1,290.00 + 3,382.50 for 300 of 400; the other 1,127.51 have not arrived.
    expect(await valueOn('2026-11-20')).toEqual(['4672.50']);
    expect(await valueOn('2026-11-24')).toEqual(['3621.19']);
  });

  it('restates earlier sales by a later bill, by their months, and what is left', async () => {
    t.setTime('2026-11-05T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    await follow('AVERAGE');
    const kettle = await anOrderOf(t, maya, { units: 40, amount: '240.00' });
    const [first = '', second = ''] = await packListsOf(t, maya, kettle.id, 20, 20);
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await receive('2026-11-01', first);
    await receive('2026-11-02', second);
    const sale = await sell(kettle.productId, '2026-11-03', 4);
    expect(await costOf(sale)).toBe('24.00');
    t.setTime('2026-12-10T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'LATE', date: '2026-12-09' }, [
      { costType: 'SHIPPING', amount: '40.00', scope: [{ type: 'PACK_LIST', id: first }] },
    ]);
    expect([await costOf(sale), (await inventory(kettle.productId)).stock.value]).toEqual(['28.00', '252.00']);
    const { content } = await t.ok(maya, listRestatements, { query: {} });
    expect(content).toMatchObject([
      { change: '40.00', gone: { change: '4.00', byMonth: [{ month: '2026-11', change: '4.00' }] }, left: '36.00' },
    ]);
  });

  it('is followed at once by a product of which units move, and a change on the way is replaced', async () => {
    const goods = await example();
    await t.ok(maya, setStockMethod, { body: { method: 'AVERAGE' } });
    const sale = await sell(goods.productId, '2026-11-25', 10);
    expect((await figures(goods)).slice(0, 3)).toEqual(AVERAGE.slice(0, 3));
    // 3,621.19 of 310, floored: 10 of them.
    expect(await costOf(sale)).toBe('116.81');
    await t.ok(maya, setStockMethod, { body: { method: 'FIFO' } });
    await t.followMethods();
    expect((await figures(goods)).slice(0, 3)).toEqual(FIFO.slice(0, 3));
    expect(await t.ok(maya, setStockMethod, { body: { method: 'FIFO' } })).toMatchObject({ method: 'FIFO' });
  });

  it('is chosen by an admin alone', async () => {
    const viewer = await t.member(maya, 'sv-account-viewer');
    expect((await t.call(viewer, setStockMethod, { body: { method: 'AVERAGE' } })).status).toBe(403);
    expect((await t.call(viewer, previewStockMethod, { body: { method: 'AVERAGE' } })).status).toBe(403);
    expect(await t.ok(viewer, getStockMethod)).toEqual({ method: 'FIFO', change: null });
  });
});

describe('a cost without an order (stock §4)', () => {
  /** A product of 10 units for 100.00, of which the first 4 arrive on one day, and an inspection before its order. */
  async function inspected(date: string) {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const other = await anOrderOf(t, maya, { units: 10, amount: '50.00' });
    const [first = '', second = ''] = await packListsOf(t, maya, kettle.id, 4, 6);
    const inspector = await aSupplier(t, maya, { name: 'Clear Eye', currency: 'GBP' });
    const bill = await anInvoice(t, maya, { supplierId: inspector, invoiceNumber: 'CE-1', date }, [
      {
        productId: kettle.productId,
        costType: 'INSPECTIONS',
        amount: '12.00',
        scope: [{ type: 'ORDER', id: other.id }],
      },
    ]);
    return { productId: kettle.productId, first, second, bill, lineId: bill.lineIds[0] ?? '' };
  }
  const looseOf = async (productId: string) =>
    (await inventory(productId)).looseCosts.map(({ amount, lotId, isWaiting }) => [amount, lotId, isWaiting]);

  it('is part of the next lot that begins to arrive, and waits until then', async () => {
    const { productId, first, second, bill, lineId } = await inspected('2026-11-12');
    await receive('2026-11-10', first);
    expect(await looseOf(productId)).toEqual([['12.00', null, true]]);
    expect((await inventory(productId)).stock.value).toBe('40.00');
    await receive('2026-11-15', second);
    expect(await looseOf(productId)).toEqual([['12.00', second, false]]);
    expect((await inventory(productId)).stock.value).toBe('112.00');
    const sale = await sell(productId, '2026-11-16', 5);
    // 4 of the first for 40.00, 1 of 6 for 72.00.
    expect(await costOf(sale)).toBe('52.00');
    const params = { invoiceId: bill.id, id: lineId };
    await t.ok(maya, patchInvoiceLine, { params, body: { amount: '18.00' } });
    expect(await costOf(sale)).toBe('53.00');
    await t.ok(maya, updateInvoiceBasic, { params: { id: bill.id }, body: { date: '2026-11-09' } });
    expect(await looseOf(productId)).toEqual([['18.00', first, false]]);
    expect(await costOf(sale)).toBe('68.00');
    await t.ok(maya, deleteInvoiceLine, { params });
    expect([await looseOf(productId), await costOf(sale)]).toEqual([[], '50.00']);
  });

  it('goes with the first receipt when that is taken to an earlier day', async () => {
    const { productId, first, second } = await inspected('2026-11-12');
    await receive('2026-11-20', first);
    expect(await looseOf(productId)).toEqual([['12.00', first, false]]);
    await receive('2026-11-14', second);
    expect(await looseOf(productId)).toEqual([['12.00', second, false]]);
  });

  it('joins the pool on its day, or with the next receipt while nothing is on hand', async () => {
    await follow('AVERAGE');
    const { productId, first, second, bill } = await inspected('2026-11-12');
    await receive('2026-11-10', first);
    expect([await looseOf(productId), (await inventory(productId)).stock.value]).toEqual([
      [['12.00', null, false]],
      '52.00',
    ]);
    const sale = await sell(productId, '2026-11-11', 4);
    expect([await costOf(sale), (await inventory(productId)).stock.value]).toEqual(['40.00', '0.00']);
    expect(await looseOf(productId)).toEqual([['12.00', null, true]]);
    await receive('2026-11-15', second);
    expect([await looseOf(productId), (await inventory(productId)).stock.value]).toEqual([
      [['12.00', null, false]],
      '72.00',
    ]);
    await t.ok(maya, updateInvoiceBasic, { params: { id: bill.id }, body: { date: '2026-11-10' } });
    expect(await costOf(sale)).toBe('52.00');
    await follow('FIFO');
    expect(await looseOf(productId)).toEqual([['12.00', first, false]]);
    expect(await costOf(sale)).toBe('52.00');
  });
});

import { createOpeningStock, pasteOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { createOrderImport, undoOrderImport } from '@quayside/contracts/stock/order-imports';
import { listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import { replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { createProduct } from '@quayside/contracts/products/products';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import {
  listStockMovements,
  pasteStockCounts,
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aSupplier } from '../../../testing/invoices.ts';
import { reportOf } from '../../../testing/order-reports.ts';
import { anOrderOf, type MadeOrder } from '../../../testing/shipments.ts';
import { createSkuWorker } from '../orders/new-skus.service.ts';
import { brokenStock } from '../check/stock-check.service.ts';

let t: TestApp;
let maya: TestPerson;
let kettle: MadeOrder;
let mug: MadeOrder;
let set: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
/** 100 kettles for 1,000.00 and 300 mugs for 600.00; a set is a kettle and two pairs of mugs. */
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
  kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00', sku: 'KETTLE' });
  mug = await anOrderOf(t, maya, { units: 300, amount: '600.00', sku: 'MUG' });
  const pair = await bundle('PAIR', [[mug.productId, 2]]);
  set = await bundle('SET', [
    [kettle.productId, 1],
    [pair, 2],
  ]);
});

type Parts = readonly (readonly [productId: string, quantity: number])[];
const product = async (sku: string) =>
  (await t.ok(maya, createProduct, { body: { sku, name: sku, supplierIds: [await aSupplier(t, maya)] } })).id;
const putParts = (id: string, parts: Parts) =>
  t.ok(maya, replaceProductBundle, {
    params: { id },
    body: { parts: parts.map(([productId, quantity]) => ({ productId, quantity })) },
  });
async function bundle(sku: string, parts: Parts): Promise<string> {
  const id = await product(sku);
  await putParts(id, parts);
  return id;
}
const receive = (orderId: string, quantity?: number) =>
  t.ok(maya, receiveGoods, {
    body: { day: '2026-11-02', place: 'AMAZON_UK', rows: [{ orderId, ...(quantity !== undefined && { quantity }) }] },
  });
const receiveAll = async () => {
  for (const { id } of [kettle, mug]) await receive(id);
};
const bring = (rows: Parameters<typeof reportOf>[0]) =>
  t.ok(maya, createOrderImport, { query: {}, file: { name: 'orders.txt', content: reportOf(rows) } });
const lineOf = async (number: string) => {
  const { content } = await t.ok(maya, listOrders, { query: { kind: 'CUSTOMER', search: number } });
  return content.flatMap((one) => (one.kind === 'CUSTOMER' ? one.lines : []))[0];
};
/** What is on hand and waits of a product; null if it never had stock. */
const stockOf = async (productId: string) => {
  const row = await t.work(maya, (w) =>
    w.tx
      .selectFrom('product_stock')
      .select(['on_hand', 'waits'])
      .where('account_id', '=', maya.accountId)
      .where('product_id', '=', productId)
      .executeTakeFirst(),
  );
  return row ? [Number(row.on_hand), Number(row.waits)] : null;
};
const movementsOf = async (productId: string, kind: 'TAKING' | 'RETURN' = 'TAKING') => {
  const filter = JSON.stringify([
    { field: 'kind', op: 'in', values: [kind] },
    { field: 'product', op: 'in', values: [productId] },
    { field: 'reversed', op: 'isEmpty', values: [] },
  ]);
  return (await t.ok(maya, listStockMovements, { query: { filter, sort: ['sku,asc'] } })).content;
};
const back = (productId: string, ofId: string, quantity: number, day = '2026-11-15') =>
  t.call(maya, recordStockMovements, {
    body: { rows: [{ productId, kind: 'RETURN', ofId, day, place: 'AMAZON_UK', quantity }] },
  });
const runSkus = () => createSkuWorker(t.deps)({ accountId: maya.accountId }, { signal: new AbortController().signal });
const isWhole = async () => expect(await t.work(maya, brokenStock)).toEqual([]);

describe('a sale of a bundle', () => {
  it('takes its parts, nested, in one transaction, and costs what they cost', async () => {
    await receiveAll();
    await bring([
      { id: '1', sku: 'SET', units: 3 },
      { id: '2', sku: 'KETTLE', units: 1 },
    ]);
    // 3 kettles at 10.00, and 12 mugs at 2.00.
    expect(await lineOf('1')).toMatchObject({ productId: set, shipped: 3, waiting: 0, returned: 0, cost: '54.00' });
    expect(await stockOf(kettle.productId)).toEqual([96, 0]);
    expect(await stockOf(mug.productId)).toEqual([288, 0]);
    expect(await stockOf(set)).toBeNull();
    // The order has one line, not one for each part.
    expect(await t.ok(maya, orderTotals, { query: { kind: 'CUSTOMER' } })).toMatchObject({
      ...{ count: 2, quantity: 4, shipped: 4, waiting: 0, cost: '64.00' },
    });
    expect(await movementsOf(set)).toMatchObject([
      { sku: 'KETTLE', quantity: 3, customerOrderNumber: '1', soldAs: { id: set, sku: 'SET' } },
      { sku: 'MUG', quantity: 12, customerOrderNumber: '1', soldAs: { id: set, sku: 'SET' } },
    ]);
    await isWhole();
  });

  it('waits for the part that is short, in sets, and is costed by its receipt', async () => {
    await receive(kettle.id);
    await receive(mug.id, 5);
    await bring([{ id: '1', sku: 'SET', units: 3 }]);
    // 5 mugs make one set and a part of the second: two sets wait for 7.
    expect(await lineOf('1')).toMatchObject({ shipped: 3, waiting: 2, cost: '40.00' });
    await receive(mug.id, 7);
    expect(await lineOf('1')).toMatchObject({ waiting: 0, cost: '54.00' });
    await isWhole();
  });

  it('is replaced by a later state of the line, and taken back with its import', async () => {
    await receiveAll();
    await bring([{ id: '1', sku: 'SET', units: 3 }]);
    const less = await bring([{ id: '1', sku: 'SET', units: 2, updated: '2026-11-12T12:00:00Z' }]);
    expect(await stockOf(mug.productId)).toEqual([292, 0]);
    expect(await lineOf('1')).toMatchObject({ shipped: 2, cost: '36.00' });
    await t.ok(maya, undoOrderImport, { params: { importId: less.id } });
    expect(await lineOf('1')).toMatchObject({ shipped: 3, cost: '54.00' });
    await bring([{ id: '1', sku: 'SET', units: 3, status: 'Cancelled', updated: '2026-11-13T12:00:00Z' }]);
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [100, 0],
      [300, 0],
    ]);
    await isWhole();
  });

  it('gives its parts back with a returned set, which stays with the sale that replaces it', async () => {
    await receiveAll();
    await bring([{ id: '1', sku: 'SET', units: 3 }]);
    const [ofKettles, ofMugs] = await movementsOf(set);
    expect((await back(set, ofMugs?.id ?? '', 1)).status).toBe(201);
    expect(await lineOf('1')).toMatchObject({ returned: 1, cost: '36.00' });
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [98, 0],
      [292, 0],
    ]);
    expect((await movementsOf(set, 'RETURN')).map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['KETTLE', 1],
      ['MUG', 4],
    ]);
    await bring([{ id: '1', sku: 'SET', units: 4, updated: '2026-11-16T12:00:00Z' }]);
    expect(await lineOf('1')).toMatchObject({ shipped: 4, returned: 1, cost: '54.00' });
    const fewer = await bring([
      { id: '1', sku: 'SET', units: 1, status: 'Cancelled', updated: '2026-11-17T12:00:00Z' },
    ]);
    expect(fewer).toMatchObject({ counts: { update: 0, fail: 1 } });
    // A mug alone: three sets and a part of one are left, so three can come back whole.
    const [, mugs] = await movementsOf(set);
    expect((await back(mug.productId, mugs?.id ?? '', 1)).status).toBe(201);
    expect(await lineOf('1')).toMatchObject({ returned: 1 });
    const tooMany = await back(set, mugs?.id ?? '', 3);
    expect(tooMany.error.errors).toMatchObject([{ field: 'rows.0.quantity' }]);
    expect((await back(set, mugs?.id ?? '', 2)).status).toBe(201);
    expect(await lineOf('1')).toMatchObject({ returned: 3 });
    // A sale of another product is no sale of the set.
    await bring([{ id: '2', sku: 'KETTLE', units: 1 }]);
    const [other] = (await movementsOf(kettle.productId)).filter(({ customerOrderNumber: of }) => of === '2');
    expect((await back(set, other?.id ?? '', 1)).error.errors).toMatchObject([{ field: 'rows.0.ofId' }]);
    expect((await back(set, ofKettles?.id ?? '', 1)).error.code).toBe('stock.unknown_movement');
    await isWhole();
  });

  it('stays with what it took when its parts change, also when a later state of the line replaces it', async () => {
    await receiveAll();
    await bring([{ id: '1', sku: 'SET', units: 3 }]);
    await putParts(set, [
      [kettle.productId, 1],
      [mug.productId, 1],
    ]);
    expect(await lineOf('1')).toMatchObject({ cost: '54.00' });
    await bring([
      { id: '1', sku: 'SET', units: 2, updated: '2026-11-12T12:00:00Z' },
      { id: '2', sku: 'SET', units: 1 },
    ]);
    expect(await lineOf('1')).toMatchObject({ shipped: 2, cost: '36.00' });
    expect(await lineOf('2')).toMatchObject({ shipped: 1, cost: '12.00' });
    await isWhole();
  });

  it('of a product that becomes a bundle later takes the parts if it took nothing yet', async () => {
    await receiveAll();
    const gift = await product('GIFT');
    await bring([{ id: '1', sku: 'GIFT', units: 2 }]);
    expect(await stockOf(gift)).toEqual([0, 2]);
    await putParts(gift, [[kettle.productId, 1]]);
    await runSkus();
    expect(await stockOf(gift)).toEqual([0, 0]);
    expect(await lineOf('1')).toMatchObject({ productId: gift, waiting: 0, cost: '20.00' });
    // The mug of the pair is made of others from now on: what took mugs stays, what waits for them does not.
    const glaze = await anOrderOf(t, maya, { units: 1000, amount: '100.00', sku: 'GLAZE' });
    const cup = await product('CUP');
    const tray = await bundle('TRAY', [
      [cup, 4],
      [kettle.productId, 1],
    ]);
    await receive(glaze.id);
    await bring([{ id: '2', sku: 'TRAY', units: 2 }]);
    expect(await lineOf('2')).toMatchObject({ waiting: 2, cost: '20.00' });
    await putParts(cup, [[glaze.productId, 3]]);
    await runSkus();
    expect(await lineOf('2')).toMatchObject({ productId: tray, waiting: 0, cost: '22.40' });
    expect(await stockOf(cup)).toEqual([0, 0]);
    await isWhole();
  });
});

describe('a bundle', () => {
  it('has no stock of its own: it is not counted, opened or received, in no way', async () => {
    const count = { updates: [{ productId: set, quantity: 3 }] };
    const counted = await t.call(maya, postInventoryBalanceUpdates, { body: count });
    expect(counted.error.errors).toMatchObject([{ field: 'updates.0.productId' }]);
    const pasted = await t.ok(maya, pasteStockCounts, {
      query: { dryRun: 'true' },
      body: { text: 'SKU\tUnits\nSET\t3\nMUG\t0\n' },
    });
    expect(pasted.errors).toMatchObject([{ row: 2, column: 'SKU', value: 'SET' }]);
    const opening = { rows: [{ productId: set, quantity: 1, unitCost: '1', day: '2026-11-01' }] };
    const opened = await t.call(maya, createOpeningStock, { body: opening });
    expect(opened.error.errors).toMatchObject([{ field: 'rows.0.productId' }]);
    const table = await t.ok(maya, pasteOpeningStock, {
      query: { dryRun: 'true' },
      body: { text: 'SKU\tUnits\tUnit cost\tDay\nSET\t1\t2.00\t2026-11-01\n' },
    });
    expect(table.errors).toMatchObject([{ row: 2, column: 'SKU', value: 'SET' }]);
    const order = await anOrderOf(t, maya, { units: 10, sku: 'BOX' });
    await putParts(order.productId, [[mug.productId, 1]]);
    const received = await t.call(maya, receiveGoods, {
      body: { day: '2026-11-02', place: 'WAREHOUSE', rows: [{ orderId: order.id }] },
    });
    expect(received.error.errors).toMatchObject([{ field: 'rows.0.orderId' }]);
    expect(await stockOf(set)).toBeNull();
  });

  it('that is moved, damaged or sold by hand stands for its parts', async () => {
    await receiveAll();
    const row = { productId: set, day: '2026-11-10', place: 'AMAZON_UK', quantity: 2 } as const;
    const { ids } = await t.ok(maya, recordStockMovements, {
      body: {
        rows: [
          { ...row, kind: 'MOVE', toPlace: 'WAREHOUSE' },
          { ...row, cause: 'DAMAGED', words: 'Fell off the pallet' },
          { ...row, cause: 'SOLD', quantity: 1 },
        ],
      },
    });
    expect(ids).toHaveLength(6);
    // Four million million mugs are no sale.
    await putParts(set, [[mug.productId, 1_000_000]]);
    const body = { rows: [{ ...row, cause: 'SOLD' as const, quantity: 4_000_000 }] };
    const refused = await t.call(maya, recordStockMovements, { body });
    expect(refused.error.errors).toMatchObject([{ field: 'rows.0.quantity' }]);
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [97, 0],
      [288, 0],
    ]);
    await isWhole();
  });

  it('that was sold by hand comes back as a bundle, with what was in it when it was sold', async () => {
    await receiveAll();
    const row = { productId: set, day: '2026-11-10', place: 'AMAZON_UK', cause: 'SOLD' } as const;
    const sold = await t.ok(maya, recordStockMovements, {
      body: {
        rows: [
          { ...row, quantity: 3 },
          { ...row, quantity: 1 },
        ],
      },
    });
    await putParts(set, [[mug.productId, 1]]);
    expect((await movementsOf(set)).map(({ sku, quantity, soldAs }) => [sku, quantity, soldAs?.sku])).toEqual([
      ['KETTLE', 1, 'SET'],
      ['KETTLE', 3, 'SET'],
      ['MUG', 4, 'SET'],
      ['MUG', 12, 'SET'],
    ]);
    const [, , , ofOne = ''] = sold.ids;
    const [, ofThree = ''] = sold.ids;
    const returned = await back(set, ofThree, 2);
    expect([returned.status, (returned.body as { ids: string[] }).ids.length]).toEqual([201, 2]);
    expect((await movementsOf(set, 'RETURN')).map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['KETTLE', 2],
      ['MUG', 8],
    ]);
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [98, 0],
      [292, 0],
    ]);
    // One set of the three is left, and a mug alone breaks it.
    expect((await back(set, ofThree, 2)).error.errors).toMatchObject([{ field: 'rows.0.quantity' }]);
    expect((await back(mug.productId, ofThree, 1)).status).toBe(201);
    expect((await back(set, ofThree, 1)).error.errors).toMatchObject([{ field: 'rows.0.quantity' }]);
    expect((await back(set, ofOne, 1)).status).toBe(201);
    // What was sold of the set is no sale of another bundle.
    const other = await bundle('OTHER', [[mug.productId, 1]]);
    expect((await back(other, ofOne, 1)).error.errors).toMatchObject([{ field: 'rows.0.ofId' }]);
    await isWhole();
  });

  it('that was sold by hand before it was one takes its parts once it is, and comes back as one', async () => {
    await receiveAll();
    const gift = await product('GIFT');
    const row = { productId: gift, day: '2026-11-10', place: 'AMAZON_UK', quantity: 2 } as const;
    await t.ok(maya, recordStockMovements, {
      body: {
        rows: [
          { ...row, cause: 'SOLD' },
          { ...row, cause: 'SAMPLE', quantity: 1, words: 'For the fair' },
        ],
      },
    });
    expect(await stockOf(gift)).toEqual([0, 3]);
    await putParts(gift, [
      [kettle.productId, 1],
      [mug.productId, 2],
    ]);
    await runSkus();
    expect(await stockOf(gift)).toEqual([0, 0]);
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [97, 0],
      [294, 0],
    ]);
    const [sold] = await movementsOf(gift);
    expect(sold).toMatchObject({ sku: 'KETTLE', quantity: 2, cause: 'SOLD', soldAs: { sku: 'GIFT' } });
    expect((await back(gift, sold?.id ?? '', 2)).status).toBe(201);
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [99, 0],
      [298, 0],
    ]);
    await runSkus();
    await isWhole();
  });

  it('that was sold by hand comes back without the parts of which the sale was reversed', async () => {
    await receiveAll();
    const row = { productId: set, day: '2026-11-10', place: 'AMAZON_UK', cause: 'SOLD', quantity: 2 } as const;
    const { ids, operationId } = await t.ok(maya, recordStockMovements, { body: { rows: [row] } });
    await t.ok(maya, reverseStockMovement, { params: { id: ids[0] ?? '' } });
    const returned = await back(set, ids[1] ?? '', 2);
    expect((await movementsOf(set, 'RETURN')).map(({ sku, quantity }) => [sku, quantity])).toEqual([['MUG', 8]]);
    const { operationId: undo = '' } = returned.body as { operationId?: string };
    await t.ok(maya, undoOperation, { params: { operationId: undo } });
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect([await stockOf(kettle.productId), await stockOf(mug.productId)]).toEqual([
      [100, 0],
      [300, 0],
    ]);
    await isWhole();
  });
});

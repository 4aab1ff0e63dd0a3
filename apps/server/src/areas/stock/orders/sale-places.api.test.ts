import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportOrders } from '@quayside/contracts/exports';
import { createOrderImport, startOrderImport, undoOrderImport } from '@quayside/contracts/stock/order-imports';
import { listOrders } from '@quayside/contracts/shipments/orders';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { chooseSalePlace, listSalePlaces } from '@quayside/contracts/stock/sale-places';
import { listStock } from '@quayside/contracts/stock/stock';
import {
  listStockMovements,
  postInventoryBalanceUpdates,
  recordStockMovements,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import type { Place } from '@quayside/domain/stock/places';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { reportOf } from '../../../testing/order-reports.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { createSalePlaceWorker } from './sale-places.service.ts';
import { brokenSums } from '../check/stock-invariants.views.ts';

const BY_TEXT = (x: unknown, y: unknown): number => (String(x) < String(y) ? -1 : 1);

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

type Rows = Parameters<typeof reportOf>[0];
const bring = (rows: Rows, query: { dryRun?: 'true' } = {}) =>
  t.ok(maya, createOrderImport, { query, file: { name: 'orders.txt', content: reportOf(rows) } });
/** 100 units at 10.00 each that arrived at a place. */
async function aStock(place: Place): Promise<string> {
  const order = await anOrderOf(t, maya, { sku: 'CUP', units: 100, amount: '1000.00' });
  await t.ok(maya, receiveGoods, { body: { day: '2026-11-02', place, rows: [{ orderId: order.id }] } });
  return order.productId;
}
const choiceOf = (body: object) => ({ source: 'CHANNEL', ...body }) as BodyIn<typeof chooseSalePlace>;
const choose = (body: object) => t.ok(maya, chooseSalePlace, { body: choiceOf(body) });
const sales = async () =>
  (await t.ok(maya, listStockMovements, { query: {} })).content
    .filter(({ cause, reversedAt }) => cause === 'SOLD' && reversedAt === null)
    .map(({ day, place, quantity }) => [day, place, quantity])
    .toSorted(BY_TEXT);
const stock = async () => {
  const [row] = (await t.ok(maya, listStock, { query: {} })).content;
  return [row?.onHand, row?.value];
};
const count = (productId: string, place: Place, quantity: number) =>
  t.ok(maya, postInventoryBalanceUpdates, { body: { updates: [{ productId, channel: place, quantity }] } });
const unknown = async () => (await t.ok(maya, listSalePlaces, { query: { unknown: 'true' } })).places;

describe('the place that a sale leaves (stock §6)', () => {
  it('is the own warehouse for what the account ships itself: a count finds nothing missing', async () => {
    const cup = await aStock('WAREHOUSE');
    await bring([{ id: '1', sku: 'CUP', units: 3, by: 'Merchant' }]);
    expect(await sales()).toEqual([['2026-11-10', 'WAREHOUSE', 3]]);
    await count(cup, 'AMAZON_UK', 0);
    const { counts } = await count(cup, 'WAREHOUSE', 97);
    expect([counts[0]?.difference, await stock()]).toEqual([0, [97, '970.00']]);
  });

  it('is the place that is chosen for own shipping, also of sales that are recorded', async () => {
    await aStock('WAREHOUSE');
    await bring([{ id: '1', sku: 'CUP', units: 3, by: 'Merchant' }]);
    expect(await choose({ source: 'OWN', place: 'SHOPIFY' })).toMatchObject({ lines: 1, isFollowing: false });
    await bring([{ id: '2', sku: 'CUP', units: 2, by: 'MFN', site: 'Amazon.com.be' }]);
    expect(await sales()).toEqual([
      ['2026-11-10', 'SHOPIFY', 2],
      ['2026-11-10', 'SHOPIFY', 3],
    ]);
    expect(await t.work(maya, brokenSums)).toEqual([]);
  });

  it('is another marketplace where the account says so: a count there finds nothing missing', async () => {
    const cup = await aStock('AMAZON_DE');
    await bring([{ id: '1', sku: 'CUP', units: 3, site: 'Amazon.fr', currency: 'EUR' }]);
    expect(await sales()).toEqual([['2026-11-10', 'AMAZON_FR', 3]]);
    const { operationId } = await choose({ channel: 'AMAZON_FR', place: 'AMAZON_DE' });
    const { counts } = await count(cup, 'AMAZON_DE', 97);
    expect([counts[0]?.difference, await stock()]).toEqual([0, [97, '970.00']]);
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect(await sales()).toEqual([['2026-11-10', 'AMAZON_FR', 3]]);
  });

  it('changes from the named day on; sales of earlier days stay, also when a later file replaces them', async () => {
    await aStock('AMAZON_DE');
    const rows = (status: string, updated: string): Rows =>
      ['05', '15'].map((day) => ({
        ...{ id: day, sku: 'CUP', site: 'Amazon.fr', currency: 'EUR', status, updated, units: 2 },
        bought: `2026-11-${day}T12:00:00Z`,
      }));
    await bring(rows('Shipped', '2026-11-16T00:00:00Z'));
    await choose({ channel: 'AMAZON_FR', place: 'AMAZON_DE', fromDay: '2026-11-10' });
    const moved = [
      ['2026-11-05', 'AMAZON_FR', 2],
      ['2026-11-15', 'AMAZON_DE', 2],
    ];
    expect(await sales()).toEqual(moved);
    await bring(rows('Shipped - Delivered to Buyer', '2026-11-17T00:00:00Z'));
    expect(await sales()).toEqual(moved);
  });

  it('is asked for once for a sales channel that is not known, which is no error and takes all its rows in', async () => {
    await aStock('AMAZON_DE');
    const rows: Rows = ['Amazon.com.be', 'amazon.com.BE', 'Amazon.ie', ''].map((site, i) => ({
      ...{ id: String(i), sku: 'CUP', units: i + 1, site, currency: 'EUR' },
    }));
    const dry = await bring(rows, { dryRun: 'true' });
    expect(dry).toMatchObject({ state: 'CHECKED', errorCount: 0, counts: { create: 4 } });
    const asked = dry.salePlaces.map(({ channel, place, units }) => [channel?.toLowerCase(), place, units]);
    expect(asked.toSorted(BY_TEXT)).toEqual([
      ['', null, 4],
      ['amazon.com.be', null, 3],
      ['amazon.ie', null, 3],
    ]);
    await t.ok(maya, startOrderImport, { params: { importId: dry.id } });
    expect([await sales(), await stock()]).toEqual([[], [100, '1000.00']]);
    expect(await unknown()).toHaveLength(3);
    const { operationId, lines } = await choose({ channel: 'Amazon.com.be', place: 'AMAZON_DE' });
    expect([lines, (await sales()).length, await stock()]).toEqual([2, 2, [97, '970.00']]);
    expect(await unknown()).toHaveLength(2);
    await bring([{ id: '9', sku: 'CUP', units: 1, site: 'Amazon.com.be', currency: 'EUR' }]);
    expect(await sales()).toHaveLength(3);
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect([await sales(), await stock()]).toEqual([[], [100, '1000.00']]);
    await choose({ channel: '', place: 'AMAZON_DE' });
    expect(await sales()).toEqual([['2026-11-10', 'AMAZON_DE', 4]]);
    const { content } = await t.ok(maya, listOrders, { query: { kind: 'CUSTOMER' } });
    expect(content.map((one) => one.kind === 'CUSTOMER' && one.channel)).toContain('Amazon.ie');
  });

  it('is the main marketplace for orders of other shops: the one that sold most when first needed, then kept', async () => {
    await aStock('AMAZON_DE');
    await bring([
      { id: '1', sku: 'CUP', units: 5, site: 'Amazon.de', currency: 'EUR' },
      { id: '2', sku: 'CUP', units: 4 },
      { id: '3', sku: 'CUP', units: 2, site: 'Non-Amazon US' },
    ]);
    await bring([
      { id: '4', sku: 'CUP', units: 50 },
      { id: '5', sku: 'CUP', units: 1, site: 'Non-Amazon' },
    ]);
    const at = (await sales()).filter(([, , units]) => units === 1 || units === 2).map(([, place]) => place);
    expect(at).toEqual(['AMAZON_DE', 'AMAZON_DE']);
    const { places } = await t.ok(maya, listSalePlaces, { query: {} });
    expect(places.find(({ source }) => source === 'MULTI_CHANNEL')).toMatchObject({ place: 'AMAZON_DE', units: 3 });
    await choose({ source: 'MULTI_CHANNEL', place: 'AMAZON_UK' });
    expect((await sales()).filter(([, place]) => place === 'AMAZON_DE')).toEqual([['2026-11-10', 'AMAZON_DE', 5]]);
  });

  it('waits for orders of other shops while nothing was sold on a marketplace, and follows then by itself', async () => {
    await aStock('AMAZON_UK');
    await bring([{ id: '1', sku: 'CUP', units: 2, site: 'Non-Amazon' }]);
    expect(await sales()).toEqual([]);
    await bring([
      { id: '2', sku: 'CUP', units: 3 },
      { id: '3', sku: 'CUP', units: 1, site: 'Non-Amazon' },
    ]);
    const { signal } = new AbortController();
    await createSalePlaceWorker(t.deps)({ accountId: maya.accountId }, { signal });
    expect(await sales()).toEqual([1, 2, 3].map((units) => ['2026-11-10', 'AMAZON_UK', units]));
  });

  it('keeps what came back; an import that is undone takes its sales from where they are', async () => {
    const cup = await aStock('AMAZON_DE');
    const made = await bring([{ id: '1', sku: 'CUP', units: 3, site: 'Amazon.fr', currency: 'EUR' }]);
    const [sale] = (await t.ok(maya, listStockMovements, { query: {} })).content;
    await t.ok(maya, recordStockMovements, {
      body: {
        rows: [
          {
            ...{ productId: cup, kind: 'RETURN' as const, day: '2026-11-20', place: 'AMAZON_DE' as const },
            ...{ quantity: 1, ofId: sale?.id ?? '' },
          },
        ],
      },
    });
    await choose({ channel: 'AMAZON_FR', place: 'AMAZON_DE' });
    expect([await sales(), await stock()]).toEqual([[['2026-11-10', 'AMAZON_DE', 3]], [98, '980.00']]);
    expect(await t.work(maya, brokenSums)).toEqual([]);
    const undone = await t.ok(maya, undoOrderImport, { params: { importId: made.id } });
    expect(undone.undo).toMatchObject({ kept: 1 });
  });

  it('is in the export of customer orders, with who shipped', async () => {
    await aStock('WAREHOUSE');
    await bring([{ id: '1', sku: 'CUP', units: 3, by: 'Merchant', site: 'Amazon.ie' }]);
    const { text } = await fileOf(t, maya, exportOrders, {
      query: { kind: 'CUSTOMER', columns: 'number,channel,fulfilment,place' },
    });
    expect(text.replaceAll('"', '')).toContain('Amazon.ie,MERCHANT,WAREHOUSE');
  });

  it.each([
    ['a sales channel beside own shipping', { source: 'OWN', channel: 'AMAZON_UK', place: 'AMAZON_UK' }, 'channel'],
    ['orders of other shops as a sales channel', { channel: 'Non-Amazon US', place: 'AMAZON_UK' }, 'channel'],
    ['a place that is none', { channel: 'AMAZON_UK', place: 'ATTIC' }, 'place'],
  ])('is refused with %s', async (_, body, field) => {
    const { status, error } = await t.call(maya, chooseSalePlace, { body: choiceOf(body) });
    expect([status, error.errors?.[0]?.field]).toEqual([422, field]);
  });
});

import { explainProduct } from '@quayside/contracts/costs/costs';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { getLotTakingTotals, listLotTakings } from '@quayside/contracts/stock/lot-takings';
import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { postInventoryBalanceUpdates, recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { allTakings, lotDiscrepancies } from '../../../testing/lot-proofs.ts';
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

const receive = (body: BodyIn<typeof receiveGoods>) => t.ok(maya, receiveGoods, { body });
const move = async (row: BodyIn<typeof recordStockMovements>['rows'][number]) =>
  (await t.ok(maya, recordStockMovements, { body: { rows: [row] } })).ids[0] ?? '';
const sell = (productId: string, day: string, quantity: number) =>
  move({ productId, cause: 'SOLD', day, place: 'AMAZON_UK', quantity });
const explain = (productId: string, asKnownOn?: string) =>
  t.ok(maya, explainProduct, { params: { id: productId }, query: { ...(asKnownOn !== undefined && { asKnownOn }) } });
const takings = (
  id: string,
  query: { filter?: string; size?: string; page?: string; sort?: string[]; search?: string; asKnownOn?: string } = {},
) => t.ok(maya, listLotTakings, { params: { id }, query });

/** The two lots of stock §3 with their sales: 600 units by air, and 300 of 400 by sea. */
async function kettles() {
  const kettle = await anOrderOf(t, maya, { units: 1000, amount: '10000.00' });
  const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
  const [air = '', sea = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
  await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-03', pairedWith: [] }, [
    { costType: 'INSPECTIONS', amount: '500.01', scope: [{ type: 'ORDER', id: kettle.id }] },
    { costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'PACK_LIST', id: air }] },
    { costType: 'SHIPPING', amount: '310.00', scope: [{ type: 'PACK_LIST', id: sea }] },
  ]);
  await receive({ day: '2026-11-01', place: 'AMAZON_UK', rows: [{ packListId: air }] });
  await receive({ day: '2026-11-20', place: 'AMAZON_UK', rows: [{ packListId: sea, quantity: 300 }] });
  const { productId } = kettle;
  await sell(productId, '2026-11-10', 500);
  const b = await sell(productId, '2026-11-22', 250);
  await move({ productId, kind: 'RETURN', ofId: b, day: '2026-11-24', place: 'AMAZON_UK', quantity: 160 });
  return { productId, air, sea };
}

describe('the lots of an explained unit cost', () => {
  it('say what arrived, is on hand and left, to the cent of the lot', async () => {
    const { productId, air, sea } = await kettles();
    const { layers, replays, waiting, valuedBy, otherLots } = await explain(productId);
    expect({ replays, waiting, valuedBy, otherLots }).toEqual({
      ...{ replays: true, waiting: 0, valuedBy: 'FIFO', otherLots: [] },
    });
    expect(layers[0]?.packLists.map(({ id, landed, stock }) => ({ id, landed, ...stock }))).toEqual([
      {
        ...{ id: air, landed: '7740.00', receivedOn: '2026-11-01', received: 600, lostOnTheWay: 0, joined: '0.00' },
        ...{ gone: 590, goneCost: '7611.00', onHand: 10, onHandCost: '129.00', notArrived: 0, notArrivedCost: '0.00' },
      },
      {
        ...{ id: sea, landed: '4510.01', receivedOn: '2026-11-20', received: 300, lostOnTheWay: 0, joined: '0.00' },
        ...{ gone: 0, goneCost: '0.00', onHand: 300, onHandCost: '3382.50' },
        ...{ notArrived: 100, notArrivedCost: '1127.51' },
      },
    ]);
    expect(await lotDiscrepancies(t, maya, productId)).toEqual([]);
  });

  it('say nothing of stock while nothing has arrived', async () => {
    const { id, productId } = await anOrderOf(t, maya, { units: 10 });
    const [list = ''] = await packListsOf(t, maya, id, 4);
    expect((await explain(productId)).layers[0]?.packLists).toMatchObject([{ id: list, stock: null }]);
    t.setTime('2026-11-27T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    await receive({ day: '2026-11-20', place: 'WAREHOUSE', rows: [{ packListId: list, quantity: 1 }] });
    const past = await explain(productId, '2026-11-25');
    expect(past).toMatchObject({ otherLots: [], waiting: 0 });
    expect(past.layers[0]).toMatchObject({ packLists: [], unpacked: null });
  });

  it('are those of an earlier day with what was known then, and so is what they gave', async () => {
    const { productId, air, sea } = await kettles();
    await t.ok(maya, createOpeningStock, {
      body: { rows: [{ productId, quantity: 7, unitCost: '3.3333', day: '2026-11-21', place: 'AMAZON_UK' }] },
    });
    const shown = async (asKnownOn?: string) => {
      const { layers, otherLots, waiting, valuedBy, replays } = await explain(productId, asKnownOn);
      const ids = [air, sea, ...otherLots.map(({ id }) => id)];
      return {
        ...{ otherLots, waiting, valuedBy, replays },
        orders: layers.map(({ packLists, unpacked }) => ({ packLists, unpacked })),
        takings: await Promise.all(ids.map((id) => takings(id, { ...(asKnownOn !== undefined && { asKnownOn }) }))),
        totals: await Promise.all(
          ids.map((id) => t.ok(maya, getLotTakingTotals, { params: { id }, query: asKnownOn ? { asKnownOn } : {} })),
        ),
      };
    };
    const known = await shown();
    t.setTime('2026-11-27T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    // A late bill, an earlier sale, the rest of the lot by sea, and more sold than there is.
    const supplierId = await aSupplier(t, maya, { name: 'Customs House', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId, invoiceNumber: 'B-2', date: '2026-11-26', pairedWith: [] }, [
      { costType: 'CUSTOMS_AND_DUTIES', amount: '90.00', scope: [{ type: 'PACK_LIST', id: air }] },
      { costType: 'CUSTOMS_AND_DUTIES', amount: '33.33', scope: [{ type: 'PRODUCT', id: productId }] },
    ]);
    await sell(productId, '2026-11-02', 3);
    await receive({ day: '2026-11-26', place: 'AMAZON_UK', rows: [{ packListId: sea, quantity: 100 }] });
    await sell(productId, '2026-11-26', 500);
    expect((await shown()).waiting).toBe(86);
    expect(await shown('2026-11-25')).toEqual(known);
  });

  it('have what counts found as it was known on an earlier day', async () => {
    const { id, productId } = await anOrderOf(t, maya, { units: 10 });
    const count = (date: string, quantity: number) =>
      t.ok(maya, postInventoryBalanceUpdates, {
        body: { updates: [{ productId, quantity, date, channel: 'AMAZON_UK' }] },
      });
    await receive({ day: '2026-11-01', place: 'AMAZON_UK', rows: [{ orderId: id, quantity: 4 }] });
    await count('2026-11-10', 7);
    await sell(productId, '2026-11-12', 5);
    await count('2026-11-13', 4);
    const known = await explain(productId);
    expect(known.otherLots.map(({ kind, units, stock }) => [kind, units, stock.gone, stock.onHand])).toEqual([
      ['COUNT', 3, 1, 2],
      ['COUNT', 2, 0, 2],
    ]);
    t.setTime('2026-11-27T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    // What was sold before a count and comes in later is something that the count found.
    await sell(productId, '2026-11-09', 2);
    await sell(productId, '2026-11-26', 3);
    await count('2026-11-26', 9);
    expect((await explain(productId)).otherLots.map(({ units }) => units)).toEqual([5, 2, 8]);
    const then = await explain(productId, '2026-11-25');
    expect(then.otherLots).toEqual(known.otherLots);
    expect(then.layers[0]?.packLists).toEqual(known.layers[0]?.packLists);
    expect((await explain(productId, '2026-11-24')).otherLots).toEqual([]);
  });

  it('count units that a count found, and what is sold without cost', async () => {
    const { productId } = await anOrderOf(t, maya, { units: 10 });
    await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 3, date: '2026-11-10', channel: 'AMAZON_UK' }] },
    });
    await sell(productId, '2026-11-12', 5);
    const { otherLots, waiting } = await explain(productId);
    expect(waiting).toBe(2);
    expect(otherLots).toMatchObject([
      { kind: 'COUNT', landed: null, perUnit: null, stock: { gone: 3, goneCost: null, onHand: 0, onHandCost: null } },
    ]);
    expect(await lotDiscrepancies(t, maya, productId)).toEqual([]);
  });

  it('have opening stock among them, which is outside the average', async () => {
    const { productId } = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    await t.ok(maya, createOpeningStock, {
      body: { rows: [{ productId, quantity: 7, unitCost: '3.3333', day: '2026-11-02', place: 'AMAZON_UK' }] },
    });
    await sell(productId, '2026-11-12', 2);
    const { otherLots, units, landed } = await explain(productId);
    expect({ units, landed }).toEqual({ units: 10, landed: '100.00' });
    expect(otherLots).toMatchObject([
      {
        kind: 'OPENING',
        units: 7,
        landed: '23.33',
        stock: { gone: 2, goneCost: '6.66', onHand: 5, onHandCost: '16.67' },
      },
    ]);
    expect(await lotDiscrepancies(t, maya, productId)).toEqual([]);
  });
});

describe('what a lot gave', () => {
  it('is listed by day with the positions that its cost follows from', async () => {
    const { air } = await kettles();
    const { content, totalElements } = await takings(air);
    expect(totalElements).toBe(3);
    expect(content.map(({ day, cause, units, from, to, cost }) => [day, cause, units, from, to, cost])).toEqual([
      ['2026-11-10', 'SOLD', 500, 0, 500, '6450.00'],
      ['2026-11-22', 'SOLD', 100, 500, 600, '1290.00'],
      ['2026-11-24', 'RETURN', -10, 600, 590, '-129.00'],
    ]);
    expect((await takings(air, { size: '2', page: '1' })).content.map(({ units }) => units)).toEqual([-10]);
    expect((await takings(air, { sort: ['day,desc'], size: '1' })).content[0]?.cause).toBe('RETURN');
    const filter = JSON.stringify([
      { field: 'day', op: 'between', values: ['2026-11-11', '2026-11-23'] },
      { field: 'cause', op: 'in', values: ['SOLD'] },
    ]);
    expect((await takings(air, { filter })).content.map(({ cost }) => cost)).toEqual(['1290.00']);
    expect((await allTakings(t, maya, air, { size: 1 })).length).toBe(3);
  });

  it('is found by the words of its movement', async () => {
    const { air, productId } = await kettles();
    await move({
      productId,
      cause: 'SAMPLE',
      day: '2026-11-24',
      place: 'AMAZON_UK',
      quantity: 1,
      words: 'For the fair',
    });
    expect((await takings(air, { search: 'fair' })).content.map(({ words }) => words)).toEqual(['For the fair']);
    const totals = await t.ok(maya, getLotTakingTotals, { params: { id: air }, query: { search: 'fair' } });
    expect(totals).toMatchObject({ takings: 1, units: 1, cost: '12.90' });
  });

  it('says when units were sold before they arrived', async () => {
    const { id, productId } = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    await sell(productId, '2026-11-05', 4);
    await receive({ day: '2026-11-09', place: 'AMAZON_UK', rows: [{ orderId: id }] });
    const lot = (await explain(productId)).layers[0]?.packLists[0];
    expect((await takings(lot?.id ?? '')).content).toMatchObject([
      { day: '2026-11-05', givenOn: '2026-11-09', units: 4, cost: '40.00' },
    ]);
  });

  it('is added up by month, less what came back', async () => {
    const { air, productId } = await kettles();
    t.setTime('2026-12-10T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    await sell(productId, '2026-12-01', 4);
    expect(await t.ok(maya, getLotTakingTotals, { params: { id: air }, query: {} })).toEqual({
      ...{ takings: 4, units: 594, cost: '7662.60', unknownCost: null },
      byMonth: [
        { month: '2026-11', takings: 3, units: 590, cost: '7611.00' },
        { month: '2026-12', takings: 1, units: 4, cost: '51.60' },
      ],
    });
  });

  it('is refused of a lot that the account does not have', async () => {
    const { air } = await kettles();
    const other = await t.admin('GBP');
    for (const call of [listLotTakings, getLotTakingTotals]) {
      const answer = await t.call(other, call, { params: { id: air }, query: {} });
      expect([answer.status, answer.error.code]).toEqual([404, 'stock.unknown_lot']);
    }
    const filter = JSON.stringify([{ field: 'cause', op: 'in', values: ['STOLEN'] }]);
    expect((await t.call(maya, listLotTakings, { params: { id: air }, query: { filter } })).status).toBe(422);
  });
});

it('the nightly check finds a lot whose takings do not add up', async () => {
  const { air } = await kettles();
  const found = async () => (await t.work(maya, brokenStock)).map(({ invariant }) => invariant);
  expect(await found()).toEqual([]);
  // The same units, but at a place in the lot where they cost a penny more.
  await t.work(maya, async (w) => {
    await sql`
      insert into taking (
        account_id, id, product_id, event_id, event_day, cause, lot_id, position, day, before, units, recorded_at
      )
      select account_id, ${w.newId()}, product_id, event_id, event_day, cause, lot_id, position, day, before + 1000,
        units, recorded_at
      from taking
      where lot_id = ${air} and cause = 'SOLD' and units = 100`.execute(w.tx);
    await sql`
      update taking set superseded_at = ${w.now}
      where lot_id = ${air} and cause = 'SOLD' and units = 100 and before < 1000`.execute(w.tx);
    await sql`update lot set landed_minor = landed_minor + 7 where id = ${air}`.execute(w.tx);
  });
  expect(await found()).toContain('takings = what lots gave');
});

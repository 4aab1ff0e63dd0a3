import { runs } from '@quayside/domain/testing/runs';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { exportStock } from '@quayside/contracts/exports';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { getStockTotals, listStock } from '@quayside/contracts/stock/stock';
import {
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
} from '@quayside/contracts/stock/stock-movements';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { doStep, startStock, type StockStep, stockStep } from '../../../testing/stock-histories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The same person on another day. */
async function later(who: TestPerson, day: string): Promise<TestPerson> {
  t.setTime(`${day}T10:00:00.000Z`);
  return t.session(who.userId, who.accountId);
}
type AsOf = { on?: string; asKnownOn?: string };
/** What is on hand, waits and is worth of each product that has or had any. */
const stockOf = async (who: TestPerson, query: AsOf) =>
  (await t.ok(who, listStock, { query })).content
    .map(({ sku, onHand, waiting, unknown, value, factoryValue }) => ({
      ...{ sku, onHand, waiting, unknown, value, factoryValue },
    }))
    .filter(({ onHand, waiting, value }) => onHand !== 0 || waiting !== 0 || value !== '0.00');
/** What counts found of these products, as explanations of their unit costs have it. */
const countLotsOf = (who: TestPerson, productIds: readonly string[], asKnownOn?: string) =>
  Promise.all(
    productIds.map(async (id) => {
      const query = asKnownOn === undefined ? {} : { asKnownOn };
      const { otherLots } = await t.ok(who, explainProduct, { params: { id }, query });
      return otherLots.filter(({ kind }) => kind === 'COUNT');
    }),
  );
const sell = (who: TestPerson, productId: string, day: string, quantity: number) =>
  t.ok(who, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day, place: 'WAREHOUSE', quantity }] },
  });

describe('stock as it was known on an earlier day', () => {
  it('leaves out what was recorded since, and has what was reversed since', async () => {
    t.setTime('2026-11-10T10:00:00.000Z');
    let maya = await t.admin('GBP');
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00', sku: 'KNOWN' });
    const { productId } = kettle;
    await t.ok(maya, receiveGoods, { body: { day: '2026-11-05', place: 'WAREHOUSE', rows: [{ orderId: kettle.id }] } });
    const { ids } = await sell(maya, productId, '2026-11-06', 30);
    maya = await later(maya, '2026-11-20');
    // A late bill, a sale of before that comes in later, a reversal, a count and a credit.
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'LATE', date: '2026-11-19' }, [
      { costType: 'CUSTOMS_AND_DUTIES', amount: '100.00', scope: [{ type: 'ORDER', id: kettle.id }] },
    ]);
    await sell(maya, productId, '2026-11-07', 5);
    await t.ok(maya, reverseStockMovement, { params: { id: ids[0] ?? '' } });
    await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 90, date: '2026-11-08', channel: 'WAREHOUSE' }] },
    });
    await t.ok(maya, createInvoice, {
      body: {
        ...{ creditsInvoiceId: kettle.invoiceId, date: '2026-11-19' },
        creditLines: [{ invoiceLineId: kettle.lineId, quantity: '10', amount: '100.00' }],
      },
    });
    const figures = async (query: AsOf) => (await stockOf(maya, query)).map(({ onHand, value }) => [onHand, value]);
    // 1,000.00 over 90 units: 5 were sold; what the count found is of unknown cost.
    expect(await figures({})).toEqual([[90, '944.45']]);
    expect(await figures({ asKnownOn: '2026-11-10' })).toEqual([[70, '700.00']]);
    expect(await figures({ on: '2026-11-05', asKnownOn: '2026-11-10' })).toEqual([[100, '1000.00']]);
    expect(await figures({ on: '2026-11-04', asKnownOn: '2026-11-10' })).toEqual([]);
    expect(await figures({ asKnownOn: '2026-11-09' })).toEqual([]);
    expect(await figures({ asKnownOn: '2026-11-20' })).toEqual(await figures({}));
    expect(await t.ok(maya, getStockTotals, { query: { asKnownOn: '2026-11-10' } })).toMatchObject({
      ...{ count: 1, onHand: 70, value: '700.00', onOrder: null },
    });
    const file = await t.app.inject({
      url: urlOf(exportStock, { userId: maya.userId }, { asKnownOn: '2026-11-10', columns: 'sku,onHand,value' }),
      headers: { authorization: `Bearer ${maya.token}` },
    });
    expect(file.body).toContain('"KNOWN",70,700.00');
    expect(file.headers['content-disposition']).toContain('stock-2026-11-10-known-2026-11-10');
  });

  it('refuses a day that has not come, and names the field', async () => {
    t.setTime('2026-11-10T10:00:00.000Z');
    const maya = await t.admin('GBP');
    const answer = await t.call(maya, listStock, { query: { asKnownOn: '2026-11-11' } });
    expect([answer.status, answer.error.errors?.[0]?.field]).toEqual([422, 'asKnownOn']);
  });

  it('stays as it was, whatever is recorded on later days', async () => {
    const day = fc.array(stockStep, { minLength: 8, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(day, day, day), async (days) => {
        let world = await startStock(t);
        const then: { readonly query: AsOf; readonly stock: unknown }[] = [];
        const explained: { readonly today: string; readonly lots: unknown }[] = [];
        for (const [i, steps] of days.entries()) {
          const today = `2026-11-${25 + i}`;
          world = { ...world, maya: await later(world.maya, today) };
          for (const step of [...LATE_RECEIPTS(i), ...steps]) await doStep(t, world, step);
          for (const on of ['2026-11-12', undefined]) {
            const query = on === undefined ? {} : { on };
            then.push({ query: { ...query, asKnownOn: today }, stock: await stockOf(world.maya, query) });
          }
          for (const { query, stock } of then)
            expect(await stockOf(world.maya, query), JSON.stringify([query, steps])).toEqual(stock);
          const productIds = [...new Set(world.orders.map(({ productId }) => productId))];
          explained.push({ today, lots: await countLotsOf(world.maya, productIds) });
          for (const { today: asKnownOn, lots } of explained)
            expect(await countLotsOf(world.maya, productIds, asKnownOn), JSON.stringify([asKnownOn, steps])).toEqual(
              lots,
            );
        }
      }),
      { numRuns: runs(8) },
    );
  }, 600_000);
});

/** Steps that make sure that each day has something to know. */
const LATE_RECEIPTS = (i: number): StockStep[] => [
  { kind: 'receiveOrder', which: i, value: 11, day: 3 + i },
  { kind: 'sell', which: i, value: 4 + i, day: 5 },
  { kind: 'credit', which: i, value: 1, day: 6 },
];

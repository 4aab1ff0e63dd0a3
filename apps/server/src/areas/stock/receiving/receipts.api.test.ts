import { listReceipts, receiveGoods } from '@quayside/contracts/stock/receipts';
import { recordStockMovements, reverseStockMovement } from '@quayside/contracts/stock/stock-movements';
import { getStockTotals } from '@quayside/contracts/stock/stock';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { brokenStock } from '../check/stock-check.service.ts';

let t: TestApp;
let maya: TestPerson;
let productId: string;
let packListId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
/** An order of 100 units that has left. */
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
  const order = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
  ({ productId } = order);
  [packListId = ''] = await packListsOf(t, maya, order.id, 100);
  await aPlan(t, maya, [packListId], { shippedOn: '2026-11-01' });
});
afterEach(async () => expect(await t.work(maya, brokenStock)).toEqual([]));

const receive = (quantities: readonly number[], more: { day?: string; preview?: true } = {}) =>
  t.call(maya, receiveGoods, {
    body: {
      ...{ day: '2026-11-10', place: 'WAREHOUSE', ...more },
      rows: quantities.map((quantity) => ({ packListId, quantity })),
    },
  });
const onHand = async () => (await t.ok(maya, getStockTotals, {})).onHand;
const undo = (operationId: string | null) =>
  t.call(maya, undoOperation, { params: { operationId: operationId ?? '' } });
const sold = (quantity: number) =>
  ({ productId, kind: 'TAKING', cause: 'SOLD', day: '2026-11-12', place: 'WAREHOUSE', quantity }) as const;
const back = (ofId: string, quantity: number) =>
  ({ productId, kind: 'RETURN', ofId, day: '2026-11-13', place: 'WAREHOUSE', quantity }) as const;
const move = (...rows: readonly (ReturnType<typeof sold> | ReturnType<typeof back>)[]) =>
  t.call(maya, recordStockMovements, { body: { rows: [...rows] } });
async function sell(quantity: number): Promise<string> {
  const { ids } = await t.ok(maya, recordStockMovements, { body: { rows: [sold(quantity)] } });
  return ids[0] ?? '';
}

describe('a receipt (stock §1)', () => {
  it('rows of one request count together: what one has taken is not there for the next', async () => {
    expect(await receive([60, 41])).toMatchObject({ status: 422, body: { errors: [{ field: 'rows.1.quantity' }] } });
    expect((await receive([60, 40])).body).toMatchObject({
      receipts: 2,
      units: 100,
      rows: [{ missing: 40 }, { missing: 0 }],
    });
  });

  it('a preview stores nothing', async () => {
    expect((await receive([60], { preview: true })).body).toMatchObject({ operationId: null, units: 60 });
    expect((await t.ok(maya, listReceipts, {})).content).toEqual([]);
    expect(await onHand()).toBe(0);
  });

  it('is undone as a whole until its units were used', async () => {
    const first = await t.ok(maya, receiveGoods, {
      body: { day: '2026-11-10', place: 'WAREHOUSE', rows: [{ packListId, quantity: 60 }] },
    });
    await sell(10);
    expect(await undo(first.operationId)).toMatchObject({ status: 409, body: { code: 'undo.too_late' } });
    const second = await t.ok(maya, receiveGoods, {
      body: {
        day: '2026-11-11',
        place: 'WAREHOUSE',
        rows: [
          { packListId, quantity: 15 },
          { packListId, quantity: 25 },
        ],
      },
    });
    expect(await onHand()).toBe(90);
    expect(await undo(second.operationId)).toMatchObject({ status: 200, body: { restored: 2 } });
    expect(await onHand()).toBe(50);
  });
});

describe('a sale (stock §3)', () => {
  it('no more comes back than was sold, also within one request', async () => {
    await receive([60]);
    const sale = await sell(10);
    expect(await move(back(sale, 11))).toMatchObject({ status: 422, body: { errors: [{ field: 'rows.0.quantity' }] } });
    expect(await move(back(sale, 6), back(sale, 5))).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: 'rows.1.quantity' }] } },
    });
    expect((await move(back(sale, 6), back(sale, 4))).status).toBe(201);
    expect(await onHand()).toBe(60);
  });

  it('a sale of which units came back stays', async () => {
    await receive([60]);
    const sale = await sell(10);
    await move(back(sale, 1));
    expect(await t.call(maya, reverseStockMovement, { params: { id: sale } })).toMatchObject({
      ...{ status: 409, body: { code: 'stock.in_use' } },
    });
  });
});

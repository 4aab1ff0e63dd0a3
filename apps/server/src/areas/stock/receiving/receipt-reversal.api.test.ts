import { listOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { getStockTotals } from '@quayside/contracts/stock/stock';
import { listStockMovements, recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice } from '../../../testing/invoices.ts';
import { type MadeOrder, anOrderOf } from '../../../testing/shipments.ts';
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

/** Another order of the same product. */
async function another({ supplierId, productId }: MadeOrder, units: number, amount: string): Promise<string> {
  const { id } = await anInvoice(
    t,
    maya,
    { supplierId, invoiceNumber: `F-${productId}-${units}`, date: '2026-11-02' },
    [{ productId, costType: 'FACTORY_INVOICE', quantity: units, amount }],
  );
  const order = await t.work(maya, (w) =>
    w.tx
      .selectFrom('cost_layer')
      .select('id')
      .where('account_id', '=', maya.accountId)
      .where('invoice_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return order.id;
}
const receive = (orderId: string, day: string, quantity: number) =>
  t.ok(maya, receiveGoods, { body: { day, place: 'WAREHOUSE', rows: [{ orderId, quantity }] } });
const receiptOf = async (orderId: string) => {
  const { content } = await t.ok(maya, listReceipts, { query: { size: '100' } });
  return content.find((one) => one.orderId === orderId && one.reversedAt === null)?.id ?? '';
};
const sell = async (productId: string, quantity: number, day = '2026-11-12') => {
  const row = { productId, kind: 'TAKING', cause: 'SOLD', day, place: 'WAREHOUSE', quantity } as const;
  return (await t.ok(maya, recordStockMovements, { body: { rows: [row] } })).ids[0] ?? '';
};
const reverse = async (id: string, replay?: 'true') =>
  t.call(maya, reverseReceipt, { params: { id }, query: replay ? { replay } : {} });
const figures = async () => {
  const { onHand, waiting, value } = await t.ok(maya, getStockTotals, {});
  return [onHand, waiting, value];
};
const costOf = async (saleId: string) =>
  (await t.ok(maya, listStockMovements, {})).content.find(({ id }) => id === saleId)?.cost;

describe('the reversal of a receipt whose units were used (stock §1)', () => {
  /** 1,000 at 10.00 on a mistyped first day, 100 others at 12.00 later, 4 sold of the first. */
  async function mistyped() {
    const order = await anOrderOf(t, maya, { units: 1000, amount: '10000.00' });
    const other = await another(order, 100, '1200.00');
    await receive(order.id, '2026-11-05', 1000);
    await receive(other, '2026-11-10', 100);
    const sale = await sell(order.productId, 4);
    return { order, sale, receipt: await receiptOf(order.id) };
  }

  it('is refused with the uses and with what a replay would do', async () => {
    const { sale, receipt } = await mistyped();
    const refused = await reverse(receipt);
    expect(refused).toMatchObject({ status: 409, error: { code: 'stock.in_use', reason: 'stock.receipt_used' } });
    expect(refused.error.uses).toMatchObject([{ type: 'STOCK_MOVEMENT', id: sale }]);
    expect(refused.error.replay).toEqual({ elsewhere: 4, waiting: 0, costChange: '8.00' });
    expect(await figures()).toEqual([1096, 0, '11160.00']);
  });

  it('goes with a replay: its takings go to other lots, and the right day can be recorded', async () => {
    const { order, sale, receipt } = await mistyped();
    expect(await costOf(sale)).toBe('40.00');
    expect(await reverse(receipt, 'true')).toMatchObject({ status: 200, body: { reversed: 1 } });
    expect([await costOf(sale), ...(await figures())]).toEqual(['48.00', 96, 0, '1152.00']);
    await receive(order.id, '2026-11-11', 1000);
    expect([await costOf(sale), ...(await figures())]).toEqual(['48.00', 1096, 0, '11152.00']);
  });

  it('goes with a replay: what no other lot can give waits as sold without cost', async () => {
    const order = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    await receive(order.id, '2026-11-05', 10);
    const sale = await sell(order.productId, 4);
    const receipt = await receiptOf(order.id);
    expect((await reverse(receipt)).error.replay).toEqual({ elsewhere: 0, waiting: 4, costChange: '-40.00' });
    await reverse(receipt, 'true');
    expect([await costOf(sale), ...(await figures())]).toEqual([null, 0, 4, '0.00']);
  });

  it('is undone with everything that it changed', async () => {
    const { order, sale, receipt } = await mistyped();
    const { body } = await reverse(receipt, 'true');
    const undone = await t.call(maya, undoOperation, { params: { operationId: body?.operationId ?? '' } });
    expect(undone).toMatchObject({ status: 200, body: { restored: 1 } });
    expect([await costOf(sale), ...(await figures())]).toEqual(['40.00', 1096, 0, '11160.00']);
    expect(await receiptOf(order.id)).not.toBe('');
  });

  it('is not undone once its units have arrived otherwise', async () => {
    const { order, receipt } = await mistyped();
    const { body } = await reverse(receipt, 'true');
    await receive(order.id, '2026-11-11', 1000);
    const undone = await t.call(maya, undoOperation, { params: { operationId: body?.operationId ?? '' } });
    expect(undone).toMatchObject({ status: 409, error: { code: 'undo.too_late' } });
  });

  it('of which nothing was used needs no replay, and is undone as well', async () => {
    const order = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    await receive(order.id, '2026-11-05', 10);
    const { body } = await reverse(await receiptOf(order.id));
    expect(await figures()).toEqual([0, 0, '0.00']);
    await t.ok(maya, undoOperation, { params: { operationId: body?.operationId ?? '' } });
    expect(await figures()).toEqual([10, 0, '100.00']);
    expect((await t.ok(maya, listOpeningStock, {})).content).toEqual([]);
  });
});

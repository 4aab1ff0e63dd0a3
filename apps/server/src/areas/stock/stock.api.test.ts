import { getProductCostHistory, listRestatements, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportRestatements } from '@quayside/contracts/exports';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { deletePackList } from '@quayside/contracts/shipments/pack-lists';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import {
  listStockMovements,
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { urlOf } from '../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { anInvoice, aSupplier } from '../../testing/invoices.ts';
import { aPlan, packListsOf } from '../../testing/shipment-plans.ts';
import { anOrderOf, theOrder } from '../../testing/shipments.ts';

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
const refused: typeof t.call = (...args) => t.call(...args);
const stock = (productId: string) =>
  t.work(maya, (w) =>
    w.tx
      .selectFrom('product_stock')
      .select(['on_hand', 'waits', 'unknown', 'landed_minor', 'factory_minor'])
      .where('account_id', '=', maya.accountId)
      .where('product_id', '=', productId)
      .executeTakeFirst(),
  );
const costs = async (productId: string) =>
  (
    await t.ok(maya, listStockMovements, {
      query: { filter: JSON.stringify([{ field: 'product', op: 'in', values: [productId] }]) },
    })
  ).content.map(({ id, cost }) => [id, cost] as const);

describe('first in, first out (stock §3)', () => {
  it('two lots, three sales, a return and what is on hand', async () => {
    const kettle = await anOrderOf(t, maya, { units: 1000, amount: '10000.00' });
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    const [air = '', sea = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-03', pairedWith: [] }, [
      { costType: 'INSPECTIONS', amount: '500.01', scope: [{ type: 'ORDER', id: kettle.id }] },
      { costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'PACK_LIST', id: air }] },
    ]);
    await receive({ day: '2026-11-05', place: 'AMAZON_UK', rows: [{ packListId: air }] });
    await receive({ day: '2026-11-20', place: 'AMAZON_UK', rows: [{ packListId: sea, quantity: 300 }] });
    // The freight by sea comes after the goods, and restates what they cost.
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-2', date: '2026-11-21', pairedWith: [] }, [
      { costType: 'SHIPPING', amount: '310.00', scope: [{ type: 'PACK_LIST', id: sea }] },
    ]);
    const { productId } = kettle;
    const sell = async (day: string, quantity: number) =>
      (
        await t.ok(maya, recordStockMovements, {
          body: { rows: [{ productId, cause: 'SOLD', day, place: 'AMAZON_UK', quantity }] },
        })
      ).ids[0] ?? '';
    // The later sale is recorded first.
    const b = await sell('2026-11-22', 250);
    const a = await sell('2026-11-10', 500);
    const { ids } = await t.ok(maya, recordStockMovements, {
      body: {
        rows: [{ productId, kind: 'RETURN', ofId: b, day: '2026-11-24', place: 'AMAZON_UK', quantity: 160 }],
      },
    });
    expect(new Map(await costs(productId))).toEqual(
      new Map([
        [a, '6450.00'],
        [b, '2981.25'],
        [ids[0] ?? '', '-1820.25'],
      ]),
    );
    expect(await stock(productId)).toMatchObject({ on_hand: 310n, waits: 0n, landed_minor: '351150' });
    expect(await theOrder(t, maya, kettle.id)).toMatchObject({ receivedQuantity: 900, status: 'OPEN' });
  });

  it('a late bill restates the months in which units were sold, exactly, and what is left', async () => {
    t.setTime('2026-11-05T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    await receive({ day: '2026-11-01', place: 'WAREHOUSE', rows: [{ orderId: kettle.id }] });
    const sell = (day: string, quantity: number) =>
      t.ok(maya, recordStockMovements, {
        body: { rows: [{ productId: kettle.productId, cause: 'SOLD', day, place: 'WAREHOUSE', quantity }] },
      });
    await sell('2026-11-02', 33);
    t.setTime('2026-12-10T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    await sell('2026-12-05', 7);
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'LATE', date: '2026-12-09' }, [
      { costType: 'CUSTOMS_AND_DUTIES', amount: '100.01', scope: [{ type: 'ORDER', id: kettle.id }] },
    ]);
    const { content } = await t.ok(maya, listRestatements, { query: {} });
    // 1,100.01: the first 33 cost 363.00 instead of 330.00, the next 7 77.00 instead of 70.00; 60.01 are left.
    const split = {
      gone: {
        change: '40.00',
        byMonth: [
          { month: '2026-11', change: '33.00' },
          { month: '2026-12', change: '7.00' },
        ],
      },
      left: '60.01',
    };
    expect(content).toMatchObject([{ change: '100.01', ...split }]);
    expect(await t.ok(maya, restatementTotals, { query: {} })).toMatchObject({ change: '100.01', ...split });
    const file = await t.app.inject({
      url: urlOf(exportRestatements, { userId: maya.userId }, { columns: 'change,gone,goneMonths,left' }),
      headers: { authorization: `Bearer ${maya.token}` },
    });
    expect(file.body).toBe(
      '\ufeffChange,On units that are gone,Months of what is gone,Left\n' +
        '100.01,40.00,"2026-11: 33.00; 2026-12: 7.00",60.01\n',
    );
    // The history of costs splits the order itself: 1,100.01 in all.
    const { content: points } = await t.ok(maya, getProductCostHistory, {
      params: { productId: kettle.productId },
      query: { split: 'true' },
    });
    expect(points.flatMap(({ deliveries }) => deliveries.map(({ landed, split }) => ({ landed, ...split })))).toEqual([
      {
        landed: '1100.01',
        unknownCost: null,
        gone: {
          ...{ units: 40, amount: '440.00' },
          byMonth: [
            { month: '2026-11', units: 33, amount: '363.00' },
            { month: '2026-12', units: 7, amount: '77.00' },
          ],
        },
        onHand: { units: 60, amount: '660.01' },
        notArrived: { units: 0, amount: '0.00' },
      },
    ]);
  });

  it('a late bill says what of it is gone of units that arrived since the first of the two days', async () => {
    t.setTime('2026-11-05T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const lamp = await anOrderOf(t, maya, { units: 10, amount: '50.00' });
    const [, sea = ''] = await packListsOf(t, maya, kettle.id, 60, 40);
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    const bill = (invoiceNumber: string, amount: string, scope: { type: 'ORDER' | 'PACK_LIST'; id: string }) =>
      anInvoice(t, maya, { supplierId: forwarder, invoiceNumber, date: '2026-11-05', pairedWith: [] }, [
        { costType: 'SHIPPING', amount, scope: [scope] },
      ]);
    await bill('EARLY', '20.00', { type: 'PACK_LIST', id: sea });
    t.setTime('2026-12-10T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    // As known at the end of November the 40 units of the pack list cost 420.00.
    await receive({ day: '2026-12-01', place: 'WAREHOUSE', rows: [{ packListId: sea }, { orderId: lamp.id }] });
    await t.ok(maya, recordStockMovements, {
      body: {
        rows: [{ productId: kettle.productId, cause: 'SOLD', day: '2026-12-02', place: 'WAREHOUSE', quantity: 10 }],
      },
    });
    await bill('LATE', '100.00', { type: 'ORDER', id: kettle.id });
    await bill('LATER', '8.00', { type: 'PACK_LIST', id: sea });
    await bill('LAMP', '3.00', { type: 'ORDER', id: lamp.id });
    const { content } = await t.ok(maya, listRestatements, { query: { sort: 'change,desc' } });
    // A quarter of 468.00 is 117.00, of 420.00 it was 105.00.
    expect(content).toMatchObject([
      { change: '108.00', gone: { change: '12.00', byMonth: [{ month: '2026-12', change: '12.00' }] }, left: '96.00' },
      { change: '3.00', gone: { change: '0.00', byMonth: [] }, left: '3.00' },
    ]);
  });

  it('what is sold before it arrives waits, and takes from the next receipt', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const { productId } = kettle;
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-10', place: 'SHOPIFY', quantity: 4 }] },
    });
    expect(await stock(productId)).toMatchObject({ on_hand: 0n, waits: 4n });
    const { operationId } = await receive({
      day: '2026-11-12',
      place: 'WAREHOUSE',
      rows: [{ orderId: kettle.id }],
    });
    expect(await stock(productId)).toMatchObject({ on_hand: 6n, waits: 0n, landed_minor: '6000' });
    expect(await theOrder(t, maya, kettle.id)).toMatchObject({ status: 'RECEIVED', packListCount: 1 });
    const late = await refused(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(late.error.code).toBe('undo.too_late');
    const [receipt] = (await t.ok(maya, listReceipts, { query: {} })).content;
    expect((await refused(maya, reverseReceipt, { params: { id: receipt?.id ?? '' } })).error.code).toBe(
      'stock.in_use',
    );
  });

  it('of one day, a sale waits before a count, also when the count was recorded first', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const { productId } = kettle;
    const day = '2026-11-14';
    // Nothing is there, one is missing: the count waits for it, as the sale of the day does.
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, kind: 'MOVE', day, place: 'WAREHOUSE', toPlace: 'SHOPIFY', quantity: 1 }] },
    });
    const { counts } = await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 0, date: day, channel: 'SHOPIFY' }] },
    });
    const { ids } = await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day, place: 'WAREHOUSE', quantity: 1 }] },
    });
    await receive({ day: '2026-11-20', place: 'WAREHOUSE', rows: [{ orderId: kettle.id, quantity: 1 }] });
    const costOf = new Map(await costs(productId));
    expect([costOf.get(ids[0] ?? ''), costOf.get(counts[0]?.id ?? '')]).toEqual(['10.00', null]);
  });

  it('when a pack list goes, lots cost what their orders say, to the penny', async () => {
    const kettle = await anOrderOf(t, maya, { units: 3, amount: '0.05' });
    const [first = '', second = ''] = await packListsOf(t, maya, kettle.id, 1, 1);
    await receive({ day: '2026-11-05', place: 'WAREHOUSE', rows: [{ packListId: second }] });
    // 5 pence over 3 units: 1, 2 and 2; without the first pack list the second has 1.
    expect(await stock(kettle.productId)).toMatchObject({ landed_minor: '2' });
    await t.ok(maya, deletePackList, { params: { orderId: kettle.id, packListId: first } });
    expect(await stock(kettle.productId)).toMatchObject({ landed_minor: '1' });
  });

  it('a receipt that is undone leaves the order as it was', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const before = await theOrder(t, maya, kettle.id);
    const { operationId } = await receive({ day: '2026-11-12', place: 'WAREHOUSE', rows: [{ orderId: kettle.id }] });
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    const after = await theOrder(t, maya, kettle.id);
    expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 0n, landed_minor: '0', factory_minor: '0' });
  });
});

describe('counts (stock §5)', () => {
  it('the difference is derived, and a sale of an earlier day changes it', async () => {
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const { productId } = kettle;
    await receive({ day: '2026-11-02', place: 'WAREHOUSE', rows: [{ orderId: kettle.id }] });
    const sell = (day: string, quantity: number) =>
      t.ok(maya, recordStockMovements, {
        body: { rows: [{ productId, cause: 'SOLD', day, place: 'WAREHOUSE', quantity }] },
      });
    await sell('2026-11-05', 30);
    const { counts } = await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 68, date: '2026-11-20' }] },
    });
    expect(counts).toMatchObject([{ difference: -2 }]);
    const id = counts[0]?.id ?? '';
    expect(new Map(await costs(productId)).get(id)).toBe('20.00');
    const { ids } = await sell('2026-11-10', 1);
    expect(new Map(await costs(productId)).get(id)).toBe('10.00');
    expect(await stock(productId)).toMatchObject({ on_hand: 68n, landed_minor: '68000' });
    await t.ok(maya, reverseStockMovement, { params: { id: ids[0] ?? '' } });
    await t.ok(maya, reverseStockMovement, { params: { id } });
    expect(await stock(productId)).toMatchObject({ on_hand: 70n, landed_minor: '70000' });
  });

  it('found units of unknown cost are on hand, and have no value', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const { productId } = kettle;
    await receive({ day: '2026-11-02', place: 'WAREHOUSE', rows: [{ orderId: kettle.id }] });
    const { counts } = await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 12, date: '2026-11-20' }] },
    });
    expect(counts).toMatchObject([{ difference: 2 }]);
    expect(await stock(productId)).toMatchObject({ on_hand: 12n, unknown: 2n, landed_minor: '10000' });
    await t.ok(maya, reverseStockMovement, { params: { id: counts[0]?.id ?? '' } });
    expect(await stock(productId)).toMatchObject({ on_hand: 10n, unknown: 0n });
  });
});

describe('receipts (stock §1)', () => {
  it('of a plan arrive only once it has left, and it is received when all has arrived', async () => {
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const [packListId = ''] = await packListsOf(t, maya, kettle.id, 100);
    const plan = await aPlan(t, maya, [packListId]);
    const body = { day: '2026-11-20', place: 'AMAZON_UK' as const, rows: [{ packListId, quantity: 60 }] };
    const early = await refused(maya, receiveGoods, { body });
    expect(early.error.errors?.[0]?.field).toBe('rows.0.packListId');
    await t.ok(maya, patchShipmentPlan, {
      params: { shipmentPlanId: plan.id },
      body: { shippedOn: '2026-11-10' },
    });
    await receive(body);
    expect(await theOrder(t, maya, kettle.id)).toMatchObject({ status: 'IN_TRANSIT', receivedQuantity: 60 });
    await receive({ ...body, rows: [{ packListId }] });
    expect(await theOrder(t, maya, kettle.id)).toMatchObject({ status: 'RECEIVED', receivedQuantity: 100 });
  });

  it('beyond what was packed needs a reason above the tolerance; the unit cost falls and the money stays', async () => {
    const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const body = { day: '2026-11-20', place: 'WAREHOUSE' as const };
    const above = await refused(maya, receiveGoods, {
      body: { ...body, rows: [{ orderId: kettle.id, quantity: 103 }] },
    });
    expect(above.error.errors?.[0]?.field).toBe('rows.0.quantity');
    await receive({ ...body, rows: [{ orderId: kettle.id, quantity: 103, reason: 'Three spare ones' }] });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 103n, landed_minor: '100000' });
    const line = { params: { invoiceId: kettle.invoiceId, id: kettle.lineId }, body: { quantity: 99 } };
    expect((await refused(maya, patchInvoiceLine, line)).error.code).toBe('invoices.in_use');
  });
});

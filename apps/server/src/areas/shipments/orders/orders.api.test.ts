import { listAuditLog } from '@quayside/contracts/audit';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { exportOrders } from '@quayside/contracts/exports';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { getInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import {
  createTestProductOrder,
  deleteOrder,
  getOrder,
  getOrderStats,
  listOrders,
  orderTotals,
  patchOrder,
} from '@quayside/contracts/shipments/orders';
import { listProductCosts } from '@quayside/contracts/costs/costs';
import { searchRecords } from '@quayside/contracts/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, enterAccount } from '../../../db/tx.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { anInvoice, aSupplier, invariantsOf } from '../../../testing/invoices.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { anOrderOf, aPlanOf, movePlan, packed, theOrder } from '../../../testing/shipments.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const chip = (field: string, op: string, ...values: string[]) => ({ field, op, values });

describe('the status of an order', () => {
  it('is that of its least advanced pack list, and OPEN while a unit is unpacked', async () => {
    const maya = await t.admin();
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const first = await packed(t, maya, id, { quantity: 600 });
    const second = await packed(t, maya, id, { quantity: 300 });
    const air = await aPlanOf(t, maya, [first.packListId]);
    const sea = await aPlanOf(t, maya, [second.packListId]);
    const status = async () => (await theOrder(t, maya, id)).status;
    await movePlan(t, maya, air, 'IN_TRANSIT');
    await movePlan(t, maya, sea, 'IN_TRANSIT');
    expect(await theOrder(t, maya, id)).toMatchObject({ status: 'OPEN', shippedQuantity: 900, unpackedQuantity: 100 });
    const last = await packed(t, maya, id, { quantity: 100, shipmentPlanId: null });
    expect(await status()).toBe('OPEN');
    const rest = await aPlanOf(t, maya, [last.packListId]);
    expect(await status()).toBe('OPEN');
    await movePlan(t, maya, rest, 'IN_TRANSIT');
    expect(await status()).toBe('IN_TRANSIT');
    const withStatus = async (...orderStatuses: ('OPEN' | 'IN_TRANSIT')[]) =>
      (await t.ok(maya, listOrders, { query: { orderStatuses } })).content.map((order) => order.orderId);
    expect([await withStatus('IN_TRANSIT'), await withStatus('OPEN'), await withStatus('OPEN', 'IN_TRANSIT')]).toEqual([
      [id],
      [],
      [id],
    ]);
    await movePlan(t, maya, air, 'RECEIVED');
    expect(await status()).toBe('IN_TRANSIT');
    await movePlan(t, maya, sea, 'OPEN');
    expect(await status()).toBe('OPEN');
    expect(await t.ok(maya, getOrderStats)).toEqual({
      total: 1,
      open: 1,
      inTransit: 0,
      received: 0,
      closed: 0,
      units: 1000,
      unpacked: 0,
    });
  });

  it('of an order without anything noted or packed is OPEN, with all its units unpacked', async () => {
    const maya = await t.admin();
    const { id } = await anOrderOf(t, maya, { units: 40 });
    const rows = await t.work(maya, (w) => w.tx.selectFrom('order_packing').select('order_id').execute());
    expect(rows).toEqual([]);
    expect(await theOrder(t, maya, id)).toMatchObject({
      status: 'OPEN',
      unpackedQuantity: 40,
      version: 0,
      packLists: [],
    });
    expect(await t.ok(maya, listOrders, { query: { orderStatuses: ['OPEN'] } })).toMatchObject({ totalElements: 1 });
    const counts = await t.ok(maya, getOrderStats);
    expect(counts).toMatchObject({ open: 1, inTransit: 0, received: 0, closed: 0 });
  });
});

describe('the list of orders', () => {
  it('is searched by the numbers of order, pack list, cartons and plan, by SKU and by invoice', async () => {
    const maya = await t.admin();
    const { id } = await anOrderOf(t, maya, { units: 1000, sku: 'LAMP-7' });
    await anOrderOf(t, maya, { units: 10, sku: 'OTHER-1' });
    const list = await packed(t, maya, id, { quantity: 600 });
    await aPlanOf(t, maya, [list.packListId]);
    const order = await theOrder(t, maya, id);
    const idsOf = async (search: string) =>
      (await t.ok(maya, listOrders, { query: { search } })).content.map((one) => one.orderId);
    for (const search of [
      order.number,
      'pl-0001',
      'PL1',
      'SP-0001',
      'lamp-7',
      order.invoiceNumber,
      `lamp ${order.invoiceNumber}`,
    ])
      expect([search, await idsOf(search)]).toEqual([search, [id]]);
    for (const search of ['PL-0002', 'SP-0002', 'CT-0001', 'lamp-7 nobody']) expect(await idsOf(search)).toEqual([]);
    const found = await t.ok(maya, searchRecords, { query: { text: 'PL-0001' } });
    expect(found.records).toMatchObject([{ type: 'ORDER', id, title: order.number }]);
  });

  it('is paged, sorted and filtered, and its totals count all of it', async () => {
    const maya = await t.admin();
    const first = await anOrderOf(t, maya, { units: 100, sku: 'A-1' });
    const second = await anOrderOf(t, maya, { units: 300, sku: 'B-1' });
    const third = await anOrderOf(t, maya, { units: 200, sku: 'C-1' });
    await packed(t, maya, second.id, { quantity: 300 });
    const list = await packed(t, maya, third.id, { quantity: 50 });
    const plan = await aPlanOf(t, maya, [list.packListId]);
    await t.ok(maya, patchOrder, {
      params: { orderId: first.id },
      body: { readyOn: '2026-12-05', shippingMethod: 'AIR' },
    });
    const idsOf = async (query: QueryIn<typeof listOrders>) =>
      (await t.ok(maya, listOrders, { query })).content.map((one) => one.orderId);
    const filter = (...chips: ReturnType<typeof chip>[]) => ({ filter: JSON.stringify(chips) });
    expect(await idsOf({})).toEqual([third.id, second.id, first.id]);
    expect(await idsOf({ sort: ['quantity,desc'] })).toEqual([second.id, third.id, first.id]);
    expect(await idsOf({ sort: ['unpacked,asc'], size: 1, page: 1 })).toEqual([first.id]);
    for (const sort of ['number', 'date', 'sku', 'supplier', 'invoiceNumber', 'packed', 'shipped', 'readyOn', 'status'])
      expect(await idsOf({ sort: [`${sort},asc`] })).toHaveLength(3);
    expect(await idsOf(filter(chip('unpacked', 'isEmpty')))).toEqual([second.id]);
    expect(await idsOf(filter(chip('missing', 'isNotEmpty')))).toEqual([]);
    expect(await idsOf(filter(chip('missing', 'isEmpty')))).toHaveLength(3);
    expect(await idsOf(filter(chip('plan', 'in', plan)))).toEqual([third.id]);
    expect(await idsOf(filter(chip('supplier', 'in', first.supplierId)))).toEqual([first.id]);
    expect(await idsOf(filter(chip('product', 'in', second.productId)))).toEqual([second.id]);
    expect(await idsOf(filter(chip('readyOn', 'between', '2026-12-01', '2026-12-31')))).toEqual([first.id]);
    expect(await idsOf(filter(chip('shippingMethod', 'in', 'AIR'), chip('status', 'in', 'OPEN')))).toEqual([first.id]);
    expect(await t.ok(maya, orderTotals, { query: filter(chip('unpacked', 'isNotEmpty')) })).toEqual({
      kind: 'SUPPLIER',
      count: 2,
      quantity: 300,
      packed: 50,
      shipped: 0,
      received: 0,
      missing: 0,
      unpacked: 250,
    });
    const wrong = await t.call(maya, listOrders, { query: filter(chip('status', 'in', 'LOST')) });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'filter' }] } });
  });

  it('is exported with the columns and the filter of the screen, formulas made harmless', async () => {
    const maya = await t.admin();
    const { id } = await anOrderOf(t, maya, { units: 100, sku: 'EX-1' });
    await packed(t, maya, id, { quantity: 60 });
    await t.ok(maya, patchOrder, { params: { orderId: id }, body: { notes: '=HYPERLINK("x")' } });
    const columns = 'number,sku,quantity,packed,unpacked,notes';
    const { text, status } = await fileOf(t, maya, exportOrders, { query: { columns, search: 'ex-1' } });
    expect(status).toBe(200);
    expect(text.trim().split(/\r?\n/)[1]).toBe(`"SO-000001","EX-1",100,60,40,"'=HYPERLINK(""x"")"`);
  });
});

describe('an order', () => {
  it('notes its ready day and words, in its version', async () => {
    const maya = await t.admin();
    const { id } = await anOrderOf(t, maya, { units: 100 });
    const params = { orderId: id };
    const noted = await t.ok(maya, patchOrder, {
      params,
      body: { readyOn: '2026-12-05', notes: '<script>', version: 0 },
    });
    expect(noted).toMatchObject({ readyOn: '2026-12-05', notes: '<script>', version: 1 });
    expect(await t.ok(maya, patchOrder, { params, body: { readyOn: '' } })).toMatchObject({
      readyOn: null,
      notes: '<script>',
    });
    const stale = await t.call(maya, patchOrder, { params, body: { notes: 'x', version: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict_version', current: { version: 2 } } });
    const wrong = await t.call(maya, patchOrder, { params, body: { readyOn: '2026-02-31' } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'readyOn' }] } });
    const log = await t.ok(maya, listAuditLog, { query: { size: 50 } });
    expect(log.content.find((entry) => entry.action === 'order.changed')?.changes).toMatchObject([
      { field: 'readyOn', from: '2026-12-05', to: null },
    ]);
  });

  it('shares a cost by chargeable weight anew when its shipping method changes, in a closed invoice too', async () => {
    const maya = await t.admin();
    const unit = { weightUnit: 'GR', width: '40', height: '50', shippingMethod: 'AIR' } as const;
    // By air 6,000 cm³ count as a kilogram, by sea 1,000. A unit of the first has 10 kg and 60,000 cm³, of the second
    // 30 kg and 30,000 cm³: 10 and 30 kg by air, 60 and 30 kg by sea.
    const one = await anOrderOf(t, maya, { units: 10, product: { ...unit, shippingWeight: '10000', length: '30' } });
    const two = await anOrderOf(t, maya, { units: 10, product: { ...unit, shippingWeight: '30000', length: '15' } });
    const supplierId = await aSupplier(t, maya, { currency: 'GBP' });
    const pairedWith = [one, two].map(({ invoiceId }) => ({ type: 'INVOICE' as const, id: invoiceId }));
    const freight = await anInvoice(
      t,
      maya,
      { supplierId, currency: 'GBP', total: '900.00', date: '2026-11-02', pairedWith },
      [{ name: 'Freight', costType: 'SHIPPING', basis: 'CHARGEABLE_WEIGHT', quantity: 1, amount: '900.00' }],
    );
    await t.ok(maya, confirmInvoice, { params: { id: freight.id }, body: {} });
    await t.ok(maya, closeInvoice, { params: { id: freight.id }, body: {} });
    const shares = () =>
      t.work(maya, async (w) =>
        (
          await w.tx
            .selectFrom('cost_entry')
            .select(['layer_id', 'account_minor'])
            .where('invoice_id', '=', freight.id)
            .where('superseded_at', 'is', null)
            .execute()
        ).map((entry) => [entry.layer_id, entry.account_minor] as const),
      );
    const sharesAre = async (ofOne: bigint, ofTwo: bigint) =>
      expect(Object.fromEntries(await shares())).toEqual({ [one.id]: ofOne, [two.id]: ofTwo });
    await sharesAre(22500n, 67500n);
    const body = { shippingMethod: 'SEA' } as const;
    expect(await t.ok(maya, patchOrder, { params: { orderId: one.id }, body })).toMatchObject(body);
    // Orders with different methods go by air.
    await sharesAre(22500n, 67500n);
    await t.ok(maya, patchOrder, { params: { orderId: two.id }, body });
    await sharesAre(60000n, 30000n);
    expect(await t.ok(maya, getInvoice, { params: { id: freight.id } })).toMatchObject({ status: 'CLOSED' });
    expect(await invariantsOf(t, maya)).toEqual([]);
  });

  it('of another account does not exist', async () => {
    const { id } = await anOrderOf(t, await t.admin(), { units: 100 });
    const other = await t.admin();
    const params = { orderId: id };
    for (const answer of [
      await t.call(other, getOrder, { params }),
      await t.call(other, patchOrder, { params, body: { notes: 'mine' } }),
      await t.call(other, deleteOrder, { params }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'shipments.unknown_order' } });
  });
});

describe('deleting an order', () => {
  it('sets the quantity of its line to 0 and leaves the amount unassigned', async () => {
    const maya = await t.admin();
    const { id, invoiceId, productId } = await anOrderOf(t, maya, { units: 100, amount: '250.00' });
    expect((await t.call(maya, deleteOrder, { params: { orderId: id } })).status).toBe(204);
    expect((await t.call(maya, getOrder, { params: { orderId: id } })).status).toBe(404);
    const invoice = await t.ok(maya, getInvoice, { params: { id: invoiceId } });
    expect(invoice.lines).toMatchObject([{ product: { id: productId }, quantity: '0', amount: '250.00' }]);
    expect(invoice.lines[0]).toMatchObject({ unassignedReason: 'NO_UNITS', unassigned: { document: '250.00' } });
    expect(await invariantsOf(t, maya)).toEqual([]);
    const log = await t.ok(maya, listAuditLog, { query: { size: 50 } });
    expect(log.content.map((entry) => entry.action)).toContain('order.deleted');
  });

  it('is refused once units are packed, with the pack lists', async () => {
    const maya = await t.admin();
    const { id } = await anOrderOf(t, maya, { units: 100 });
    const list = await packed(t, maya, id, { quantity: 60 });
    expect((await theOrder(t, maya, id)).can.delete).toMatchObject({ allowed: false });
    const answer = await t.call(maya, deleteOrder, { params: { orderId: id } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'shipments.in_use', uses: [{ type: 'PACK_LIST', label: list.number }] },
    });
    expect(await theOrder(t, maya, id)).toMatchObject({ quantity: 100 });
  });

  it('is refused while a person shares a cost over it', async () => {
    const maya = await t.admin();
    const { id, supplierId } = await anOrderOf(t, maya, { units: 100 });
    const freight = await anInvoice(t, maya, { supplierId, invoiceNumber: 'FR-9', currency: 'GBP' });
    await t.ok(maya, createInvoiceLine, {
      params: { invoiceId: freight.id },
      body: { name: 'Freight', costType: 'SHIPPING', quantity: 1, amount: '10.00', scope: [{ type: 'ORDER', id }] },
    });
    const answer = await t.call(maya, deleteOrder, { params: { orderId: id } });
    expect(answer).toMatchObject({ status: 409, body: { uses: [{ type: 'INVOICE', label: 'FR-9' }] } });
  });

  it('is refused on a closed invoice', async () => {
    const maya = await t.admin();
    const { id, invoiceId } = await anOrderOf(t, maya, { units: 100, amount: '250.00' });
    await t.ok(maya, updateInvoiceBasic, { params: { id: invoiceId }, body: { total: '250.00' } });
    await t.ok(maya, confirmInvoice, { params: { id: invoiceId }, body: {} });
    await t.ok(maya, closeInvoice, { params: { id: invoiceId }, body: {} });
    expect((await theOrder(t, maya, id)).can.delete).toMatchObject({ allowed: false });
    const answer = await t.call(maya, deleteOrder, { params: { orderId: id } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invoices.closed' } });
  });
});

describe('a test product', () => {
  it('is made with its order in the demo account only', async () => {
    const maya = await t.admin();
    await aSupplier(t, maya, { currency: 'GBP' });
    expect((await t.call(maya, createTestProductOrder)).status).toBe(404);
    await asSystem(t.deps, async (tx) => {
      await enterAccount(tx, maya.accountId, maya.userId);
      await tx.updateTable('account').set({ is_demo: true }).where('account_id', '=', maya.accountId).execute();
    });
    const order = await t.ok(maya, createTestProductOrder);
    expect(order).toMatchObject({ sku: 'TEST-1', quantity: 100, status: 'OPEN', packLists: [] });
    expect(await t.ok(maya, createTestProductOrder)).toMatchObject({ sku: 'TEST-2' });
    const costs = await t.ok(maya, listProductCosts, { params: { productId: order.productId } });
    expect(JSON.stringify(costs)).toContain('250.00');
  });
});

import type { BodyIn } from '@quayside/contracts/endpoint';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import {
  createPurchaseOrderItem,
  deletePurchaseOrderItem,
  importPurchaseOrderItems,
  importPurchaseOrderItemsDryRun,
  patchPurchaseOrderItem,
} from '@quayside/contracts/purchasing/purchase-order-items';
import {
  getPurchaseOrder,
  listPurchaseOrderHistory,
  patchPurchaseOrder,
  type PurchaseOrderWithItems,
  updatePurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPayee } from '../../../testing/payments.ts';
import { anOpenOrder, anOrder, aPackedProduct } from '../../../testing/purchase-orders.ts';

const CASE = { length: '50', width: '40', height: '30', weight: '12500', unitsPerCase: 12 };
let t: TestApp;
let a: TestPerson;
let supplierId: string;
let mug: string;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  a = await t.admin();
  supplierId = await aPayee(t, a);
  mug = await aPackedProduct(t, a, supplierId, 'MUG-1', {
    dimensionUnit: 'CM',
    weightUnit: 'GR',
    casePackaging: CASE,
  });
});
afterAll(() => t.close());

const emptyOrder = () => anOrder(t, a, { supplierId, items: [] });
const add = (purchaseOrderId: string, body: BodyIn<typeof createPurchaseOrderItem>) =>
  t.call(a, createPurchaseOrderItem, { params: { purchaseOrderId }, body });
const change = (purchaseOrderId: string, id: string, body: BodyIn<typeof patchPurchaseOrderItem>) =>
  t.call(a, patchPurchaseOrderItem, { params: { purchaseOrderId, id }, body });
const read = (id: string) => t.ok(a, getPurchaseOrder, { params: { id } });
const inShort = ({ items }: Pick<PurchaseOrderWithItems, 'items'>) =>
  items.map(({ sku, name, quantity, unitPrice, amount }) => `${sku ?? name} ${quantity} × ${unitPrice} = ${amount}`);

describe('the items of a purchase order', () => {
  it('are rounded up to full cases where a quantity is asked, and measured by the case', async () => {
    const { id } = await emptyOrder();
    const asked = await add(id, { productId: mug, askedQuantity: '1000', unitPrice: '2.705' });
    expect(asked.body).toMatchObject({
      item: {
        askedQuantity: '1000',
        quantity: '1008',
        amount: '2726.64',
        caseUnits: 12,
        cartons: 84,
        volume: '5.04',
        weight: '1050',
        cartonWeight: '12.5',
      },
      purchaseOrder: {
        totals: {
          amount: { document: '2726.64' },
          units: '1008',
          cartons: 84,
          volume: '5.04',
          weight: '1050',
          heaviestCarton: '12.5',
        },
      },
    });
    const itemId = asked.body.item.id;
    // A typed quantity is taken as it is; a broken case counts as a carton.
    expect((await change(id, itemId, { quantity: '1001' })).body.item).toMatchObject({
      askedQuantity: null,
      quantity: '1001',
      cartons: 84,
    });
    // Asking for full cases leaves nothing to show beside the quantity.
    expect((await change(id, itemId, { askedQuantity: '24' })).body.item).toMatchObject({
      askedQuantity: null,
      quantity: '24',
    });
    expect(await change(id, itemId, { quantity: '1.5' })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'quantity', message: 'A product is ordered in whole units' }] },
    });
    // Words may have parts of units, and are no goods.
    const words = await add(id, { name: 'Mould', quantity: '0.5', unitPrice: '700' });
    expect(words.body).toMatchObject({
      item: { amount: '350.00', cartons: null },
      purchaseOrder: { totals: { units: '24', cartons: 2, itemCount: 2 } },
    });
    // With a product of unknown measures the sums are unknown.
    const bare = await aPackedProduct(t, a, supplierId, 'BARE');
    expect((await add(id, { productId: bare, quantity: '1' })).body.purchaseOrder.totals).toMatchObject({
      cartons: null,
      volume: null,
      weight: null,
    });
  });

  it('take the price that was agreed, else the last one, and the item number of the supplier', async () => {
    await anOpenOrder(t, a, { supplierId, items: [{ productId: mug, quantity: '12', unitPrice: '2.75' }] });
    const { id } = await emptyOrder();
    const last = await add(id, { productId: mug, quantity: '12' });
    expect(last.body.item).toMatchObject({
      unitPrice: '2.75',
      lastPrice: { unitPrice: '2.75', currency: 'CNY', origin: 'PURCHASE_ORDER', day: '2026-11-20' },
    });
    await t.ok(a, replaceProductSuppliers, {
      params: { id: mug },
      body: { suppliers: [{ supplierId, price: '2.6', currency: 'CNY', supplierSku: 'HS-M1' }] },
    });
    expect((await add(id, { productId: mug, quantity: '12' })).body.item).toMatchObject({
      unitPrice: '2.6',
      supplierItemNumber: 'HS-M1',
      lastPrice: { origin: 'TERMS' },
    });
    expect((await add(id, { productId: mug, quantity: '12', unitPrice: '0' })).body.item.unitPrice).toBe('0');
  });

  it('are replaced all at once, in the order of the request', async () => {
    const order = await anOrder(t, a, {
      supplierId,
      items: ['A', 'B', 'C'].map((name) => ({ name, quantity: '1', unitPrice: '1' })),
    });
    const [first, second, third] = order.items.map(({ id }) => ({ id }));
    const put = (items: BodyIn<typeof updatePurchaseOrder>['items']) =>
      t.call(a, updatePurchaseOrder, { params: { id: order.id }, body: { items } });
    const answer = await put([
      { id: third?.id, quantity: '3' },
      { name: 'D', quantity: '1', unitPrice: '0.005' },
      { id: first?.id },
    ]);
    expect(inShort(answer.body)).toEqual(['C 3 × 1 = 3.00', 'D 1 × 0.005 = 0.01', 'A 1 × 1 = 1.00']);
    expect(inShort(await read(order.id))).toEqual(inShort(answer.body));
    expect(await put([{ id: second?.id }])).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'items.0.id' }] },
    });
    expect(await put([{ id: first?.id }, { id: first?.id }])).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'items.1.id', message: 'Each item once' }] },
    });
    // One wrong item refuses all.
    expect(
      (
        await put([
          { id: first?.id, quantity: '9' },
          { name: 'E', quantity: '-1' },
        ])
      ).status,
    ).toBe(422);
    expect(inShort(await read(order.id))).toEqual(inShort(answer.body));
  });

  it('are moved to another place, which the history names; not in what is closed', async () => {
    const { id, items } = await anOpenOrder(t, a, {
      supplierId,
      items: ['A', 'B', 'C'].map((name) => ({ name, quantity: '2', unitPrice: '1' })),
    });
    const [first, second] = items.map((item) => item.id);
    const names = async () => (await read(id)).items.map(({ name, position }) => `${position} ${name}`);
    const moved = await change(id, first ?? '', { position: 3 });
    expect(moved.body).toMatchObject({ item: { position: 3, version: 1 }, purchaseOrder: { version: 3 } });
    expect(await names()).toEqual(['1 B', '2 C', '3 A']);
    await t.ok(a, deletePurchaseOrderItem, { params: { purchaseOrderId: id, id: second ?? '' } });
    // A place counts the items that are there, and one behind the last is the last.
    await change(id, first ?? '', { position: 1, quantity: '5' });
    expect(await names()).toEqual(['1 A', '2 C']);
    await change(id, first ?? '', { position: 9 });
    expect(await names()).toEqual(['1 C', '2 A']);
    const before = await read(id);
    expect((await change(id, first ?? '', { position: 2 })).body.purchaseOrder.version).toBe(before.version);
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id } });
    expect(content[0]).toMatchObject({
      action: 'purchase-order.changed',
      changes: [{ line: { id: first }, field: 'position', from: '1', to: '2' }],
    });
    await t.ok(a, patchPurchaseOrder, {
      params: { id },
      body: { status: 'CLOSED', closeReason: 'CANCELLED', closeWords: 'No longer needed' },
    });
    expect(await change(id, first ?? '', { position: 1 })).toMatchObject({
      status: 422,
      error: { code: 'purchasing.closed' },
    });
  });

  it('of another purchase order do not exist, and a stale version is a conflict', async () => {
    const [one, two] = [await anOrder(t, a, { supplierId }), await anOrder(t, a, { supplierId })];
    const itemId = one.items[0]?.id ?? '';
    expect((await change(two.id, itemId, { quantity: '1' })).status).toBe(404);
    const changed = await change(one.id, itemId, { quantity: '7', version: 1 });
    expect(changed.body.item.version).toBe(2);
    expect(await change(one.id, itemId, { quantity: '8', version: 1 })).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { quantity: '7' } },
    });
    const remove = (version: string) =>
      t.call(a, deletePurchaseOrderItem, {
        params: { purchaseOrderId: one.id, id: itemId },
        headers: { 'if-match': version },
      });
    expect([(await remove('1')).status, (await remove('2')).status, (await remove('2')).status]).toEqual([
      409, 204, 404,
    ]);
    expect((await read(one.id)).totals).toMatchObject({ itemCount: 0, amount: { document: '0.00' } });
  });
});

describe('items from pasted cells', () => {
  const dryRun = (id: string, body: BodyIn<typeof importPurchaseOrderItems>) =>
    t.ok(a, importPurchaseOrderItemsDryRun, { params: { id }, body });
  const store = (id: string, body: BodyIn<typeof importPurchaseOrderItems>) =>
    t.call(a, importPurchaseOrderItems, { params: { id }, body });

  it('are shown first and then stored, with snapped quantities and the prices of the file', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    const text = 'SKU\tDescription\tQty\tUnit price\nMUG-1\tBlue\t1000\t2.705\n\tMould\t1\t350.00\n';
    const plan = await dryRun(id, { text });
    expect(plan).toMatchObject({
      hasHeadings: true,
      columns: [{ field: 'sku' }, { field: 'name' }, { field: 'quantity' }, { field: 'unitPrice' }],
      counts: { rows: 2, create: 2, fail: 0 },
      amount: '3076.64',
      totalAfter: '3326.64',
      rows: [
        {
          row: 2,
          item: { product: { sku: 'MUG-1' }, name: 'Blue', askedQuantity: '1000', quantity: '1008', amount: '2726.64' },
        },
        { row: 3, item: { product: null, name: 'Mould', quantity: '1' } },
      ],
    });
    expect((await read(id)).totals.itemCount).toBe(1);
    const stored = await store(id, { text });
    expect(stored.status).toBe(201);
    expect(inShort(stored.body.purchaseOrder)).toEqual([
      'Steel plate 100 × 2.5 = 250.00',
      'MUG-1 1008 × 2.705 = 2726.64',
      'Mould 1 × 350 = 350.00',
    ]);
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id } });
    expect(content[0]).toMatchObject({
      action: 'purchase-order.items-imported',
      changes: [
        { field: 'itemCount', from: '1', to: '3' },
        { field: 'total', from: '250.00 CNY', to: '3326.64 CNY' },
      ],
    });
    expect((await store(id, { text: text.replace('Blue', 'Red'), isSnapped: false })).body.rows[0]?.item.quantity).toBe(
      '1000',
    );
  });

  it('are refused as a whole because of one wrong row, unless only the right ones are wanted', async () => {
    const { id } = await emptyOrder();
    const text =
      'SKU,Quantity,Price,Amount\nMUG-1,12,2.00,24.00\nNONE-9,1,1,1.00\nMUG-1,12,2.00,25.00\n' +
      'MUG-1,-3,1,-3.00\nMUG-1,,1,\nMUG-1,1,0.0000001,\n';
    const { rows, counts } = await dryRun(id, { text });
    expect(counts).toEqual({ rows: 6, create: 1, fail: 5 });
    const errors = rows.map(({ row, errors: list }) => [row, list[0]?.column ?? null, list.length > 0]);
    expect(errors.filter(([, , isWrong]) => isWrong).map(([row]) => row)).toEqual([3, 4, 5, 6, 7]);
    expect(errors[0]).toEqual([3, 'sku', true]);
    expect(errors[1]).toEqual([4, 'amount', true]);
    const refused = await store(id, { text });
    expect(refused).toMatchObject({ status: 422, error: { code: 'imports.has_errors' } });
    expect(refused.error.errors?.[0]?.field).toBe('rows.3.sku');
    expect((await read(id)).totals.itemCount).toBe(0);
    const only = await store(id, { text, onlyValid: true });
    expect(inShort(only.body.purchaseOrder)).toEqual(['MUG-1 12 × 2 = 24.00']);
  });

  it('have amounts with zeros at their end, and a wrong amount is said with grouped digits', async () => {
    const { id } = await emptyOrder();
    const { rows } = await dryRun(id, {
      text: 'Name,Quantity,Price,Amount\nRod,5,2.5,12.500\nPlate,1440,6.850,9875.25\n',
    });
    expect(rows.map(({ row, item, errors }) => [row, item.amount, errors.map(({ message }) => message)])).toEqual([
      [3, '0.00', ['1,440 × 6.850 is 9,864.00, but the amount says 9,875.25']],
      [2, '12.50', []],
    ]);
  });

  it('may have signs of the currency of the order, and are refused with others, and with words for several pieces', async () => {
    const { id } = await emptyOrder();
    const text =
      'Name,Quantity,Price\nRod,5 pcs,¥2.50\nRod,5,2.50元\nRod,5,RMB 2.50\nRod,5,$2.50\n' +
      'Rod,5,HK$2.50\nRod,5 boxes,2.50\nRod,¥5,2.50\n';
    const { rows } = await dryRun(id, { text });
    expect(rows.flatMap(({ row, errors }) => errors.map(({ column, message }) => [row, column, message]))).toEqual([
      [5, 'unitPrice', 'This is in $, the order in CNY'],
      [6, 'unitPrice', 'This is in HKD, the order in CNY'],
      [7, 'quantity', 'This counts boxes. Enter the number of single units'],
      [8, 'quantity', 'Enter a quantity such as 1200'],
    ]);
  });

  it('counts cartons as units where the product has units per case and the person says so', async () => {
    const { id } = await emptyOrder();
    const text = 'SKU,Quantity,Price\nMUG-1,5 ctns,2.50\n';
    const said = await dryRun(id, { text });
    expect([said.cartons, said.rows[0]?.errors.map(({ message }) => message)]).toEqual([
      1,
      ['5 ctns of 12 units are 60 units. Enter 60, or choose to count cartons as units'],
    ]);
    const stored = await store(id, { text, cartons: 'UNITS' });
    expect(inShort(stored.body.purchaseOrder)).toEqual(['MUG-1 60 × 2.5 = 150.00']);
  });

  it('have at most 2,000 lines together with those that stand', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    const lines = (n: number) =>
      `Name,Quantity,Price\n${Array.from({ length: n }, (_, i) => `Part ${i},1,1`).join('\n')}`;
    expect(await store(id, { text: lines(2000) })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'text', message: 'At most 2000 items' }] },
    });
    const full = await store(id, { text: lines(1999) });
    expect(full.body.purchaseOrder.totals).toMatchObject({ itemCount: 2000, amount: { document: '2249.00' } });
    expect(await add(id, { name: 'One more', quantity: '1' })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'items' }] },
    });
  });
});
